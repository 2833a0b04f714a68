/* The preview of a list follows each choice at once; without this the button "Show again" does it. */
(() => {
  "use strict";
  const look = document.getElementById("look");
  if (!look) return;
  look.hidden = true;
  const form = look.form;
  form.addEventListener("change", (event) => {
    if (event.target.matches("select")) {
      document.getElementById("changed").value = event.target.name;
      look.hidden = false;
      form.requestSubmit(look);
    }
  });
})();
