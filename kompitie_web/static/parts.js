/* Small answers of the server, put in their place.
   kompitie.ask(url, body)   → {ok, status, text}; trouble is said in the strip
   kompitie.place(old, text) puts the element with the same id in the place of the old one, and the parts marked hx-swap-oob where they belong
   kompitie.settle(grid)     leaves one tab stop in a grid, also after a part of it is new */
(() => {
  "use strict";
  kompitie.ask = async (url, body) => {
    const headers = { "HX-Request": "true", "X-CSRF-Token": kompitie.token() };
    const answer = await fetch(url, { method: body ? "POST" : "GET", body, headers });
    const text = await answer.text();
    if (!answer.ok && ![409, 422].includes(answer.status)) kompitie.toast(kompitie.said(text));
    return { ok: answer.ok, status: answer.status, text };
  };
  kompitie.place = (old, text) => {
    const box = document.createElement("template");
    box.innerHTML = text;
    for (const part of box.content.querySelectorAll("[hx-swap-oob]")) {
      part.removeAttribute("hx-swap-oob");
      document.getElementById(part.id)?.replaceWith(part);
    }
    const fresh = box.content.getElementById(old.id);
    old.replaceWith(fresh);
    const grid = fresh.querySelector("[data-grid]") ?? fresh.closest("[data-grid]");
    if (grid) { kompitie.grid(grid); kompitie.settle(grid); }
    return fresh;
  };
  kompitie.settle = (grid) => {
    const cells = [...grid.querySelectorAll("[data-cell]")];
    const usable = cells.filter((cell) => !cell.disabled);
    const chosen = usable.find((cell) => cell === document.activeElement) ?? usable.find((cell) => cell.hasAttribute("data-current")) ?? usable[0];
    for (const cell of cells) {
      cell.tabIndex = cell === chosen ? 0 : -1;
      cell.toggleAttribute("data-current", cell === chosen);
    }
  };
  /* What a page of trouble says, in one line. */
  kompitie.said = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const parts = [...page.querySelectorAll("main h1, .trouble > p")].map((part) => part.textContent.trim());
    return parts.map((part) => part.replace(/[^.!?…]$/, "$&.")).join(" ") || document.body.dataset.gone || "";
  };
  kompitie.gone = () => kompitie.toast(document.body.dataset.gone ?? "");
})();
