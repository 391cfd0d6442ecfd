/** The devices of a declaration: added, changed, ceased, removed and put back, one by one or by the sheet. */
import { type Ctx, owner } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Mezzo, MezzoDichiarato } from '../../../store/tables.ts';
import { allegatiPropri } from '../../cases/allegati/allegati.db.ts';
import { daInviare, type Propria, propria, propriaDaCambiare } from './accesso.server.ts';
import { rinnovaBozza } from './dichiarazioni.db.ts';
import { nominaFile, scordaConFile } from './file.server.ts';
import {
  type Conto,
  cambiaRiga,
  contaRighe,
  mezziConId,
  rigaDelProprietario,
  rigaIn,
  scriviRighe,
} from './mezzi.db.ts';
import type { MezzoDichiaratoMostrato, operations } from './mezzo.contract.ts';
import { CESSA_IN_CORSO, type DatiMezzo, datiDi, type FileNominato, IN_CORSO, MAX_MEZZI } from './mezzo.ts';
import { mostraRiga, nominatiDa } from './mostra.server.ts';
import { leggiCessa, leggiInCorso } from './scheda.ts';
import type { TariffaMezzi } from './stima.ts';
import { tariffaDi } from './tariffa.server.ts';

const ignoto = () =>
  new PortalError('not_found', { message: 'Non abbiamo trovato questo mezzo. Torna all’elenco dei mezzi.' });
const nonQui = (message: string) => new PortalError('conflict', { message });

/** Read before the transaction, which must not wait for what is not its own. @throws PortalError as {@link propria}, `conflict` */
const tariffaPrima = async ({ dichiarazione }: { dichiarazione: string }, ctx: Ctx) =>
  tariffaDi(ctx.house, daInviare(await propria(ctx, dichiarazione)).ente);

type Scritto = DatiMezzo & { dichiarazione: string; id?: string | undefined; allegati?: FileNominato[] | undefined };

const scrivi = {
  prepare: tariffaPrima,
  run: async (input: Scritto, ctx: Ctx, tariffa: TariffaMezzi | null): Promise<MezzoDichiaratoMostrato> => {
    const { dichiarazione, id, allegati, ...dati } = input;
    const d = await propriaDaCambiare(ctx, dichiarazione);
    vuoleAggiungere(d);
    const { riga, mezzo } =
      id === undefined
        ? { riga: await nuovaRiga(ctx, d, detti(dati as DatiMezzo)) }
        : await cambiata(ctx, d, id, dati as DatiMezzo);
    const nominati = await nominaFile(
      ctx,
      { dichiarazione, id: riga.id },
      { ora: nominatiDa(riga), inviati: allegati },
    );
    const scritta = { ...riga, allegati_json: JSON.stringify(nominati) };
    if (scritta.allegati_json !== riga.allegati_json)
      await cambiaRiga(ctx.db, riga.id, { allegati_json: scritta.allegati_json });
    const tenuto = leggiInCorso(d.valori[IN_CORSO])?.mezzo;
    if (tenuto === (id === undefined ? 'nuovo' : (mezzo?.id ?? riga.id))) await scorda(ctx, d, IN_CORSO);
    return { ...(await mostrata(ctx, scritta, { mezzo, tariffa })), ...(id === undefined && { nuovo: true }) };
  },
};

const cessa = (auto: boolean) => ({
  prepare: tariffaPrima,
  run: async (
    { dichiarazione, Id, dal, motivo }: { dichiarazione: string; Id: string; dal: string; motivo: string },
    ctx: Ctx,
    tariffa: TariffaMezzi | null,
  ): Promise<MezzoDichiaratoMostrato> => {
    const d = await propriaDaCambiare(ctx, dichiarazione);
    if (d.tipo === 'nuovo')
      throw nonQui('Questa dichiarazione è di mezzi nuovi: per dire che un mezzo non c’è più fanne una di cessazione.');
    const { riga, mezzo } = await diPosizione(ctx, d, Id);
    if (!mezzo) throw nonQui('Questo è un mezzo nuovo della dichiarazione: se non serve più, toglilo.');
    if ((mezzo.tipo === 'Automezzo') !== auto)
      throw new PortalError('invalid', {
        fields: { Id: [auto ? 'Questo mezzo non è un automezzo.' : 'Questo mezzo è un automezzo.'] },
      });
    const detto = { azione: 'cessazione', tipo: mezzo.tipo, dati_json: JSON.stringify({ dal, motivo }) } as const;
    const cessata = await diMezzo(ctx, d, { riga, mezzo, detto });
    if (leggiCessa(d.valori[CESSA_IN_CORSO])?.cessa === mezzo.id) await scorda(ctx, d, CESSA_IN_CORSO);
    return mostrata(ctx, cessata, { mezzo, tariffa });
  },
});

