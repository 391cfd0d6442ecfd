/** Adds to a case what its citizen wrote in a program, once under the id that it has there. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { addCommento } from './commento.server.ts';
import { findMessaggioEsterno, writeMessaggioEsterno } from './esterna.db.ts';
import { findToChange } from './pratica.db.ts';

type NamedMessaggio = { pratica: string; id: string };

/** @returns its number in the timeline; undefined of one that was not sent yet */
export const readMessaggioEsterno = async (
  { db }: Pick<CallContext, 'db'>,
  named: NamedMessaggio,
): Promise<number | undefined> => (await findMessaggioEsterno(db, named))?.n;

/**
 * Adds it as the citizen's, in the transaction of the send. The case is locked: of the same message sent twice at once one is there.
 * @param message `files` makes the files of the sender's, and is not called for a message that is there already
 * @returns its number in the timeline
 * @throws PortalError `not_found`, `conflict` when the case is closed or its citizen has written enough for now, `invalid`
 */
export async function addMessaggioEsterno(
  ctx: CallContext,
  { testo, files, ...named }: NamedMessaggio & { testo: string; files: () => Promise<{ Id: string }[]> },
): Promise<number> {
  const pratica = await findToChange(ctx, named.pratica);
  if (!pratica) throw new PortalError('not_found');
  const known = await readMessaggioEsterno(ctx, named);
  if (known !== undefined) return known;
  const accesso = { pratica, side: 'cittadino', login: false, operatoreName: null } as const;
  const { evento } = await addCommento(ctx, accesso, { testo, filesAllegati: await files() });
  await writeMessaggioEsterno(ctx.db, { ...named, evento: evento.id });
  return evento.n;
}
