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
 * A cell as people read it.
 * @param {string} cell such as "2,3"
 */
export function cellName(cell) {
  const at = cell.split(",");
  if (at.length === 2) return `row ${at[0]}, column ${at[1]}`;
  return `cell ${at.join(", ")}`;
}
