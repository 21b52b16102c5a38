// @ts-check
/** @import { Texts } from "./texts.js" */

/**
 * The board as a screen reader has it.
 *
 * @param {HTMLTableElement} element
 * @param {Texts} texts
 */
export function createTable(element, texts) {
  const rows = Array.from(element.tBodies[0].rows, (row) => Array.from(row.querySelectorAll("td")));

  return {
    /** @param {number[]} board */
    show(board) {
      rows.flat().forEach((cell, index) => {
        const text = board[index] ? String(board[index]) : texts("empty");
        if (cell.textContent !== text) cell.textContent = text;
      });
    },

    /** The whole board in a few sentences. */
    read: () =>
      rows
        .map((row, index) => texts("row", { row: index + 1, cells: row.map((cell) => cell.textContent).join(", ") }))
        .join(" "),
  };
}
