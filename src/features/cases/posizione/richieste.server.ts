/** The requests that are open about documents: which, and the case of each where it is of the person who asks. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { serviceOf } from '../ente/servizi.ts';
import { chatPath, protocollo } from '../pratica/pratica.server.ts';
import { listOpenRichieste } from './richieste.db.ts';

/** @property pratica null when somebody else asked: that there is a request is all that is told */
export type OpenRichiesta = {
  azione: string;
  pratica: { protocollo: string; inviata_il: string; chat: string } | null;
};

/**
 * @param documenti ids of documents that this person may see
 * @returns by id of the document, its open requests, one of a kind at most
 */
export async function readOpenRichieste(
  ctx: CallContext,
  documenti: readonly string[],
): Promise<ReadonlyMap<string, OpenRichiesta[]>> {
  const rows = await listOpenRichieste(ctx.db, documenti);
  const isTheirs = ({ utente, proprietario }: (typeof rows)[number]) =>
    utente === null ? proprietario === ownerOf(ctx) : utente === ctx.user?.id;
  const open = rows.flatMap((row) => {
    const azione = serviceOf(ctx.house.services, row.codice)?.documents?.action;
    if (!azione) return [];
    const pratica = { protocollo: protocollo(row), inviata_il: isoInstant(row.inviata_il), chat: chatPath(row) };
    return [{ documento: row.documento, aperta: { azione, pratica: isTheirs(row) ? pratica : null } }];
  });
  const byDocumento = Map.groupBy(open, ({ documento }) => documento);
  return new Map([...byDocumento].map(([id, theirs]) => [id, theirs.map(({ aperta }) => aperta)]));
}
