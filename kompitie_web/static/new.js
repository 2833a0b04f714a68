/* New competition: the first answer proposes the system and the rounds, until the user chose them himself. */
(() => {
  "use strict";
  const form = document.getElementById("new");
  const rounds = form.elements.rounds;
  let chosen = false;
  let typed = rounds.value !== rounds.defaultValue;
  rounds.addEventListener("input", () => { typed = true; });
  form.addEventListener("change", (event) => {
    const { name } = event.target;
    if (name === "pairing") {
      chosen = true;
      if (!typed) rounds.value = event.target.value === "round_robin" ? "" : form.querySelector("[name=kind]:checked").dataset.rounds;
    } else if (name === "kind") {
      const { pairing, rounds: proposed } = event.target.dataset;
      if (!chosen) form.querySelector(`[name=pairing][value=${pairing}]`).checked = true;
      if (!typed) rounds.value = form.querySelector("[name=pairing]:checked").value === "round_robin" ? "" : proposed;
    }
  });
})();
