/** The steps of every form: their addresses, names, fields and errors. Pure; page and island. */
import type { FieldErrors } from '../../../platform/errors.ts';
import type { CategoriaFile } from '../allegati/limiti.ts';
import { campoFile, type Modulo, PASSI, type Passo, PRIVACY, type Valori } from './modulo.ts';

/** @returns what of a form or a draft belongs to this form, missing keys as '' */
export function valoriDi({ campi }: Modulo, fields: Record<string, unknown>): Valori {
  // `codice_inviato_a`: the address that the last one-time code went to, so that its field is there after a reload.
  const tenuti = ['privacy', 'codice_inviato_a', ...campi.filter((nome) => !/^(file|otp)/.test(nome))];
  return Object.fromEntries(tenuti.map((nome) => [nome, typeof fields[nome] === 'string' ? fields[nome] : '']));
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

/** What is said of files together on the wire: the field that asks for this one, and the form's own words. */
function delFile({ categorie = {}, serveFile }: Modulo, frase: string): [campo: string, frase: string] {
  if (frase === SENZA_FILE && serveFile) return ['file', serveFile];
  return [campoFile(Object.keys(categorie).find((c) => categorie[c as CategoriaFile] === frase)), frase];
}

/** @returns errors in the order of the screen; an attachment's error stands at the field that asks for the file */
export function inOrdine(modulo: Modulo, errori: FieldErrors): FieldErrors {
  const { campi, altrove } = modulo;
  const tutti: FieldErrors = {};
  for (const [nome, frasi] of Object.entries(errori)) {
    const breve = campoDi(nome);
    if (nome !== 'filesAllegati') tutti[altrove?.[breve] ?? breve] ??= frasi;
    else for (const [campo, frase] of frasi.map((f) => delFile(modulo, f))) tutti[campo] ??= [frase];
  }
  // A name that stands nowhere comes last, the privacy tick first.
  const posto = (nome: string) => (nome === 'privacy' ? -1 : campi.indexOf(nome) >>> 0);
  return Object.fromEntries(Object.entries(tutti).sort(([a], [b]) => posto(a) - posto(b)));
}

export function erroriPrivacy(valori: Valori): FieldErrors {
  return valori.privacy === 'on' ? {} : { privacy: [PRIVACY] };
}

export const nessuno = (errori: FieldErrors): boolean => Object.keys(errori).length === 0;

/**
 * The step that may be opened, where the data are not asked: nobody jumps ahead of an incomplete one. What comes after the one
 * asked for is not looked at.
 * @param chiesto from the URL or a draft; of none, the furthest
 * @returns undefined where they have to be complete: `passoAmmesso` looks
 */
export function passoSenzaDati(valori: Valori, chiesto: string | null | undefined): Passo | undefined {
  if (chiesto === 'privacy' || !nessuno(erroriPrivacy(valori))) return 'privacy';
  return chiesto === 'dati' ? 'dati' : undefined;
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

export function nomePasso({ dati }: Pick<Modulo, 'dati'>, passo: Passo): string {
  return { privacy: 'Informativa sulla privacy', dati, riepilogo: 'Riepilogo' }[passo];
}

/** Title of the window, before the body's name. */
export function titolo(modulo: Pick<Modulo, 'dati' | 'servizio'>, passo: Passo, conErrori: boolean): string {
  return `${conErrori ? 'Errore: ' : ''}${nomePasso(modulo, passo)} - ${modulo.servizio}`;
}