/** What was half-typed is saved now: the draft keeps it no longer. */
async function scorda(ctx: Ctx, d: Propria, chiave: typeof IN_CORSO | typeof CESSA_IN_CORSO): Promise<void> {
  const { [chiave]: _salvato, ...valori } = d.valori;
  await rinnovaBozza(ctx.db, d, { valori_json: JSON.stringify(valori) });
}

export const handlers: Pick<
  Handlers<typeof operations>,
  | 'scriviAutomezzo'
  | 'scriviMezzoFisso'
  | 'cessaAutomezzo'
  | 'cessaMezzoFisso'
  | 'togliMezzo'
  | 'rimettiMezzo'
  | 'duplicaMezzo'
> = {
  scriviAutomezzo: scrivi,
  scriviMezzoFisso: scrivi,
  cessaAutomezzo: cessa(true),
  cessaMezzoFisso: cessa(false),

  togliMezzo: async ({ id }, ctx) => {
    await ctx.house.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const sua = await laSua(inside, id);
      const { id: dichiarazione } = await propriaDaCambiare(inside, sua.dichiarazione);
      await viva(inside, dichiarazione, sua.id);
      await cambiaRiga(db, sua.id, { tolto: ctx.now });
    });
  },

  rimettiMezzo: async ({ id }, ctx) => {
    const sua = await laSua(ctx, id);
    const tariffa = await tariffaPrima(sua, ctx);
    return ctx.house.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const d = await propriaDaCambiare(inside, sua.dichiarazione);
      const riga = await rigaIn(db, d.id, sua.id);
      if (!riga) throw ignoto();
      const rimessa = await rivive(inside, d, riga, {});
      return mostrata(inside, rimessa, { mezzo: await mezzoDella(inside, riga), tariffa });
    });
  },

  duplicaMezzo: {
    prepare: async ({ id }, ctx) => {
      const sua = await laSua(ctx, id);
      return { sua, tariffa: await tariffaPrima(sua, ctx) };
    },
    run: async (_input, ctx, { sua, tariffa }: { sua: Sua; tariffa: TariffaMezzi | null }) => {
      const d = await propriaDaCambiare(ctx, sua.dichiarazione);
      vuoleAggiungere(d);
      const riga = await viva(ctx, d.id, sua.id);
      const mezzo = await mezzoDella(ctx, riga);
      const dati = datiDi(riga.azione === 'cessazione' && mezzo ? mezzo : riga);
      return { ...(await mostrata(ctx, await nuovaRiga(ctx, d, detti(dati)), { tariffa })), nuovo: true };
    },
  },
};

/**
 * Adds new devices to a declaration: all of them or none. Inside a transaction (`ctx.db`).
 * @returns how many @throws PortalError `not_found`, `conflict` once sent or for a cessation, `invalid` on `mezzi` beyond 200
 */
export async function aggiungiMezzi(ctx: Ctx, dichiarazione: string, mezzi: readonly DatiMezzo[]): Promise<number> {
  const d = await propriaDaCambiare(ctx, dichiarazione);
  vuoleAggiungere(d);
  const dopo = await posto(ctx, d, mezzi.length);
  await scriviRighe(
    ctx.db,
    mezzi.map((dati, i) => ({ ...vuota(d, dopo + 1 + i), ...detti(dati) })),
  );
  return mezzi.length;
}

type Sua = { id: string; dichiarazione: string };
type DettoRiga = Pick<MezzoDichiarato, 'tipo' | 'dati_json'>;

const detti = (dati: DatiMezzo): DettoRiga => ({
  tipo: dati.Tipologia_impianto_publicitario__c,
  dati_json: JSON.stringify(dati),
});

const vuota = (d: Propria, n: number) => ({
  ...({
    id: randomId(),
    dichiarazione: d.id,
    n,
    azione: 'nuovo',
    mezzo: null,
    allegati_json: '[]',
    tolto: null,
  } as const),
});

/** @throws PortalError `conflict` */
function vuoleAggiungere({ tipo }: Propria): void {
  if (tipo === 'cessazione')
    throw nonQui('Questa dichiarazione è una cessazione: per aggiungere o cambiare un mezzo fanne una di variazione.');
}

/** @throws PortalError `not_found` when nothing of theirs goes by this id */
async function laSua(ctx: Ctx, id: string): Promise<Sua> {
  const chi = { proprietario: owner(ctx), utente: ctx.user?.id ?? '', now: ctx.now };
  const sua = chi.proprietario === '' ? undefined : await rigaDelProprietario(ctx.db, id, chi);
  if (!sua) throw ignoto();
  return sua;
}

/** @returns the last place taken @throws PortalError `invalid` when so many more would be too many */
async function posto(ctx: Ctx, { id }: Propria, quanti: number): Promise<number> {
  const conto = await contaRighe(ctx.db, id);
  stanno(conto, quanti);
  // Adding and removing without end leaves no heap behind.
  if (conto.tutti + quanti > 2 * MAX_MEZZI) await scordaConFile(ctx, id);
  return conto.ultimo;
}

