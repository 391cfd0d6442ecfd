/** The steps of every form and what each needs before the next. Pure: page and island ask the same rules. */
import * as z from 'zod/mini';
import { type FieldErrors, fieldErrors } from '../../platform/errors.ts';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { SCRIVI_CODICE, stessa } from '../otp/otp.contract.ts';
import { type Compilato, type Modulo, PASSI, type Passo, PRIVACY, type Valori } from './modulo.ts';

/** @returns what of a form or a draft belongs to this form, missing keys as '' */
export function valoriDi({ campi }: Modulo, fields: Record<string, unknown>): Valori {
  // `codice_inviato_a`: the address that the last one-time code went to, so that its field is there after a reload.
  const tenuti = ['privacy', 'codice_inviato_a', ...campi.filter((nome) => !/^(file|otp)/.test(nome))];
  return Object.fromEntries(tenuti.map((nome) => [nome, typeof fields[nome] === 'string' ? fields[nome] : '']));
}

/** What is sent, once all is confirmed; the same from the page and from the island. */
export function daInviare(
  { componi }: Modulo,
  valori: Valori,
  allegati: readonly Pick<AllegatoMostrato, 'Id'>[],
): Record<string, unknown> {
  const { codice_inviato_a: _inviato, ...resto } = valori;
  // What each is for was said when it was uploaded.
  const filesAllegati = allegati.map(({ Id }) => ({ Id }));
  return { ...(componi ? { ...componi(valori), privacy: valori.privacy } : resto), filesAllegati };
}

/** Said on the wire where a file is missing (specification of the calls); on screen the form's own words stand for it. */
export const SENZA_FILE = 'No files to upload';

/** The field of a name on the wire: `richiedente.rappresentato.nome` is asked for as `rappresentato_nome`. */
// The applicant's title keeps its prefix: a request may have a `titolo` of its own.
const campoDi = (nome: string): string =>
  nome
    .replace(/^filesAllegati.*/, 'file')
    .replace(/^(valori|richiedente(?!.titolo))\./, '')
    .replaceAll('.', '_');

/** @returns errors in the order of the screen; an attachment's error stands at the file field */
export function inOrdine({ campi, altrove, serveFile }: Modulo, errori: FieldErrors): FieldErrors {
  const tutti: FieldErrors = {};
  for (const [nome, frasi] of Object.entries(errori)) {
    const breve = campoDi(nome);
    tutti[altrove?.[breve] ?? breve] ??= frasi[0] === SENZA_FILE && serveFile ? [serveFile] : frasi;
  }
  // A name that stands nowhere comes last, the privacy tick first.
  const posto = (nome: string) => (nome === 'privacy' ? -1 : campi.indexOf(nome) >>> 0);
  return Object.fromEntries(Object.entries(tutti).sort(([a], [b]) => posto(a) - posto(b)));
}

export function erroriPrivacy(valori: Valori): FieldErrors {
  return valori.privacy === 'on' ? {} : { privacy: [PRIVACY] };
}

/** @param altri what the schema cannot know, and is known here */
export function erroriDati(modulo: Modulo, compilato: Compilato, altri?: FieldErrors): FieldErrors {
  const { valori, allegati, confermata } = compilato;
  const esito = z.safeParse(modulo.schema, daInviare(modulo, valori, allegati));
  const errori = inOrdine(modulo, {
    ...(esito.success ? {} : fieldErrors(esito.error)),
    ...modulo.oltre?.(compilato, modulo),
    ...altri,
  });
  if (!confermata && !errori.email) {
    if (stessa(valori.codice_inviato_a, valori.email)) {
      errori.otp = [SCRIVI_CODICE];
    } else {
      errori.email = ['Conferma il tuo indirizzo: premi «Invia il codice» e scrivi il codice che ricevi.'];
    }
  }
  return inOrdine(modulo, errori);
}

export const nessuno = (errori: FieldErrors): boolean => Object.keys(errori).length === 0;

/**
 * The step that may be opened: nobody jumps ahead of an incomplete one. What comes after the one asked for is not looked at.
 * @param chiesto from the URL or a draft; of none, the furthest
 */
export function passoAmmesso(modulo: Modulo, compilato: Compilato, chiesto?: string | null): Passo {
  if (chiesto === 'privacy' || !nessuno(erroriPrivacy(compilato.valori))) return 'privacy';
  return chiesto === 'dati' || !nessuno(erroriDati(modulo, compilato)) ? 'dati' : 'riepilogo';
}

/** @param oltre +1 the next, -1 the one before; stays inside the form */
export function vicino(passo: Passo, oltre: 1 | -1): Passo {
  const at = Math.min(Math.max(PASSI.indexOf(passo) + oltre, 0), PASSI.length - 1);
  return PASSI[at] as Passo;
}

/** The step on which a field stands: where an error of the send is shown. */
export function passoDelCampo({ campi }: Modulo, nome: string): Passo {
  if (nome === 'privacy') return 'privacy';
  return campi.includes(nome) ? 'dati' : 'riepilogo';
}

/** Address of a step. @param segue more of the query, or a fragment */
export const indirizzoPasso = ({ percorso }: Modulo, passo: Passo, segue = ''): string =>
  `${percorso}?passo=${passo}${segue}`;

export function nomePasso({ dati }: Modulo, passo: Passo): string {
  return { privacy: 'Informativa sulla privacy', dati, riepilogo: 'Riepilogo' }[passo];
}

/** Title of the window, before the body's name. */
export function titolo(modulo: Modulo, passo: Passo, conErrori: boolean): string {
  return `${conErrori ? 'Errore: ' : ''}${nomePasso(modulo, passo)} - ${modulo.servizio}`;
}
