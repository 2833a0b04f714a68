/* Presence: a whole row toggles, a letter sets the reason, a typed code with space toggles from anywhere.
   Without it the page is one form with a Save button. */
(() => {
  "use strict";
  const form = document.getElementById("presence-form");
  if (!form) return;
  const letters = JSON.parse(form.dataset.letters);
  const base = form.action;
  const grid = () => document.getElementById("grid");
  const boxes = () => [...grid().querySelectorAll("[data-cell]")].filter((box) => !box.disabled);

  /* ── one change after the other, in the order asked ── */
  let last = Promise.resolve();
  /* What was not saved does not stay ticked: the form goes back to what the server knows. */
  function queue(work) { last = last.then(work).catch(() => { form.reset(); kompitie.gone(); }); return last; }

  function change(id, fields) {
    return queue(async () => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      const held = document.activeElement?.id;
      const answer = await kompitie.ask(`${base}/${id}`, body);
      const row = document.getElementById(`p${id}`);
      if (!answer.ok && answer.status !== 422) return form.reset();
      const wasHeld = row.contains(document.activeElement);
      kompitie.place(row, answer.text);
      if (wasHeld) (document.getElementById(held) ?? document.getElementById(`c${id}`))?.focus({ preventScroll: true });
    });
  }
  const toggle = (box) => change(box.value, { present: box.checked ? "1" : "0" });

  form.addEventListener("change", (event) => {
    if (event.target.matches("[data-cell]")) toggle(event.target);
    else if (event.target.matches("select")) change(event.target.id.slice(1), { present: "0", reason: event.target.value });
  });
  form.addEventListener("submit", (event) => event.preventDefault());

  document.getElementById("all-form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = new FormData(event.target);
    body.set("present", event.submitter.value);
    queue(async () => {
      const answer = await kompitie.ask(event.target.action, body);
      if (!answer.ok) return form.reset();
      kompitie.place(grid(), answer.text);
    });
  });

  /* ── keys in the grid: arrows also to the column beside, letters for the reason ── */
  let going = 0;   /* when g was struck: the letter after it leads to a step */
  form.addEventListener("keydown", (event) => {
    const box = event.target.closest("[data-cell]");
    if (!box || event.ctrlKey || event.metaKey || event.altKey) return;
    const led = going > Date.now() - 2000;
    going = event.key === "g" && !led && !letters.g ? Date.now() : 0;
    if (led || going) return;
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      beside(box, event.key === "ArrowRight" ? 1 : -1)?.focus();
      return;
    }
    if (event.key === "Enter") { event.preventDefault(); return; }
    const reason = letters[event.key.toLowerCase()];
    if (!reason || box.disabled) return;
    event.preventDefault();
    box.checked = false;
    change(box.value, { present: "0", reason });
  });
  /* The box at the same height in the column to the right (1) or the left (-1). */
  function beside(box, direction) {
    const here = box.getBoundingClientRect();
    const there = boxes().map((other) => ({ other, at: other.getBoundingClientRect() })).filter(({ at }) => direction * (at.left - here.left) > 20);
    const nearest = Math.min(...there.map(({ at }) => Math.abs(at.left - here.left)));
    const column = there.filter(({ at }) => Math.abs(Math.abs(at.left - here.left) - nearest) < 20);
    column.sort((one, two) => Math.abs(one.at.top - here.top) - Math.abs(two.at.top - here.top));
    return column[0]?.other;
  }

  /* ── the code field: code and space toggles, code and Enter goes to the row ── */
  const code = document.getElementById("code");
  const said = document.getElementById("code-said");
  code.closest("[data-script]").hidden = false;
  function found(typed) {
    const wanted = typed.trim().toLowerCase();
    const rows = [...grid().querySelectorAll("[data-code]")];
    const exact = rows.filter((row) => row.dataset.code === wanted);
    if (exact.length || !wanted) return exact[0];
    const starting = rows.filter((row) => row.dataset.code.startsWith(wanted));
    const named = rows.filter((row) => row.querySelector(".name").textContent.toLowerCase().startsWith(wanted));
    return starting.length === 1 ? starting[0] : starting.length ? undefined : named.length === 1 ? named[0] : undefined;
  }
  code.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      (boxes().find((box) => box.tabIndex === 0) ?? boxes()[0])?.focus();
    } else if (event.key === "Escape") {
      code.value = "";
      said.textContent = "";
    } else if ((event.key === " " || event.key === "Enter") && code.value.trim()) {
      event.preventDefault();
      const row = found(code.value);
      const box = row?.querySelector("[data-cell]");
      said.textContent = row ? "" : `${code.dataset.unknown} ${code.value}`;
      if (!row) { code.select(); return; }
      code.value = "";
      row.scrollIntoView({ block: "nearest" });
      if (event.key === "Enter") box.focus();
      else if (!box.disabled) { box.checked = !box.checked; toggle(box); }
    } else if (event.key === " ") event.preventDefault();
  });

  kompitie.settle(grid());
  if (document.activeElement === document.body && matchMedia("(hover: hover)").matches) code.focus();
})();
