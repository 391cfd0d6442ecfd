/** Who may see and change a declaration of advertising devices, and until when. */
import { type Ctx, owner } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Posizione } from '../../../store/tables.ts';
import { finoA } from '../../cases/bozza/bozza.server.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { posizioneAperta } from '../../cases/posizione/aperte.server.ts';
import { contandoGliErrori, praticaVista } from '../../cases/pratica/accesso.server.ts';
import { rinnovaBozza, type Trovata, tieniDichiarazione, trovaDichiarazione } from './dichiarazioni.db.ts';
import type { DichiarazioneMostrata } from './mezzo.contract.ts';
import { mostraDichiarazione } from './mostra.server.ts';

/** A declaration of who asks, as a draft or as it was sent. */
export type Propria = Trovata & { valori: Valori };

const ignota = () =>
  new PortalError('not_found', {
    message: 'Non abbiamo trovato questa dichiarazione. Se l’avevi iniziata tempo fa, inizia di nuovo.',
  });
const INVIATA =
  'Questa dichiarazione è già stata inviata: non si può più cambiare. Per altre modifiche fanne una nuova.';

/** Said to programs in `reason` when a declaration is there, and the position it is about is to be opened again by its codes. */
export const POSIZIONE_CHIUSA = 'POSIZIONE_CHIUSA';

/**
 * @throws PortalError `not_found`: no such declaration, another's, or its draft has lapsed; with the reason POSIZIONE_CHIUSA
 *   when it is not sent and its position is no longer open to who asks
 */
export async function propria(ctx: Ctx, id: string): Promise<Propria> {
  const trovata = owner(ctx) === '' ? undefined : await trovaDichiarazione(ctx.db, id, ctx.now);
  if (!trovata || !isSua(ctx, trovata) || (trovata.pratica === null && trovata.valori_json === null)) throw ignota();
  if (trovata.pratica === null && trovata.posizione !== null) await posizioneDichiarata(ctx, trovata.posizione);
  return { ...trovata, valori: JSON.parse(trovata.valori_json ?? '{}') as Valori };
}

const isSua = (ctx: Ctx, { proprietario, utente }: Trovata) =>
  proprietario === owner(ctx) || (utente !== null && ctx.user?.id === utente);

/** @throws PortalError `not_found` when the position is not open to who asks */
export function posizioneDichiarata(ctx: Ctx, id: string): Promise<Omit<Posizione, 'controllo'>> {
  return posizioneAperta(ctx, id).catch((error) => {
    if (!(error instanceof PortalError) || error.code !== 'not_found') throw error;
    throw new PortalError('not_found', {
      message:
        'Non abbiamo trovato questa posizione. Se l’avevi aperta con i due codici, l’ora è passata: scrivili di nuovo, quello che hai fatto è salvo.',
      reason: POSIZIONE_CHIUSA,
    });
  });
}

/** @throws PortalError `conflict` once it is sent */
export function daInviare(d: Propria): Propria {
  if (d.pratica !== null) throw new PortalError('conflict', { message: INVIATA });
  return d;
}

/**
 * The same to change it, inside a transaction (`ctx.db`): held until its end, and its draft lives on from now.
 * @throws PortalError `not_found`, `conflict` once it is sent
 */
export async function propriaDaCambiare(ctx: Ctx, id: string): Promise<Propria> {
  await tieniDichiarazione(ctx.db, ctx.house.dialect, id);
  const d = daInviare(await propria(ctx, id));
  await rinnovaBozza(ctx.db, d, { aggiornata: ctx.now, scade: finoA(ctx, d.salvata === 1) });
  return d;
}

/**
 * A declaration as who made it sees it, or who may see its case.
 * @param chiesta with the address and side by which somebody sees the case
 * @throws PortalError `not_found`, the same whatever was wrong
 */
export async function dichiarazioneVista(
  ctx: Ctx,
  { id, email = '', vista }: { id: string; email?: string | undefined; vista?: 'cittadino' | 'operatore' | undefined },
): Promise<DichiarazioneMostrata> {
  const trovata = await trovaDichiarazione(ctx.db, id, ctx.now);
  if (trovata && isSua(ctx, trovata) && owner(ctx) !== '') return mostraDichiarazione(ctx, await propria(ctx, id));
  // One that is not there counts like one of somebody else.
  return contandoGliErrori(ctx, email, async () => {
    if (!trovata?.pratica) throw ignota();
    await praticaVista(ctx, { id: trovata.pratica, email, vista }).catch((error) => {
      throw error instanceof PortalError && error.code === 'not_found' ? ignota() : error;
    });
    return mostraDichiarazione(ctx, { ...trovata, valori: {} });
  });
}
