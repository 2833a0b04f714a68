/* Arrows up and down among the documents: to the picture above or below (app.js moves left and right). */
(() => {
  "use strict";
  const grid = document.getElementById("documents");
  grid?.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const cell = event.target.closest?.("[data-cell]");
    if (!step || !cell) return;
    const here = cell.getBoundingClientRect();
    const beyond = [...grid.querySelectorAll("[data-cell]")]
      .map((other) => ({ other, box: other.getBoundingClientRect() }))
      .filter(({ box }) => (box.top - here.top) * step > 4)
      .sort((one, two) => (one.box.top - two.box.top) * step || Math.abs(one.box.left - here.left) - Math.abs(two.box.left - here.left));
    if (!beyond.length) return;
    event.preventDefault();
    beyond[0].other.focus();
  });
})();
