/** The calls of drafts: how long a draft is kept, how much an owner may save, and how it ends when the form is sent. */
import { type CallContext, ownerOf, type PortalHouse } from '../../../context.ts';
import { isoInstant, momentInWords } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { findKeyFate, noteKeySent } from '../../../platform/once.server.ts';
import { oneAtATime } from '../../../platform/one-at-a-time.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { StoreTables } from '../../../store/tables.ts';
import { removeBozzaAllegati } from '../allegati/allegati.db.ts';
import { guestNetwork, showAllegato } from '../allegati/allegati.server.ts';
import type { Bozza, bozzaOperations, SeenBozza } from './bozza.contract.ts';
import {
  countNetworkBytes,
  findBozzaPath,
  findBozzaWithFiles,
  listBozzaSizes,
  listBozze,
  removeBozza,
  removeUnsentMezzi,
  weighMezzi,
  writeBozza,
} from './bozza.db.ts';
import { BOZZA_CHANGED, BOZZA_ELSEWHERE, BOZZA_IN_ACCOUNT, BOZZA_SENT } from './bozza-conflict.ts';
import { parseValues } from './bozza-values.ts';
import { findTravelling } from './other-device.db.ts';

const HOUR_MS = 3600_000;
/**
 * How long a draft is kept since its last change (product rule). A guest's is kept for a day, since the portal cannot see the
 * end of the browser session; 7 days if saved on a device of their own; a citizen's for 12 months.
 */
const BOZZA_LIFE = { guest: 24 * HOUR_MS, saved: 7 * 24 * HOUR_MS };
/** Of a citizen's draft, in ms after its last change. */
export const ownBozzaLife = ({ settings }: Pick<PortalHouse, 'settings'>): number =>
  settings.retention.bozze * 24 * HOUR_MS;
/** Seconds that the visitor cookie must live for a saved draft to be found again. */
export const SAVED_COOKIE_SECONDS = BOZZA_LIFE.saved / 1000;

/** Limits of one owner: far more forms than a person fills in at once, of a few KB each. */
const BOZZA_ROOM = { bozze: 20, bytes: 500 * 1024 };
/** Limits of all guests of a network in a day, since a new cookie makes a new owner. */
export const NETWORK_ROOM = 20 * 1024 * 1024;

/** Paths without a form page that keep values from one page to the next. */
const BETWEEN_PAGES = new Set(['/area-riservata/prendi', '/area-riservata/profilo-utente/contatti']);

export const bozzaHandlers: OperationHandlers<typeof bozzaOperations> = {
  salvaBozza: async ({ percorso, passo, valori, salva, ...page }, ctx) => {
    if (ownerOf(ctx) === '') throw new PortalError('token');
    if (!ctx.house.screens.match(percorso)?.screen.form && !BETWEEN_PAGES.has(percorso))
      throw new PortalError('invalid', { fields: { percorso: ['A questo indirizzo non c’è un modulo.'] } });
    // In one transaction, so that the limits still hold when the draft is written.
    return ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const before = await checkRoom(inside, percorso, JSON.stringify(valori));
      await requireSeen(inside, { percorso, valori }, page, before);
      // An expired draft that was not removed yet is not revived, with its key and files.
      if (!before) await closeBozza(inside, percorso);
      const saved = salva || before?.salvata === 1;
      const expires = computeExpiry(ctx, saved);
      const isChecked = page.vista !== undefined;
      const as = { saved, expires, mano: page.mano ?? null, before, isChecked };
      const stored = await storeBozza(inside, { percorso, passo, valori }, as);
      return { ...stored, scade: isoInstant(expires) };
    });
  },
  leggiBozza: async ({ percorso }, ctx) => readBozza(ctx, percorso),
  chiaveCopia: async (_input, ctx) => {
    if (ownerOf(ctx) === '') throw new PortalError('token');
    const owner = ownerOf(ctx);
    const guest = ctx.visitor && ctx.visitor !== owner && !ctx.perConto ? ctx.visitor : undefined;
    return { chiave: copyKeyOf(ctx.house, owner), ...(guest && { ospite: copyKeyOf(ctx.house, guest) }) };
  },
  mieBozze: async (_input, ctx) =>
    (await listBozze(ctx.db, ownerOf(ctx), ctx.now)).map(({ percorso, aggiornata, scade }) => ({
      percorso,
      aggiornata: isoInstant(aggiornata),
      scade: isoInstant(scade),
    })),
  eliminaBozza: async ({ percorso }, ctx) =>
    ctx.db.transaction().execute(async (db) => {
      await removeUnsentMezzi(db, ownerOf(ctx), percorso);
      await closeBozza({ ...ctx, db }, percorso);
    }),
};

