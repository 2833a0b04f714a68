/* Small answers of the server, put in their place: the parts named by hx-swap-oob go where their id is.
   kompitie.ask(url, body) → {ok, status, text}; kompitie.place(element, text) */
(() => {
  "use strict";
  kompitie.ask = async (url, body) => {
    const headers = { "HX-Request": "true", "X-CSRF-Token": kompitie.token() };
    const answer = await fetch(url, { method: body ? "POST" : "GET", body, headers });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  };
  kompitie.place = (element, text) => htmx.swap(element, text, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
  kompitie.gone = () => kompitie.toast(document.body.dataset.gone ?? "");
})();
