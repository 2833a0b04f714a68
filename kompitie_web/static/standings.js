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
    form.classList.add("scripted");
    const names = JSON.parse(form.dataset.names);
    const further = JSON.parse(form.dataset.further);
    const { name: title, shown_system: shownSystem } = form.elements;
    const isNew = title.hasAttribute("autofocus") || !title.value || Object.values(names).includes(title.value);
    const { minimum_games: minimum } = form.elements;
    const warning = form.querySelector("[data-minimum]");
    const warnOfMinimum = () => { warning.hidden = shownSystem.value !== "keizer" || !(Number(minimum.value) > 0); };
    minimum.addEventListener("input", warnOfMinimum);
    const showSystem = (system) => {
      warnOfMinimum();
      for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(system);
    };
    for (const choice of form.querySelectorAll("input[name=system]")) {
      choice.addEventListener("change", () => {
        const before = shownSystem.value, system = choice.value;
        /* the usual tie-breaks, name and columns of the system, unless others were chosen */
        if (tiebreaks.value === (defaults[before] ?? "")) tiebreaks.value = defaults[system] ?? "";
        if (isNew && (!title.value || Object.values(names).includes(title.value))) title.value = names[system];
        for (const box of form.querySelectorAll("input[name=columns]")) {
          if (further[before]?.includes(box.value)) box.checked = false;
          if (further[system]?.includes(box.value)) box.checked = true;
        }
        shownSystem.value = system;
        showSystem(system);
        if (system === "keizer") form.querySelector(".keizer").dispatchEvent(new Event("change"));
      });
    }
    showSystem(shownSystem.value);

    /* Keizer: a kind fills its values in, own values make it "own"; parts that play no role are not shown */
    const keizer = form.querySelector(".keizer");
    const kinds = JSON.parse(form.dataset.keizer);
    const kind = form.elements["keizer-preset"], shownKind = form.elements["keizer-shown_preset"];
    const settle = () => {
      const unplayed = form.elements["keizer-unplayed_kind"].value;
      for (const part of keizer.querySelectorAll("[data-kind]")) part.hidden = part.dataset.kind !== unplayed;
      keizer.querySelector("[data-initial]").hidden = form.elements["keizer-initial"].value !== "list";
      form.elements["keizer-passes"].disabled = form.elements["keizer-optimise"].checked;
      form.elements["keizer-top"].disabled = form.elements["keizer-top_kind"].value === "n+1";
    };
    keizer.addEventListener("change", (event) => {
      const values = kinds[kind.value];
      if (event.target === kind && values) {
        for (const [name, value] of Object.entries(values)) {
          const field = form.elements[name];
          if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "1";
          else if (field) field.value = value;
        }
      }
      settle();
    });
    keizer.addEventListener("input", (event) => {
      if (event.target !== kind && event.target.name in kinds.kompitie) kind.value = "own";
      shownKind.value = kind.value;
    });
    settle();
  }
})();
