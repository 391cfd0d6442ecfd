/** Which documents are offered to choose from, and which of those chosen go into one request. Pure. */
import type { House } from '../../../context.ts';
import type { FieldErrors, PortalError } from '../../../platform/errors.ts';
import { nomeSistema } from '../ente/sistemi.ts';
import { allows } from '../posizione/azioni.ts';
import { APERTI, type StatoDocumento } from '../posizione/documenti.ts';

/** What is open, and what the request may be about besides: a paid document can be looked at again. */
export const siMostra = (services: House['services'], stato: StatoDocumento, azione: string): boolean =>
  APERTI.includes(stato) || allows(services, stato, azione);

/** Id of the box of a document. @param primo document of the first box that can be ticked: what is said of the whole choice leads there */
export const casella = (id: string, primo: string | undefined): string =>
  id === primo ? 'documento' : `documento-${id}`;

/** The reasons against a choice, by the boxes they are said of. */
export const erroriInsieme = (
  scelti: readonly { Id: string; numero: string; perche: string | null }[],
  primo: string | undefined,
): FieldErrors =>
  Object.fromEntries(
    scelti.flatMap(({ Id, numero, perche }) =>
      perche ? [[casella(Id, primo), [`Documento ${numero}: ${perche}`]]] : [],
    ),
  );

/** What the screen says when the choice was refused as a whole. @property messaggio what belongs to no box */
export function nonInsieme(error: PortalError): { errori?: FieldErrors; messaggio?: string } {
  if (error.code === 'not_found')
    return { messaggio: 'Uno dei documenti scelti non è più in elenco: scegli di nuovo.' };
  if (!error.fields) return { messaggio: error.message };
  const { documenti, ...altri } = error.fields;
  return { errori: { ...altri, ...(documenti && { documento: documenti }) } };
}

type Scelto = { ente: string; nome_ente: string; sistema: string; perche: string | null };

/**
 * One request is about documents of one body and one of its systems (product rule): those of the first that can be used at all.
 * @returns the same documents; those that have to go apart with the reason
 */
export function insieme<D extends Scelto>(documenti: readonly D[]): D[] {
  const primo = documenti.find((d) => d.perche === null);
  return documenti.map((d) => (d.perche === null && primo ? { ...d, perche: aParte(d, primo) } : d));
}

function aParte(d: Scelto, primo: Scelto): string | null {
  if (d.ente !== primo.ente)
    return `L’ente è ${d.nome_ente}, per il primo che hai scelto è ${primo.nome_ente}: fai due richieste separate.`;
  if (d.sistema === primo.sistema) return null;
  const [suo, altro] = [nomeSistema(d.sistema), nomeSistema(primo.sistema)];
  return suo === altro
    ? 'Viene da un archivio diverso da quello del primo documento che hai scelto: fai due richieste separate.'
    : `Riguarda ${suo}, mentre il primo che hai scelto riguarda ${altro}: fai due richieste separate.`;
}
