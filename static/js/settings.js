// @ts-check

const YEAR = 365 * 24 * 3600;

/** What may be chosen; the first is what holds where nothing was. */
const CHOICES = {
  theme: ["system", "light", "dark", "contrast"],
  motion: ["system", "off"],
  pad: ["auto", "on", "off"],
  shortcuts: ["on", "off"],
  confirm: ["on", "off"],
  // A page that buzzes unasked is a nuisance, and no browser tells whether the device can.
  vibration: ["off", "on"],
};
/** The server draws pages with these from their first paint, and has them from cookies. */
const DRAWN = /** @type {const} */ (["theme", "motion", "pad"]);

/** @typedef {keyof typeof CHOICES} Name */

/**
 * What the player has chosen. It is kept in the browser's storage; what pages are drawn with is also
 * kept in cookies, and stands on the root element.
 *
 * @param {object} parts
 * @param {ReturnType<typeof import("./storage.js").createStorage>} parts.storage
 * @param {HTMLElement} parts.root  carries data-theme, data-motion and data-pad
 * @param {(cookie: string) => void} parts.setCookie
 * @param {() => void} [parts.onChange]  the look of the page may have changed
 */
export function createSettings({ storage, root, setCookie, onChange = () => {} }) {
  /** @param {Name} name */
  function get(name) {
    const kept = storage.read(name) ?? root.dataset[name] ?? "";
    return CHOICES[name].includes(kept) ? kept : CHOICES[name][0];
  }

  function draw() {
    for (const name of DRAWN) {
      const value = get(name);
      const plain = value === CHOICES[name][0];
      if (plain) delete root.dataset[name];
      else root.dataset[name] = value;
      setCookie(`${name}=${plain ? "" : value}; Path=/; SameSite=Lax; Max-Age=${plain ? 0 : YEAR}`);
    }
  }

  function change() {
    draw();
    onChange();
  }

  // Cookies may be gone while storage is not: some browsers keep a script's cookie for a week.
  draw();
  for (const name of DRAWN) storage.watch(name, change);

  return {
    get,

    /**
     * @param {Name} name
     * @param {string} value
     */
    set(name, value) {
      storage.write(name, value);
      change();
    },
  };
}

/**
 * Shows the settings in the fields of their names, and takes what is chosen there at once.
 *
 * @param {HTMLElement} element
 * @param {ReturnType<typeof createSettings>} settings
 * @param {{ vibration: boolean }} has  what the device has
 */
export function createSettingsForm(element, settings, { vibration }) {
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (element.querySelectorAll("input"));
  for (const { name, parentElement } of fields) {
    if (name === "vibration" && parentElement) parentElement.hidden = !vibration;
  }

  element.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const value = target.type === "checkbox" ? (target.checked ? "on" : "off") : target.value;
    settings.set(/** @type {Name} */ (target.name), value);
  });

  return {
    show() {
      for (const field of fields) {
        const value = settings.get(/** @type {Name} */ (field.name));
        field.checked = value === (field.type === "checkbox" ? "on" : field.value);
      }
    },
  };
}
