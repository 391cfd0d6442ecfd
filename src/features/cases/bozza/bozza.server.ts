/** The calls of a draft: how long it is kept, how much an owner may keep, and how it ends when the form is sent. */
import { type Ctx, owner } from '../../../context.ts';
import { iso } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { oneAtATime } from '../../../store/one-at-a-time.server.ts';
import { togliAllegatiDellaBozza } from '../allegati/allegati.db.ts';
import { mostra, reteOspite } from '../allegati/allegati.server.ts';
import type { Bozza, operations } from './bozza.contract.ts';
import { bozzeDi, bytesDellaRete, misureDelleBozze, scriviBozza, togliBozza, trovaBozzaConFile } from './bozza.db.ts';

const ORA = 3600_000;
/**
 * How long a draft is kept since its last change (product rule): a guest's for the browser session, whose end we do not see,
 * so a day; 7 days when saved on a device of their own; a citizen's 12 months.
 */
export const DURATA = { ospite: 24 * ORA, salvata: 7 * 24 * ORA, cittadino: 365 * 24 * ORA };
/** Seconds that the visitor cookie must live for a saved draft to be found again. */
export const COOKIE_SALVATA = DURATA.salvata / 1000;

/** What one owner may keep: nobody fills in so many forms at once, and a form is some KB. */
export const POSTO = { bozze: 20, bytes: 500 * 1024 };
/** The same for all guests of a network in a day: a new cookie makes a new owner, not new room. */
export const POSTO_RETE = 20 * 1024 * 1024;

/** Kept between two pages that have no form of their own. */
const TRA_DUE_PAGINE = new Set(['/area-riservata/prendi', '/area-riservata/profilo-utente/contatti']);

export const handlers: Handlers<typeof operations> = {
  salvaBozza: async ({ percorso, passo, valori, salva }, ctx) => {
    if (owner(ctx) === '') throw new PortalError('token');
    if (!ctx.house.screens.match(percorso)?.screen.form && !TRA_DUE_PAGINE.has(percorso))
      throw new PortalError('invalid', { fields: { percorso: ['A questo indirizzo non c’è un modulo.'] } });
    // In one transaction, so that the room that was found is still there when the draft is written.
    return ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const before = await posto(inside, percorso, JSON.stringify(valori));
      // What lapsed and was not tidied away yet is not revived, its key and files least of all.
      if (!before) await chiudiBozza(inside, percorso);
      const salvata = salva || before === 'saved';
      const scade = finoA(ctx, salvata);
      const chiave = await scrivi(inside, { percorso, passo, valori }, { salvata, scade });
      return { chiave, scade: iso(scade) };
    });
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

/**
 * @returns whether there is a draft of this form already, and is to be kept longer
 * @throws PortalError `too_many` when there is no room for one more, or for so many bytes
 */
async function posto(ctx: Ctx, percorso: string, valori_json: string): Promise<'saved' | 'kept' | null> {
  const rete = reteOspite(ctx);
  await oneAtATime(ctx.db, ctx.house.dialect, rete ?? owner(ctx));
  const tutte = await misureDelleBozze(ctx.db, { proprietario: owner(ctx), now: ctx.now });
  const questa = tutte.find((b) => b.percorso === percorso);
  const in_piu = Buffer.byteLength(valori_json) - (questa?.dimensione ?? 0);
  const bytes = tutte.reduce((somma, b) => somma + b.dimensione, in_piu);
  // What is there already may always become smaller.
  if (in_piu > 0 && ((!questa && tutte.length >= POSTO.bozze) || bytes > POSTO.bytes))
    throw new PortalError('too_many', {
      message: 'Hai iniziato molti moduli senza inviarli. Inviane o annullane qualcuno e riprova.',
    });
  const diTutti = POSTO_RETE * ctx.house.settings.limitsFactor - in_piu;
  if (rete && in_piu > 0 && (await bytesDellaRete(ctx.db, { rete, dal: ctx.now - DURATA.ospite })) > diTutti)
    throw new PortalError('too_many', {
      message:
        'Dalla tua connessione sono stati iniziati molti moduli che non sono ancora stati inviati. Accedi all’area personale per continuare subito, oppure riprova domani.',
    });
  return questa ? (questa.salvata === 1 ? 'saved' : 'kept') : null;
}

type Scritto = { percorso: string; passo: string; valori: Record<string, string> };

/** @returns the key of its one send */
const scrivi = (
  ctx: Ctx,
  { percorso, passo, valori }: Scritto,
  { salvata, scade }: { salvata: boolean; scade: number },
): Promise<string> => {
  const valori_json = JSON.stringify(valori);
  return scriviBozza(ctx.db, {
    ...{ proprietario: owner(ctx), percorso, passo, valori_json, chiave: randomId() },
    ...{ salvata: salvata ? 1 : 0, creata: ctx.now, aggiornata: ctx.now, scade },
    ...{ rete: reteOspite(ctx), dimensione: Buffer.byteLength(valori_json) },
  });
};

/** A draft of what has a record of its own, made in the same transaction (`ctx.db`) and instant. */
export async function iniziaBozza(ctx: Ctx, scritto: Scritto): Promise<void> {
  await posto(ctx, scritto.percorso, JSON.stringify(scritto.valori));
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
