/* The standings: explanations come beside the number without leaving the page; lists, filters and the form answer at once.
   Everything also works as plain links and forms. */
(() => {
  "use strict";
  const list = document.getElementById("list");
  const place = document.getElementById("why");
  const between = matchMedia("(min-width: 45.01rem) and (max-width: 72rem)");
  let opened = null;   /* the number that is being explained */

  /* ── explanations ── */
  const links = () => [...(list?.querySelectorAll(".standing a.num") ?? [])];
  const whyOf = (link) => new URL(link.href).searchParams.get("why");

  function settle() {
    const drawer = document.querySelector(".drawer");
    list?.classList.toggle("with-drawer", Boolean(drawer) && !between.matches);
    for (const old of document.querySelectorAll("tr.why-row")) if (!old.contains(drawer)) old.remove();
    if (opened) opened.removeAttribute("aria-expanded");
    opened = drawer ? links().find((link) => whyOf(link) === drawer.dataset.why) ?? null : null;
    opened?.setAttribute("aria-expanded", "true");
    if (!drawer) return;
    if (between.matches && opened) {
      /* between phone and wide screen the explanation stands right under its row */
      const row = opened.closest("tr");
      const under = document.createElement("tr");
      under.className = "why-row";
      const cell = document.createElement("td");
      cell.colSpan = row.cells.length;
      cell.append(drawer);
      under.append(cell);
      row.after(under);
      for (const old of document.querySelectorAll("tr.why-row")) if (old !== under) old.remove();
      drawer.scrollIntoView({ block: "nearest" });
    } else if (!place.contains(drawer)) {
      place.replaceChildren(drawer);
      for (const old of document.querySelectorAll("tr.why-row")) old.remove();
    }
    if (matchMedia("(max-width: 45rem)").matches) {
      /* the explanation covers the lower half: the row it is about stays in sight above it */
      const row = opened?.closest("tr");
      (row?.previousElementSibling ?? row)?.scrollIntoView({ block: "start" });
    }
  }

  async function open(address) {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok) { location.assign(address); return; }
    for (const old of document.querySelectorAll(".drawer")) old.remove();
    place.innerHTML = await answer.text();
    history.replaceState(null, "", address);
    settle();
  }

  function close() {
    const back = opened;
    const address = document.querySelector(".drawer [data-close]")?.href;
    for (const old of document.querySelectorAll(".drawer")) old.remove();
    if (address) history.replaceState(null, "", address);
    settle();
    back?.focus();
  }

  if (list && place) {
    document.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      const link = event.target.closest("a");
      if (link?.matches(".standing a.num, a[data-why-link]")) {
        event.preventDefault();
        if (link.getAttribute("aria-expanded") === "true") close(); else open(link.href);
      } else if (link?.matches(".drawer [data-close]")) {
        event.preventDefault();
        close();
      } else if (!link) {
        /* any other figure of a row belongs to the score */
        const cell = event.target.closest(".standing td.n");
        cell?.closest("tr").querySelector(".k-points a.num")?.click();
      }
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || window.kompitie?.isTyping(event.target)) return;
      if (event.key.toLowerCase() === "u") {
        const link = event.target.closest?.(".standing a.num");
        if (link) { event.preventDefault(); link.click(); }
      } else if (event.key === "[" || event.key === "]") {
        const tabs = [...document.querySelectorAll("#lists a:not([data-key])")];
        const at = tabs.findIndex((tab) => tab.hasAttribute("aria-current"));
        const to = tabs[at + (event.key === "]" ? 1 : -1)];
        if (to) { event.preventDefault(); to.click(); }
      }
    }, true);
    between.addEventListener("change", settle);
    document.querySelector(".views [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    settle();
  }

  /* ── a chosen round shows at once ── */
  const choose = document.getElementById("choose");
  choose?.classList.add("scripted");
  choose?.querySelector("select[name=round]")?.addEventListener("change", () => choose.requestSubmit());

  /* ── the form of a list: a scale fills its values in, own values make it "own" ── */
  const form = document.getElementById("list-form");
  if (form) {
    const presets = JSON.parse(form.dataset.presets);
    const defaults = JSON.parse(form.dataset.tiebreaks);
    const { preset, shown_preset: shown, tiebreaks } = form.elements;
    const fields = Object.keys(presets.draughts);
    preset.addEventListener("change", () => {
      const values = presets[preset.value];
      if (values) for (const name of fields) form.elements[name].value = values[name];
      if (preset.value === "kndb" && !tiebreaks.value.toLowerCase().includes("p")) tiebreaks.value = `p${tiebreaks.value}`;
      shown.value = preset.value;
    });
    for (const name of fields.slice(0, 5)) form.elements[name].addEventListener("input", () => { preset.value = shown.value = "own"; });
    let before = form.elements.system.value;
    for (const choice of form.querySelectorAll("input[name=system]")) {
      choice.addEventListener("change", () => {
        /* the usual tie-breaks of the system, unless others were typed */
        if (tiebreaks.value === (defaults[before] ?? "")) tiebreaks.value = defaults[choice.value] ?? "";
        before = choice.value;
      });
    }
  }
})();
