/** Opens the public side of a report where its municipality publishes the type, and lets it follow the case. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { wordsOf } from '../../../platform/atoms/plain-text.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Pratica, SegnalazionePubblica, StatoPubblico } from '../../../store/tables.ts';
import type { Ente } from '../ente/ente.ts';
import {
  changePubblica,
  countPhotos,
  findPubblica,
  hasFollowers,
  leadTo,
  type NewPhoto,
  removeFollowers,
  removeHiddenPhotos,
  replacePhotos,
  writePubblica,
  writeTappa,
} from './pubblica.db.ts';

/** What everybody reads of each state of a case. A report is never decided on, and never withdrawn. */
const PUBLIC_STATI: Readonly<Record<string, StatoPubblico>> = {
  inviata: 'ricevuta',
  in_elaborazione: 'in_lavorazione',
  da_integrare: 'in_lavorazione',
  conclusa: 'conclusa',
};

/** What everybody reads of the state of a case. */
export const publicStato = (stato: string): StatoPubblico => PUBLIC_STATI[stato] ?? 'ricevuta';

type NewPubblica = {
  ente: Pick<Ente, 'id' | 'pubblicazione'>;
  codice: string;
  area: string | null;
  /** The citizen asked to keep it off the list */
  isUnwanted: boolean;
};

/**
 * Runs in the transaction that opens the case.
 * @returns id of the public side; null where the municipality publishes no reports of this type, or the citizen wants none
 */
export async function openPubblica(
  ctx: CallContext,
  { ente, codice, area, isUnwanted }: NewPubblica,
): Promise<string | null> {
  const mode = ente.pubblicazione?.[codice];
  if (!mode || isUnwanted) return null;
  const id = randomId();
  const giorno = todayInRome(ctx.now);
  await writePubblica(ctx.db, {
    id,
    ente: ente.id,
    codice,
    area,
    giorno,
    stato: 'in_esame',
    chiusa: null,
    visibile: mode === 'subito' ? 1 : 0,
    rilasciata: null,
    aggiornata: ctx.now,
    titolo: null,
    descrizione: null,
    risposta: null,
    luogo: null,
    lat: null,
    lon: null,
    doppione_di: null,
  });
  await writeTappa(ctx.db, { segnalazione: id, giorno, stato: 'ricevuta' });
  return id;
}

/** What an operator shows to everybody. @property photos made for the public side; undefined: as they are */
export type PublicRelease = Pick<
  SegnalazionePubblica,
  'titolo' | 'descrizione' | 'risposta' | 'luogo' | 'lat' | 'lon'
> & {
  photos?: readonly Omit<NewPhoto, 'id'>[] | undefined;
};

/** What followers are told of: another state, one that is open again, or words of the office. */
export const NOVITA = ['ricevuta', 'in_lavorazione', 'conclusa', 'riaperta', 'risposta'] as const;
export type Novita = (typeof NOVITA)[number];
/** The row of one change. @property change tells it from the others */
export const NOVITA_KIND = outboxKind(
  'pubblica.novita',
  'news',
  z.object({ segnalazione: z.string(), novita: z.enum(NOVITA), change: z.string() }),
);

/** One entry, however many follow it: the worker writes the mails. */
async function tellFollowers(ctx: CallContext, segnalazione: string, novita: Novita): Promise<void> {
  if (!(await hasFollowers(ctx.db, segnalazione))) return;
  const entry = outboxEntry(NOVITA_KIND, { segnalazione, novita, change: randomId() });
  await enqueueEntries(ctx.db, ctx.house.now, entry);
}

/** Some 10 metres: nobody is led to a door. */
const roundDegrees = (degrees: number | null) => degrees && Math.round(degrees * 10_000) / 10_000;

/** Shows a report to everybody, or changes what is shown; in a transaction. */
export async function releasePubblica(
  ctx: CallContext,
  pratica: Pick<Pratica, 'stato' | 'chiusa_il'> & { pubblica: string },
  { photos, lat, lon, ...texts }: PublicRelease,
): Promise<void> {
  const before = await findPubblica(ctx.db, pratica.pubblica);
  const stato = publicStato(pratica.stato);
  const closed = stato === 'conclusa' && pratica.chiusa_il !== null ? todayInRome(pratica.chiusa_il) : null;
  await changePubblica(ctx.db, pratica.pubblica, {
    ...texts,
    lat: roundDegrees(lat),
    lon: roundDegrees(lon),
    stato,
    chiusa: closed,
    visibile: 1,
    rilasciata: ctx.now,
    aggiornata: ctx.now,
    doppione_di: null,
  });
  if (photos)
    await replacePhotos(
      ctx.db,
      pratica.pubblica,
      photos.map((photo) => ({ id: randomId(), ...photo })),
    );
  if (before?.rilasciata && texts.risposta && texts.risposta !== before.risposta)
    await tellFollowers(ctx, pratica.pubblica, 'risposta');
}

