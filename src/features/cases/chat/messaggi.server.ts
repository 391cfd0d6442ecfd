/** Gives a citizen their inbox, page by page. */
import type { CallContext } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { shortenText } from '../../../platform/atoms/shorten.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { chatPath, protocollo } from '../pratica/pratica-names.ts';
import type { Conversazione, messaggiOperations } from './messaggi.contract.ts';
import { listConversazioni, MESSAGGI_PAGE_SIZE } from './messaggi.db.ts';

export const messaggiHandlers: OperationHandlers<typeof messaggiOperations> = {
  mieiMessaggi: async ({ pagina: asked = 1 }, ctx) => {
    const { rows, page } = await readPage(ctx, asked);
    const total = Number(rows[0]?.totale ?? 0);
    return {
      righe: rows.map(wireConversazione),
      totale: total,
      pagina: page,
      pagine: Math.max(1, Math.ceil(total / MESSAGGI_PAGE_SIZE)),
    };
  },
};

/** Beyond the last page there are no rows to tell how many there are: the first page tells, and leads to the last. */
async function readPage({ db, user }: CallContext, asked: number) {
  const owner = { utente: user?.id ?? '' };
  const rows = await listConversazioni(db, owner, asked);
  if (rows.length > 0 || asked === 1) return { rows, page: asked };
  const first = await listConversazioni(db, owner, 1);
  const last = Math.max(1, Math.ceil(Number(first[0]?.totale ?? 0) / MESSAGGI_PAGE_SIZE));
  return { rows: last === 1 ? first : await listConversazioni(db, owner, last), page: last };
}

type ConversazioneRow = Awaited<ReturnType<typeof listConversazioni>>[number];

function wireConversazione(row: ConversazioneRow): Conversazione {
  const { id, tipo, codice, oggetto, ente, chi, quando, stato, testo } = row;
  return {
    id,
    tipo,
    protocollo: protocollo(row),
    codice,
    ...(row.servizio !== null && { servizio: row.servizio }),
    oggetto,
    ente,
    chat: chatPath(row),
    non_letti: Number(row.non_letti),
    chi,
    stato,
    quando: isoInstant(quando),
    testo: firstLine(testo),
    da: row.da === 'cittadino' ? 'cittadino' : 'operatore',
  };
}

/** In characters, of what a row shows. */
const MAX_LINE_LENGTH = 140;

function firstLine(text: string | null): string | null {
  const line = (text ?? '').trim().split('\n')[0]?.trim() ?? '';
  return line === '' ? null : shortenText(line, MAX_LINE_LENGTH);
}
