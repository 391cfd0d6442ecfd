/**
 * What an answer of a back end need not say. Such a back end knows the fields that its own calls have always had; the portal's pages
 * show a few more, which follow from those or have one harmless value.
 */
import type { PortalHouse } from './context.ts';
import { categoria } from './features/cases/allegati/allegati.checks.ts';
import { enti } from './features/cases/ente/ente.server.ts';
import { termineOf } from './features/cases/ente/ente.ts';
import { chatPath } from './features/cases/pratica/pratica.server.ts';
import { shownPraticaData } from './features/cases/pratica/pratica-data.ts';
import { OPEN_PRATICA_STATI, REOPEN_DAYS, type StatoPratica } from './features/cases/pratica/stati.ts';
import { hasValidCheckDigits } from './features/services/paga-online/avviso.ts';
import { fieldTipi } from './features/services/paga-online/servizio-fields.ts';
import { DEFAULT_OFFERTA } from './features/services/rateizza-un-pagamento/offerta.ts';
import { TIPI } from './features/services/segnalazione/options.ts';
import { addDays, isoInstant, todayInRome } from './platform/atoms/date.ts';
import type { CompleteAnswer } from './platform/back-end/back-end.ts';

type AnswerRow = Record<string, unknown>;
/** @property now in milliseconds @property fields of the call */
type AnswerFacts = { enteName: (ente: unknown) => unknown; now: number; fields: AnswerRow };
type CompleteRow = (row: AnswerRow, facts: AnswerFacts) => AnswerRow;

const DAY_MS = 24 * 3600_000;

/** What is no row stays as it is: the schema of the contract refuses it. */
const isRow = (value: unknown): value is AnswerRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const completeIfRow = (value: unknown, completion: CompleteRow, facts: AnswerFacts): unknown =>
  isRow(value) ? completion(value, facts) : value;
const completeRows = (value: unknown, completion: CompleteRow, facts: AnswerFacts): unknown =>
  Array.isArray(value) ? value.map((one) => completeIfRow(one, completion, facts)) : value;

const withEnteName: CompleteRow = (row, { enteName }) => ({ nome_ente: enteName(row.ente), ...row });
/** Thumbnails are made by a portal alone. */
const withoutMiniatura = (row: AnswerRow): AnswerRow => ({ ...row, miniatura: false });
/** A file is kept for the field in which it was chosen. */
const withPurpose: CompleteRow = (row, { fields }) => {
  const purpose = categoria().safeParse(fields.categoria);
  return withoutMiniatura({ ...(purpose.success && { categoria: purpose.data }), ...row });
};

const completeUtente: CompleteRow = (row) => ({
  PersonEmail: null,
  Email_Comunicazione__c: null,
  Telefono_Comunicazione__c: null,
  ...row,
});

const completeDocumento: CompleteRow = (row) => ({ scadenza: null, azioni: [], richieste: [], pdf: null, ...row });

const NOT_USABLE = 'Per questo documento non puoi fare questa richiesta ora.';

/** Whether a request can be about a document is one of the things that can be done about it. */
const usableFor =
  (action: string): CompleteRow =>
  (row, facts) => {
    const documento = completeDocumento(row, facts);
    const isUsable = row.usabile ?? (Array.isArray(documento.azioni) && documento.azioni.includes(action));
    return { usabile: isUsable, perche: isUsable ? null : NOT_USABLE, ...documento };
  };

const tipoOf = (codice: unknown) => (typeof codice === 'string' && codice in TIPI ? 'segnalazione' : 'richiesta');

const completePraticaItem: CompleteRow = (row) => {
  const tipo = row.tipo ?? tipoOf(row.codice);
  return { tipo, chat: chatPath({ ...row, tipo } as Parameters<typeof chatPath>[0]), messaggi_non_letti: 0, ...row };
};

