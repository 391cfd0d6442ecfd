/** Tells a form when to save what is typed without a button: a moment after the last key, and not too often. */

const QUIET_MS = 2000;

/** @property typed a key was pressed @property cancel nothing is saved until the next key */
export type AfterTyping = { typed(): void; cancel(): void };

/** @param everyMs between two saves, however fast somebody types */
export function afterTyping(save: () => void, everyMs: number): AfterTyping {
  let timer = 0;
  let last = 0;
  const cancel = () => clearTimeout(timer);
  return {
    cancel,
    typed() {
      cancel();
      timer = window.setTimeout(
        () => {
          last = Date.now();
          save();
        },
        Math.max(QUIET_MS, last + everyMs - Date.now()),
      );
    },
  };
}
