// @ts-check
/** @import { State } from "./types.js" */
/** @import { Texts } from "./texts.js" */

import { closeBeside } from "./dialog.js";

/**
 * Shares a result as text: by the device's own means, else by the clipboard, else from a field to copy.
 * It says how the game went and where it is played, and nothing of who played it.
 *
 * @param {object} parts
 * @param {HTMLDialogElement} parts.dialog  has the field
 * @param {Pick<Navigator, "share" | "clipboard">} parts.device
 * @param {Texts} parts.texts
 * @param {string} parts.address  of the game, in the page's language
 * @param {(version: number) => Promise<string>} parts.findLink  of a finished game, from which anybody can see it
 * @param {() => void} parts.onCopied
 */
export function createShare({ dialog, device, texts, address, findLink, onCopied }) {
  const field = /** @type {HTMLTextAreaElement} */ (dialog.querySelector("textarea"));
  closeBeside(dialog);

  /** @param {State} state */
  async function describe({ score, board, turn, status, version }) {
    const result = texts("result", { score, tile: String(Math.max(...board)), moves: turn });
    const link = status === "over" ? await findLink(version).catch(() => address) : address;
    return `${result}\n${link}`;
  }

  /** @param {string} text */
  async function send(text) {
    // The address is in the text: some targets take only one of the two.
    await device.share({ text });
  }

  /** @param {string} text */
  async function copy(text) {
    await device.clipboard.writeText(text);
    onCopied();
  }

  /** @param {string} text */
  async function show(text) {
    field.value = text;
    dialog.showModal();
    field.select();
  }

  /** @param {State} state */
  return async (state) => {
    const text = await describe(state);
    // What the browser has not, or does not allow here, throws.
    for (const way of [send, copy, show]) {
      try {
        return await way(text);
      } catch (error) {
        // Who closed the device's own list wants none of the others.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
  };
}
