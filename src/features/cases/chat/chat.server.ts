/** The calls of a chat: a case with its timeline, a new message, the mark that it was read, and hiding of content. */
import { type Ctx, owner } from '../../../context.ts';
import { iso } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { sha256 } from '../../../platform/signer.server.ts';
import type { Allegato, Evento, Pratica } from '../../../store/tables.ts';
import { allegatiDegliEventi, allegatiDellaBozza, allegatiInviati } from '../allegati/allegati.db.ts';
import { mostra } from '../allegati/allegati.server.ts';
import { moneyOf } from '../ente/servizi.ts';
import { type Accesso, type Chiesta, contandoGliErrori, praticaVista } from '../pratica/accesso.server.ts';
import { aggiungi } from '../pratica/commento.server.ts';
import {
  cambiaPratica,
  eventiDopo,
  eventiNascosti,
  eventiPrima,
  nascondiEvento,
  nascondiFile,
  trovaEvento,
} from '../pratica/pratica.db.ts';
import { idDa, protocollo } from '../pratica/pratica.server.ts';
import { aperta, azioniPossibili, type Stato } from '../pratica/stati.ts';
import { type Dettaglio, type EventoMostrato, type operations, percorsoFile } from './chat.contract.ts';

export const handlers: Handlers<typeof operations> = {
  dettaglioPratica: {
    version: async (input, ctx) => {
      const { pratica, parte, login } = await contandoGliErrori(ctx, input.email, () => praticaVista(ctx, input));
      const azioni = azioniPossibili({ ...pratica, stato: pratica.stato as Stato }, parte, { now: ctx.now, login });
      const { id, versione, letto_cittadino, letto_operatore } = pratica;
      // All that the answer depends on: the actions change with time, too.
      const chi = areaDi(ctx, { pratica, parte }) ?? '';
      const pagamenti = await moneyOf(ctx.house.services).ofCase(ctx, pratica, parte);
      const soldi = pagamenti.length > 0 ? sha256(JSON.stringify(pagamenti)) : '';
      const pagina = [input.prima ?? '', input.dopo ?? ''];
      return [id, parte, versione, letto_cittadino, letto_operatore, chi, soldi, ...pagina, ...azioni].join('.');
    },
    run: async (input, ctx) =>
      dettaglio(ctx, await contandoGliErrori(ctx, input.email, () => praticaVista(ctx, input)), input),
  },
  commenta: {
    // A wrong pair is counted outside the transaction, which it would take back.
    prepare: (input, ctx) => contandoGliErrori(ctx, input.email, () => praticaVista(ctx, input)),
    run: async (input, ctx) => {
      const accesso = await praticaVista(ctx, input, 'cambiare');
      const { evento, allegati } = await aggiungi(ctx, accesso, input);
      return mostraEvento(evento, allegati, false);
    },
  },
  filePronti: async (input, ctx) => {
    const { pratica, parte } = await contandoGliErrori(ctx, input.email, () => praticaVista(ctx, input));
    if (owner(ctx) === '') return [];
    return (await allegatiDellaBozza(ctx.db, owner(ctx), percorsoFile(idDa(parte, pratica), parte))).map(mostra);
  },
  segnaLetto: async (input, ctx) => ({ letto: await segnaLetto(ctx, input) }),
  nascondi: async ({ evento, allegato, ...chiesta }, ctx) => {
    const daOperatore: Chiesta = { ...chiesta, vista: 'operatore' };
    await contandoGliErrori(ctx, chiesta.email, () => praticaVista(ctx, daOperatore));
    const nascosto = await ctx.db.transaction().execute(async (tx) => {
      const dentro = { ...ctx, db: tx };
      // Read again under the lock: another message may have come in between.
      return nascondi(dentro, await praticaVista(dentro, daOperatore, 'cambiare'), { evento, allegato });
    });
    return { nascosto };
  },
};

/** What a login adds for the citizen: the way to their area, or into it for a case that is nobody's yet. */
function areaDi({ user }: Ctx, { pratica, parte }: Pick<Accesso, 'pratica' | 'parte'>): Dettaglio['area'] {
  if (user?.ruolo !== 'cittadino' || parte !== 'cittadino') return undefined;
  if (pratica.utente !== null) return pratica.utente === user.id ? 'tua' : undefined;
  return [null, user.codice_fiscale].includes(pratica.codice_fiscale) ? 'da_prendere' : undefined;
}

/** Clocks of several hosts differ: better told twice than not at all. */
const SCARTO = 60_000;

type Pagina = { prima?: string | undefined; dopo?: string | undefined };

/**
 * The page of a timeline that is asked for, and what changed before it since.
 * @throws PortalError `not_found` when the event that is named is not of this case
 */
async function eventiDi(ctx: Ctx, pratica: Pratica, chiesti: Pagina) {
  const di = { pratica: pratica.id };
  if (chiesti.dopo && chiesti.prima)
    throw new PortalError('invalid', {
      fields: { prima: ['Chiedi quello che viene prima, o quello che viene dopo.'] },
    });
  if (chiesti.dopo) {
    const { n, quando } = await eventoDi(ctx, pratica, chiesti.dopo);
    const { eventi, altri } = await eventiDopo(ctx.db, { ...di, n });
    const cambiati = await eventiNascosti(ctx.db, { ...di, n, dal: quando - SCARTO });
    return { eventi, cambiati, ...(altri && { altri_dopo: true }) };
  }
  const n = chiesti.prima ? (await eventoDi(ctx, pratica, chiesti.prima)).n : pratica.versione + 1;
  const { eventi, altri } = await eventiPrima(ctx.db, { ...di, n });
  return { eventi, cambiati: [], ...(altri && { altri_prima: true }) };
}

