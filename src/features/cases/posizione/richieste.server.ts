/** Reads the open requests about documents, and the case of each when the person who reads sent it. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { serviceOf } from '../ente/servizi.ts';
import { chatPath, protocollo } from '../pratica/pratica-names.ts';
import { listOpenRichieste } from './richieste.db.ts';

/** @property pratica null when another person asked: the reader learns only that there is a request */
export type OpenRichiesta = {
  azione: string;
  pratica: { protocollo: string; inviata_il: string; chat: string } | null;
};

/**
 * @param documenti ids of documents that this person may see
 * @returns the open requests by the id of the document, at most one of each kind
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
