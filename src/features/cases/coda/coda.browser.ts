/** Reports that wait in this browser: keeps them, and sends each once when the connection is back. */
import * as z from 'zod/mini';
import { sendCall } from '../../../platform/client.browser.ts';
import type { ApiCall } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { newSendKey } from '../../../platform/key.browser.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import { isKeptHere } from '../allegati/kept-files.ts';
import { bozzaCalls } from '../bozza/bozza.calls.ts';
import { type CopyKeys, copyKeys } from '../bozza/copy-key.browser.ts';
import { forgetRecords, type KeptEntry, keepRecord, listKept, openRecord, renewRecord } from '../bozza/kept.browser.ts';
import { forgetCopy, pagePerson, UNKNOWN_PERSON } from '../bozza/kept-mark.ts';
import { forgetPhotos, holdPhotos, uploadPhoto } from '../bozza/kept-photos.browser.ts';
import {
  AS_GUEST,
  bodyOfItem,
  CODA_PREFIX,
  CODE_NEEDED,
  type CodaItem,
  type CodaShown,
  codaItem,
  codaName,
  heldWhenOld,
  photosToSend,
  refusalWords,
  UNCLAIMED_WORDS,
} from './coda.ts';

const codaChannel = globalThis.BroadcastChannel && new BroadcastChannel('coda');

/** Tells the other pages of this browser, and this one, that what waits has changed. */
function tellChange(): void {
  codaChannel?.postMessage('');
  document.dispatchEvent(new Event('coda'));
}

export function onCodaChange(redraw: () => void): void {
  codaChannel?.addEventListener('message', redraw);
  document.addEventListener('coda', redraw);
}

/** A form that would be sent now. @property body of its call @property sendKey of its draft, or '' */
export type QueuedForm = {
  behaviour: { definition: { path: string; servizio: string; tipo: string }; invio: ApiCall };
  filled: { values: Record<string, string>; emailConfirmed: boolean };
  allegati: readonly { Id: string }[];
  body: Record<string, unknown>;
  sendKey: string;
};

/** @returns false when the browser cannot keep it */
export async function queueReport({ behaviour, filled, allegati, body, sendKey }: QueuedForm): Promise<boolean> {
  const key = (await copyKeys())?.own;
  if (!key) return false;
  const { definition, invio } = behaviour;
  const { filesAllegati: _, ...fields } = body;
  const chiave = sendKey || newSendKey();
  const item: CodaItem = {
    chiave,
    percorso: definition.path,
    tipo: definition.tipo,
    titolo: filled.values.oggetto ?? definition.servizio,
    da: Date.now(),
    invio: { method: invio.method, path: invio.path, bot: invio.bot },
    corpo: fields,
    valori: filled.values,
    allegati: allegati.map(({ Id }) => Id),
    arrivati: {},
    // Nothing is left for its author to do where the address is confirmed.
    byHand: filled.emailConfirmed ? undefined : CODE_NEEDED,
  };
  try {
    await keepRecord(key, codaName(chiave), item);
    await holdPhotos(item.allegati, item.percorso, chiave);
  } catch {
    return false; // storage full or forbidden
  }
  forgetCopy(item.percorso);
  tellChange();
  return true;
}

type OpenedItem = { item: CodaItem; key: CryptoKey };

/** @returns undefined when it is of somebody else */
async function openItem({ name, per }: KeptEntry, keys: CopyKeys): Promise<OpenedItem | undefined> {
  const isOwn = per === pagePerson();
  const key = isOwn ? keys.own : { '': keys.guest, [UNKNOWN_PERSON]: keys.device }[per];
  const item = key && codaItem.safeParse((await openRecord(key, name))?.value).data;
  if (!key || !item) return undefined;
  if (per === UNKNOWN_PERSON) return { key, item: { ...item, byHand: UNCLAIMED_WORDS } };
  return { key, item: isOwn || item.inviata ? heldWhenOld(item, Date.now()) : { ...item, byHand: AS_GUEST } };
}

