/** Which documents are offered to choose from, and which of those chosen go into one request. Pure. */
import type { PortalHouse } from '../../../context.ts';
import type { FieldErrors, PortalError } from '../../../platform/errors.ts';
import { formatSistema } from '../ente/sistemi.ts';
import { allowsAction } from '../posizione/azioni.ts';
import { OPEN_DOCUMENTO_STATI, type StatoDocumento } from '../posizione/documenti.ts';

/** What is open, and what the request may be about besides: a paid document can be looked at again. */
export const isSelectable = (services: PortalHouse['services'], stato: StatoDocumento, azione: string): boolean =>
  OPEN_DOCUMENTO_STATI.includes(stato) || allowsAction(services, stato, azione);

/** Id of the box of a document. @param first document of the first box that can be ticked: what is said of the whole choice leads there */
export const boxIdOf = (id: string, first: string | undefined): string =>
  id === first ? 'documento' : `documento-${id}`;

/** The reasons against a choice, by the boxes they are said of. */
export const togetherErrors = (
  chosen: readonly { Id: string; numero: string; perche: string | null }[],
  first: string | undefined,
): FieldErrors =>
  Object.fromEntries(
    chosen.flatMap(({ Id, numero, perche }) =>
      perche ? [[boxIdOf(Id, first), [`Documento ${numero}: ${perche}`]]] : [],
    ),
  );

/** What the screen says when the choice was refused as a whole. @property message what belongs to no box */
export function explainRefusal(error: PortalError): { errors?: FieldErrors; message?: string } {
  if (error.code === 'not_found') return { message: 'Uno dei documenti scelti non è più in elenco: scegli di nuovo.' };
  if (!error.fields) return { message: error.message };
  const { documenti, ...others } = error.fields;
  return { errors: { ...others, ...(documenti && { documento: documenti }) } };
}

type ChosenDocumento = { ente: string; nome_ente: string; sistema: string; perche: string | null };

/**
 * One request is about documents of one body and one of its systems (product rule): those of the first that can be used at all.
 * @returns the same documents; those that have to go apart with the reason
 */
export function markApart<D extends ChosenDocumento>(documenti: readonly D[]): D[] {
  const first = documenti.find((d) => d.perche === null);
  return documenti.map((d) => (d.perche === null && first ? { ...d, perche: apartReason(d, first) } : d));
}

function apartReason(d: ChosenDocumento, first: ChosenDocumento): string | null {
  if (d.ente !== first.ente)
    return `L’ente è ${d.nome_ente}, per il primo che hai scelto è ${first.nome_ente}: fai due richieste separate.`;
  if (d.sistema === first.sistema) return null;
  const [ownSistema, firstSistema] = [formatSistema(d.sistema), formatSistema(first.sistema)];
  return ownSistema === firstSistema
    ? 'Viene da un archivio diverso da quello del primo documento che hai scelto: fai due richieste separate.'
    : `Riguarda ${ownSistema}, mentre il primo che hai scelto riguarda ${firstSistema}: fai due richieste separate.`;
}
