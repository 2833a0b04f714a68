/* Each part of the settings is saved by its own button; what was typed in the other parts stays typed. */
(() => {
  "use strict";
  const KEPT = "kompitie-settings";
  const forms = [...document.querySelectorAll("main form")];
  const isTick = (field) => field.matches("[type=checkbox], [type=radio]");
  const fields = (form) => [...form.elements].filter((field) => field.matches("input:not([type=hidden]), textarea, select"));
  const first = (field) => {
    if (!field.matches("select")) return field.defaultValue;
    return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
  };
  const isChanged = (field) => (isTick(field) ? field.checked !== field.defaultChecked : field.value !== first(field));
  const changedIn = (form) => fields(form).filter(isChanged);
  const place = (form) => [new URL(form.action).pathname, forms.filter((one) => one.action === form.action).indexOf(form)].join("#");

  let kept = [];
  try { kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]"); sessionStorage.removeItem(KEPT); } catch { /* nothing kept */ }
  for (const [where, name, value] of kept) {
    const form = forms.find((one) => place(one) === where);
    const field = form && fields(form).find((one) => one.name === name);
    if (!field) continue;
    if (isTick(field)) field.checked = value; else field.value = value;
  }

  let sending = false;
  for (const form of forms) {
    form.addEventListener("submit", () => {
      sending = true;
      const others = forms.filter((one) => one !== form);
      const typed = others.flatMap((one) => changedIn(one).map((field) => [place(one), field.name, isTick(field) ? field.checked : field.value]));
      try { sessionStorage.setItem(KEPT, JSON.stringify(typed)); } catch { /* the browser keeps nothing */ }
    });
  }
  addEventListener("pageshow", () => { sending = false; });
  addEventListener("beforeunload", (event) => { if (!sending && forms.some((form) => changedIn(form).length)) event.preventDefault(); });
})();
