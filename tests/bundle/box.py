"""Reads the message box of a program of Windows and presses its button. Run by a Python of Windows, under Wine too: ``box.py NOTES``."""

import ctypes
import sys
import time
from ctypes import wintypes
from pathlib import Path

BOX = "#32770"  # the class of every box
TITLE = "Kompitie"
TEXT = 0xFFFF
BUTTON = 1
GET_TEXT, COMMAND = 0x000D, 0x0111
LONGEST = 4096
PATIENCE = 60.0


def main() -> int:
    """Write what the box says into the file of notes; 1 when none comes."""
    user = ctypes.WinDLL("user32")
    user.FindWindowW.restype = user.GetDlgItem.restype = wintypes.HWND
    user.GetDlgItem.argtypes = [wintypes.HWND, ctypes.c_int]
    user.SendMessageW.argtypes = [wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPVOID]
    user.PostMessageW.argtypes = [wintypes.HWND, wintypes.UINT, wintypes.WPARAM, wintypes.LPARAM]
    end = time.monotonic() + PATIENCE
    said = ctypes.create_unicode_buffer(LONGEST)
    while not said.value:
        box = user.FindWindowW(BOX, TITLE)
        user.SendMessageW(user.GetDlgItem(box, TEXT), GET_TEXT, LONGEST, said)
        if time.monotonic() > end:
            return 1
        time.sleep(0.05)
    Path(sys.argv[1]).write_text(said.value, encoding="utf-8")
    user.PostMessageW(box, COMMAND, BUTTON, 0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