async function eventoDi(ctx: Ctx, pratica: Pratica, id: string): Promise<Evento> {
  const evento = await trovaEvento(ctx.db, pratica.id, id);
  if (!evento) throw new PortalError('not_found');
  return evento;
}

async function dettaglio(ctx: Ctx, { pratica, parte, login }: Accesso, chiesti: Pagina): Promise<Dettaglio> {
  const { eventi, cambiati, ...altri } = await eventiDi(ctx, pratica, chiesti);
  const inviati = await allegatiInviati(ctx.db, { pratica: pratica.id });
  const file = await allegatiDegliEventi(
    ctx.db,
    pratica.id,
    [...eventi, ...cambiati].map((e) => e.id),
  );
  const stato = pratica.stato as Stato;
  const area = areaDi(ctx, { pratica, parte });
  const pagamenti = await moneyOf(ctx.house.services).ofCase(ctx, pratica, parte);
  const lettoDallAltro = parte === 'cittadino' ? pratica.letto_operatore : pratica.letto_cittadino;
  const mostrato = (e: Evento) =>
    mostraEvento(
      e,
      file.filter((a) => a.evento === e.id),
      e.da === parte && e.n <= lettoDallAltro,
    );
  return {
    id: idDa(parte, pratica),
    protocollo: protocollo(pratica),
    tipo: pratica.tipo,
    codice: pratica.codice,
    oggetto: pratica.oggetto,
    descrizione: pratica.descrizione,
    ente: pratica.ente,
    stato,
    inviata_il: iso(pratica.inviata_il),
    ...(pratica.presa_in_carico_il !== null && { presa_in_carico_il: iso(pratica.presa_in_carico_il) }),
    termine_il: pratica.termine_il,
    ...(pratica.chiusa_il !== null && { chiusa_il: iso(pratica.chiusa_il) }),
    ...(pratica.protocollo_ente && { protocollo_ente: pratica.protocollo_ente }),
    dati: {
      ...(JSON.parse(pratica.dati_json) as Record<string, unknown>),
      nome: pratica.nome,
      cognome: pratica.cognome,
      codice_fiscale: pratica.codice_fiscale,
      telefono: pratica.telefono,
      email: pratica.email,
    },
    allegati: inviati.map(mostra),
    eventi: eventi.map(mostrato),
    ...altri,
    ...(cambiati.length > 0 && { cambiati: cambiati.map(mostrato) }),
    letto_fino: lettoDallAltro,
    vista: parte,
    azioni: azioniPossibili(
      { tipo: pratica.tipo, codice: pratica.codice, stato, chiusa_il: pratica.chiusa_il },
      parte,
      {
        now: ctx.now,
        login,
      },
    ),
    puo_scrivere: aperta(stato),
    ...(area && { area }),
    ...(pagamenti.length > 0 && { pagamenti }),
  };
}

/** A hidden message keeps its place, its hour and its author; its words are gone for everybody. */
function mostraEvento(e: Evento, allegati: Allegato[], letto: boolean): EventoMostrato {
  const base = {
    id: e.id,
    n: e.n,
    quando: iso(e.quando),
    da: e.da,
    ...(e.chi && { chi: e.chi }),
    letto,
    allegati: allegati.map(mostra),
  };
  if (e.nascosto !== null)
    return { ...base, tipo: 'nascosto', testo: 'Messaggio nascosto dall’ente perché esponeva dati di una persona.' };
  return { ...base, tipo: e.tipo, ...(e.testo && { testo: e.testo }), ...(e.stato && { stato: e.stato }) };
}

/** Reading ends the pause between mails: the next message is told of at once. */
export async function segnaLetto(ctx: Ctx, chiesta: Chiesta): Promise<boolean> {
  const { pratica, parte } = await contandoGliErrori(ctx, chiesta.email, () => praticaVista(ctx, chiesta));
  const letto = parte === 'cittadino' ? pratica.letto_cittadino : pratica.letto_operatore;
  if (letto >= pratica.versione) return false;
  const cambi =
    parte === 'cittadino'
      ? { letto_cittadino: pratica.versione, avvisato_cittadino: null }
      : { letto_operatore: pratica.versione, avvisato_operatore: null };
  await cambiaPratica(ctx.db, pratica.id, cambi);
  return true;
}

async function nascondi(
  ctx: Ctx,
  { pratica, chi }: Accesso,
  cosa: { evento?: string | undefined; allegato?: string | undefined },
): Promise<boolean> {
  if (cosa.allegato) {
    if (!(await nascondiFile(ctx.db, pratica.id, cosa.allegato, ctx.now))) throw new PortalError('not_found');
  } else {
    const evento = cosa.evento ? await trovaEvento(ctx.db, pratica.id, cosa.evento) : undefined;
    if (!evento || (evento.tipo === 'stato' && !evento.testo)) throw new PortalError('not_found');
    if (evento.nascosto !== null) return true;
    await nascondiEvento(ctx.db, evento.id, { quando: ctx.now, da: chi ?? 'operatore' });
  }
  await aggiungi(
    ctx,
    { pratica, parte: 'operatore', login: false, chi },
    { sistema: 'Un operatore ha nascosto un contenuto che esponeva dati di una persona.' },
  );
  return true;
}
