// Puts the server's pictures on the page.

let pictures = 0;

/**
 * An SVG element from the server's text. Its `<style>` goes (the page has these classes in its own
 * style sheet, and the content security policy forbids inline style), and its ids become unique.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
export function toPicture(text) {
  const own = `-p${++pictures}`;
  const plain = text
    .replace(/<style>[^]*?<\/style>/g, "")
    .replace(/ id="([^"]*)"/g, ` id="$1${own}"`)
    .replace(/url\(#([^)]*)\)/g, `url(#$1${own})`)
    .replace(/ aria-labelledby="[^"]*"/, "");
  const parsed = new DOMParser().parseFromString(plain, "image/svg+xml").documentElement;
  if (parsed.localName !== "svg") throw new Error("The server sent a picture that is no SVG.");
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
  const box = svg.viewBox.baseVal;
  svg.setAttribute("width", String(Math.round(box.width)));
  svg.setAttribute("height", String(Math.round(box.height)));
  return svg;
}

/**
 * Shows a picture in place of what an element holds; as decoration, without words.
 * @param {Element} place
 * @param {string} text
 */
export function decorate(place, text) {
  const svg = toPicture(text);
  svg.removeAttribute("role");
  svg.setAttribute("aria-hidden", "true");
  for (const words of svg.querySelectorAll("title, desc")) words.remove();
  place.replaceChildren(svg);
}

/**
 * Leaves out the margins and the title, which the page has in its heading; nothing happens to a
 * picture that is not on show.
 * @param {SVGSVGElement} svg
 * @param {number} scale pixels for a unit of the drawing
 * @param {number} margin
 */
export function crop(svg, scale, margin) {
  for (const title of svg.querySelectorAll(":scope > text")) title.remove();
  const box = /** @type {SVGGElement} */ (svg.querySelector(":scope > g")).getBBox();
  if (!box.width || !box.height) return;
  const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
  svg.setAttribute("viewBox", `${box.x - margin} ${box.y - margin} ${width} ${height}`);
  svg.setAttribute("width", String(Math.round(scale * width)));
  svg.setAttribute("height", String(Math.round(scale * height)));
}

/**
 * A cell as people read it.
 * @param {string} cell such as "2,3"
 */
export function cellName(cell) {
  const at = cell.split(",");
  if (at.length === 2) return `row ${at[0]}, column ${at[1]}`;
  return `cell ${at.join(", ")}`;
}
