/* The rounds screen: picking up players, the bar of what can be done with them, and why. All of it works as plain forms and links. */
(() => {
  "use strict";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const picks = document.getElementById("picks");
  const grid = document.getElementById("grid");
  if (!picks || !grid) return;
  const bar = () => document.getElementById("selection");
  let chosen = all("input[name=pick]", picks).map((input) => input.value);
  let asked = 0;

  /* ── picking up ── */
  function show() {
    for (const button of all(".pick", grid)) button.setAttribute("aria-pressed", chosen.includes(button.dataset.player));
    picks.replaceChildren(...chosen.map((player) => Object.assign(document.createElement("input"), { type: "hidden", name: "pick", value: player })));
  }
  async function choose(next) {
    chosen = next.slice(-2);
    show();
    asked += 1;
    const mine = asked;
    if (!chosen.length) { const old = bar(); old.hidden = true; old.replaceChildren(); return; }
    const query = new URLSearchParams(chosen.map((player) => ["pick", player]));
    const answer = await fetch(`${picks.dataset.selection}?${query}`, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
    if (!answer.ok || mine !== asked) { if (!answer.ok) location.reload(); return; }
    const box = document.createElement("template");
    box.innerHTML = (await answer.text()).trim();
    bar().replaceWith(box.content);
  }
  grid.addEventListener("click", (event) => {
    const pick = event.target.closest(".pick");
    if (!pick) return;
    event.preventDefault();
    const { player } = pick.dataset;
    choose(chosen.includes(player) ? chosen.filter((one) => one !== player) : [...chosen, player]);
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".letgo")) return;
    event.preventDefault();
    const last = chosen.at(-1);
    choose([]);
    grid.querySelector(`.pick[data-player="${last}"]`)?.focus();
  });

  /* an arrow with nothing in hand takes the grid in hand */
  document.addEventListener("keydown", (event) => {
    if (!["ArrowDown", "ArrowUp"].includes(event.key) || document.activeElement !== document.body) return;
    const cell = grid.querySelector(".pick[tabindex='0']");
    if (cell) { event.preventDefault(); cell.focus(); }
  });

  /* k, l and v without a choice act on the player in hand; with a choice the keys of the bar go before those of the page */
  document.addEventListener("keydown", async (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || kompitie.isTyping(event.target)) return;
    const key = event.key.toLowerCase();
    const button = key.length === 1 && !bar().hidden && bar().querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (button) { event.preventDefault(); event.stopPropagation(); button.click(); return; }
    const pick = event.target.closest?.(".pick");
    if (!pick || chosen.length || !["k", "l", "v"].includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    await choose([pick.dataset.player]);
    bar().querySelector(`[data-key="${key}"]`)?.click();
  }, true);

  /* ── why ── */
  grid.addEventListener("click", async (event) => {
    const link = event.target.closest(".whybutton");
    if (!link) return;
    event.preventDefault();
    const row = link.closest("tr");
    const opened = row.nextElementSibling?.classList.contains("why") ? row.nextElementSibling : null;
    if (opened) {
      opened.remove();
      row.classList.remove("explained");
      link.setAttribute("aria-expanded", "false");
      return;
    }
    const answer = await fetch(link.dataset.why, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
    if (!answer.ok) { location.assign(link.href); return; }
    const box = document.createElement("template");
    box.innerHTML = (await answer.text()).trim();
    row.after(box.content);
    row.classList.add("explained");
    link.setAttribute("aria-expanded", "true");
  });
})();
