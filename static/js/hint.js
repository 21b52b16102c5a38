// @ts-check
/** @import { Direction, Hint } from "./types.js" */
/** @import { Texts } from "./texts.js" */

const SVG = "http://www.w3.org/2000/svg";
/** To the left; the stylesheet turns it. */
const ARROW = "M92 46.5H30V39L9 50l21 11v-7.5h62z";

/**
 * Shows a hint: an arrow over the board, and what it stands on in a card.
 *
 * @param {HTMLElement} card
 * @param {object} parts
 * @param {HTMLElement} parts.frame  of the board
 * @param {Texts} parts.texts
 * @param {string} parts.language
 * @param {(sentence: string) => void} parts.speak
 * @param {(sentence: string) => void} parts.notify
 */
export function createHint(card, { frame, texts, language, speak, notify }) {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  let arrow = draw("arrow");

  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (card.querySelector(`[data-part="${name}"]`));

  /**
   * In full, and as it fits on a low screen.
   *
   * @param {Hint["outlook"]} outlook
   */
  function foresee(outlook) {
    // A single play-out says nothing of a chance.
    if (!outlook || outlook.playouts < 2) return [];
    const { goal, chance, error, playouts } = outlook;
    // A few play-outs that all come to the same do not make it certain.
    const spread = Math.max(1, Math.round(error * 100));
    const words = { goal: String(goal), chance: percent.format(chance), error: spread, playouts };
    return [texts("hint_outlook", words), texts("hint_outlook_short", words)];
  }

  /**
   * @param {string} direction
   * @param {number} value
   * @param {number} best
   */
  function row(direction, value, best) {
    const bar = element("span", "bar");
    bar.style.setProperty("--share", String(value / best || 0));
    const line = element("li", value === best ? "best" : "");
    line.append(
      draw("way", `to-${direction}`),
      element("span", "visually-hidden", texts(direction)),
      element("span", "", ` ${whole.format(value)}`),
      bar,
    );
    return line;
  }

  return {
    /**
     * @param {Hint} hint
     * @param {boolean} first  with it the game has become an assisted one
     */
    show({ direction, values, outlook, reason }, first) {
      const sorted = /** @type {[Direction, number][]} */ (Object.entries(values)).sort(([, a], [, b]) => b - a);
      const list = sorted.map(([name, value]) => texts("hint_value", { direction: texts(name), points: Math.round(value) }));
      const [prospect = "", brief = ""] = foresee(outlook);
      part("values").replaceChildren(...sorted.map(([name, value]) => row(name, value, sorted[0][1])));
      part("reason").textContent = reason;
      part("outlook").replaceChildren(...(prospect ? [element("span", "", prospect), element("span", "brief", brief)] : []));
      arrow.remove();
      arrow = draw("arrow", `to-${direction}`);
      frame.append(arrow);
      card.hidden = false;
      const marked = first ? texts("now_assisted") : "";
      speak([reason, texts("hint_values", { values: list.join(", ") }), prospect, marked].filter(Boolean).join(" "));
      if (marked) notify(marked);
    },

    hide() {
      card.hidden = true;
      arrow.remove();
    },
  };
}

/** @param {string[]} classes */
function draw(...classes) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.classList.add(...classes);
  drawing.setAttribute("viewBox", "0 0 100 100");
  drawing.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", ARROW);
  drawing.append(line);
  return drawing;
}

/**
 * @param {string} tag
 * @param {string} name  its class
 */
function element(tag, name, text = "") {
  const made = document.createElement(tag);
  made.className = name;
  made.textContent = text;
  return made;
}
