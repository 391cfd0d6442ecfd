/** The positions that a request about posters or advertising devices may name: of the systems these are kept in, open to who asks. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enti } from '../ente/ente.server.ts';
import { findOpenPosizione, listOpenPosizioni } from './posizioni-open.server.ts';

export const SISTEMI_AFFISSIONI: readonly string[] = ['ICP', 'ICPMB'];

export type ManifestoPosizione = { Id: string; codice_utente: string; ente: string; nome_ente: string };

/** Its words are the same for one that never was and for one whose hour is over. */
const POSIZIONE_NOT_FOUND =
  'Non abbiamo trovato questa posizione. Se l’avevi aperta con i due codici, l’ora è passata: ricarica la pagina e scrivili di nuovo, quello che hai scritto è salvo.';

/** @param codice of the service that their ente must offer @param onlyEnte the ente that the page belongs to, when the host decides it */
export async function listManifestoPosizioni(
  ctx: CallContext,
  codice: string,
  onlyEnte?: string,
): Promise<ManifestoPosizione[]> {
  const [open, bodies] = await Promise.all([listOpenPosizioni(ctx), enti(ctx.house)]);
  return open.flatMap(({ id, codice_utente, ente: enteId, sistema }) => {
    const ente = bodies.find((e) => e.id === enteId && e.categorie.includes(codice));
    if (!ente || !SISTEMI_AFFISSIONI.includes(sistema) || (onlyEnte && enteId !== onlyEnte)) return [];
    return [{ Id: id, codice_utente, ente: enteId, nome_ente: ente.nome }];
  });
}

/**
 * The position that a request names.
 * @param ente the ente it is sent to
 * @throws PortalError `not_found` when it is not open to who asks, of another ente, or not one for posters
 */
export async function findNamedPosizione(
  ctx: CallContext,
  id: string,
  ente: string,
): Promise<{ codice_utente: string }> {
  const found = await findOpenPosizione(ctx, id).catch((error) => {
    throw error instanceof PortalError && error.code === 'not_found'
      ? new PortalError('not_found', { message: POSIZIONE_NOT_FOUND })
      : error;
  });
  if (found.ente !== ente || !SISTEMI_AFFISSIONI.includes(found.sistema))
    throw new PortalError('not_found', { message: POSIZIONE_NOT_FOUND });
  return found;
}
