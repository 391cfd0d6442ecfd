/** Tells a citizen which offices opened their cases, and on which day. */
import type { CallContext } from '../../../context.ts';
import { enti } from '../ente/ente.server.ts';
import { selectConsultazioni } from './consultazioni.db.ts';
import { chatPath, protocollo } from './pratica-names.ts';

/** Which offices opened the cases of the logged-in citizen, newest day first: with the office's name, never the operator's. */
export async function listConsultazioni({ db, house, user }: CallContext, part: { offset: number; limit: number }) {
  const enteNames = new Map((await enti(house)).map(({ id, nome }) => [id, nome]));
  const rows = await selectConsultazioni(db, user?.id ?? '', part);
  return rows.map((row) => ({
    giorno: row.giorno,
    ente: row.ente,
    tipo: row.tipo,
    oggetto: row.oggetto,
    ufficio: row.ufficio || (enteNames.get(row.ente) ?? row.ente),
    protocollo: protocollo(row),
    chat: chatPath(row),
  }));
}
