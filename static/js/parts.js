// @ts-check

/**
 * Takes the elements that only the script uses out of the page's data (see _parts.html).
 *
 * @param {Document} page
 */
export function takeParts(page) {
  const template = page.createElement("template");
  template.innerHTML = page.getElementById("parts")?.textContent ?? "";
  /** @param {string} id */
  return (id) => /** @type {HTMLElement} */ (template.content.getElementById(id));
}