function stanno({ vivi }: Conto, quanti: number): void {
  const restano = MAX_MEZZI - vivi;
  if (quanti <= restano) return;
  const quante = restano > 0 ? `qui ce ne stanno ancora ${restano}` : 'questa è completa';
  const parole = `Una dichiarazione ha al massimo ${MAX_MEZZI} mezzi: ${quante}. Inviala e iniziane un’altra per i restanti.`;
  throw new PortalError('invalid', { message: parole, fields: { mezzi: [parole] } });
}

async function nuovaRiga(ctx: Ctx, d: Propria, detto: DettoRiga): Promise<MezzoDichiarato> {
  const riga = { ...vuota(d, (await posto(ctx, d, 1)) + 1), ...detto };
  await scriviRighe(ctx.db, [riga]);
  return riga;
}

/** Also what was removed: it is back, with what is said now. */
async function rivive(ctx: Ctx, d: Propria, riga: MezzoDichiarato, detto: Partial<MezzoDichiarato>) {
  if (riga.tolto !== null) stanno(await contaRighe(ctx.db, d.id), 1);
  const cambi = { ...detto, tolto: null };
  await cambiaRiga(ctx.db, riga.id, cambi);
  return { ...riga, ...cambi };
}

/** A row that was not removed. @throws PortalError `not_found` */
async function viva({ db }: Ctx, dichiarazione: string, id: string): Promise<MezzoDichiarato> {
  const riga = await rigaIn(db, dichiarazione, id);
  if (!riga || riga.tolto !== null) throw ignoto();
  return riga;
}

/**
 * A row of the declaration, or a device of its position: of that the declaration may speak anew after it was taken back.
 * @throws PortalError `not_found`, also for a row that was removed
 */
async function diPosizione(ctx: Ctx, d: Propria, id: string) {
  const riga = await rigaIn(ctx.db, d.id, id);
  if (riga?.id === id && riga.tolto !== null) throw ignoto();
  if (riga) return { riga, mezzo: await mezzoDella(ctx, riga) };
  const [mezzo] = d.tipo === 'nuovo' ? [] : await mezziConId(ctx.db, [id]);
  if (!mezzo || mezzo.posizione !== d.posizione || mezzo.cessato_dal !== null) throw ignoto();
  return { riga, mezzo };
}

const mezzoDella = async ({ db }: Ctx, { mezzo }: MezzoDichiarato): Promise<Mezzo | undefined> =>
  mezzo === null ? undefined : (await mezziConId(db, [mezzo]))[0];

const ALTRO_TIPO =
  'Un mezzo della posizione non può passare da automezzo a un altro tipo, o viceversa: dichiara che non c’è più e aggiungi quello nuovo.';

async function cambiata(ctx: Ctx, d: Propria, id: string, dati: DatiMezzo) {
  const { riga, mezzo } = await diPosizione(ctx, d, id);
  if (riga && !mezzo) {
    await cambiaRiga(ctx.db, riga.id, detti(dati));
    return { riga: { ...riga, ...detti(dati) } };
  }
  if (!mezzo) throw ignoto();
  if ((mezzo.tipo === 'Automezzo') !== (dati.Tipologia_impianto_publicitario__c === 'Automezzo'))
    throw new PortalError('invalid', { fields: { Tipologia_impianto_publicitario__c: [ALTRO_TIPO] } });
  return { riga: await diMezzo(ctx, d, { riga, mezzo, detto: { azione: 'variazione', ...detti(dati) } }), mezzo };
}

/** The one row in which a declaration speaks of a device of the position. */
async function diMezzo(
  ctx: Ctx,
  d: Propria,
  {
    riga,
    mezzo,
    detto,
  }: { riga: MezzoDichiarato | undefined; mezzo: Mezzo; detto: DettoRiga & Pick<MezzoDichiarato, 'azione'> },
): Promise<MezzoDichiarato> {
  if (riga) return rivive(ctx, d, riga, detto);
  const nuova = { ...vuota(d, (await posto(ctx, d, 1)) + 1), mezzo: mezzo.id, ...detto };
  await scriviRighe(ctx.db, [nuova]);
  return nuova;
}

async function mostrata(
  ctx: Ctx,
  riga: MezzoDichiarato,
  { mezzo, tariffa }: { mezzo?: Mezzo | undefined; tariffa: TariffaMezzi | null },
): Promise<MezzoDichiaratoMostrato> {
  const ids = nominatiDa(riga).map((f) => f.Id);
  const file = new Map((await allegatiPropri(ctx.db, owner(ctx), ids)).map((f) => [f.id, f] as const));
  return mostraRiga(riga, { mezzo, tariffa, file });
}
