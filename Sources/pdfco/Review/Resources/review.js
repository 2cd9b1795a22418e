
"use strict";
const form = document.getElementById("filters");
const threads = [...document.querySelectorAll(".thread")].map((element) => ({
  element,
  mark: document.getElementById(element.id.replace("c", "m")),
  items: [element, ...element.querySelectorAll(".reply")],
  text: element.textContent.toLowerCase(),
}));

function fill(name, values) {
  for (const value of [...new Set(values)].sort((a, b) => a.localeCompare(b))) {
    form.elements[name].add(new Option(value, value));
  }
}

function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  const text = wanted.text.toLowerCase();
  const fits = ({ author, date }) =>
    (!wanted.author || author === wanted.author) &&
    (!wanted.from || (date && date >= wanted.from)) &&
    (!wanted.to || (date && date <= wanted.to));
  let shown = 0;
  for (const thread of threads) {
    const { kind, state } = thread.element.dataset;
    const isShown =
      (!wanted.kind || kind === wanted.kind) &&
      (!wanted.state || state === wanted.state) &&
      thread.text.includes(text) &&
      thread.items.some((item) => fits(item.dataset));
    thread.element.classList.toggle("away", !isShown);
    thread.mark?.classList.toggle("away", !isShown);
    shown += isShown;
  }
  const isFiltered = Object.values(wanted).some(Boolean);
  for (const part of document.querySelectorAll(".page, .document")) {
    part.classList.toggle("away", isFiltered && !part.querySelector(".thread:not(.away)"));
  }
  form.querySelector("output").textContent = `${shown} of ${threads.length} shown`;
}

fill("author", threads.flatMap(({ items }) => items.map((item) => item.dataset.author)));
fill("kind", threads.map(({ element }) => element.dataset.kind));
fill("state", threads.map(({ element }) => element.dataset.state));
form.addEventListener("input", filter);
form.addEventListener("reset", () => setTimeout(filter));
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
filter();

// A comment and its mark light up together.
for (const { element, mark } of threads) {
  const set = (isCurrent) => [element, mark].forEach((part) => part?.classList.toggle("current", isCurrent));
  for (const part of [element, mark]) {
    for (const event of ["pointerenter", "focusin"]) part?.addEventListener(event, () => set(true));
    for (const event of ["pointerleave", "focusout"]) part?.addEventListener(event, () => set(false));
  }
}
