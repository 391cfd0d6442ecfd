import { expect, test } from 'vitest';
import { mailCodice } from '../features/cases/otp/otp.mail.ts';
import { mailNuovoMessaggio } from '../features/cases/pratica/pratica.mail.ts';
import { righePosta } from './posta.ts';

const ente = {
  nome: 'Comune di Borgosereno',
  colore: '#8a1538',
  contatti: { indirizzo: 'Piazza Grande 1', email: 'urp@borgosereno.example' },
};
const envelope = { messageId: '<1@portale.example>', to: 'maria@esempio.it' };
const codice = { ...envelope, id: 'a', at: 1_000, ...mailCodice({ ente, codice: '048213', minuti: 10 }) };
const chatUrl = 'https://portale.example/segnalazione/chat/maria%40esempio.it/x';
const messaggio = {
  ...envelope,
  id: 'b',
  at: 2_000,
  ...mailNuovoMessaggio({ ente, protocollo: '2026/000123', tipo: 'segnalazione', chatUrl }),
};

test('the newest mail comes first, with its link or its code', () => {
  const righe = righePosta([codice, messaggio]);

  expect(righe).toEqual([
    { id: 'b', at: 2_000, to: 'maria@esempio.it', subject: messaggio.subject, collegamenti: [chatUrl] },
    { id: 'a', at: 1_000, to: 'maria@esempio.it', subject: codice.subject, codice: '048213', collegamenti: [] },
  ]);
});
