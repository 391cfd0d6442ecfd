/** Changes a thing of an ente and writes down who did it, when, and what it was before; takes a change back. */

import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import { randomId, sha256Of } from '../../../platform/signer.server.ts';
import { findModifica, lockEnte, selectModifiche, writeModifica } from './modifiche.db.ts';
import type { ThingValues } from './modifiche-words.ts';
import { changesInWords } from './modifiche-words.ts';

/** @property key which one of the kind: the id of an office; '' when the ente has one only */
export type ThingPlace = { ente: string; oggetto: string; key: string };

/** One kind of thing that administrators change. @property write keeps the rules of the import, and throws what they refuse */
export type ChangedThing = {
  read(ctx: CallContext, place: ThingPlace): Promise<ThingValues>;
  write(ctx: CallContext, place: ThingPlace, values: ThingValues): Promise<void>;
};

const thingValues = z.nullable(z.record(z.string(), z.unknown()));
export const parseThing = (json: string): ThingValues => z.parse(thingValues, JSON.parse(json));

/** Names some values of a thing, or all, so that a form can say which ones it was filled in over. */
export function seenMark(values: ThingValues, fields?: readonly string[]): string {
  const seen = fields ? fields.toSorted().map((name) => values?.[name] ?? null) : values;
  return sha256Of(JSON.stringify(seen)).slice(0, 22);
}

/** @property visti the mark of the values that the change was made over, or of all @property fields those that it changes; all without it */
export type SeenValues = { visti?: string | undefined; fields?: readonly string[] | undefined };

const isSeen = (values: ThingValues, { visti, fields }: SeenValues): boolean =>
  visti === seenMark(values, fields) || visti === seenMark(values);

/**
 * Changes a thing in the transaction of the call. What stays as it was is not written down.
 * @param changing gets the values of before and returns those of after
 * @throws PortalError `not_found` for an ente that does not exist, `conflict` when somebody changed the same values since they
 * were read, and what `changing` and the rules throw
 */
export async function changeThing(
  ctx: CallContext,
  { place, thing, seen }: { place: ThingPlace; thing: ChangedThing; seen?: SeenValues },
  changing: (before: ThingValues) => ThingValues | Promise<ThingValues>,
): Promise<void> {
  if (!ctx.user || !(await lockEnte(ctx.db, place.ente))) throw new PortalError('not_found');
  const before = JSON.stringify(await thing.read(ctx, place));
  if (seen?.visti !== undefined && !isSeen(parseThing(before), seen))
    throw await changedMeanwhile(ctx, place, { now: parseThing(before), seen });
  await thing.write(ctx, place, await changing(parseThing(before)));
  const after = JSON.stringify(await thing.read(ctx, place));
  if (before === after) return;
  await writeModifica(ctx.db, {
    id: randomId(),
    ente: place.ente,
    quando: ctx.now,
    chi: ctx.user.id,
    nome: fullName(ctx.user),
    oggetto: place.oggetto,
    chiave: place.key,
    prima_json: before,
    dopo_json: after,
  });
}

/** So many changes are looked through for those that came after the values were read. */
const LOOKED_BACK = 50;

/** Says who has changed what since the values were read; an import leaves no name. */
async function changedMeanwhile(
  { db, house }: CallContext,
  { ente, oggetto, key }: ThingPlace,
  { now, seen }: { now: ThingValues; seen: SeenValues },
): Promise<PortalError> {
  const last = await selectModifiche(db, ente, { offset: 0, limit: LOOKED_BACK });
  const ofThing = last.filter((m) => m.oggetto === oggetto && m.chiave === key);
  const at = ofThing.findIndex(({ prima_json }) => isSeen(parseThing(prima_json), seen));
  const since = ofThing.slice(0, at + 1);
  const names = [...new Set(since.map(({ nome }) => nome))];
  const before = parseThing(since.at(-1)?.prima_json ?? 'null');
  const words = names.length > 0 ? changesInWords({ oggetto, before, after: now, services: house.services }) : '';
  return new PortalError('conflict', {
    message: `Nel frattempo ${names.length > 0 ? names.join(' e ') : 'un’altra persona'} ha cambiato questi dati${words && `: ${words}`}. Quello che hai scritto è ancora qui: confrontalo, poi salva di nuovo se deve valere il tuo.`,
  });
}

/**
 * Reads how one change is taken back. @property back gets the present values of the thing, and returns them with those of before the change;
 * what was changed elsewhere in the thing stays
 * @throws PortalError `not_found`
 */
export async function readUndo(
  ctx: CallContext,
  { ente, id, things }: { ente: string; id: string; things: Readonly<Record<string, ChangedThing>> },
): Promise<{ place: ThingPlace; thing: ChangedThing; back(now: ThingValues): ThingValues }> {
  const modifica = await findModifica(ctx.db, { id, ente });
  const thing = modifica && things[modifica.oggetto];
  if (!thing) throw new PortalError('not_found');
  const [before, after] = [parseThing(modifica.prima_json), parseThing(modifica.dopo_json)];
  return {
    place: { ente, oggetto: modifica.oggetto, key: modifica.chiave },
    thing,
    back: (now) => before && setBack(now ?? {}, before, after ?? {}),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The present values, with those of before that were others after; one that came with the change goes. */
function setBack(now: Record<string, unknown>, before: Record<string, unknown>, after: Record<string, unknown>) {
  const values = new Map(Object.entries(now));
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, fresh, present] = [before[name], after[name], now[name]];
    if (JSON.stringify(old) === JSON.stringify(fresh)) continue;
    if (old === undefined) values.delete(name);
    else values.set(name, isRecord(old) && isRecord(fresh) && isRecord(present) ? setBack(present, old, fresh) : old);
  }
  return Object.fromEntries(values);
}
