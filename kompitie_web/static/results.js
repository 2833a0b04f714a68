/* One key a result. The page works without this as a plain form; here each row is sent by itself and the next one is in hand at once.

   A row that was sent is marked until the answer says that the result is on the disk; only then it moves to the finished games. Rows are
   sent one after the other, so that the counter is right. A refusal, or another result meanwhile, stays with its row. */
(() => {
  "use strict";
  const form = document.getElementById("results");
  if (!form) return;
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const data = {
    spellings: JSON.parse(form.dataset.spellings), codes: JSON.parse(form.dataset.codes),
    forfeits: JSON.parse(form.dataset.forfeits), texts: JSON.parse(form.dataset.texts),
  };
  const free = form.dataset.free === "1";
  const checking = form.dataset.check === "1";
  const codeOf = Object.fromEntries(Object.entries(data.texts).map(([code, text]) => [text, code]));
  const open = document.getElementById("open");
  const finished = document.getElementById("finished");
  const keypad = document.getElementById("keypad");
  const fieldOf = (row) => row?.querySelector(".score input:not([type=hidden])");
  const before = (row) => row.querySelector(`[name="b${row.dataset.game}"]`)?.value ?? "";
  const rowOf = (element) => {
    const row = element.closest("tr[data-game]");
    return row && document.getElementById(`game-${row.dataset.game}`);
  };
  let row = null;   /* the row in hand */

  /* ── what is typed ── */
  function text(field, shown, incomplete = false) {
    field.value = shown;
    field.toggleAttribute("data-incomplete", incomplete);
    light(field);
  }
  function light(field) {
    const code = field.value === "" ? null : codeOf[field.value] ?? "?";
    for (const button of all("button[data-code]", keypad ?? document.createElement("i"))) {
      const on = code !== null && (code === button.dataset.code || (button.dataset.key === "f" && data.forfeits.includes(code)));
      button.setAttribute("aria-pressed", on);
      button.classList.toggle("secondary", !on);
    }
    const save = document.querySelector("#next button[data-save]");
    if (save) save.firstElementChild.textContent = field.value && !field.hasAttribute("data-incomplete") ? save.dataset.save.replace("{result}", field.value) : save.dataset.plain;
  }
  /* A key is a result at once; keys that are on the way to a result written in full (2-0) are waited for. Gives whether it was used. */
  function strike(field, key) {
    const now = field.dataset.keys ?? "";
    const typed = now + key.toLowerCase();
    if (now && data.spellings[typed]) { field.dataset.keys = typed; text(field, data.texts[data.spellings[typed]]); return true; }
    if (now && Object.keys(data.spellings).some((full) => full.startsWith(typed))) { field.dataset.keys = typed; text(field, typed, true); return true; }
    if (key === "f") {
      const at = data.forfeits.indexOf(codeOf[field.value]);
      field.dataset.keys = "";
      text(field, data.texts[data.forfeits[(at + 1) % data.forfeits.length]]);
      return true;
    }
    if (!(key in data.codes)) return false;
    field.dataset.keys = key;
    text(field, data.texts[data.codes[key]]);
    return true;
  }

  /* ── notes under a row ── */
  const noteOf = (of) => document.getElementById(`note-${of.dataset.game}`);
  function say(of, message, warning = true) {
    noteOf(of)?.remove();
    const field = fieldOf(of);
    if (!message) { field?.removeAttribute("aria-invalid"); return; }
    const note = document.createElement("tr");
    note.id = `note-${of.dataset.game}`;
    note.className = "note";
    note.dataset.game = of.dataset.game;
    note.innerHTML = '<td></td><td colspan="3" role="alert"><p><svg class="i" aria-hidden="true"><use href="#i-warn"/></svg><span></span></p></td>';
    note.querySelector("span").textContent = message;
    const last = row === of && keypad?.isConnected && of.nextElementSibling === keypad ? keypad : of;
    last.after(note);
    if (warning) field?.setAttribute("aria-invalid", "true");
  }

  /* ── taking a row in hand ── */
  function take(next) {
    if (!next || row === next) return;
    if (row) {
      row.classList.remove("now");
      row.removeAttribute("aria-current");
      document.getElementById("more")?.remove();
    }
    row = next;
    row.classList.add("now");
    row.setAttribute("aria-current", "true");
    if (keypad) {
      if (row.nextElementSibling !== keypad) row.after(keypad);
      const group = keypad.querySelector("[role=group]");
      group.setAttribute("aria-label", group.dataset.name.replace("{table}", row.dataset.table));
      for (const button of all("button[data-key]", keypad)) button.value = `${row.dataset.game}:${button.dataset.key}`;
      const more = keypad.querySelector("[data-href]");
      if (more) more.href = more.dataset.href + row.dataset.game;
    }
    const field = fieldOf(row);
    if (field) {
      if (!free && matchMedia("(pointer: coarse)").matches) field.inputMode = "none";
      light(field);
    }
  }
  const waiting = () => all("tr[data-game] .score input:not([type=hidden])", open ?? form).filter((field) => !field.closest("tr").hasAttribute("aria-busy"));
  function goTo(field) {
    if (!field) return false;
    field.focus();
    if (field.matches("input")) field.select();
    return true;
  }
  /* The next field that waits: the one after this row, else the first one. */
  function nextAfter(from) {
    const fields = waiting().filter((field) => field !== fieldOf(from));
    return fields.find((field) => from.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) ?? fields[0];
  }

  /* ── sending ── */
  let queue = Promise.resolve();
  const unsent = [];   /* what waits for its turn */
  const gone = new WeakSet();   /* rows that were replaced: taking them off the page must not send them again */
  const isChanged = (of) => {
    const field = fieldOf(of);
    return Boolean(field) && (checking ? field.value.trim() !== "" : field.value.trim() !== (data.texts[before(of)] ?? before(of).replace(/^=/, "")));
  };
  function commit(of, extra = {}) {
    const field = fieldOf(of);
    if (!field || gone.has(of) || of.hasAttribute("aria-busy")) return true;
    if (field.hasAttribute("data-incomplete")) { say(of, form.dataset.incomplete.replace("{text}", field.value)); return false; }
    if (!extra.confirmed && !isChanged(of)) { say(of, ""); return true; }
    const values = new URLSearchParams({ csrf_token: kompitie.token(), game: of.dataset.game, typed: field.value, before: before(of), ...extra });
    of.setAttribute("aria-busy", "true");
    say(of, "");
    const job = () => send(of, values);
    unsent.push(job);
    queue = queue.then(() => (unsent.includes(job) ? unsent.splice(unsent.indexOf(job), 1)[0]() : undefined));
    return true;
  }
  /* Leaving the page: what was sent goes on by itself (keepalive), the rest is sent now. Nothing is lost, so nothing is asked. */
  addEventListener("beforeunload", () => { for (const job of unsent.splice(0)) job(); });
  async function send(of, values) {
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body: values, headers: { "HX-Request": "true" }, credentials: "same-origin", keepalive: true });
    } catch { answer = null; }
    of.removeAttribute("aria-busy");
    const isRow = answer && [200, 409, 422].includes(answer.status) && !answer.redirected;
    if (!isRow) { refuse(of, answer ? await answer.text() : "", answer?.status === 410); return; }
    put(of, await answer.text(), answer.status === 200);
  }
  /* An answer that is no row is a page of its own: its words stand under the row, and its button when the file is not open any more. */
  function refuse(of, html, isOtherFile) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const words = all("main h1, .trouble > p", page).map((part) => part.textContent.trim());
    const opens = isOtherFile && page.querySelector(".trouble form");
    if (!page.querySelector(".trouble")) { say(of, form.dataset.silent); return; }
    say(of, words.map((part) => (/[.!?]$/.test(part) ? part : `${part}.`)).join(" "));
    if (opens) {
      const line = document.createElement("div");
      line.className = "row";
      line.append(document.importNode(opens, true));
      noteOf(of).querySelector("td[role]").append(line);
    }
  }
  /* Puts an answer in place: the row, what is said about it, and the parts of the frame. */
  function put(of, html, stored) {
    const box = document.createElement("template");
    box.innerHTML = html.trim();
    const fresh = box.content.querySelector(`tr#game-${of.dataset.game}`);
    const note = box.content.querySelector(`tr#note-${of.dataset.game}`);
    const hadFocus = of.contains(document.activeElement) || (row === of && keypad?.contains(document.activeElement));
    const wasInHand = row === of;
    noteOf(of)?.remove();
    for (const part of all("[hx-swap-oob]", box.content)) {
      const old = document.getElementById(part.id);
      part.removeAttribute("hx-swap-oob");
      if (old && part.id === "next" && old.querySelector("a")) continue;
      old?.replaceWith(part);
    }
    if (!fresh) {
      if (note) of.after(note);
      return;
    }
    gone.add(of);
    const isDone = fresh.classList.contains("done");
    if (wasInHand) { row = null; if (isDone && keypad) keypad.remove(); }
    const place = of.parentElement;
    if (stored && isDone && place.parentElement === open && finished) { of.remove(); insert(finished, fresh); }
    else if (stored && !isDone && place.parentElement === finished && open) { of.remove(); insert(open, fresh); }
    else of.replaceWith(fresh);
    if (note) fresh.after(note);
    if (wasInHand && !isDone) take(fresh);
    if (checking) tally();
    if (hadFocus || (wasInHand && document.activeElement === document.body)) goTo(note?.querySelector("button") ?? fieldOf(fresh) ?? waiting()[0] ?? document.querySelector("#next a, #next button") ?? fresh.querySelector("a"));
    else if (row === null && !waiting().length) goTo(document.querySelector("#next a") ?? fresh.querySelector("a"));
  }
  /* A row at its place by table number, in one of the two tables. */
  function insert(table, fresh) {
    const rows = all("tbody > tr[data-game]:not(.note)", table);
    const after = rows.find((one) => Number(one.dataset.table) > Number(fresh.dataset.table));
    if (after) after.before(fresh); else table.tBodies[0].append(fresh);
    for (const one of [open, finished]) if (one) one.hidden = !one.querySelector("tbody tr[data-game]");
    const pass = document.getElementById("check-pass");
    if (pass) pass.hidden = finished.hidden;
    const count = document.getElementById("in-count");
    const done = all("tr.done", finished).length;
    if (count) count.textContent = (done === 1 ? count.dataset.one : count.dataset.more).replace(/\d+/, done);
  }
  function tally() {
    const done = all("tr.agreed", form).length + all(".note.asks", form).length;
    const count = document.getElementById("checked");
    if (count) count.textContent = done;
    const bar = document.querySelector("#progress progress");
    if (bar) bar.value = done;
    const end = document.getElementById("check-end");
    if (!waiting().length && end) {   /* everything was typed again: the next step is to end it */
      const link = document.createElement("a");
      link.className = "button";
      link.href = end.href;
      link.textContent = end.textContent;
      document.getElementById("next").replaceChildren(link);
    }
  }

  /* ── opening a finished row, and leaving it as it is ── */
  async function fetchRow(of, url) {
    try {
      const answer = await fetch(url, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      if (!answer.ok) throw new Error(answer.status);
      const box = document.createElement("template");
      box.innerHTML = (await answer.text()).trim();
      const fresh = box.content.querySelector("tr[data-game]");
      noteOf(of)?.remove();
      gone.add(of);
      if (row === of) { row = null; keypad?.remove(); }
      of.replaceWith(fresh);
      return fresh;
    } catch { location.reload(); return null; }
  }
  async function edit(of) {
    const link = of.querySelector("[data-row]");
    if (!link) return;
    const fresh = await fetchRow(of, link.dataset.row);
    if (fresh) goTo(fieldOf(fresh));
  }
  async function letGo(of) {
    const field = fieldOf(of);
    const url = of.dataset.correct;
    if (url) {
      const fresh = await fetchRow(of, url);
      fresh?.querySelector("a")?.focus();
    } else if (field) {
      field.dataset.keys = "";
      say(of, "");
      text(field, checking ? "" : data.texts[before(of)] ?? "");
      goTo(field);
    }
  }

  /* ── keys ── */
  let going = 0;
  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (field.matches?.(".written") && event.key === " ") { event.preventDefault(); field.click(); return; }
    if (!field.matches?.(".score input")) return;
    const of = rowOf(field);
    const { key } = event;
    if (key === "Enter") {
      event.preventDefault();
      const following = nextAfter(of);
      if (!commit(of)) return;
      if (!goTo(following) && !of.hasAttribute("aria-busy")) goTo(document.querySelector("#next a"));
    } else if (key === "Escape") {
      event.preventDefault();
      letGo(of);
    } else if (key === "Backspace" && !(free && !codeOf[field.value])) {
      event.preventDefault();
      field.dataset.keys = "";
      say(of, "");
      text(field, "");
    } else if (key.length === 1) {
      if (going > Date.now() - 2000) { going = 0; event.preventDefault(); pass(field, key); return; }
      if (free) {
        if ((field.value === "" || codeOf[field.value] || isSelected(field)) && "fa=".includes(key.toLowerCase()) && strike(field, key.toLowerCase())) event.preventDefault();
        return;
      }
      event.preventDefault();
      if (strike(field, key)) { say(of, ""); return; }
      if (key === "g") going = Date.now();
      if (!pass(field, key) && key !== "g") say(of, form.dataset.strange.replace("{key}", key), false);
    }
  });
  const isSelected = (field) => field.selectionEnd - field.selectionStart === field.value.length;
  form.addEventListener("input", (event) => { if (event.target.matches(".score input")) light(event.target); });
  /* A key that means nothing in the field goes to the keys of the page. */
  function pass(field, key) {
    const own = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    field.closest("td").dispatchEvent(own);
    return own.defaultPrevented;
  }

  form.addEventListener("focusin", (event) => {
    if (event.target.matches(".score input")) take(rowOf(event.target));
  });
  /* What was typed is kept when the row is left in any way. */
  form.addEventListener("focusout", (event) => {
    if (!event.target.matches(".score input")) return;
    const of = rowOf(event.target);
    const to = event.relatedTarget;
    if (!of || of.contains(to) || keypad?.contains(to) || noteOf(of)?.contains(to) || to?.closest?.("#next") || !document.hasFocus()) return;
    if (to || isChanged(of)) commit(of);
  });
  form.addEventListener("pointerdown", (event) => {
    if (event.target.closest("#keypad button")) event.preventDefault();   /* the field keeps the focus */
  });

  /* ── clicks ── */
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button, a");
    if (!button) return;
    if (button.matches("#keypad button[data-key]")) {
      event.preventDefault();
      const field = fieldOf(row);
      if (!field) return;
      field.dataset.keys = "";
      if (free && button.dataset.key !== "f") text(field, data.texts[button.dataset.code]); else strike(field, button.dataset.key);
      say(row, "");
      if (document.activeElement !== field) field.focus();
    } else if (button.matches(".written[data-row]")) {
      event.preventDefault();
      edit(rowOf(button));
    } else if (button.name === "yes") {
      event.preventDefault();
      const of = rowOf(button);
      const field = fieldOf(of);
      const code = button.value.slice(button.value.indexOf(":") + 1);
      field.value = data.texts[code] ?? code.replace(/^=/, "");
      goTo(nextAfter(of));
      commit(of, checking ? { yes: button.value, confirmed: "1" } : { confirmed: "1" });
    } else if (button.name === "no") {
      event.preventDefault();
      const of = rowOf(button);
      if (checking) { keep(of); return; }
      location.assign(`${location.pathname}?at=${of.dataset.game}`);
    }
  });
  /* A difference in the check pass where the stored result is right. */
  function keep(of) {
    const field = fieldOf(of);
    field.value = data.texts[before(of)] ?? before(of).replace(/^=/, "");
    goTo(nextAfter(of));
    commit(of);
  }
  form.addEventListener("submit", (event) => {
    const { submitter } = event;
    if (submitter && submitter.name !== "save" && submitter.name !== "key") return;
    event.preventDefault();
    if (!row) { goTo(waiting()[0]); return; }
    const of = row;
    const following = nextAfter(of);
    if (commit(of)) goTo(following);
  });

  /* ── / then a table number, a code or a name ── */
  const jump = document.getElementById("jump");
  jump?.addEventListener("submit", (event) => {
    const find = document.getElementById("find");
    const wanted = find.value.trim().replace(/^\//, "").trim().toLowerCase();
    const rows = all("tr[data-game]:not(.note)", form);
    const found = rows.find((one) => /^\d+$/.test(wanted) && one.dataset.table === String(Number(wanted)))
      ?? (wanted && rows.find((one) => one.dataset.codes?.split(" ").includes(wanted)))
      ?? (wanted && rows.find((one) => one.dataset.names?.split("|").some((name) => name.startsWith(wanted))));
    event.preventDefault();
    const problem = document.getElementById("find-problem");
    problem.hidden = Boolean(found) || !wanted;
    problem.textContent = problem.hidden ? "" : find.dataset.unknown.replace("{text}", find.value.trim());
    find.toggleAttribute("aria-invalid", !problem.hidden);
    if (!found) { find.select(); return; }
    find.value = "";
    if (!goTo(fieldOf(found))) edit(found);
  });
  document.getElementById("find")?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.target.value = "";
    goTo(waiting()[0] ?? document.querySelector("#next a, .written"));
  });

  row = null;
  const first = form.querySelector("tr.now");
  if (first) {
    take(first);
    if (!document.querySelector("[autofocus]:not(.score input)")) goTo(fieldOf(first));
  }
})();