/** What hiding something in a case did to its public side, or leaves to the operator: the same may stand there in other words. */
export type HiddenInPublic = 'tolto' | 'da_controllare';

const PUBLIC_TEXTS = ['titolo', 'descrizione', 'risposta', 'luogo'] as const;
/** Words in a row that two texts share only when one was taken from the other. */
const SHARED_WORDS = 4;

/** Whether a text repeats another one, or a passage of it. */
function repeatsText(text: string | null, hidden: string): boolean {
  const words = wordsOf(hidden);
  const shown = ` ${wordsOf(text ?? '').join(' ')} `;
  const length = Math.min(SHARED_WORDS, words.length);
  return words.some(
    (_, at) => at + length <= words.length && shown.includes(` ${words.slice(at, at + length).join(' ')} `),
  );
}

/**
 * What an operator hides in a case because it exposes a person leaves its public side as well, in the same transaction.
 * @param hidden.text of a message; undefined: a file was hidden
 * @returns undefined when nobody sees the report, or only its type, area and day
 */
export async function hideInPubblica(
  ctx: CallContext,
  { id, pubblica }: Pick<Pratica, 'id' | 'pubblica'>,
  hidden: { text: string | undefined },
): Promise<HiddenInPublic | undefined> {
  const row = pubblica === null ? undefined : await findPubblica(ctx.db, pubblica);
  if (!row || row.rilasciata === null) return undefined;
  const { text } = hidden;
  const repeating = text === undefined ? [] : PUBLIC_TEXTS.filter((name) => repeatsText(row[name], text));
  const isTakenOff =
    text === undefined ? await removeHiddenPhotos(ctx.db, { id, pubblica: row.id }) : repeating.length > 0;
  if (!isTakenOff) return 'da_controllare';
  await changePubblica(ctx.db, row.id, {
    ...Object.fromEntries(repeating.map((name) => [name, null])),
    aggiornata: ctx.now,
  });
  return 'tolto';
}

/** Nothing of it stays for everybody, and nobody follows it any more; it can be released again. In a transaction. */
export async function takeOffPubblica(ctx: CallContext, id: string): Promise<void> {
  await changePubblica(ctx.db, id, {
    visibile: 0,
    rilasciata: null,
    stato: 'in_esame',
    chiusa: null,
    aggiornata: ctx.now,
    titolo: null,
    descrizione: null,
    risposta: null,
    luogo: null,
    lat: null,
    lon: null,
  });
  await replacePhotos(ctx.db, id, []);
  await removeFollowers(ctx.db, id);
}

/**
 * The first of two reports about the same problem leaves the list, and its page leads to the other. In a transaction.
 * @param ids.from, ids.to of public sides; null: the report has none
 */
export async function mergePubblica(
  ctx: CallContext,
  { from, to }: Record<'from' | 'to', string | null>,
): Promise<void> {
  if (from === null) return;
  await takeOffPubblica(ctx, from);
  if (to !== null) await leadTo(ctx.db, { from, to });
}

/** As the operators of its case see it. @returns undefined when it is gone */
export async function readPubblica(
  { db }: CallContext,
  id: string,
): Promise<(SegnalazionePubblica & { photoCount: number }) | undefined> {
  const pubblica = await findPubblica(db, id);
  return pubblica && { ...pubblica, photoCount: await countPhotos(db, id) };
}

/**
 * Takes over what changed in the case, in the same transaction. With another type it is taken off the list: the type
 * is part of what was released, and the municipality may not publish the new one.
 */
export async function movePubblica(
  ctx: CallContext,
  { pubblica: id }: Pick<Pratica, 'pubblica'>,
  moved: { stato?: string | undefined; codice?: string; area?: string | null },
): Promise<void> {
  const pubblica = id === null ? undefined : await findPubblica(ctx.db, id);
  if (!pubblica) return;
  const { codice, area } = moved;
  const stato = moved.stato && PUBLIC_STATI[moved.stato];
  const today = todayInRome(ctx.now);
  if (stato) await writeTappa(ctx.db, { segnalazione: pubblica.id, giorno: today, stato });
  const isShown = pubblica.rilasciata !== null;
  await changePubblica(ctx.db, pubblica.id, {
    aggiornata: ctx.now,
    ...(stato && isShown && { stato, chiusa: stato === 'conclusa' ? today : null }),
    // Opened again it goes on by itself.
    ...(stato && stato !== 'conclusa' && { doppione_di: null }),
    ...(area !== undefined && { area }),
    ...(codice !== undefined && { codice }),
  });
  if (codice !== undefined) await takeOffPubblica(ctx, pubblica.id);
  else if (stato && stato !== 'in_esame' && isShown && stato !== pubblica.stato)
    await tellFollowers(ctx, pubblica.id, pubblica.stato === 'conclusa' ? 'riaperta' : stato);
}
