/** The positions that a request about posters or advertising devices may name: of the systems these are kept in, open to who asks. */
import type { Ctx } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enti } from '../ente/ente.server.ts';
import { posizioneAperta, posizioniAperte } from './aperte.server.ts';

export const SISTEMI_AFFISSIONI: readonly string[] = ['ICP', 'ICPMB'];

export type PosizioneManifesti = { Id: string; codice_utente: string; ente: string; nome_ente: string };

/** Its words are the same for one that never was and for one whose hour is over. */
const NON_TROVATA =
  'Non abbiamo trovato questa posizione. Se l’avevi aperta con i due codici, l’ora è passata: ricarica la pagina e scrivili di nuovo, quello che hai scritto è salvo.';

/** @param soloDi the body that the page belongs to, when the host decides it @param codice of the service that its body must offer */
export async function posizioniManifesti(
  ctx: Ctx,
  soloDi?: string,
  codice: string = 'SF120',
): Promise<PosizioneManifesti[]> {
  const [aperte, bodies] = await Promise.all([posizioniAperte(ctx), enti(ctx.house)]);
  return aperte.flatMap(({ id, codice_utente, ente: di, sistema }) => {
    const ente = bodies.find((e) => e.id === di && e.categorie.includes(codice));
    if (!ente || !SISTEMI_AFFISSIONI.includes(sistema) || (soloDi && di !== soloDi)) return [];
    return [{ Id: id, codice_utente, ente: di, nome_ente: ente.nome }];
  });
}

/**
 * The position that a request names.
 * @param ente the body it is sent to
 * @throws PortalError `not_found` when it is not open to who asks, of another body, or none for posters
 */
export async function posizioneNominata(ctx: Ctx, id: string, ente: string): Promise<{ codice_utente: string }> {
  const trovata = await posizioneAperta(ctx, id).catch((error) => {
    throw error instanceof PortalError && error.code === 'not_found'
      ? new PortalError('not_found', { message: NON_TROVATA })
      : error;
  });
  if (trovata.ente !== ente || !SISTEMI_AFFISSIONI.includes(trovata.sistema))
    throw new PortalError('not_found', { message: NON_TROVATA });
  return trovata;
}
