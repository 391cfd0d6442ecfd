/** Changes a thing of an ente and writes down who did it, when, and what it was before; takes a change back. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { findModifica, lockEnte, writeModifica } from './modifiche.db.ts';

/** The values of a thing as JSON has them; null when there is none. */
export type ThingValues = Record<string, unknown> | null;

/** @property key which one of the kind: the id of an office; '' when the ente has one only */
export type ThingPlace = { ente: string; oggetto: string; key: string };

/** One kind of thing that administrators change. @property write keeps the rules of the import, and throws what they refuse */
export type ChangedThing = {
  read(ctx: CallContext, place: ThingPlace): Promise<ThingValues>;
  write(ctx: CallContext, place: ThingPlace, values: ThingValues): Promise<void>;
};

const thingValues = z.nullable(z.record(z.string(), z.unknown()));
export const parseThing = (json: string): ThingValues => z.parse(thingValues, JSON.parse(json));

/**
 * Changes a thing in the transaction of the call. What stays as it was is not written down.
 * @param changing gets the values of before and returns those of after
 * @throws PortalError `not_found` for an ente that does not exist, and what `changing` and the rules throw
 */
export async function changeThing(
  ctx: CallContext,
  { place, thing }: { place: ThingPlace; thing: ChangedThing },
  changing: (before: ThingValues) => ThingValues | Promise<ThingValues>,
): Promise<void> {
  if (!ctx.user || !(await lockEnte(ctx.db, place.ente))) throw new PortalError('not_found');
  const before = JSON.stringify(await thing.read(ctx, place));
  await thing.write(ctx, place, await changing(parseThing(before)));
  const after = JSON.stringify(await thing.read(ctx, place));
  if (before === after) return;
  await writeModifica(ctx.db, {
    ...{ id: randomId(), ente: place.ente, quando: ctx.now },
    ...{ chi: ctx.user.id, nome: `${ctx.user.nome} ${ctx.user.cognome}` },
    ...{ oggetto: place.oggetto, chiave: place.key, prima_json: before, dopo_json: after },
  });
}

/** Sets back the values that one change has changed; what was changed elsewhere in the thing stays. */
export async function takeBack(
  ctx: CallContext,
  { ente, id, things }: { ente: string; id: string; things: Readonly<Record<string, ChangedThing>> },
): Promise<void> {
  const modifica = await findModifica(ctx.db, { id, ente });
  const thing = modifica && things[modifica.oggetto];
  if (!thing) throw new PortalError('not_found');
  const [before, after] = [parseThing(modifica.prima_json), parseThing(modifica.dopo_json)];
  const place = { ente, oggetto: modifica.oggetto, key: modifica.chiave };
  await changeThing(ctx, { place, thing }, (now) => before && setBack(now ?? {}, before, after ?? {}));
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
