"""The lock between programs and the gate between threads."""

import os
import threading
import time
from pathlib import Path

import pytest

from kompitie_web.store import FileInUse
from kompitie_web.store.lock import Gate, OpenLock, who

on_unix = pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody remove a file that is open")


def test_who_has_the_file_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "Club.kompitie"
    lock = OpenLock.take(path)
    assert set(who(path)) == {"computer", "user", "since"}
    with pytest.raises(FileInUse) as caught:
        OpenLock.take(path)
    assert caught.value.who == who(path)
    lock.release()
    assert list(tmp_path.iterdir()) == []
    OpenLock.take(path).release()


def test_a_lock_file_left_behind_locks_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "Club.kompitie"
    OpenLock.place_for(path).write_text("left by a crash, half wri")
    assert who(path) == {}
    OpenLock.take(path).release()


@on_unix
def test_a_lock_that_its_owner_removed_meanwhile_is_taken_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between our opening and our locking the other program leaves and removes the lock file: ours would lie on nothing."""
    path = tmp_path / "Club.kompitie"
    from kompitie_web.store import lock as module

    real, left = module._lock, []

    def leave_first(handle: object) -> bool:
        if not left:
            left.append(True)
            OpenLock.place_for(path).unlink()
        return real(handle)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_lock", leave_first)
    held = OpenLock.take(path)
    monkeypatch.undo()
    with pytest.raises(FileInUse):
        OpenLock.take(path)
    held.release()


@on_unix
def test_a_vanished_folder_does_not_hinder_leaving(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    lock = OpenLock.take(folder / "Club.kompitie")
    OpenLock.place_for(folder / "Club.kompitie").unlink()
    folder.rmdir()
    lock.release()


def test_readers_do_not_wait_for_each_other() -> None:
    gate = Gate()
    inside = threading.Barrier(3, timeout=5)

    def read() -> None:
        with gate.reading(), gate.reading():
            inside.wait()

    threads = [threading.Thread(target=read) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert not inside.broken


def test_a_writer_is_alone_and_goes_before_new_readers() -> None:
    gate, order = Gate(), []
    first_in, go_on = threading.Event(), threading.Event()

    def first() -> None:
        with gate.reading():
            first_in.set()
            go_on.wait(5)
        order.append("first out")

    def writer() -> None:
        with gate.writing():
            order.append("writer")

    def second() -> None:
        with gate.reading():
            order.append("second")

    threads = [threading.Thread(target=first)]
    threads[0].start()
    first_in.wait(5)
    for work in (writer, second):
        threads.append(threading.Thread(target=work))
        threads[-1].start()
        time.sleep(0.05)
    assert order == []
    go_on.set()
    for thread in threads:
        thread.join(5)
    assert order.index("writer") < order.index("second")


def test_two_readers_who_want_to_write_do_not_wait_for_ever() -> None:
    gate, both = Gate(), threading.Barrier(2, timeout=5)
    done = []

    def work(number: int) -> None:
        with gate.reading():
            both.wait()
            with gate.writing(), gate.reading():
                done.append(number)
            done.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(5)
    assert sorted(done) == [0, 0, 1, 1]