/** What cannot be known counts as read: the page must not say of an ente that it has not read something. */
const completeEvento: CompleteRow = (row, facts) => ({
  n: 0,
  letto: true,
  allegati: [],
  ...row,
  ...(row.allegati !== undefined && { allegati: completeRows(row.allegati, withoutMiniatura, facts) }),
});

/** @returns the instant at which a closed case was closed, as far as its events tell */
function closedAt({ chiusa_il, stato, eventi }: AnswerRow): number | undefined {
  const closing = Array.isArray(eventi)
    ? eventi.findLast((evento) => isRow(evento) && evento.stato === stato)
    : undefined;
  const instant = Date.parse(String(chiusa_il ?? closing?.quando));
  return Number.isNaN(instant) ? undefined : instant;
}

const shownShape: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } } | undefined>> =
  shownPraticaData.shape;
/** The pages show some of what was sent. What has another form under such a name is not shown; PHP writes an empty table as a list. */
function withoutOtherForms(dati: unknown): unknown {
  if (Array.isArray(dati) && dati.length === 0) return {};
  if (!isRow(dati)) return dati;
  const shown = Object.entries(dati).filter(([name, value]) => shownShape[name]?.safeParse(value).success ?? true);
  return Object.fromEntries(shown);
}

const completePratica: CompleteRow = (row, facts) => {
  const tipo = row.tipo ?? tipoOf(row.codice);
  const isOpen = OPEN_PRATICA_STATI.includes(row.stato as StatoPratica);
  const closed = row.stato === 'conclusa' ? closedAt(row) : undefined;
  const canReopen = tipo === 'segnalazione' && closed !== undefined && facts.now - closed <= REOPEN_DAYS * DAY_MS;
  const canWithdraw = tipo === 'richiesta' && isOpen;
  return {
    tipo,
    letto_fino: 0,
    vista: 'cittadino',
    puo_scrivere: isOpen,
    azioni: [...(canReopen ? ['non_risolto'] : []), ...(canWithdraw ? ['ritirata'] : [])],
    ...(closed !== undefined && { chiusa_il: isoInstant(closed) }),
    ...row,
    dati: withoutOtherForms(row.dati ?? {}),
    allegati: completeRows(row.allegati ?? [], withoutMiniatura, facts),
    eventi: completeRows(row.eventi ?? [], completeEvento, facts),
  };
};

const withEstimate: CompleteRow = (row) => ({ stima_cent: null, ...row });

const completeDeclaredMezzo: CompleteRow = (row, facts) => ({
  stima_cent: null,
  azione: 'nuovo',
  ...row,
  allegati: completeRows(row.allegati ?? [], withoutMiniatura, facts),
});

const completeDichiarazioneMezzi: CompleteRow = (row, facts) => {
  const stato = row.stato ?? (row.protocollo ? 'inviata' : 'bozza');
  const ofKind: CompleteRow = (mezzo) => completeDeclaredMezzo({ azione: row.tipo, ...mezzo }, facts);
  return {
    nome_ente: facts.enteName(row.ente),
    posizione: null,
    richiedente: null,
    stima_cent: null,
    pratica: null,
    protocollo: null,
    ...row,
    stato,
    mezzi: completeRows(row.mezzi ?? [], ofKind, facts),
    allegati: completeRows(row.allegati ?? [], withoutMiniatura, facts),
  };
};

const completeAvviso: CompleteRow = (row) => ({
  scadenza: null,
  fornitori: ['pagopa', 'mooney'],
  cifre_tornano: hasValidCheckDigits(String(row.numero_avviso)),
  ...row,
});

const knownTipi: readonly unknown[] = fieldTipi;
const completeCampo: CompleteRow = (row) => ({
  obbligatorio: false,
  ...row,
  tipo: knownTipi.includes(row.tipo) ? row.tipo : 'testo',
});
const completeServizio: CompleteRow = (row, facts) => ({
  ...row,
  campi: completeRows(row.campi ?? [], completeCampo, facts),
});

