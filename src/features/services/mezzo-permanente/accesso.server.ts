/** Decides which caller may see and change a declaration of advertising devices, and until when. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { computeExpiry } from '../../cases/bozza/bozza.server.ts';
import { parseValues } from '../../cases/bozza/bozza-values.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { DelegaPower } from '../../cases/posizione/link.ts';
import { findOpenPosizione } from '../../cases/posizione/posizioni-open.server.ts';
import { countMisses, findVisiblePratica } from '../../cases/pratica/accesso.server.ts';
import { showDichiarazione } from './dichiarazione-view.server.ts';
import { type DichiarazioneWithBozza, findDichiarazione, lockDichiarazione, renewBozza } from './dichiarazioni.db.ts';
import type { ShownDichiarazione } from './shown.ts';
import { DICHIARAZIONE_TEXTS } from './steps.ts';

/** The caller's declaration, as a draft or as it was sent. */
export type OwnDichiarazione = DichiarazioneWithBozza & { values: FormValues };

const dichiarazioneNotFound = () =>
  new PortalError('not_found', {
    message: 'Non abbiamo trovato questa dichiarazione. Se l’avevi iniziata tempo fa, inizia di nuovo.',
  });
const ALREADY_SENT =
  'Questa dichiarazione è già stata inviata: non si può più cambiare. Per altre modifiche fanne una nuova.';

/** The `reason` of an error: the declaration exists, and its position has to be opened again by its codes. */
export const POSIZIONE_CLOSED = 'POSIZIONE_CHIUSA';

/**
 * @throws PortalError `not_found`: no such declaration, another person's, or its draft has lapsed; with the reason
 *   POSIZIONE_CLOSED when it is not sent and its position is no longer open to the caller
 */
export async function readOwnDichiarazione(ctx: CallContext, id: string): Promise<OwnDichiarazione> {
  const found = ownerOf(ctx) === '' ? undefined : await findDichiarazione(ctx.db, id, ctx.now);
  if (!found || !isOwnDichiarazione(ctx, found) || (found.pratica === null && found.valori_json === null))
    throw dichiarazioneNotFound();
  if (found.pratica === null && found.posizione !== null)
    await readOpenPosizione(ctx, found.posizione, { servizio: DICHIARAZIONE_TEXTS[found.tipo].codice });
  return { ...found, values: parseValues(found.valori_json ?? '{}') };
}

const isOwnDichiarazione = (ctx: CallContext, { proprietario, utente }: DichiarazioneWithBozza) =>
  proprietario === ownerOf(ctx) || (utente !== null && ctx.user?.id === utente);

/** @throws PortalError `not_found` when the position is not open to the caller */
export function readOpenPosizione(
  ctx: CallContext,
  id: string,
  power: DelegaPower,
): ReturnType<typeof findOpenPosizione> {
  return findOpenPosizione(ctx, id, power).catch((error) => {
    if (!(error instanceof PortalError) || error.code !== 'not_found') throw error;
    throw new PortalError('not_found', {
      message:
        'Non abbiamo trovato questa posizione. Se l’avevi aperta con i due codici, l’ora è passata: scrivili di nuovo, quello che hai fatto è salvo.',
      reason: POSIZIONE_CLOSED,
    });
  });
}

/** @throws PortalError `conflict` once it is sent */
export function checkUnsent(d: OwnDichiarazione): OwnDichiarazione {
  if (d.pratica !== null) throw new PortalError('conflict', { message: ALREADY_SENT });
  return d;
}

/**
 * The caller's declaration, locked to be changed inside a transaction (`ctx.db`). Its draft is kept for its full time again.
 * @throws PortalError `not_found`, `conflict` once it is sent
 */
export async function lockOwnDichiarazione(ctx: CallContext, id: string): Promise<OwnDichiarazione> {
  await lockDichiarazione(ctx.db, ctx.house.dialect, id);
  const d = checkUnsent(await readOwnDichiarazione(ctx, id));
  await renewBozza(ctx.db, d, { aggiornata: ctx.now, scade: computeExpiry(ctx, d.salvata === 1) });
  return d;
}

/**
 * A declaration for its owner, or for a party to its case.
 * @param vista the side of the case that the caller is on @param email the address by which a guest sees it
 * @throws PortalError `not_found`, the same whatever was wrong
 */
export async function readVisibleDichiarazione(
  ctx: CallContext,
  { id, email = '', vista }: { id: string; email?: string | undefined; vista?: 'cittadino' | 'operatore' | undefined },
): Promise<ShownDichiarazione> {
  const found = await findDichiarazione(ctx.db, id, ctx.now);
  if (found && isOwnDichiarazione(ctx, found) && ownerOf(ctx) !== '')
    return showDichiarazione(ctx, await readOwnDichiarazione(ctx, id));
  // One that does not exist counts like another person's, so that neither can be told from the other.
  return countMisses(ctx, email, async () => {
    if (!found?.pratica) throw dichiarazioneNotFound();
    await findVisiblePratica(ctx, { id: found.pratica, email, vista }).catch((error) => {
      throw error instanceof PortalError && error.code === 'not_found' ? dichiarazioneNotFound() : error;
    });
    return showDichiarazione(ctx, { ...found, values: {} });
  });
}
