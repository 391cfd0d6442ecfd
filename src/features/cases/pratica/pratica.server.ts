/** Opens a case for any service, builds its number and paths, and serves the receipt, the rating and a new operator link. */
import { type Ctx, owner } from '../../../context.ts';
import { aggiungiGiorni, anno, dataInParole, iso, istanteInParole, oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { demand } from '../../../platform/limit.server.ts';
import { enqueue } from '../../../platform/outbox.server.ts';
import { receiptPdf } from '../../../platform/pdf/receipt.server.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { VERSIONE_PRIVACY } from '../../../ui/testi/versione.ts';
import { allegatiInviati } from '../allegati/allegati.db.ts';
import { attaccaFile } from '../allegati/allegati.server.ts';
import { contentDisposition } from '../allegati/nome.server.ts';
import { chiudiBozza } from '../bozza/bozza.server.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import { casellaDi, type Ente, nonRiceve } from '../ente/ente.ts';
import { nameOf, serviceOf } from '../ente/servizi.ts';
import {
  chiaveOperatore,
  chiaviNulle,
  contandoGliErrori,
  nuovaChiave,
  praticaNominata,
  praticaVista,
} from './accesso.server.ts';
import type { operations, PraticaAperta } from './pratica.contract.ts';
import { prossimoNumero, scriviEvento, scriviPratica, scriviValutazione } from './pratica.db.ts';
import { paroleDi } from './ricerca.ts';
import { fattiDellaPratica, fileInRicevuta } from './riepilogo.ts';
import type { Parte, TipoPratica } from './stati.ts';

const GIORNI_SE_NON_DETTO = 30;

export type NuovaPratica = {
  tipo: TipoPratica;
  codice: string;
  ente: Ente;
  oggetto: string;
  descrizione: string;
  richiedente: {
    nome: string;
    cognome: string;
    email: string;
    codice_fiscale?: string | undefined;
    telefono?: string | undefined;
  };
  /** What the service adds, already validated by its contract */
  dati: Record<string, unknown>;
  files: readonly { Id: string }[];
  /** Path of the form: its draft ends with the send */
  percorso: string;
};

/** Which privacy text the sender accepted: the body's own as it stood that day, else the portal's by its version. */
function privacyDi(ente: Ente, now: number): string {
  return ente.url.privacy ? `${ente.url.privacy} (${oggi(now)})` : VERSIONE_PRIVACY;
}

/** Number of a case as people read it: `2026/000123`. */
export function protocollo(pratica: Pick<Pratica, 'anno' | 'numero'>): string {
  return `${pratica.anno}/${String(pratica.numero).padStart(6, '0')}`;
}

/** The page of a case for its citizen: whoever knows this path is taken for them. */
export function percorsoChat({ tipo, email, id }: Pick<Pratica, 'tipo' | 'email' | 'id'>): string {
  return `/${tipo}/chat/${encodeURIComponent(email)}/${id}`;
}

/** The same for the body, with its mailbox and the id of its side: it opens by login or key, and says nothing of the citizen's path. */
export function percorsoUfficio(
  { tipo, codice, ufficio }: Pick<Pratica, 'tipo' | 'codice' | 'ufficio'>,
  ente: Pick<Ente, 'caselle' | 'contatti'>,
): string {
  return `/${tipo}/chat/operatore/${encodeURIComponent(casellaDi(ente, codice) ?? ente.contatti.email)}/${ufficio}`;
}

/** The id by which a side of a case asks for it. */
export function idDa(parte: Parte, { id, ufficio }: Pick<Pratica, 'id' | 'ufficio'>): string {
  return parte === 'operatore' ? ufficio : id;
}

/**
 * Opens a case: number, timeline, files, and the two mails that tell of it, in the transaction of the send (`ctx.db`).
 * @throws PortalError `not_found` for a file that is not the sender's
 */
export async function apriPratica(ctx: Ctx, nuova: NuovaPratica): Promise<PraticaAperta> {
  const { ente, richiedente, codice } = nuova;
  const pratica: Pratica = {
    id: randomId(),
    ufficio: randomId(),
    ente: ente.id,
    tipo: nuova.tipo,
    codice,
    anno: anno(ctx.now),
    numero: 0,
    oggetto: nuova.oggetto,
    descrizione: nuova.descrizione,
    email: richiedente.email,
    nome: richiedente.nome,
    cognome: richiedente.cognome,
    codice_fiscale: richiedente.codice_fiscale ?? null,
    telefono: richiedente.telefono ?? null,
    dati_json: JSON.stringify(checked(ctx, nuova)),
    privacy_versione: privacyDi(ente, ctx.now),
    proprietario: owner(ctx),
    // What an operator sends is nobody's: their login has no area for it.
    utente: ctx.user?.ruolo === 'cittadino' ? ctx.user.id : null,
    stato: 'inviata',
    versione: 1,
    inviata_il: ctx.now,
    presa_in_carico_il: null,
    chiusa_il: null,
    sospesa_dal: null,
    termine_il: aggiungiGiorni(oggi(ctx.now), ente.giorni[codice] ?? GIORNI_SE_NON_DETTO),
    protocollo_ente: null,
    protocollo_ente_il: null,
    letto_cittadino: 1,
    letto_operatore: 0,
    avvisato_cittadino: null,
    avvisato_operatore: null,
    senza_risposta: 0,
  };
  await scriviEvento(ctx.db, {
    id: randomId(),
    pratica: pratica.id,
    n: 1,
    quando: ctx.now,
    da: 'sistema',
    chi: null,
    tipo: 'stato',
    testo: null,
    stato: 'inviata',
    nascosto: null,
    nascosto_da: null,
  });
  await attaccaFile(ctx, nuova.files, { pratica: pratica.id, evento: null });
  await chiudiBozza(ctx, nuova.percorso);
  await nuovaChiave(ctx, pratica.id);
  const dati = { pratica: pratica.id };
  await enqueue(ctx.db, ctx.now, { tipo: 'cittadino.ricevuta', dati }, { tipo: 'ente.nuova', dati });
  // Last: from here to the end of the transaction the others of this body wait for their number.
  pratica.numero = await prossimoNumero(ctx.db, ente.id, pratica.anno);
  await scriviPratica(ctx.db, pratica, paroleDi(protocollo(pratica), pratica));
  return aperta(pratica);
}

export function aperta(pratica: Pratica): PraticaAperta {
  return {
    id: pratica.id,
    protocollo: protocollo(pratica),
    stato: pratica.stato,
    inviata_il: iso(pratica.inviata_il),
    termine_il: pratica.termine_il,
    chat: percorsoChat(pratica),
  };
}

export const handlers: Handlers<typeof operations> = {
  ricevutaPratica: async (input, ctx) => {
    const { pratica } = await contandoGliErrori(ctx, input.email, () => praticaVista(ctx, input));
    const ente = await enteDellaPagina(ctx.house, '', pratica.ente);
    const bytes = await ricevuta(ctx, pratica, ente);
    const name = `ricevuta-${protocollo(pratica).replace('/', '-')}.pdf`;
    return { type: 'application/pdf', bytes, disposition: contentDisposition(name) };
  },
  valutaServizio: async ({ stelle, aspetto, testo, ...chiesta }, ctx) => {
    const { pratica } = await contandoGliErrori(ctx, chiesta.email, () =>
      praticaVista(ctx, { ...chiesta, vista: 'cittadino' }),
    );
    const valutazione = {
      pratica: pratica.id,
      stelle,
      aspetto: aspetto ?? null,
      testo: testo ?? null,
      quando: ctx.now,
    };
    return { registrata: await scriviValutazione(ctx.db, valutazione) };
  },
  nuovoLink: async (input, ctx) => {
    const pratica = await contandoGliErrori(ctx, input.email, () => praticaNominata(ctx, input));
    if (chiaviNulle(ctx, pratica)) {
      throw new PortalError('conflict', {
        message: 'La pratica è chiusa da più di 21 giorni: per rileggerla accedi come dipendente dell’ente.',
      });
    }
    await demand(ctx, [{ name: 'nuovo-link', who: pratica.id, times: 3, minutes: 60 }]);
    await ctx.db.transaction().execute(async (tx) => {
      await chiaveOperatore({ ...ctx, db: tx }, pratica.id);
      await enqueue(tx, ctx.now, { tipo: 'ente.nuovo-link', dati: { pratica: pratica.id } });
    });
    return { inviato: true };
  },
};

/** What a case keeps is what the schema of its service reads again later. @throws ZodError for anything else: a slip of the service */
function checked({ house }: Ctx, { codice, dati }: NuovaPratica): NuovaPratica['dati'] {
  serviceOf(house.services, codice)?.data?.parse(dati);
  return dati;
}

async function ricevuta(ctx: Ctx, pratica: Pratica, ente: Ente): Promise<Buffer> {
  const files = await allegatiInviati(ctx.db, { pratica: pratica.id });
  const sent = files.filter((f) => f.nascosto === null);
  return receiptPdf({
    ente: { nome: ente.nome, colore: ente.colore, indirizzo: ente.contatti.indirizzo },
    title: `Ricevuta della ${pratica.tipo}`,
    number: protocollo(pratica),
    facts: [
      ['Servizio', nameOf(ctx.house.services, pratica.codice)],
      ['Ricevuta il', istanteInParole(pratica.inviata_il)],
      ['Da concludere entro il', dataInParole(pratica.termine_il)],
      ...(pratica.protocollo_ente ? [['Protocollo dell’ente', pratica.protocollo_ente] as [string, string]] : []),
    ],
    sections: [
      { title: 'Che cosa hai inviato', facts: fattiDellaPratica(pratica) },
      ...(sent.length > 0 ? [{ title: 'Allegati', facts: sent.map(fileInRicevuta) }] : []),
    ],
    footer: `Le informazioni che hai fornito hanno valore di dichiarazione. Informativa sulla privacy accettata: ${pratica.privacy_versione}.`,
    sandbox: ctx.house.settings.mode === 'sandbox',
    createdAt: pratica.inviata_il,
  });
}

/**
 * @param field that says so when the municipality does not offer this service
 * @throws PortalError `invalid`, on `ente` when there is no such municipality
 */
export function cheRisponde(ente: Ente | undefined, codice: string, field = 'ente'): Ente {
  if (!ente) throw new PortalError('invalid', { fields: { ente: ['Scegli l’ente a cui scrivere.'] } });
  if (!ente.categorie.includes(codice)) {
    throw new PortalError('invalid', { fields: { [field]: [nonRiceve(ente.nome)] } });
  }
  return ente;
}
