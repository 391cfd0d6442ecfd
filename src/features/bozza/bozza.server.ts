import { type Ctx, owner } from '../../context.ts';
import { iso } from '../../platform/atoms/date.ts';
import { PortalError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/run.server.ts';
import { randomId } from '../../platform/signer.server.ts';
import { togliAllegatiDellaBozza } from '../allegati/allegati.db.ts';
import { mostra } from '../allegati/allegati.server.ts';
import type { Bozza, operations } from './bozza.contract.ts';
import { bozzeDi, scriviBozza, togliBozza, trovaBozza, trovaBozzaConFile } from './bozza.db.ts';

const ORA = 3600_000;
/**
 * How long a draft is kept since its last change (product rule): a guest's for the browser session, whose end we do not see,
 * so a day; 7 days when saved on a device of their own; a citizen's 12 months.
 */
export const DURATA = { ospite: 24 * ORA, salvata: 7 * 24 * ORA, cittadino: 365 * 24 * ORA };
/** Seconds that the visitor cookie must live for a saved draft to be found again. */
export const COOKIE_SALVATA = DURATA.salvata / 1000;

export const handlers: Handlers<typeof operations> = {
  salvaBozza: async ({ percorso, passo, valori, salva }, ctx) => {
    if (owner(ctx) === '') throw new PortalError('token');
    const before = await trovaBozza(ctx.db, { proprietario: owner(ctx), percorso, now: ctx.now });
    // What lapsed and was not tidied away yet is not revived, its key and files least of all.
    if (!before) await chiudiBozza(ctx, percorso);
    const salvata = salva || before?.salvata === 1;
    const scade = finoA(ctx, salvata);
    const chiave = await scrivi(ctx, { percorso, passo, valori }, { salvata, scade });
    return { chiave, scade: iso(scade) };
  },
  leggiBozza: async ({ percorso }, ctx) => leggiBozza(ctx, percorso),
  mieBozze: async (_input, ctx) =>
    (await bozzeDi(ctx.db, owner(ctx), ctx.now)).map(({ percorso, aggiornata, scade }) => ({
      percorso,
      aggiornata: iso(aggiornata),
      scade: iso(scade),
    })),
  eliminaBozza: async ({ percorso }, ctx) => chiudiBozza(ctx, percorso),
};

/** @returns until when a draft that is changed now is kept */
export const finoA = (ctx: Ctx, salvata: boolean): number =>
  ctx.now + (ctx.user ? DURATA.cittadino : salvata ? DURATA.salvata : DURATA.ospite);

type Scritto = { percorso: string; passo: string; valori: Record<string, string> };

/** @returns the key of its one send */
const scrivi = (
  ctx: Ctx,
  { percorso, passo, valori }: Scritto,
  { salvata, scade }: { salvata: boolean; scade: number },
): Promise<string> =>
  scriviBozza(ctx.db, {
    ...{ proprietario: owner(ctx), percorso, passo, valori_json: JSON.stringify(valori), chiave: randomId() },
    ...{ salvata: salvata ? 1 : 0, creata: ctx.now, aggiornata: ctx.now, scade },
  });

/** A draft of what has a record of its own, made in the same transaction (`ctx.db`) and instant. */
export async function iniziaBozza(ctx: Ctx, scritto: Scritto): Promise<void> {
  await scrivi(ctx, scritto, { salvata: false, scade: finoA(ctx, false) });
}

export async function leggiBozza(ctx: Ctx, percorso: string): Promise<Bozza | null> {
  const proprietario = owner(ctx);
  if (proprietario === '') return null;
  const trovata = await trovaBozzaConFile(ctx.db, { proprietario, percorso, now: ctx.now });
  if (!trovata) return null;
  const { bozza: riga, file } = trovata;
  return {
    percorso,
    passo: riga.passo,
    chiave: riga.chiave,
    salvata: riga.salvata === 1,
    aggiornata: iso(riga.aggiornata),
    valori: JSON.parse(riga.valori_json) as Record<string, string>,
    allegati: file.map(mostra),
  };
}

/** The draft and its unattached files are gone: thrown away, or sent (in the transaction of the send). */
export async function chiudiBozza(ctx: Ctx, percorso: string): Promise<void> {
  if (await togliBozza(ctx.db, owner(ctx), percorso)) await togliAllegatiDellaBozza(ctx.db, owner(ctx), percorso);
}
