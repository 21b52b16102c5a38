// @ts-check

/**
 * @typedef {(name: string, values?: Record<string, string | number | number[]>) => string} Texts
 */

/**
 * Sentences from the template, with their {names} filled in and numbers written as the language writes them.
 *
 * @param {Record<string, string>} sentences
 * @param {string} language
 * @returns {Texts}
 */
export function createTexts(sentences, language) {
  const { format } = new Intl.NumberFormat(language);
  /** @param {string | number | number[]} value */
  function word(value) {
    if (typeof value === "string") return value;
    return [value].flat().map((each) => format(each)).join(", ");
  }

  return (name, values = {}) => sentences[name].replace(/\{(\w+)\}/g, (_, key) => word(values[key]));
}
