/** Opens a case for any service: number, timeline, files, and the mails to both sides. */
import { type CallContext, ownerOf, type PersonAtCounter } from '../../../context.ts';
import { isoInstant, todayInRome, yearInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { type OutboxKind, outboxEntry } from '../../../platform/outbox-kind.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { PRIVACY_VERSION } from '../../../ui/testi/privacy-version.ts';
import { attachFiles } from '../allegati/allegati.server.ts';
import { closeBozza } from '../bozza/bozza.server.ts';
import { areaOfPoint } from '../ente/aree.ts';
import { townHost } from '../ente/ente.server.ts';
import { type Ente, notReceivedText, termineOf } from '../ente/ente.ts';
import { serviceOf } from '../ente/servizi.ts';
import { withMappa } from '../mappa/mappa.server.ts';
import { askForPratica } from '../protocollo/protocollo-asked.server.ts';
import { openPubblica } from '../segnalazione-pubblica/pubblica.server.ts';
import { ufficioOfCode } from '../ufficio/ufficio.server.ts';
import { newChiave } from './accesso.server.ts';
import { writeAtto } from './atti.db.ts';
import { type Canale, canaleInWords } from './canale.ts';
import { AT_TELEPHONE, identitaInWords } from './counter.ts';
import { writeEvento } from './eventi.db.ts';
import type { OpenedPratica } from './pratica.contract.ts';
import { takeNextNumero, writePratica } from './pratica.db.ts';
import { shownPraticaData } from './pratica-data.ts';
import { chatPath, protocollo, ufficioPath } from './pratica-names.ts';
import { CITTADINO_RICEVUTA, ENTE_NEW_PRATICA } from './pratica-outbox.ts';
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
  /** Day by which it is answered, where it follows from the case itself and not from the days of its service */
  termine_il?: string | undefined;
  /** The kind of the mail to its citizen, when it is not the receipt of every case */
  mail?: OutboxKind<{ pratica: string }> | undefined;
  /** How it came, when not by a form of the portal: what both sides read at the top of the timeline */
  arrival?: string | undefined;
  /** Id of the delegation by which the sender acts for another person */
  delega?: string | undefined;
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
  return ctx.perConto ? openAtCounter(ctx, ctx.perConto, fresh) : wirePratica(await storePratica(ctx, fresh));
}

/** The case of a person at the counter is in nobody's area until they log in; the operator who filed it opens it from the side of the ente. */
async function openAtCounter(
  ctx: CallContext,
  { ente: id, documento }: PersonAtCounter,
  fresh: NewPratica,
): Promise<OpenedPratica> {
  const { ente } = fresh;
  if (ente.id !== id)
    throw new PortalError('invalid', { fields: { ente: ['Allo sportello registri solo richieste al tuo ente.'] } });
  const name = ctx.user ? fullName(ctx.user) : CASELLA_AUTHOR;
  if (documento === AT_TELEPHONE) return openByTelephone(ctx, fresh, name);
  const pratica = await storePratica(ctx, fresh, 'sportello');
  const dati = { canale: 'sportello', documento };
  await writeAtto(ctx, pratica, { azione: 'registrazione', testo: identitaInWords(documento), dati, name });
  return { ...wirePratica(pratica), chat: ufficioPath(pratica, ente) };
}

/** @throws PortalError `conflict` for anything but an appointment, because nobody has checked who calls */
async function openByTelephone(ctx: CallContext, fresh: NewPratica, name: string): Promise<OpenedPratica> {
  if (!serviceOf(ctx.house.services, fresh.codice)?.booking)
    throw new PortalError('conflict', {
      message: 'Al telefono prenoti solo un appuntamento: per questa richiesta la persona viene allo sportello.',
    });
  const pratica = await storePratica(ctx, fresh, 'telefono');
  await writeAtto(ctx, pratica, { azione: 'registrazione', dati: { canale: 'telefono' }, name });
  return { ...wirePratica(pratica), chat: ufficioPath(pratica, fresh.ente) };
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

/** A case with its first entry alone, which its citizen knows, and no office has touched. */
export const UNTOUCHED_PRATICA = {
  versione: 1,
  letto_cittadino: 1,
  senza_risposta: 0,
  presa_in_carico_il: null,
  prima_risposta_il: null,
  chiusa_il: null,
  sospesa_dal: null,
  protocollo_ente: null,
  protocollo_ente_il: null,
  protocollo_ente_registro: null,
  protocollo_ente_classifica: null,
  protocollo_ente_fascicolo: null,
  protocollo_atteso_dal: null,
  avvisato_cittadino: null,
  avvisato_operatore: null,
  assegnata_ufficio: null,
  assegnata_a: null,
  canale: null,
  area: null,
  lat: null,
  lon: null,
  pubblica: null,
  doppione_di: null,
  priorita: null,
  etichette: '',
  delega: null,
} as const satisfies Partial<Pratica>;

/** Like {@link openPratica}, for a caller that needs more of the case than its citizen is told. */
export async function storePratica(ctx: CallContext, fresh: NewPratica, canale?: Canale): Promise<Pratica> {
  const { ente, richiedente, codice } = fresh;
  const { lat, lon } = shownPraticaData.parse(fresh.dati);
  const area = areaOfPoint(ente, { lat, lon }) ?? fresh.area ?? null;
  const identityWords = ctx.perConto && canale === 'sportello' ? [identitaInWords(ctx.perConto.documento)] : [];
  const pratica: Pratica = {
    ...UNTOUCHED_PRATICA,
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
    inviata_il: ctx.now,
    termine_il: fresh.termine_il ?? termineOf(ente, codice, todayInRome(ctx.now)),
    // The office knows what it has filed itself.
    letto_operatore: canale ? 1 : 0,
    host: await townHost(ctx),
    assegnata_ufficio: (await ufficioOfCode(ctx.db, ente.id, codice))?.id ?? null,
    canale: canale ?? null,
    area,
    lat: lat ?? null,
    lon: lon ?? null,
    delega: fresh.delega ?? null,
    pubblica: await openPubblica(ctx, { ente, codice, area, isUnwanted: fresh.isKeptOffList ?? false }),
  };
  const first = randomId();
  await writeEvento(ctx.db, {
    id: first,
    pratica: pratica.id,
    n: 1,
    quando: ctx.now,
    da: 'sistema',
    chi: null,
    tipo: 'stato',
    testo: canale ? [canaleInWords(canale), ...identityWords].join(' ') : (fresh.arrival ?? null),
    stato: 'inviata',
    nascosto: null,
    nascosto_da: null,
  });
  await attachFiles(ctx, fresh.files, { pratica: pratica.id, evento: null });
  await closeBozza(ctx, fresh.percorso);
  await newChiave(ctx, pratica.id);
  pratica.protocollo_atteso_dal = await askForPratica(ctx, pratica, first);
  const data = { pratica: pratica.id };
  const receipt = pratica.email ? outboxEntry(fresh.mail ?? CITTADINO_RICEVUTA, data) : undefined;
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

/** Checks that the service's schema can read the data again. @throws ZodError for other data, which is a mistake in the service */
function checkedDati({ house }: CallContext, { codice, dati }: NewPratica): NewPratica['dati'] {
  serviceOf(house.services, codice)?.data?.parse(dati);
  return dati;
}

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