/** 16 bytes, for AES-128. Another person in this browser is another owner, and cannot read the copy. */
const copyKeyOf = ({ signer }: PortalHouse, owner: string): string =>
  Buffer.from(signer.sign('copia-bozza', owner), 'base64url').subarray(0, 16).toString('hex');

/** @returns when a draft that is changed now expires */
export const computeExpiry = (ctx: CallContext, saved: boolean): number =>
  ctx.now + (ctx.user && !ctx.perConto ? ownBozzaLife(ctx.house) : saved ? BOZZA_LIFE.saved : BOZZA_LIFE.guest);

type ListedBozza = Awaited<ReturnType<typeof listBozzaSizes>>[number];

/**
 * @returns the draft of this form, if there is one already
 * @throws PortalError `too_many` when one more draft, or its bytes, would exceed a limit
 */
async function checkRoom(ctx: CallContext, path: string, valori_json: string): Promise<ListedBozza | undefined> {
  const networkKey = guestNetwork(ctx);
  await oneAtATime(ctx.db, ctx.house.dialect, networkKey ?? ownerOf(ctx));
  const all = await listBozzaSizes(ctx.db, { proprietario: ownerOf(ctx), now: ctx.now });
  const current = all.find((b) => b.percorso === path);
  const addedBytes = Buffer.byteLength(valori_json) - (current?.dimensione ?? 0);
  const bytes = all.reduce((sum, b) => sum + b.dimensione, addedBytes);
  // A draft may always become smaller, even beyond the limit.
  if (addedBytes > 0 && ((!current && all.length >= BOZZA_ROOM.bozze) || bytes > BOZZA_ROOM.bytes))
    throw new PortalError('too_many', {
      message: 'Hai iniziato molti moduli senza inviarli. Inviane o annullane qualcuno e riprova.',
    });
  if (networkKey && addedBytes > 0) await checkNetworkRoom(ctx, networkKey, addedBytes);
  return current;
}

/**
 * @param page what the page knows of the draft; without `vista` it replaces whatever there is
 * @throws PortalError `conflict` when the draft was changed by another page, was sent, or is on another device now
 */
async function requireSeen(
  ctx: CallContext,
  typed: Pick<TypedForm, 'percorso' | 'valori'>,
  page: SeenBozza,
  current: ListedBozza | undefined,
): Promise<void> {
  const { vista, chiave, mano } = page;
  if (vista === undefined) return;
  if (chiave && chiave !== current?.chiave) await requireStillHere(ctx, chiave);
  if (!current || vista === isoInstant(current.aggiornata) || (mano !== undefined && mano === current.mano)) return;
  const stored = await readBozza(ctx, typed.percorso);
  // The same words twice: nothing is lost.
  if (JSON.stringify(stored?.valori) !== JSON.stringify(typed.valori)) throw changedElsewhere(ctx, current.aggiornata);
}

/** @throws PortalError `conflict` when what this key sends was sent, or is on another device now */
export async function requireStillHere(ctx: CallContext, chiave: string): Promise<void> {
  const { sent, handedOn } = await findKeyFate(ctx, chiave);
  if (sent)
    throw new PortalError('conflict', {
      message:
        'Questa richiesta è già stata inviata, da un’altra scheda o da un altro dispositivo: da qui non parte una seconda volta. Il numero è nell’e-mail che hai ricevuto.',
      reason: BOZZA_SENT,
    });
  if (handedOn === null) return;
  const there = await findTravelling(ctx.db, { chiave, now: ctx.now });
  // Deleted there, or expired.
  if (!there) return;
  const when = `Questa richiesta è stata ripresa su un altro dispositivo ${momentInWords(handedOn, ctx.now)}.`;
  if (there.email === null)
    throw new PortalError('conflict', {
      message: `${when} Ora è nell’area riservata: per continuarla, accedi.`,
      reason: BOZZA_IN_ACCOUNT,
    });
  throw new PortalError('conflict', { message: when, reason: BOZZA_ELSEWHERE });
}

function changedElsewhere(ctx: CallContext, at: number): PortalError {
  const where = ctx.user ? 'su un altro dispositivo o in un’altra scheda' : 'in un’altra scheda di questo browser';
  const message = `Questa richiesta è stata modificata ${where} ${momentInWords(at, ctx.now)}.`;
  return new PortalError('conflict', { message, reason: BOZZA_CHANGED });
}

/** @throws PortalError `too_many` when a draft of another owner does not fit among the caller's, or among those of the network */
export async function requireRoomFor(
  ctx: CallContext,
  {
    percorso,
    valori_json,
    dimensione_mezzi,
    rete,
  }: Pick<StoreTables['bozze'], 'percorso' | 'valori_json' | 'dimensione_mezzi' | 'rete'>,
): Promise<void> {
  await checkRoom(ctx, percorso, valori_json);
  const networkKey = guestNetwork(ctx);
  if (networkKey && networkKey !== rete) await checkNetworkRoom(ctx, networkKey, dimensione_mezzi);
}

