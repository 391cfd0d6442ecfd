/** The positions that a request about posters or advertising devices may name: those of the right systems that the sender may open. */
import type { CallContext, PortalHouse } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enti, findEnte } from '../ente/ente.server.ts';
import { isOfAffissioni, sistemaFields } from '../ente/sistemi.ts';
import type { ListedPosizione } from './documenti-own.contract.ts';
import { findOpenPosizione } from './posizioni-open.server.ts';

/** @property per_conto name of the person for whom the sender acts on it */
export type ManifestoPosizione = {
  Id: string;
  codice_utente: string;
  ente: string;
  nome_ente: string;
  per_conto?: string | undefined;
};

/** "AB12-34, Comune di Borgo, per conto di Anna Bianchi" */
export const manifestoPosizioneText = ({ codice_utente, nome_ente, per_conto }: ManifestoPosizione): string =>
  [codice_utente, nome_ente, ...(per_conto ? [`per conto di ${per_conto}`] : [])].join(', ');

/** The same words for a position that does not exist and for one whose hour is over. */
const POSIZIONE_NOT_FOUND =
  'Non abbiamo trovato questa posizione. Se l’avevi aperta con i due codici, l’ora è passata: ricarica la pagina e scrivili di nuovo, quello che hai scritto è salvo.';

/** @param open what the caller may act on @param codice code of a service that the position's ente must offer @param onlyEnte the ente that the host name fixes, if any */
export async function listManifestoPosizioni(
  house: PortalHouse,
  open: readonly ListedPosizione[],
  { codice, onlyEnte }: { codice: string; onlyEnte: string | undefined },
): Promise<ManifestoPosizione[]> {
  const allEnti = await enti(house);
  return open.flatMap(({ Id, codice_utente, ente: enteId, sistema, servizi, per_conto }) => {
    if (servizi && !servizi.includes(codice)) return [];
    const ente = allEnti.find((e) => e.id === enteId && e.categorie.includes(codice));
    if (!ente || !isOfAffissioni(sistemaFields(ente, sistema)) || (onlyEnte && enteId !== onlyEnte)) return [];
    return [{ Id, codice_utente, ente: enteId, nome_ente: ente.nome, per_conto }];
  });
}

/**
 * The position that a request names.
 * @param named.ente the ente that the request is sent to @param named.codice of the service
 * @throws PortalError `not_found` when the sender may not open it, it belongs to another ente, or it is not for posters
 */
export async function findNamedPosizione(
  ctx: CallContext,
  { id, ente, codice }: { id: string; ente: string; codice: string },
): Promise<{ codice_utente: string }> {
  const found = await findOpenPosizione(ctx, id, { servizio: codice }).catch((error) => {
    throw error instanceof PortalError && error.code === 'not_found'
      ? new PortalError('not_found', { message: POSIZIONE_NOT_FOUND })
      : error;
  });
  const { tipo_sistema } = sistemaFields(await findEnte(ctx.house, ente), found.sistema);
  if (found.ente !== ente || tipo_sistema !== 'affissioni')
    throw new PortalError('not_found', { message: POSIZIONE_NOT_FOUND });
  return found;
}
