/** Tells the operators who keep the books of an ente from the others. */
import type { AstroGlobal } from 'astro';
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { failWith } from '../../../platform/page.server.ts';

const NO_RIGHT =
  'Gli incassi li vedono gli amministratori dell’ente e gli uffici che ne hanno il permesso: lo dà un amministratore, in «Uffici e persone».';

/**
 * @param ente undefined: the first whose books this operator keeps
 * @throws PortalError `not_found` for an ente that is not the operator's, `forbidden` for one whose books they do not keep
 */
export function enteOfBooks({ user }: CallContext, ente: string | undefined): string {
  const { enti = [], incassi = [] } = user ?? {};
  if (ente && !enti.includes(ente)) throw new PortalError('not_found');
  const [first] = ente ? incassi.filter((id) => id === ente) : incassi;
  if (first === undefined) throw new PortalError('forbidden', { message: NO_RIGHT });
  return first;
}

/** Why this operator keeps no books at all, for a page that then shows nothing else. */
export function refuseBooks(astro: AstroGlobal): string | undefined {
  if (astro.locals.ctx.user?.incassi.length) return undefined;
  failWith(astro, new PortalError('forbidden'));
  return NO_RIGHT;
}
