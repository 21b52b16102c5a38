// @ts-check

const ILLEGAL = 20;
const MERGE = 10;
/** A move that scores less is felt in the eye alone: most moves merge something. */
const FELT_FROM = 128;

/**
 * What the hand feels.
 *
 * @param {object} parts
 * @param {(milliseconds: number) => void} parts.vibrate
 * @param {() => boolean} parts.wanted
 */
export function createHaptics({ vibrate, wanted }) {
  return {
    /** @param {number} gained  the points of a move */
    moved(gained) {
      if (gained >= FELT_FROM && wanted()) vibrate(MERGE);
    },

    refused() {
      if (wanted()) vibrate(ILLEGAL);
    },
  };
}
