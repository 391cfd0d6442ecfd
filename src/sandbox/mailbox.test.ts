import { expect, test } from 'vitest';
import { codiceMail } from '../features/cases/otp/otp.mail.ts';
import { newMessaggioMail } from '../features/cases/pratica/pratica.mail.ts';
import { listMailRows } from './mailbox.ts';

const ente = {
  nome: 'Comune di Borgosereno',
  colore: '#8a1538',
  contatti: { indirizzo: 'Piazza Grande 1', email: 'urp@borgosereno.example' },
};
const envelope = { messageId: '<1@portale.example>', to: 'maria@esempio.it' };
const codice = { ...envelope, id: 'a', at: 1_000, ...codiceMail({ ente, codice: '048213', minutes: 10 }) };
const chatUrl = 'https://portale.example/segnalazione/chat/maria%40esempio.it/x';
const messaggio = {
  ...envelope,
  id: 'b',
  at: 2_000,
  ...newMessaggioMail({ ente, protocollo: '2026/000123', tipo: 'segnalazione', chatUrl }),
};

test('the newest mail comes first, with its link or its code', () => {
  const rows = listMailRows([codice, messaggio]);

  expect(rows).toEqual([
    { id: 'b', at: 2_000, to: 'maria@esempio.it', subject: messaggio.subject, links: [chatUrl] },
    { id: 'a', at: 1_000, to: 'maria@esempio.it', subject: codice.subject, codice: '048213', links: [] },
  ]);
});
