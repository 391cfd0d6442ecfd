/** Decides which documents a citizen can choose from, and which of the chosen ones go into one request. Pure. */
import type { PortalHouse } from '../../../context.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import type { FieldErrors, PortalError } from '../../../platform/errors.ts';
import { formatSistema, type OfSistema } from '../ente/sistemi.ts';
import { allowsAction } from '../posizione/azioni.ts';
import { OPEN_DOCUMENTO_STATI, type StatoDocumento } from '../posizione/documenti.ts';

/** Open documents, and those that the request may be about in other states: a paid document can be examined again. */
export const isSelectable = (services: PortalHouse['services'], stato: StatoDocumento, azione: string): boolean =>
  OPEN_DOCUMENTO_STATI.includes(stato) || allowsAction(services, stato, azione);

/** Id of a document's box. @param first document of the first enabled box, to which the errors of the whole choice lead */
export const boxIdOf = (id: string, first: string | undefined): string =>
  id === first ? 'documento' : `documento-${id}`;

/** The reasons against a choice, by the ids of the boxes. */
export const togetherErrors = (
  chosen: readonly { Id: string; numero: string; perche: string | null }[],
  first: string | undefined,
): FieldErrors =>
  Object.fromEntries(
    chosen.flatMap(({ Id, numero, perche }) =>
      perche ? [[boxIdOf(Id, first), [`Documento ${numero}: ${perche}`]]] : [],
    ),
  );

/** What the screen says when the whole choice was refused. @property message an error that belongs to no box */
export function explainRefusal(error: PortalError): { errors?: FieldErrors; message?: string } {
  if (error.code === 'not_found') return { message: 'Uno dei documenti scelti non è più in elenco: scegli di nuovo.' };
  if (!error.fields) return { message: error.message };
  const { documenti, ...others } = error.fields;
  return { errors: { ...others, ...(documenti && { documento: documenti }) } };
}

/** Said before documents are chosen. @param aboveCents the total that they have to exceed */
export const aboveInWords = (aboveCents: number): string =>
  `Il totale deve superare ${formatEuro(aboveCents)}: puoi scegliere più documenti insieme.`;

type ChosenDocumento = OfSistema & { ente: string; nome_ente: string; perche: string | null };

/**
 * A request is about documents of one ente and one of its systems (product rule): those of the first usable document.
 * @returns the same documents, with the reason for those that need a request of their own
 */
export function markApart<D extends ChosenDocumento>(documenti: readonly D[]): D[] {
  const first = documenti.find((d) => d.perche === null);
  return documenti.map((d) => (d.perche === null && first ? { ...d, perche: apartReason(d, first) } : d));
}

function apartReason(d: ChosenDocumento, first: ChosenDocumento): string | null {
  if (d.ente !== first.ente)
    return `L’ente è ${d.nome_ente}, per il primo che hai scelto è ${first.nome_ente}: fai due richieste separate.`;
  if (d.sistema === first.sistema) return null;
  const [ownSistema, firstSistema] = [formatSistema(d), formatSistema(first)];
  return ownSistema === firstSistema
    ? 'Viene da un archivio diverso da quello del primo documento che hai scelto: fai due richieste separate.'
    : `Riguarda ${ownSistema}, mentre il primo che hai scelto riguarda ${firstSistema}: fai due richieste separate.`;
}
