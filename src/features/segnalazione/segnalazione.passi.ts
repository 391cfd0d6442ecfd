/** The steps of a report and what each needs before the next. Pure: page and island ask the same rules. */
import * as z from 'zod/mini';
import { type FieldErrors, fieldErrors } from '../../platform/errors.ts';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { nonRiceve } from '../ente/ente.ts';
import { SCRIVI_CODICE, stessa } from '../otp/otp.contract.ts';
import type { EnteOfferto } from './modulo.ts';
import { campi, dati, PRIVACY } from './segnalazione.contract.ts';

export const PERCORSO = '/segnalazione';
export const SERVIZIO = 'Segnalazione disservizio';

export const PASSI = ['privacy', 'dati', 'riepilogo'] as const;
export type Passo = (typeof PASSI)[number];
export const NOMI: Record<Passo, string> = {
  privacy: 'Informativa sulla privacy',
  dati: 'Dati di segnalazione',
  riepilogo: 'Riepilogo',
};

type Risponde = Pick<EnteOfferto, 'Nome' | 'Categorie'>;

/** As typed, by the names of the schema; kept in the draft. */
export type Valori = Record<string, string>;

/** The form at one moment. @property chiave key of the one send, '' before the first draft @property messaggio what belongs to no field */
export type Stato = {
  passo: Passo;
  valori: Valori;
  allegati: AllegatoMostrato[];
  chiave: string;
  errori?: FieldErrors | undefined;
  messaggio?: string | undefined;
};

/** Everything on screen, top to bottom: errors are told in this order. */
const ORDINE = [
  'privacy',
  'ente',
  'indirizzo',
  'lat',
  'lon',
  'codice',
  'oggetto',
  'descrizione',
  'file',
  'nome',
  'cognome',
  'codice_fiscale',
  'email',
  'otp',
  'telefono',
];

const { filesAllegati: _, ...testi } = campi;
/** `codice_inviato_a`: the address that the last one-time code went to, so that its field is there after a reload. */
const TENUTI = [...Object.keys(testi), 'privacy', 'codice_inviato_a'];

/** @returns what of a form or a draft belongs to a report, missing keys as '' */
export function valoriDi(fields: Record<string, unknown>): Valori {
  return Object.fromEntries(TENUTI.map((nome) => [nome, typeof fields[nome] === 'string' ? fields[nome] : '']));
}

/** What is sent, once all is confirmed; the same from the page and from the island. */
export function daInviare(valori: Valori, allegati: readonly string[]) {
  const { codice_inviato_a: _inviato, ...resto } = valori;
  return { ...resto, filesAllegati: allegati.map((Id) => ({ Id })) } as z.input<typeof dati> & { privacy: string };
}

/** @returns errors in the order of the screen; an attachment's error stands at the file field */
export function inOrdine(errori: FieldErrors): FieldErrors {
  const tutti: FieldErrors = {};
  for (const [nome, frasi] of Object.entries(errori)) {
    const dove = nome.startsWith('filesAllegati')
      ? 'file'
      : nome.replace(/^valori\./, '').replace(/^l(at|on)$/, 'indirizzo');
    tutti[dove] ??= frasi;
  }
  const posto = (nome: string) => (ORDINE.includes(nome) ? ORDINE.indexOf(nome) : ORDINE.length);
  return Object.fromEntries(Object.entries(tutti).sort(([a], [b]) => posto(a) - posto(b)));
}

export function erroriPrivacy(valori: Valori): FieldErrors {
  return valori.privacy === 'on' ? {} : { privacy: [PRIVACY] };
}

/**
 * @param confermata is the e-mail in `valori` confirmed by its code?
 * @param ente the chosen body, when it is known here: it has to answer for the chosen type
 */
export function erroriDati(valori: Valori, confermata: boolean, ente?: Risponde): FieldErrors {
  const esito = z.safeParse(dati, { ...valori, filesAllegati: [] });
  const errori = esito.success ? {} : fieldErrors(esito.error);
  if (ente && valori.codice && !ente.Categorie.includes(valori.codice)) {
    errori.codice = [nonRiceve(ente.Nome)];
  }
  if (!confermata && !errori.email) {
    if (stessa(valori.codice_inviato_a, valori.email)) {
      errori.otp = [SCRIVI_CODICE];
    } else {
      errori.email = ['Conferma il tuo indirizzo: premi «Invia il codice» e scrivi il codice che ricevi.'];
    }
  }
  return inOrdine(errori);
}

export const nessuno = (errori: FieldErrors): boolean => Object.keys(errori).length === 0;

/** The furthest step that may be opened: nobody jumps ahead of an incomplete one. */
export function primoIncompleto(valori: Valori, confermata: boolean): Passo {
  if (!nessuno(erroriPrivacy(valori))) return 'privacy';
  return nessuno(erroriDati(valori, confermata)) ? 'riepilogo' : 'dati';
}

/** @param chiesto from the URL @returns that step, or the first incomplete one before it */
export function passoAmmesso(chiesto: string | null, fin: Passo): Passo {
  const at = PASSI.indexOf(chiesto as Passo);
  return at < 0 || at > PASSI.indexOf(fin) ? fin : (PASSI[at] as Passo);
}

/** @param oltre +1 the next, -1 the one before; stays inside the form */
export function vicino(passo: Passo, oltre: 1 | -1): Passo {
  const at = Math.min(Math.max(PASSI.indexOf(passo) + oltre, 0), PASSI.length - 1);
  return PASSI[at] as Passo;
}

/** The step on which a field stands: where an error of the send is shown. */
export function passoDelCampo(nome: string): Passo {
  if (nome === 'privacy') return 'privacy';
  return ORDINE.includes(nome) ? 'dati' : 'riepilogo';
}

/** Address of a step. @param segue more of the query, or a fragment */
export const indirizzoPasso = (passo: Passo, segue = ''): string => `${PERCORSO}?passo=${passo}${segue}`;

/** Title of the window, before the body's name. */
export function titolo(passo: Passo, conErrori: boolean): string {
  return `${conErrori ? 'Errore: ' : ''}${NOMI[passo]} - ${SERVIZIO}`;
}
