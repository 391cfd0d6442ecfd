/** By which delegations a logged-in citizen pays notices of others, and the refusal where a delegation does not let them. */
import type { CallContext } from '../../../context.ts';
import type { StoreDb } from '../../../store/tables.ts';
import { type ActingDelega, readActing, refusalOfDelega } from '../../cases/posizione/deleghe.server.ts';
import type { AvvisoKey } from './avvisi.db.ts';

/** The positions that owe notices with these numbers (at least one), by their document, their request or directly. */
function listOwingPosizioni(db: StoreDb, numeri: readonly string[]) {
  const byDocumento = db
    .selectFrom('documenti as d')
    .select((e) => ['d.ente', e.ref('d.numero_avviso').$notNull().as('numero_avviso'), 'd.posizione'])
    .where('d.numero_avviso', 'in', numeri);
  const byRichiesta = db
    .selectFrom('avvisi as a')
    .innerJoin('richieste_documenti as s', 's.pratica', 'a.pratica')
    .innerJoin('documenti as d', 'd.id', 's.documento')
    .select(['a.ente', 'a.numero_avviso', 'd.posizione'])
    .where('a.numero_avviso', 'in', numeri);
  const directly = db
    .selectFrom('avvisi as a')
    .select((e) => ['a.ente', 'a.numero_avviso', e.ref('a.posizione').$notNull().as('posizione')])
    .where('a.numero_avviso', 'in', numeri)
    .where('a.posizione', 'is not', null);
  return byDocumento.union(byRichiesta).union(directly).execute();
}

/**
 * Anybody who has a notice may pay it. A citizen who has its position by a delegation pays it for the holder, if that lets them.
 * @returns the delegation by which the caller pays a notice
 * @throws PortalError `forbidden` when the caller's delegation on one of their positions has ended, or is not for payments
 */
export async function readDelegheOfAvvisi(
  ctx: CallContext,
  avvisi: readonly AvvisoKey[],
): Promise<(avviso: AvvisoKey) => ActingDelega | undefined> {
  if (ctx.user?.ruolo !== 'cittadino' || avvisi.length === 0) return () => undefined;
  const numeri = avvisi.map(({ numero_avviso }) => numero_avviso);
  const owing = (await listOwingPosizioni(ctx.db, numeri)).filter((row) => avvisi.some(isSameAvviso(row)));
  const posizioni = [...new Set(owing.map(({ posizione }) => posizione))];
  const acting = (await readActing(ctx, posizioni)).filter(({ paga }) => paga === 1);
  const others = posizioni.filter((id) => !acting.some(({ posizione }) => posizione === id));
  const refusal = await refusalOfDelega(ctx, others, 'paga');
  if (refusal) throw refusal;
  return (avviso) => {
    const own = owing.filter(isSameAvviso(avviso)).map(({ posizione }) => posizione);
    return acting.find(({ posizione }) => own.includes(posizione));
  };
}

const isSameAvviso = (one: AvvisoKey) => (other: AvvisoKey) =>
  one.ente === other.ente && one.numero_avviso === other.numero_avviso;