/** @throws PortalError `too_many` when the drafts of a network's guests would take more than it may with so many bytes more */
async function checkNetworkRoom(ctx: CallContext, rete: string, more: number): Promise<void> {
  const stored = await countNetworkBytes(ctx.db, { rete, dal: ctx.now - BOZZA_LIFE.guest });
  if (stored + more > NETWORK_ROOM * ctx.house.settings.limitsFactor)
    throw new PortalError('too_many', {
      message:
        'Dalla tua connessione sono stati iniziati molti moduli che non sono ancora stati inviati. Accedi per continuare subito, oppure riprova domani.',
    });
}

/**
 * Counts the devices of a declaration as a part of its draft. In the transaction that writes them (`ctx.db`).
 * @param bytes of all of them @throws PortalError `too_many`
 */
export async function countMezziBytes(
  ctx: CallContext,
  bozza: { proprietario: string; percorso: string },
  bytes: number,
): Promise<void> {
  const networkKey = guestNetwork(ctx);
  if (networkKey) await oneAtATime(ctx.db, ctx.house.dialect, networkKey);
  const grown = await weighMezzi(ctx.db, bozza, bytes);
  if (networkKey && grown > 0) await checkNetworkRoom(ctx, networkKey, 0);
}

type TypedForm = { percorso: string; passo: string; valori: Record<string, string> };

type StoreAs = {
  saved: boolean;
  expires: number;
  mano: string | null;
  before: ListedBozza | undefined;
  /** Only the version before is replaced */
  isChecked: boolean;
};

/** @returns the key of the form's send, and the version */
async function storeBozza(
  ctx: CallContext,
  { percorso, passo, valori }: TypedForm,
  { saved, expires, mano, before, isChecked }: StoreAs,
): Promise<{ chiave: string; aggiornata: string }> {
  const valori_json = JSON.stringify(valori);
  // It is the version, too: never the same twice.
  const changedAt = Math.max(ctx.now, (before?.aggiornata ?? 0) + 1);
  const row = {
    proprietario: ownerOf(ctx),
    percorso,
    passo,
    valori_json,
    chiave: randomId(),
    salvata: saved ? 1 : 0,
    creata: ctx.now,
    aggiornata: changedAt,
    scade: expires,
    rete: guestNetwork(ctx),
    dimensione: Buffer.byteLength(valori_json),
    dimensione_mezzi: 0,
    email: null,
    mano,
  };
  const stored = await writeBozza(ctx.db, row, isChecked ? (before?.aggiornata ?? 0) : undefined);
  // Another key: it was sent or deleted between the look and the write.
  if (!stored || (isChecked && before && stored.chiave !== before.chiave)) {
    if (before) await requireStillHere(ctx, before.chiave);
    throw changedElsewhere(ctx, ctx.now);
  }
  return { chiave: stored.chiave, aggiornata: isoInstant(changedAt) };
}

/** Makes the draft of something that has its own record, in the same transaction (`ctx.db`) and at the same instant. */
export async function startBozza(ctx: CallContext, typed: TypedForm): Promise<void> {
  const before = await checkRoom(ctx, typed.percorso, JSON.stringify(typed.valori));
  const expires = computeExpiry(ctx, false);
  await storeBozza(ctx, typed, { saved: false, expires, mano: null, before, isChecked: false });
}

export async function readBozza(ctx: CallContext, path: string): Promise<Bozza | null> {
  const ownerId = ownerOf(ctx);
  if (ownerId === '') return null;
  const found = await findBozzaWithFiles(ctx.db, { proprietario: ownerId, percorso: path, now: ctx.now });
  if (!found) return null;
  const { bozza: row, file } = found;
  return {
    percorso: path,
    passo: row.passo,
    chiave: row.chiave,
    salvata: row.salvata === 1,
    aggiornata: isoInstant(row.aggiornata),
    valori: parseValues(row.valori_json),
    allegati: file.map(showAllegato),
  };
}

/**
 * Removes a draft with its unattached files, when it is discarded or sent (in the transaction of the send). A send with a key leaves
 * the draft of another one alone: a report that waited in a browser may come while the next one is being written.
 */
export async function closeBozza(ctx: CallContext, path: string): Promise<void> {
  if (await removeBozza(ctx.db, { owner: ownerOf(ctx), path, sendKey: ctx.sendKey }))
    await removeBozzaAllegati(ctx.db, ownerOf(ctx), path);
}

/** Removes the draft whose form a back end has taken. @param sendKey of the form */
export async function closeSentBozza(ctx: CallContext, sendKey: string): Promise<void> {
  const path = await findBozzaPath(ctx.db, ownerOf(ctx), sendKey);
  if (path !== undefined) await closeBozza(ctx, path);
  await noteKeySent(ctx, sendKey);
}
