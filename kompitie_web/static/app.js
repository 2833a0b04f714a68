/* The keys and grids of every page. All works without it, by plain forms and links; this makes it quick.

   In a page:  data-key="n"     pressed when that key is struck outside a text field (first in the row in hand, then anywhere)
               data-go="p"      a step of the rail: g, then that letter
               data-escape      pressed by Esc
               data-grid        a grid with one tab stop; its cells carry data-cell, its rows are tr, li or [data-row]
               data-find-field  where "/" goes; without it "/" opens the page that finds a player or table
   For scripts: kompitie.grid(element), kompitie.toast(text), kompitie.isTyping(target), kompitie.token() */
(() => {
  "use strict";
  const TEXT = "input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=hidden]), textarea, [contenteditable]";
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const shown = (element) => element && !element.disabled && element.getClientRects().length > 0;
  const isTyping = (target) => target instanceof Element && target.matches(`${TEXT}, select`);
  const isChanged = (field) => field instanceof Element && field.matches(TEXT) && field.value !== field.defaultValue;
  const rowOf = (element) => (element instanceof Element ? element.closest("tr, li, [data-row]") : null);
  const token = () => document.querySelector("meta[name=csrf-token]")?.content ?? "";

  function press(element) {
    if (!shown(element)) return false;
    element.click();
    return true;
  }

  /* ── one tab stop in a grid, arrows inside it ── */
  function grid(element) {
    if (element.dataset.gridReady) return;
    element.dataset.gridReady = "yes";
    const cells = () => all("[data-cell]", element).filter(shown);
    const rows = () => {
      const found = new Map();
      for (const cell of cells()) {
        const row = rowOf(cell) ?? element;
        found.set(row, [...(found.get(row) ?? []), cell]);
      }
      return [...found.values()];
    };
    function settle(current) {
      const list = all("[data-cell]", element);
      const chosen = current ?? list.find((cell) => cell.tabIndex === 0 && cell.hasAttribute("data-current")) ?? list.find(shown) ?? list[0];
      for (const cell of list) {
        cell.tabIndex = cell === chosen ? 0 : -1;
        cell.toggleAttribute("data-current", cell === chosen);
      }
    }
    function goTo(cell) {
      if (!cell) return;
      settle(cell);
      cell.focus();
      if (cell.matches(TEXT)) cell.select?.();
    }
    element.addEventListener("focusin", (event) => { if (event.target.matches("[data-cell]")) settle(event.target); });
    element.addEventListener("keydown", (event) => {
      const cell = event.target.closest?.("[data-cell]");
      if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
      if (cell.matches(TEXT) && ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
      const lines = rows();
      const at = lines.findIndex((line) => line.includes(cell));
      if (at < 0) return;
      const column = lines[at].indexOf(cell);
      const inLine = (line) => line && line[Math.min(column, line.length - 1)];
      const to = {
        ArrowDown: () => inLine(lines[at + 1]), ArrowUp: () => inLine(lines[at - 1]),
        ArrowRight: () => lines[at][column + 1], ArrowLeft: () => lines[at][column - 1],
        PageDown: () => inLine(lines[Math.min(at + 10, lines.length - 1)]), PageUp: () => inLine(lines[Math.max(at - 10, 0)]),
        Home: () => inLine(lines[0]), End: () => inLine(lines[lines.length - 1]),
      }[event.key];
      if (!to) return;
      event.preventDefault();
      goTo(to());
    });
    settle();
  }

  function toast(text) {
    const strip = document.getElementById("toast");
    const line = document.createElement("span");
    line.textContent = text;
    strip?.replaceChildren(line);
  }

  /* ── keys of the frame ── */
  let going = false;
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const { key, target } = event;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (key === "Enter") {
        /* In a form that was opened on the page it sends that form: the big button is about something else then. */
        const own = target instanceof Element && target.closest("form.panel, form.entryform");
        if (press((own && own.querySelector("button")) || all(".next button, .next a.button, .next .button").find(shown))) event.preventDefault();
      } else if (key.toLowerCase() === "z" && !event.shiftKey && !isChanged(target)) {
        event.preventDefault();
        document.getElementById("undo")?.click();
      } else if ((key.toLowerCase() === "y" || (key.toLowerCase() === "z" && event.shiftKey)) && !isChanged(target)) {
        event.preventDefault();
        document.getElementById("redo")?.click();
      }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "Escape") {
      const open = all("details.menu[open]");
      for (const menu of open) menu.open = false;
      if (open.length) open[0].querySelector("summary").focus();
      else if (press(all("[data-escape]").find(shown))) event.preventDefault();
      else if (isTyping(target)) target.blur();   /* out of the field: letters are keys again */
      return;
    }
    /* the key that leads to this field, struck when it has the focus already, is no text either */
    if (key === "/" && target.matches("[data-find-field]") && !target.value) event.preventDefault();
    if (isTyping(target)) return;
    if (going) {
      going = false;
      if (press(document.querySelector(`[data-go="${CSS.escape(key.toLowerCase())}"]`))) event.preventDefault();
      return;
    }
    const wanted = `[data-key="${CSS.escape(key.length === 1 ? key.toLowerCase() : key)}"]`;
    const inRow = rowOf(target);
    if ((inRow && press(all(wanted, inRow).find(shown))) || press(all(wanted).find(shown))) {
      event.preventDefault();
    } else if (key === "g") {
      going = true;
      setTimeout(() => { going = false; }, 2000);
    } else if (key === "?") {
      event.preventDefault();
      location.assign(document.body.dataset.help);
    } else if (key === "/") {
      const field = all("[data-find-field]").find(shown);
      event.preventDefault();
      if (field) { field.focus(); field.select?.(); } else if (document.body.dataset.find) location.assign(document.body.dataset.find);
    }
  });

  /* ── menus close by a click elsewhere ── */
  document.addEventListener("click", (event) => {
    for (const menu of all("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });

  /* ── how high the strip and the keys at the foot are now: what is sticky above them stands on top of them ── */
  const foot = document.querySelector(".foot");
  if (foot) new ResizeObserver(() => document.documentElement.style.setProperty("--foot", `${foot.offsetHeight}px`)).observe(foot, { box: "border-box" });

  /* ── a form is sent once; after it, the page comes back where it was ── */
  const PLACE = "kompitie-place";
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.hasAttribute("hx-post") || form.hasAttribute("hx-get") || form.target) return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
    setTimeout(() => { delete form.dataset.sent; }, 4000);
    sessionStorage.setItem(PLACE, JSON.stringify({ path: location.pathname, y: scrollY, id: document.activeElement?.id ?? "" }));
  });
  addEventListener("pageshow", () => { for (const form of document.forms) delete form.dataset.sent; });

  /* What the page asks or refuses, also when it is far from where one was, or in a part that was folded in. */
  function toQuestion() {
    const asked = all("main :is(.question, .refused, [aria-invalid=true], .problem)").find(shown);
    if (!asked) return false;
    const within = asked.matches(".problem") ? asked.closest("form, fieldset")?.querySelector(`:is(${TEXT}, select, input[type=radio])`) : null;
    const field = asked.matches("[aria-invalid]") ? asked : asked.querySelector("[autofocus]") ?? within;
    if (shown(field)) field.focus({ preventScroll: true });
    requestAnimationFrame(() => asked.scrollIntoView({ block: "nearest" }));   /* after the browser's own autofocus */
    return true;
  }

  /* The tab of the page is in sight among the others. */
  function showTab(tabs) {
    const now = tabs.querySelector("[aria-current]");
    if (now) tabs.scrollLeft += now.getBoundingClientRect().left - tabs.getBoundingClientRect().left - (tabs.clientWidth - now.offsetWidth) / 2;
  }

  function start() {
    for (const element of all("[data-grid]")) grid(element);
    for (const tabs of all(".tabs")) showTab(tabs);
    const kept = sessionStorage.getItem(PLACE);
    sessionStorage.removeItem(PLACE);
    if (toQuestion() || !kept || location.hash) return;
    const place = JSON.parse(kept);
    if (place.path !== location.pathname) return;
    const field = place.id && document.getElementById(place.id);
    if (!document.querySelector("[autofocus]") && shown(field)) field.focus({ preventScroll: true });
    scrollTo(0, place.y);
  }
  start();

  /* ── htmx ── */
  document.addEventListener("htmx:afterSettle", () => { for (const element of all("[data-grid]")) grid(element); });
  document.addEventListener("htmx:sendError", () => toast(document.body.dataset.gone));
  document.addEventListener("htmx:responseError", (event) => {
    /* A refusal is a page of its own, written for people: show it whole. */
    const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
    toast(page.querySelector("main h1")?.textContent || document.body.dataset.gone);
  });

  window.kompitie = { grid, toast, isTyping, token };
})();