/** What is shown of it. @returns undefined while nobody can tell whose it is: without a connection */
export async function readCoda(): Promise<CodaShown | undefined> {
  const records = await listKept(CODA_PREFIX);
  if (records.length === 0) return { items: [], others: 0 };
  const keys = await copyKeys();
  if (!keys) return undefined;
  const opened = await Promise.all(records.map((record) => openItem(record, keys)));
  const items = opened.flatMap((found) => (found ? [found.item] : []));
  return {
    items: items.sort((a, b) => a.da - b.da),
    others: records.filter(({ per }, at) => !opened[at] && !['', UNKNOWN_PERSON, pagePerson()].includes(per)).length,
  };
}

/** Of everybody in this browser; a logout would delete them. */
export async function countUnsent(): Promise<number> {
  const all = await listKept(CODA_PREFIX);
  const sent = (await readCoda())?.items.filter(({ inviata }) => inviata).length ?? 0;
  return all.length - sent;
}

/** One page of a browser at a time; the key of each send does the rest where a browser has no locks. */
async function sendAlone<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (!navigator.locks) return work();
  return await navigator.locks.request('coda', { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

/** Sends what waits for this person, one after the other. @returns those that were sent now; undefined when the connection is gone again */
export async function sendCoda(): Promise<CodaItem[] | undefined> {
  const keys = await copyKeys();
  if (!keys) return undefined;
  return sendAlone(async () => {
    const done: CodaItem[] = [];
    for (const record of await listKept(CODA_PREFIX)) {
      const found = await openItem(record, keys);
      if (!found) await forgetDeadGuest(record, keys);
      if (!found || found.item.inviata || found.item.byHand !== undefined) continue;
      const item = await sendItem(found);
      if (item === 'away') return undefined;
      if (item?.inviata) done.push(item);
    }
    return done;
  });
}

/** The key of a guest is gone with their cookie. */
async function forgetDeadGuest({ name, per }: KeptEntry, keys: CopyKeys): Promise<void> {
  if (per === '' && (pagePerson() === '' || keys.guest)) await forgetRecords([name]);
}

const sentPratica = z.object({ protocollo: z.string(), chat: z.string() });

/** @returns `away` when there was no answer */
async function sendItem({ item, key }: OpenedItem): Promise<CodaItem | 'away' | undefined> {
  let current = item;
  const renew = async (change: Partial<CodaItem>) => {
    current = { ...current, ...change };
    await renewRecord(key, codaName(item.chiave), current);
  };
  try {
    for (const id of photosToSend(item)) {
      const file = await uploadPhoto(key, id, `${item.percorso}/${item.chiave}`);
      if (file) await renew({ arrivati: { ...current.arrivati, [id]: file.Id } });
    }
    const answer = await sendCall(item.invio as ApiCall, bodyOfItem(current), { key: item.chiave });
    await renew({ inviata: sentPratica.parse(answer) });
    await forgetPhotos(item.allegati.filter(isKeptHere));
  } catch (error) {
    if (error instanceof CallError) return 'away';
    if (!(error instanceof PortalError)) throw error;
    const byHand = refusalWords(error);
    if (byHand === undefined) return undefined;
    await renew({ byHand });
  }
  tellChange();
  return current;
}

/** Deletes a report, sent or not, with its photos. */
export async function forgetItem({ chiave, allegati }: CodaItem): Promise<void> {
  await forgetPhotos(allegati.filter(isKeptHere));
  await forgetRecords([codaName(chiave)]);
  tellChange();
}

/**
 * Makes it the draft of its form again, with its photos, so that its author can go on.
 * @returns why not, in words; undefined when the form can be opened
 * @throws PortalError, CallError
 */
export async function reopenItem(item: CodaItem): Promise<string | undefined> {
  const { percorso, chiave, valori, allegati } = item;
  const keys = await copyKeys();
  if (!keys) throw new CallError('Rete assente.', 0);
  const bozza = await sendCall(bozzaCalls.leggiBozza, { percorso });
  if (bozza && bozza.chiave !== chiave) return 'C’è un’altra segnalazione iniziata: prima inviala o eliminala.';
  await sendCall(bozzaCalls.salvaBozza, { percorso, passo: 'riepilogo', valori });
  const [record] = await listKept(codaName(chiave));
  const key = record && (await openItem(record, keys))?.key;
  for (const id of key ? allegati.filter(isKeptHere) : []) await uploadPhoto(key as CryptoKey, id, percorso);
  await forgetItem(item);
  return undefined;
}
