/** Does what a row of the outbox tells of: each feature brings the kinds of rows it writes. */
import type { House } from './context.ts';
import type { Lettera } from './features/cases/ente/ente.ts';
import { POSTA_PRATICA } from './features/cases/pratica/posta.server.ts';
import { POSTA_UTENTE } from './features/cases/utente/posta.server.ts';
import type { Deliver } from './platform/outbox.server.ts';

const KINDS: Readonly<Record<string, (dati: unknown, house: House) => Promise<Lettera | null>>> = {
  ...POSTA_UTENTE,
  ...POSTA_PRATICA,
};

/** As a rule a mail, and nothing more when there is none to send. */
export const deliver: Deliver = async (row, house) => {
  const kind = KINDS[row.tipo] ?? house.services.flatMap(({ mails }) => mails?.[row.tipo] ?? []).at(0);
  if (!kind) throw new Error(`Posta di tipo sconosciuto: ${row.tipo}`);
  const letter = await kind(JSON.parse(row.dati_json), house);
  if (!letter) return;
  const { to, ente, testo } = letter;
  const host = new URL(house.settings.publicUrl).hostname;
  await house.mail.send({ messageId: `<${row.id}@${host}>`, to, fromName: ente.nome, ...testo });
};
