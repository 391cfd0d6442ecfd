/** What the pages to pay with share: cart, amounts as typed, what is checked before it is sent. Pure; server and browser. */
import * as z from 'zod/mini';
import { email } from '../../../platform/atoms/email.ts';
import { type FieldErrors, fieldErrors } from '../../../platform/errors.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import { leggiAvviso } from './avviso.ts';
import { erroreImporto, erroriCampi } from './campi.ts';
import { type Avviso, MAX_AVVISI, type Servizio } from './paga-online.contract.ts';
import { dominioEC, numeroScritto, pagatore } from './paga-online.controlli.ts';
import { PAROLE } from './rifiuti.ts';

export const PERCORSO = '/servizio/paga-online';
export const SPONTANEO = `${PERCORSO}?modo=spontaneo`;

/** What names a notice everywhere. */
export type Chiave = { dominioEC: string; numero_avviso: string };

/** One notice of the cart: what it is about, or why it cannot be paid after all. */
export type Riga = Chiave & { avviso?: Avviso; rifiuto?: string };

/** As typed. */
export type Valori = Record<string, string>;

/** What a check or a call has left on screen. @property messaggio what belongs to no field */
export type Esito = { errori?: FieldErrors | undefined; messaggio?: string | undefined };

/** @property fornitori names of the providers offered, as on their buttons */
export type PagaProps = Esito & {
  carrello: Riga[];
  valori: Valori;
  fornitori: Partial<Record<Fornitore, string>>;
  token: string;
  chiave: string;
};

export type EnteCreditore = { codice: string; nome: string; codice_fiscale: string };

/**
 * @property azione address of the form, with what the link gave
 * @property fissi fields that the link gave and the service keeps
 * @property identita the payer is who logged in @property fornitore name of the provider
 */
export type SpontaneoProps = Esito & {
  azione: string;
  ente: EnteCreditore;
  servizio: Servizio;
  valori: Valori;
  fissi: string[];
  identita: boolean;
  fornitore: string;
  token: string;
  chiave: string;
};

export const stesso = (a: Chiave, b: Chiave): boolean =>
  a.dominioEC === b.dominioEC && a.numero_avviso === b.numero_avviso;

/** A cart as a hidden field and a cookie carry it. */
export const scriviChiavi = (righe: readonly Chiave[]): string =>
  righe.map((r) => `${r.dominioEC}-${r.numero_avviso}`).join(' ');

export function leggiChiavi(scritte: string): Chiave[] {
  const trovate = [...scritte.matchAll(/\b(\d{11})-(\d{18})\b/g)];
  return trovate.map(([, dominioEC = '', numero_avviso = '']) => ({ dominioEC, numero_avviso })).slice(0, MAX_AVVISI);
}

const chiaveScritta = z.object({ numero_avviso: numeroScritto(), dominioEC: dominioEC() });

/** A notice as it was typed, or as its QR code says; the body of the code fills a field left empty. */
export function leggiScritto(
  valori: Valori,
  carrello: readonly Chiave[],
): { chiave: Chiave } | { errori: FieldErrors } {
  const { numero_avviso = '' } = valori;
  const letto = leggiAvviso(numero_avviso);
  const dominioEC = valori.dominioEC?.trim() || (letto?.dominioEC ?? '');
  const esito = z.safeParse(chiaveScritta, { numero_avviso, dominioEC });
  if (!esito.success) return { errori: fieldErrors(esito.error) };
  if (carrello.some((riga) => stesso(riga, esito.data)))
    return {
      errori: { numero_avviso: ['Questo avviso è già nell’elenco: aggiungine un altro, oppure vai al pagamento.'] },
    };
  return { chiave: esito.data };
}

/**
 * What stands in the fields for a notice once some are in the cart: not the one that is there already, but its body, nearly always
 * that of the next.
 */
export function perUnAltro(valori: Valori, carrello: readonly Chiave[]): Valori {
  const { numero_avviso = '', dominioEC = '' } = valori;
  const gia = carrello.some((riga) => riga.numero_avviso === leggiAvviso(numero_avviso)?.numero_avviso);
  return {
    ...valori,
    numero_avviso: gia ? '' : numero_avviso,
    dominioEC: dominioEC || (carrello.at(-1)?.dominioEC ?? ''),
  };
}

const conEmail = z.object({ emailDebitore: email() });

