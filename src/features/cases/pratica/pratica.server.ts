/** Opens a case for any service, and serves the receipt, the rating and a new operator link. */

import { type CallContext, ownerOf } from '../../../context.ts';
import { dateInWords, instantInWords, isoInstant, todayInRome, yearInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import { requireWithinLimits } from '../../../platform/limit.server.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { makePdf } from '../../../platform/pdf/pdf.server.ts';
import type { ReceiptContent, ReceiptThumbnail } from '../../../platform/pdf/receipt.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { PRIVACY_VERSION } from '../../../ui/testi/privacy-version.ts';
import { listSentAllegati, readMiniatura } from '../allegati/allegati.db.ts';
import { attachFiles } from '../allegati/allegati.server.ts';
import { contentDisposition } from '../allegati/file-name.server.ts';
import { closeBozza } from '../bozza/bozza.server.ts';
import { areaOfPoint } from '../ente/aree.ts';
import { enteOfPage, siteOf, townHost } from '../ente/ente.server.ts';
import { type Ente, notReceivedText, termineOf } from '../ente/ente.ts';
import { nameOf, serviceOf } from '../ente/servizi.ts';
import { letterheadOf } from '../ente/stemma.server.ts';
import { readMappa } from '../mappa/mappa.db.ts';
import { withMappa } from '../mappa/mappa.server.ts';
import { openPubblica } from '../segnalazione-pubblica/pubblica.server.ts';
import { ufficioOfCode } from '../ufficio/ufficio.server.ts';
import {
  areChiaviVoid,
  countMisses,
  findNamedPratica,
  findVisiblePratica,
  newChiave,
  readChiaveOperatore,
  recordConsultazione,
} from './accesso.server.ts';
import { writeAtto } from './atti.db.ts';
import { CANALI, type Canale, canaleInWords, isCanale } from './canale.ts';
import type { OpenedPratica, praticaOperations } from './pratica.contract.ts';
import { takeNextNumero, writeEvento, writePratica, writeValutazione } from './pratica.db.ts';
import { parsePraticaData, shownPraticaData } from './pratica-data.ts';
import { chatPath, protocollo } from './pratica-names.ts';
import { CITTADINO_RICEVUTA, ENTE_NEW_LINK, ENTE_NEW_PRATICA } from './pratica-outbox.ts';
import { fileFact, praticaFacts, titoloLabel } from './pratica-summary.ts';
import { protocolloEnteInWords } from './protocollo-ente.ts';
import { CASELLA_AUTHOR, type TipoPratica } from './stati.ts';

export type NewPratica = {
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
  /** Data of the service, validated by its contract */
  dati: Record<string, unknown>;
  files: readonly { Id: string }[];
  /** Area of the ente, for a case without a point in one */
  area?: string | undefined;
  /** The citizen wants the report on no public list */
  isKeptOffList?: boolean | undefined;
  /** Path of the form, whose draft the send deletes */
  percorso: string;
  /** How it came, when not by a form of the portal: what both sides read at the top of the timeline */
  arrival?: string | undefined;
};

/** Names the privacy text that the sender accepted: the ente's own as of that day, else a version of the portal's. */
function privacyVersion(ente: Ente, now: number): string {
  const own = ente.url.privacy ?? (ente.testo_privacy && 'testo dell’ente');
  return own ? `${own} (${todayInRome(now)})` : PRIVACY_VERSION;
}

/**
 * Opens a case in the transaction of the send (`ctx.db`): number, timeline, files, and the mails to both sides.
 * @throws PortalError `not_found` for a file that is not the sender's
 */
export async function openPratica(ctx: CallContext, fresh: NewPratica): Promise<OpenedPratica> {
  return wirePratica(await storePratica(ctx, fresh));
}

/**
 * Opens a case that an operator files for a citizen, who may have left no e-mail: then no mail goes to them, and no page of theirs
 * opens. @returns number and id of the ente's side
 */
export async function registerPratica(
  ctx: CallContext,
  canale: Canale,
  fresh: NewPratica,
): Promise<{ id: string; protocollo: string }> {
  const pratica = await storePratica(ctx, fresh, canale);
  const name = ctx.user ? fullName(ctx.user) : CASELLA_AUTHOR;
  await writeAtto(ctx, pratica, { azione: 'registrazione', dati: { canale }, name });
  return { id: pratica.ufficio, protocollo: protocollo(pratica) };
}

/** Like {@link openPratica}, for a caller that needs more of the case than its citizen is told. */
export async function storePratica(ctx: CallContext, fresh: NewPratica, canale?: Canale): Promise<Pratica> {
  const { ente, richiedente, codice } = fresh;
  const { lat, lon } = shownPraticaData.parse(fresh.dati);
  const area = areaOfPoint(ente, { lat, lon }) ?? fresh.area ?? null;
  const pratica: Pratica = {
    id: randomId(),
    ufficio: randomId(),
    ente: ente.id,
    tipo: fresh.tipo,
    codice,
    anno: yearInRome(ctx.now),
    numero: 0,
    oggetto: fresh.oggetto,
    descrizione: fresh.descrizione,
    email: richiedente.email,
    nome: richiedente.nome,
    cognome: richiedente.cognome,
    codice_fiscale: richiedente.codice_fiscale ?? null,
    telefono: richiedente.telefono ?? null,
    dati_json: JSON.stringify(checkedDati(ctx, fresh)),
    privacy_versione: privacyVersion(ente, ctx.now),
    proprietario: ownerOf(ctx),
    // A case sent by an operator belongs to no citizen's area.
    utente: ctx.user?.ruolo === 'cittadino' ? ctx.user.id : null,
    stato: 'inviata',
    versione: 1,
    inviata_il: ctx.now,
    presa_in_carico_il: null,
    prima_risposta_il: null,
    chiusa_il: null,
    sospesa_dal: null,
    termine_il: termineOf(ente, codice, todayInRome(ctx.now)),
    protocollo_ente: null,
    protocollo_ente_il: null,
    protocollo_ente_registro: null,
    letto_cittadino: 1,
    // The office knows what it has filed itself.
    letto_operatore: canale ? 1 : 0,
    avvisato_cittadino: null,
    avvisato_operatore: null,
    senza_risposta: 0,
    host: await townHost(ctx),
    assegnata_ufficio: (await ufficioOfCode(ctx.db, ente.id, codice))?.id ?? null,
    assegnata_a: null,
    canale: canale ?? null,
    area,
    lat: lat ?? null,
    lon: lon ?? null,
    doppione_di: null,
    pubblica: await openPubblica(ctx, { ente, codice, area, isUnwanted: fresh.isKeptOffList ?? false }),
  };
  await writeEvento(ctx.db, {
    id: randomId(),
    pratica: pratica.id,
    n: 1,
    quando: ctx.now,
    da: 'sistema',
    chi: null,
    tipo: 'stato',
    testo: canale ? canaleInWords(canale) : (fresh.arrival ?? null),
    stato: 'inviata',
    nascosto: null,
    nascosto_da: null,
  });
  await attachFiles(ctx, fresh.files, { pratica: pratica.id, evento: null });
  await closeBozza(ctx, fresh.percorso);
  await newChiave(ctx, pratica.id);
  const data = { pratica: pratica.id };
  const receipt = pratica.email ? outboxEntry(CITTADINO_RICEVUTA, data) : undefined;
  await enqueueEntries(
    ctx.db,
    ctx.house.now,
    outboxEntry(ENTE_NEW_PRATICA, data),
    ...withMappa(receipt, { pratica, ente, lat, lon }),
  );
  // Taken last, because other sends to this ente wait for their number until the transaction ends.
  pratica.numero = await takeNextNumero(ctx.db, ente.id, pratica.anno);
  await writePratica(ctx.db, pratica);
  return pratica;
}

export function wirePratica(pratica: Pratica): OpenedPratica {
  return {
    id: pratica.id,
    protocollo: protocollo(pratica),
    stato: pratica.stato,
    inviata_il: isoInstant(pratica.inviata_il),
    termine_il: pratica.termine_il,
    chat: chatPath(pratica),
  };
}

export const praticaHandlers: OperationHandlers<typeof praticaOperations> = {
  ricevutaPratica: async (input, ctx) => {
    const accesso = await countMisses(ctx, input.email, () => findVisiblePratica(ctx, input));
    await recordConsultazione(ctx, accesso);
    const { pratica } = accesso;
    const ente = await enteOfPage(ctx.house, '', pratica.ente);
    const content = await buildRicevuta(ctx, pratica, ente);
    const bytes = await makePdf(ctx, { kind: 'receipt', content });
    const name = `ricevuta-${protocollo(pratica).replace('/', '-')}.pdf`;
    return { type: 'application/pdf', bytes, disposition: contentDisposition(name) };
  },
  mappaPratica: async (input, ctx) => {
    const { pratica } = await countMisses(ctx, input.email, () => findVisiblePratica(ctx, input));
    const mappa = await readMappa(ctx.db, pratica.id);
    if (!mappa) throw new PortalError('not_found');
    const etag = `${pratica.id}-${mappa.fatta}`;
    return { type: 'image/png', bytes: mappa.dati, disposition: 'inline; filename="mappa.png"', etag };
  },
  valutaServizio: async ({ stelle, aspetto, testo, ...asked }, ctx) => {
    const { pratica } = await countMisses(ctx, asked.email, () =>
      findVisiblePratica(ctx, { ...asked, vista: 'cittadino' }),
    );
    const valutazione = {
      pratica: pratica.id,
      stelle,
      aspetto: aspetto ?? null,
      testo: testo ?? null,
      quando: ctx.now,
    };
    return { registrata: await writeValutazione(ctx.db, valutazione) };
  },
  nuovoLink: async (input, ctx) => {
    const pratica = await countMisses(ctx, input.email, () => findNamedPratica(ctx, input));
    if (areChiaviVoid(ctx, pratica)) {
      throw new PortalError('conflict', {
        message: 'La pratica è chiusa da più di 21 giorni: per rileggerla accedi come dipendente dell’ente.',
      });
    }
    await requireWithinLimits(ctx, [{ name: 'nuovo-link', who: pratica.id, times: 3, minutes: 60 }]);
    await ctx.db.transaction().execute(async (tx) => {
      await readChiaveOperatore({ ...ctx, db: tx }, pratica.id);
      await enqueueEntries(tx, ctx.house.now, outboxEntry(ENTE_NEW_LINK, { pratica: pratica.id }));
    });
    return { inviato: true };
  },
};

/** Checks that the service's schema can read the data again. @throws ZodError for other data, which is a mistake in the service */
function checkedDati({ house }: CallContext, { codice, dati }: NewPratica): NewPratica['dati'] {
  serviceOf(house.services, codice)?.data?.parse(dati);
  return dati;
}

async function buildRicevuta(ctx: CallContext, pratica: Pratica, ente: Ente): Promise<ReceiptContent> {
  const { house, db } = ctx;
  const files = await listSentAllegati(db, { pratica: pratica.id });
  const mappa = await readMappa(db, pratica.id);
  const sent = files.filter((f) => f.nascosto === null);
  const thumbnails: ReceiptThumbnail[] = [];
  for (const { id, nome, miniatura } of sent) {
    const bytes = miniatura === 1 && (await readMiniatura(db, id));
    if (bytes) thumbnails.push({ bytes, name: nome });
  }
  const register = protocolloEnteInWords(pratica);
  return {
    ente: await letterheadOf(house, ente),
    title: `Ricevuta della ${pratica.tipo}`,
    number: protocollo(pratica),
    facts: [
      ['Servizio', nameOf(ctx.house.services, pratica.codice)],
      ['Ricevuta il', instantInWords(pratica.inviata_il)],
      ['Da concludere entro il', dateInWords(pratica.termine_il)],
      ...(isCanale(pratica.canale) ? [['Registrata dall’ufficio', CANALI[pratica.canale]] as [string, string]] : []),
      ...(register ? [['Protocollo dell’ente', register] as [string, string]] : []),
    ],
    sections: [
      {
        title: 'Che cosa hai inviato',
        facts: praticaFacts(
          { ...pratica, dati: parsePraticaData(shownPraticaData, pratica) },
          { titolo: titoloLabel(pratica.tipo) },
        ),
        ...(mappa && {
          picture: { bytes: mappa.dati, alt: 'Mappa con il punto indicato', caption: mappa.attribuzione },
        }),
      },
      ...(sent.length > 0 ? [{ title: 'Allegati', facts: sent.map(fileFact), thumbnails }] : []),
    ],
    // Without an address no code could be mailed.
    ...(pratica.email && { follow: followOf(pratica, await siteOf(house, pratica.host)) }),
    footer: `Le informazioni che hai fornito hanno valore di dichiarazione. Informativa sulla privacy ${pratica.canale ? 'comunicata a voce' : 'accettata'}: ${pratica.privacy_versione}.`,
    sandbox: ctx.house.settings.mode === 'sandbox',
    createdAt: pratica.inviata_il,
  };
}

/**
 * The paper is shown to others, so it leads to the page that asks for a code by mail, and not to the case, which opens for
 * anybody with its address.
 */
const followOf = (pratica: Pratica, site: string) => ({
  title: `Segui la tua ${pratica.tipo}`,
  text: 'Inquadra il codice QR, o apri questo indirizzo: ti mandiamo un codice all’e-mail che hai indicato.',
  address: `${site}/segui?${new URLSearchParams({ ente: pratica.ente, protocollo: protocollo(pratica) })}`,
});

/**
 * @param field the field that shows the error when the ente does not offer this service
 * @throws PortalError `invalid`, on `ente` when there is no such ente
 */
export function requireAnswering(ente: Ente | undefined, codice: string, field = 'ente'): Ente {
  if (!ente) throw new PortalError('invalid', { fields: { ente: ['Scegli l’ente a cui scrivere.'] } });
  if (!ente.categorie.includes(codice)) {
    throw new PortalError('invalid', { fields: { [field]: [notReceivedText(ente.nome)] } });
  }
  return ente;
}