/** A payment of one notice, unless the answer lists them. */
const completeEsito: CompleteRow = (row, { fields, now }) => {
  const { IUV, ente, causale, importo_cent } = row;
  const only = { IUV, numero_avviso: '', dominioEC: '', ente, causale, importo_cent, pagato: row.stato === 'pagato' };
  return {
    numero: String(fields.riferimento),
    fornitore: 'pagopa',
    controllato_il: isoInstant(now),
    avvisi: [only],
    ...row,
    annullabile: false,
  };
};

const completeRates: CompleteRow = (row, facts) => {
  const answerBy = termineOf({ giorni: {} }, 'SF200', todayInRome(facts.now));
  const { prima_scadenza: firstDays, tasso_centesimi, decorrenza_interessi } = DEFAULT_OFFERTA;
  return {
    tasso_centesimi,
    decorrenza_interessi,
    prima_scadenza_da: addDays(answerBy, firstDays.min_giorni),
    prima_scadenza_a: addDays(answerBy, firstDays.max_giorni),
    ...row,
    documenti: completeRows(row.documenti, usableFor('rateizza'), facts),
  };
};

const completeProroga: CompleteRow = (row, facts) => ({
  scadenza_minima: addDays(todayInRome(facts.now), 1),
  ...usableFor('rinegozia')(row, facts),
});

/** One row, or each row of a list. */
const ROW_COMPLETIONS: Readonly<Record<string, CompleteRow>> = {
  utente: completeUtente,
  aggiornaContatti: completeUtente,
  listaEnti: (row) => ({ Categorie: [], ...row, Pubbliche: [] }),
  serviziSportello: (row) => ({ percorso: '', moduli: [], ...row }),
  listaPosizioni: withEnteName,
  nuovaPosizione: withEnteName,
  documentiPosizione: completeDocumento,
  controllaPosizione: completeDocumento,
  documentoRiesame: usableFor('riesame'),
  controllaDocumentiIstanza: usableFor('istanza'),
  documentiRateizzazione: completeRates,
  documentoProroga: completeProroga,
  listaDichiarazioni: (row, facts) => withEnteName({ protocollo: null, ...row }, facts),
  listaSegnalazioni: completePraticaItem,
  dettaglioPratica: completePratica,
  commenta: (row, facts) => completeEvento({ letto: false, ...row }, facts),
  caricaFile: withPurpose,
  leggiDichiarazioneMezzi: completeDichiarazioneMezzi,
  scriviDichiarazioneMezzi: completeDichiarazioneMezzi,
  scriviAutomezzo: (row, facts) => completeDeclaredMezzo({ ...markOfNew(facts), ...row }, facts),
  scriviMezzoFisso: (row, facts) => completeDeclaredMezzo({ ...markOfNew(facts), ...row }, facts),
  cessaAutomezzo: completeDeclaredMezzo,
  cessaMezzoFisso: completeDeclaredMezzo,
  mezziPosizione: withEstimate,
  controllaAvviso: completeAvviso,
  serviziPagamento: completeServizio,
  esitoPagamento: completeEsito,
};

const markOfNew = ({ fields }: AnswerFacts): AnswerRow => (fields.id === undefined ? { nuovo: true } : {});

/** Completes answers for one house, whose own list of enti has their names. */
export const completeAnswerFor =
  (house: Pick<PortalHouse, 'db' | 'services' | 'now'>): CompleteAnswer =>
  async ({ name, fields }, found) => {
    const completion = ROW_COMPLETIONS[name];
    if (!completion) return found;
    const names = new Map((await enti(house as PortalHouse)).map(({ id, nome }) => [id, nome]));
    const facts = { enteName: (ente: unknown) => names.get(String(ente)) ?? ente, now: house.now(), fields };
    return Array.isArray(found) ? completeRows(found, completion, facts) : completeIfRow(found, completion, facts);
  };