/** What is wrong before a cart is sent. */
export function erroriCarrello(valori: Valori, carrello: readonly Riga[]): FieldErrors {
  if (carrello.length === 0) return { numero_avviso: ['Aggiungi almeno un avviso da pagare.'] };
  const rifiutate = carrello.some((riga) => !riga.avviso);
  const esito = z.safeParse(conEmail, valori);
  return {
    ...(carrello.some(({ avviso }) => avviso?.in_attesa) && !valori.conferma && { conferma: [PAROLE.confermaAttesa] }),
    ...(rifiutate && { carrello: ['Togli dall’elenco gli avvisi che non si possono pagare, poi paga gli altri.'] }),
    ...(esito.success ? {} : fieldErrors(esito.error)),
  };
}

/** Which providers take the whole cart: the second one takes one notice at a time. */
export function fornitoriPer(carrello: readonly Riga[]): Fornitore[] {
  const di = (f: Fornitore) => carrello.every(({ avviso }) => avviso?.fornitori.includes(f));
  return (['pagopa', 'mooney'] as const).filter((f) => di(f) && (f === 'pagopa' || carrello.length === 1));
}

/** @returns cents */
export const totale = (carrello: readonly Riga[]): number =>
  carrello.reduce((somma, { avviso }) => somma + (avviso?.importo_cent ?? 0), 0);

/** An amount as Italians type it: `25`, `25,5`, `1.234,56 €`; `25.50` too. @returns cents; undefined when it is none */
export function importoScritto(scritto: string): number | undefined {
  const s = scritto.replace(/[\s€]/g, '');
  if (!/^(\d{1,3}(\.\d{3})+|\d{1,9})(,\d{1,2})?$|^\d{1,9}\.\d{1,2}$/.test(s)) return undefined;
  const [intero = '', decimali = ''] = /\.\d{1,2}$/.test(s) ? s.split('.') : s.replaceAll('.', '').split(',');
  return Number(intero) * 100 + Number(decimali.padEnd(2, '0'));
}

/** Name of the field in which the service's own field stands. */
export const nomeCampo = (nome: string): string => `campi.${nome}`;

/** Fields of a payment without a notice, from top to bottom. */
export const nomiSpontaneo = ({ campi, importo_cent }: Servizio): string[] => [
  ...campi.map(({ nome }) => nomeCampo(nome)),
  ...(importo_cent === undefined ? ['importo'] : []),
  ...['causale', 'pagatore.nome', 'pagatore.cognome', 'pagatore.codice_fiscale', 'emailDebitore'],
];

/** What goes to the portal. An amount that is none is left out, and missed there. */
export function corpoSpontaneo({ ente, servizio }: Pick<SpontaneoProps, 'ente' | 'servizio'>, valori: Valori) {
  const di = (nome: string) => valori[nome]?.trim() ?? '';
  const campi = servizio.campi.map(({ nome }) => [nome, di(nomeCampo(nome))] as const);
  const importo_cent = servizio.importo_cent === undefined ? importoScritto(di('importo')) : undefined;
  return {
    ente: ente.codice,
    servizio: servizio.codice,
    campi: Object.fromEntries(campi.filter(([, valore]) => valore !== '')),
    ...(importo_cent !== undefined && { importo_cent }),
    ...(di('causale') && { causale: di('causale') }),
    pagatore: {
      nome: di('pagatore.nome'),
      cognome: di('pagatore.cognome'),
      codice_fiscale: di('pagatore.codice_fiscale'),
    },
    emailDebitore: di('emailDebitore'),
  };
}

const conPagatore = z.object({ pagatore, emailDebitore: email() });

/** All that is wrong at once, in the order of the fields. */
export function erroriSpontaneo(servizio: Servizio, corpo: ReturnType<typeof corpoSpontaneo>): FieldErrors {
  const importo = erroreImporto(servizio, corpo.importo_cent);
  const esito = z.safeParse(conPagatore, corpo);
  return inOrdine(servizio, {
    ...erroriCampi(servizio.campi, corpo.campi),
    ...(importo && { importo: [importo] }),
    ...(esito.success ? {} : fieldErrors(esito.error)),
  });
}

/** The wire speaks of cents, the screen has a field in euro. */
export function inOrdine(servizio: Servizio, { importo_cent, ...errori }: FieldErrors): FieldErrors {
  const tutti: FieldErrors = { ...(importo_cent && { importo: importo_cent }), ...errori };
  const nomi = [...nomiSpontaneo(servizio), ...Object.keys(tutti)];
  return Object.fromEntries([...new Set(nomi)].flatMap((nome) => (tutti[nome] ? [[nome, tutti[nome]]] : [])));
}

export const nessuno = (errori: FieldErrors | undefined): boolean => Object.keys(errori ?? {}).length === 0;

/** Said where no provider is set. */
export const SENZA_FORNITORI = {
  titolo: 'I pagamenti online non sono attivi',
  testo:
    'Puoi pagare l’avviso in banca, alle poste, dal tabaccaio o con l’app della tua banca: trovi come sull’avviso.',
};
