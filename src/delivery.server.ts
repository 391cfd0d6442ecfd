/** Delivers the rows of the outbox: each feature registers the kinds of rows that it writes. */
import type { OutboxDelivery } from './context.ts';
import { AVVISO_OUTBOX } from './features/cases/app-io/avvisi-io.server.ts';
import { tellBeside } from './features/cases/app-io/channels.server.ts';
import { IO_OUTBOX } from './features/cases/app-io/io-delivery.server.ts';
import { APPUNTAMENTI_OUTBOX } from './features/cases/calendario/appuntamenti-outbox.server.ts';
import { CONCERNED_OUTBOX } from './features/cases/calendario/concerned-outbox.server.ts';
import { OFFER_OUTBOX } from './features/cases/calendario/offer.server.ts';
import { WAITING_LIST_OUTBOX } from './features/cases/calendario/waiting-list-outbox.server.ts';
import { findEnte } from './features/cases/ente/ente.server.ts';
import { readStemma } from './features/cases/ente/stemma.server.ts';
import { mappaDelivery } from './features/cases/mappa/mappa.server.ts';
import { DITTA_OUTBOX } from './features/cases/pratica/ditta.server.ts';
import { PRATICA_OUTBOX } from './features/cases/pratica/pratica-outbox.server.ts';
import { PROMEMORIA_OUTBOX } from './features/cases/promemoria/promemoria.server.ts';
import { PROTOCOLLO_OUTBOX } from './features/cases/protocollazione/protocollazione-outbox.server.ts';
import { SEGUITA_OUTBOX } from './features/cases/segnalazione-seguita/seguita-outbox.server.ts';
import { UTENTE_OUTBOX } from './features/cases/utente/utente-outbox.server.ts';
import { DELEGHE_OUTBOX } from './features/people/deleghe/deleghe-outbox.server.ts';
import { STEMMA_CID } from './platform/mail/layout.ts';
import { COPY_ID, enqueueAgain } from './platform/outbox.server.ts';
import type { DeliverRow } from './platform/outbox-worker.server.ts';

const OUTBOX_DELIVERIES: readonly OutboxDelivery[] = [
  ...UTENTE_OUTBOX,
  ...DELEGHE_OUTBOX,
  ...PRATICA_OUTBOX,
  ...APPUNTAMENTI_OUTBOX,
  ...CONCERNED_OUTBOX,
  ...OFFER_OUTBOX,
  ...WAITING_LIST_OUTBOX,
  ...DITTA_OUTBOX,
  ...PROMEMORIA_OUTBOX,
  ...SEGUITA_OUTBOX,
  ...PROTOCOLLO_OUTBOX,
  ...IO_OUTBOX,
  ...AVVISO_OUTBOX,
  mappaDelivery(findEnte),
];

/** Tells a person on their channels. Usually sends a mail; null means there is none to send. */
export const deliverRow: DeliverRow = async (row, house) => {
  const known = [...OUTBOX_DELIVERIES, ...house.services.flatMap(({ deliveries = [] }) => deliveries)];
  const delivery = known.find(({ tipo }) => tipo === row.tipo);
  if (!delivery) throw new Error(`Posta di tipo sconosciuto: ${row.tipo}`);
  const { mail } = await tellBeside(house, row);
  const letter = await delivery.deliver(row.dati_json, house);
  if (!letter || !mail) return;
  const { copyTo, ente, testo: text, unsubscribe } = letter;
  const isCopy = row.id.startsWith(COPY_ID);
  const to = isCopy ? copyTo : letter.to;
  if (!to) return;
  // A row of its own: when one of the two cannot leave, the other is not sent twice.
  if (copyTo && !isCopy) await enqueueAgain(house, row, `${COPY_ID}${row.id}`);
  const host = new URL(house.settings.publicUrl).hostname;
  const crest = text.html.includes(`cid:${STEMMA_CID}`) ? await readStemma(house, ente) : undefined;
  const pictures = [
    ...(crest ? [{ cid: STEMMA_CID, type: 'image/png' as const, bytes: crest }] : []),
    ...(text.pictures ?? []),
  ];
  await house.mail.send({
    messageId: `<${row.id}@${host}>`,
    to,
    fromName: ente.nome,
    ...text,
    pictures,
    ...(unsubscribe && { unsubscribe }),
  });
};
