/**
 * Saves what is typed in a form as its draft, without a button: a moment after the last key, and when the page goes out of sight.
 * Without a connection the browser keeps a copy that only its owner can read. Loaded with the first key.
 */
import { isoInstant } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { openSealed, sealValue } from '../../../platform/vault/seal.browser.ts';
import { afterTyping } from '../../../ui/form/after-typing.ts';
import { sendBozza, type TypedBozza } from './bozza.browser.ts';
import { $bozzaConflict } from './bozza.store.ts';
import { BOZZA_CHANGED, BOZZA_SENT } from './bozza-conflict.ts';
import { typedBozza } from './bozza-values.ts';
import { copyKey, copyKeys } from './copy-key.browser.ts';
import { copyName, forgetCopy, markKept, pagePerson, photosName } from './kept-mark.ts';

/** Far below what an hour allows. */
const SAVE_EVERY_MS = 12_000;

/** A form in which somebody types. */
export type TypedForm = {
  /** What stands in it; undefined when nothing is to be saved now */
  read(): TypedBozza | undefined;
  /** Posts what stands in it to its page, which keeps it for its person's next login: a call would save for a guest */
  leaveToOwner(): void;
  /** Whether the person wants to know that it was saved: a guest who was not asked yet is told nothing */
  tells: boolean;
  tell(words: string): void;
};

/** @property typed a key was pressed @property save now @property settle nothing more is saved until the next key */
export type BozzaKeeper = { typed(): void; save(bozza?: TypedBozza): void; settle(): Promise<void> };

/** @param typed the form as of its last rendering */
export function keepTyped(typed: { readonly current: TypedForm }): BozzaKeeper {
  void copyKey();
  let lastText = '';
  let saving = Promise.resolve();

  async function attempt(bozza: TypedBozza): Promise<void> {
    const text = JSON.stringify([bozza.passo, bozza.valori]);
    if (text === lastText) return;
    // Until the person has chosen what to keep.
    if ($bozzaConflict.get()) return void (await keepCopy(await copyKey(), bozza));
    // At once: the page may be closed before a call has failed.
    if (!navigator.onLine) return keepHere(bozza);
    const savedAt = Date.now();
    try {
      await sendBozza(bozza, { keepalive: document.hidden });
      lastText = text;
      forgetCopy(bozza.percorso);
      if (typed.current.tells) typed.current.tell(`Salvato alle ${timeOf(savedAt)}.`);
    } catch (cause) {
      if (cause instanceof PortalError && cause.code === 'anonymous') typed.current.leaveToOwner();
      else if (cause instanceof CallError) await keepHere(bozza);
      else if ($bozzaConflict.get()) await keepCopy(await copyKey(), bozza);
      // What the portal refuses now, the next button reports.
      else console.debug(cause);
    }
  }

  async function keepHere(bozza: TypedBozza): Promise<void> {
    if (!(await keepCopy(await copyKey(), bozza))) return;
    typed.current.tell(
      'Non riusciamo a salvare: quello che scrivi resta su questo dispositivo finché torna la connessione.',
    );
  }

  function save(bozza = typed.current.read()): void {
    quiet.cancel();
    if (bozza) saving = saving.then(() => attempt(bozza));
  }

  const quiet = afterTyping(save, SAVE_EVERY_MS);
  document.addEventListener('visibilitychange', () => document.hidden && save());
  for (const change of ['online', 'offline']) addEventListener(change, () => save());

  return {
    typed: () => (navigator.onLine ? quiet.typed() : save()),
    save,
    settle() {
      quiet.cancel();
      return saving;
    },
  };
}

/** @returns whether it is stored */
async function keepCopy(key: CryptoKey | undefined, bozza: TypedBozza): Promise<boolean> {
  if (!key) return false;
  const name = copyName(bozza.percorso);
  try {
    localStorage.setItem(name, await sealValue(key, name, bozza));
    markKept(true);
    return true;
  } catch {
    return false; // storage full or forbidden
  }
}

/**
 * Sends a copy that an earlier visit had to keep, and its photos. A copy of a guest whose key nobody has any more is deleted, and so is
 * one of a request that was sent meanwhile.
 * @param replaces the draft, whoever has changed it
 * @returns `sent` when it is the draft now, `asks` when the draft was changed meanwhile: the copy stays until it is chosen
 */
export async function sendCopy(path: string, replaces = false): Promise<'sent' | 'asks' | 'none'> {
  const keys = await copyKeys();
  if (!keys) return 'none';
  // Before a login the person may have typed as a guest.
  const guest = keys.guest && pagePerson() !== '' ? await sendCopyOf(path, '', keys.guest, replaces) : 'none';
  const own = await sendCopyOf(path, pagePerson(), keys.own, replaces);
  if (guest === 'asks' || own === 'asks') return 'asks';
  const photos =
    localStorage.getItem(photosName(path)) === null
      ? 0
      : (await (await import('./kept-photos.browser.ts')).sendPhotos(path)).size;
  return guest === 'sent' || own === 'sent' || photos > 0 ? 'sent' : 'none';
}

async function sendCopyOf(
  path: string,
  per: string,
  key: CryptoKey,
  replaces: boolean,
): Promise<'sent' | 'asks' | 'none'> {
  const name = copyName(path, per);
  const copy = await openSealed(key, name, localStorage.getItem(name) ?? '').catch(() => undefined);
  const bozza = typedBozza.safeParse(copy).data;
  try {
    if (bozza) await sendBozza(replaces ? { ...bozza, vista: undefined } : bozza);
  } catch (cause) {
    const { reason } = cause as Partial<PortalError>;
    if (reason === BOZZA_SENT) forgetCopy(path, per);
    if (reason !== BOZZA_CHANGED) throw cause;
    return 'asks';
  }
  forgetCopy(path, per);
  return bozza ? 'sent' : 'none';
}

const timeOf = (ms: number): string =>
  new Date(isoInstant(ms)).toLocaleTimeString('it-IT', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Rome' });
