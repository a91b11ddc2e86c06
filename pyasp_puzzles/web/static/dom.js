// Elements of the page: found, made, and what happens at a click.

/** @param {string} id @returns {any} the element; null: this page has none */
export const at = (id) => document.getElementById(id);

/** @param {string} id @param {(event: any) => void} work */
export const click = (id, work) => at(id).addEventListener("click", work);

/**
 * A new element.
 * @param {string} name
 * @param {object} [how] properties; names with a hyphen and `role` are attributes
 * @param {...(Node | string)} parts
 * @returns {any}
 */
export function make(name, how = {}, ...parts) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(how)) {
    if (key.includes("-") || key === "role") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...parts);
  return made;
}

/** @param {string} words @param {(event: any) => void} work @param {object} [how] as for `make` */
export function button(words, work, how = {}) {
  const made = make("button", { type: "button", textContent: words, ...how });
  made.addEventListener("click", work);
  return made;
}

/** Shows whether a button is chosen. @param {Element} made @param {boolean} on */
export const press = (made, on) => made.setAttribute("aria-pressed", String(on));

/** Paragraphs, one for each line. @param {string} text empty: none */
export function paragraphs(text) {
  return text ? text.split("\n").map((line) => make("p", {}, line)) : [];
}

/** A row of a table with its head. @param {string} head @param {...(string | number)} cells */
export function row(head, ...cells) {
  const rest = cells.map((cell) => make("td", {}, String(cell)));
  return make("tr", {}, make("th", { scope: "row" }, head), ...rest);
}

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
