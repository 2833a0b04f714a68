/* Players: lines are added one after the other while you type on; ticks and rows change in place.
   Everything here is a plain form or link without it. */
(() => {
  "use strict";
  const list = () => document.getElementById("roster");
  if (!list()) return;
  const entry = document.getElementById("entry");
  const line = document.getElementById("line");
  const preview = document.getElementById("preview");
  const returned = document.getElementById("returned");
  const address = () => list().dataset.page;

  const { ask, gone } = kompitie;
  /* What a chip says can also be done in the row: only the cells of the grid are tab stops. */
  const wire = () => { for (const chip of list().querySelectorAll("a.chip")) chip.tabIndex = -1; };
  function place(target, text) {
    kompitie.place(target, text);
    wire();
  }
  const focus = (id) => document.getElementById(id)?.focus();

  /* ── the entry line: the field is free again at once; lines are added in the order typed ── */
  let last = Promise.resolve();
  entry.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = line.value;
    if (!typed.trim()) return;
    line.value = line.defaultValue = "";
    line.removeAttribute("aria-invalid");
    preview.replaceChildren();
    line.focus();
    last = last.then(() => add(typed)).catch(() => { giveBack(typed, ""); gone(); });
  });
  async function add(typed) {
    const body = new FormData(entry);
    body.set("line", typed);
    const answer = await ask(entry.action, body);
    if (answer.ok) place(list(), answer.text);
    else giveBack(typed, answer.status === 422 ? answer.text : "");
  }
  /* A refused line comes back into the field, or waits below it when the next one is being typed already. */
  function giveBack(typed, reason) {
    if (!line.value) {
      line.value = typed;
      line.setAttribute("aria-invalid", "true");
      preview.innerHTML = reason;
      return;
    }
    const item = document.createElement("li");
    const text = document.createElement("strong");
    text.textContent = typed;
    const why = document.createElement("span");
    why.innerHTML = reason;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "secondary";
    button.textContent = returned.dataset.back;
    button.addEventListener("click", () => {
      line.value = typed;
      line.focus();
      item.remove();
      returned.hidden = !returned.children.length;
      htmx.trigger(line, "input");
    });
    item.append(text, why, button);
    returned.append(item);
    returned.hidden = false;
  }
  line.addEventListener("input", () => line.removeAttribute("aria-invalid"));
  /* How a line is understood may arrive late: never over the reason why it was refused, never for a line that has gone. */
  preview.addEventListener("htmx:beforeSwap", (event) => {
    if (line.hasAttribute("aria-invalid") || event.detail.requestConfig.formData.get("line") !== line.value) event.detail.shouldSwap = false;
  });
  line.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      list().querySelector('[data-cell][tabindex="0"]')?.focus();
    }
  });

  /* ── ticks ── */
  list().parentElement.addEventListener("click", async (event) => {
    const tick = event.target.closest(".tick");
    const cancel = event.target.closest("[data-cancel]");
    if (cancel && list().contains(cancel)) {
      event.preventDefault();
      leave();
    }
    if (!tick || tick.dataset.plain) return;
    event.preventDefault();
    if (tick.dataset.busy) return;
    tick.dataset.busy = "yes";
    const form = document.getElementById("ticks");
    const body = new FormData(form);
    body.set(tick.name, tick.value);
    try {
      const answer = await ask(form.action, body);
      if (answer.ok) {
        place(tick.closest("tr"), answer.text);
        focus(tick.id);
      } else if (answer.status === 409) {
        delete tick.dataset.busy;
        tick.dataset.plain = "yes";
        form.requestSubmit(tick);
      } else gone();
    } catch { gone(); }
    delete tick.dataset.busy;
  });

  /* ── edit in place ── */
  const rowForm = document.getElementById("row-form");
  const editing = () => list().querySelector("tr.editing");
  async function edit(row) {
    if (editing()) await leave();
    const id = row.id.slice(1);
    const url = new URL(address(), location.href);
    url.searchParams.set("edit", id);
    const answer = await ask(url);
    if (!answer.ok) return gone();
    const sort = new URL(address(), location.href).search;
    rowForm.action = `${location.pathname.replace(/\/+$/, "")}/${id}/row${sort}`;
    place(row, answer.text);
    const field = document.getElementById("edit-name");
    field.focus();
    field.select();
  }
  async function leave() {
    const row = editing();
    if (!row) return;
    const id = row.id.slice(1);
    const answer = await ask(address());
    if (!answer.ok) return gone();
    place(list(), answer.text);
    focus(`who${id}`);
  }
  rowForm.addEventListener("submit", async (event) => {
    if (rowForm.dataset.plain) return;
    event.preventDefault();
    const row = editing();
    const id = row.id.slice(1);
    try {
      const answer = await ask(rowForm.action, new FormData(rowForm));
      if (answer.ok) {
        place(list(), answer.text);
        focus(`who${id}`);
      } else if (answer.status === 422) {
        place(row, answer.text);
        (list().querySelector("[aria-invalid]") ?? document.getElementById("edit-name")).focus();
      } else if (answer.status === 409) {
        rowForm.dataset.plain = "yes";
        rowForm.requestSubmit();
      } else gone();
    } catch { gone(); }
  });

  /* ── keys in the list ── */
  document.addEventListener("keydown", (event) => {
    const row = event.target.closest?.("#roster tbody tr");
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    if (row.classList.contains("editing")) {
      if (event.key === "Escape") { event.preventDefault(); leave(); }
      return;
    }
    const who = row.querySelector(".who");
    const isName = event.target === who;
    if (event.key === "F2" || (event.key === "Enter" && isName && !event.shiftKey)) {
      event.preventDefault();
      edit(row);
    } else if (event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      location.assign(who.href);
    } else if (event.key === "Delete") {
      event.preventDefault();
      location.assign(`${who.href}#remove`);
    } else if (event.key === " " && isName) {
      event.preventDefault();
      row.querySelector(".tick").click();
    } else if (event.key === "Escape" || (event.key === "ArrowUp" && row === row.parentElement.firstElementChild)) {
      event.preventDefault();
      event.stopPropagation();
      line.focus();
    }
  }, true);

  wire();
})();
