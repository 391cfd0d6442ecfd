import { describe, expect, test } from 'vitest';
import { checkMessage } from '../../../platform/mail/message.ts';
import {
  messaggioEnteMail,
  newLinkEnteMail,
  newMessaggioMail,
  newPraticaEnteMail,
  ricevutaMail,
  statoMail,
} from './pratica.mail.ts';
import { presaMail } from './presa.mail.ts';
import type { StatoPratica } from './stati.ts';
import { STATO_WORDS } from './stato.mail.ts';

const ente = {
  nome: 'Comune di Borgosereno',
  colore: '#8a1538',
  contatti: { indirizzo: 'Piazza Grande 1', email: 'urp@borgosereno.example' },
};
const OGGETTO = 'Lampione di Mario Rossi\r\nBcc: b@esempio.it <b>https://evil.example</b>';
const chatUrl = 'https://portale.example/segnalazione/chat/maria%40esempio.it/Q2hpYXZl';
const operatoreUrl = 'https://portale.example/segnalazione/chat/operatore/maria%40esempio.it/Q2hpYXZl?chiave=k1';
const pratica = { ente, protocollo: '2026/000123', tipo: 'segnalazione' as const };
const richiesta = { ...pratica, tipo: 'richiesta' as const };

const ricevuta = ricevutaMail({
  ...pratica,
  oggetto: OGGETTO,
  sentOn: '20 novembre 2026',
  dueOn: '20 dicembre 2026',
  chatUrl,
  ricevutaUrl: 'https://portale.example/ricevuta/1',
});
const newPratica = newPraticaEnteMail({
  ...pratica,
  servizio: 'Illuminazione pubblica',
  oggetto: OGGETTO,
  luogo: 'Via Roma 12',
  dueOn: '20 dicembre 2026',
  operatoreUrl,
  expiresOn: '19 dicembre 2026',
});
const stati = Object.keys(STATO_WORDS) as StatoPratica[];
const toCittadino = [
  ricevuta,
  newMessaggioMail({ ...pratica, chatUrl }),
  presaMail({ ...pratica, chatUrl }),
  ...stati.map((stato) => statoMail({ ...pratica, stato, chatUrl })),
];
const toEnte = [
  newPratica,
  messaggioEnteMail({ ...richiesta, operatoreUrl }),
  newLinkEnteMail({ ...richiesta, operatoreUrl, expiresOn: '19 dicembre 2026' }),
];
const all = [...toCittadino, ...toEnte];

describe('every mail about a case', () => {
  test.each(all)('$subject: the subject carries the number, and no word of the citizen', ({ subject }) => {
    expect(subject).toContain('2026/000123');
    expect(subject).not.toMatch(/Rossi|Lampione|maria|evil|Bcc/i);
  });

  test.each(all)('$subject: it can be sent as it is', ({ subject, text, html }) => {
    const sending = { messageId: '<1@portale.example>', to: 'maria@esempio.it', subject, text, html };

    expect(() => checkMessage(sending)).not.toThrow();
  });

  test.each(all)('$subject: its links lead to the portal only', ({ text, html }) => {
    const addresses = [...text.matchAll(/https?:\/\/[^\s]+/g), ...html.matchAll(/href="([^"]+)"/g)];

    expect(addresses.length).toBeGreaterThan(1);
    for (const [whole, href] of addresses) expect(href ?? whole).toMatch(/^https:\/\/portale\.example\//);
  });

  test.each(all)('$subject: it says who writes', ({ text, html }) => {
    expect(text).toContain('Comune di Borgosereno');
    expect(html).toContain('Comune di Borgosereno');
  });
});

describe('mails to the citizen', () => {
  test('the receipt names the case’s number, dates, chat and receipt, what happens next and who reads', () => {
    expect(ricevuta.subject).toBe('Segnalazione 2026/000123: l’abbiamo ricevuta');
    expect(ricevuta.text).toContain('Numero: 2026/000123\nEnte: Comune di Borgosereno\n');
    expect(ricevuta.text).toContain('Inviata il: 20 novembre 2026\nRisposta entro il: 20 dicembre 2026\n');
    expect(ricevuta.text).toContain(`\n${chatUrl}\n`);
    expect(ricevuta.text).toContain('\nhttps://portale.example/ricevuta/1\n');
    expect(ricevuta.text).toContain('un operatore dell’ente la legge e ti risponde entro il 20 dicembre 2026');
    expect(ricevuta.text).toContain('li leggono gli operatori dell’ente');
  });

  test('no mail promises a notice of each message', () => {
    for (const { text } of all) expect(text).not.toMatch(/ogni (novità|tua risposta|messaggio)/);
  });

  test('the citizen’s own words stay on one line, and become neither HTML nor a link', () => {
    expect(ricevuta.text).not.toMatch(/^Bcc:/m);
    expect(ricevuta.html).not.toContain('<b>');
    expect(ricevuta.html).not.toContain('https://evil.example');
  });

  test('the mail of a case without a receipt has no link to one', () => {
    const { text } = ricevutaMail({ ...pratica, oggetto: 'x', sentOn: 'a', dueOn: 'b', chatUrl });

    expect(text).not.toContain('ricevuta (PDF)');
  });

  test('the mail about a request calls it a request', () => {
    const mails = [
      newMessaggioMail({ ...richiesta, chatUrl: 'https://portale.example/richiesta' }),
      ...stati.map((stato) => statoMail({ ...richiesta, stato, chatUrl: 'https://portale.example/richiesta' })),
    ];

    for (const { subject, text } of mails) expect(subject + text).not.toMatch(/segnalazione/i);
  });

  test('each state has its own subject', () => {
    const subjects = stati.map((stato) => statoMail({ ...pratica, stato, chatUrl }).subject);

    expect(new Set(subjects).size).toBe(stati.length);
  });

  test.each(['in_elaborazione', 'da_integrare'] as const)('%s tells the date of the answer', (stato) => {
    const { text } = statoMail({ ...pratica, stato, chatUrl, dueOn: '2 gennaio 2027' });

    expect(text).toContain('Risposta entro il: 2 gennaio 2027');
  });

  test.each(['conclusa', 'accettata', 'rifiutata', 'ritirata'] as const)('%s announces no date any more', (stato) => {
    const { text } = statoMail({ ...pratica, stato, chatUrl, dueOn: '2 gennaio 2027' });

    expect(text).not.toContain('2 gennaio 2027');
  });

  test('a mail about a closed report says how to open it again, and a mail about a request does not', () => {
    expect(statoMail({ ...pratica, stato: 'conclusa', chatUrl }).text).toContain('puoi riaprirla entro 21 giorni');
    expect(statoMail({ ...richiesta, stato: 'conclusa', chatUrl }).text).not.toContain('riaprirla');
  });

  test('a mail that asks the citizen for more says that the final date moves', () => {
    expect(statoMail({ ...pratica, stato: 'da_integrare', chatUrl }).text).toContain('si sposta dei giorni di attesa');
  });

  test('a mail shows the ente’s own register number', () => {
    const protocolloEnte = '4711 del 20 novembre 2026';

    const { text } = statoMail({ ...richiesta, stato: 'accettata', chatUrl, protocolloEnte });

    expect(text).toContain('Protocollo dell’ente: 4711 del 20 novembre 2026');
  });
});

describe('mails to the ente’s mailbox', () => {
  test('the mail of a new case names service, place, last day and what the link opens', () => {
    expect(newPratica.subject).toBe('Nuova segnalazione 2026/000123: Illuminazione pubblica');
    expect(newPratica.text).toContain('Servizio: Illuminazione pubblica\n');
    expect(newPratica.text).toContain('Luogo: Via Roma 12\nDa concludere entro il: 20 dicembre 2026\n');
    expect(newPratica.text).toContain('vale fino al 19 dicembre 2026');
    expect(newPratica.text).toContain(`\n${operatoreUrl}\n`);
  });

  test('the mail of a request says that a decision needs a login, and links to it; the mail of a report does not', () => {
    const { text } = messaggioEnteMail({ ...richiesta, operatoreUrl });
    expect(text).toContain('accedi al portale come dipendente');
    // The login has a link of its own, without the key.
    expect(text).toContain(
      '\nhttps://portale.example/login?da=%2Fsegnalazione%2Fchat%2Foperatore%2Fmaria%2540esempio.it%2FQ2hpYXZl\n',
    );
    expect(newPratica.text).not.toContain('dipendente');
  });

  test('the ente is told in different words of a report opened again and of a request withdrawn', () => {
    const reopened = messaggioEnteMail({ ...pratica, operatoreUrl, evento: 'riaperta' });
    const withdrawn = messaggioEnteMail({ ...richiesta, operatoreUrl, evento: 'ritirata' });

    expect(reopened.subject).toBe('Segnalazione 2026/000123: è stata riaperta');
    expect(withdrawn.subject).toBe('Richiesta 2026/000123: è stata ritirata');
    expect(withdrawn.text).not.toContain('dipendente');
  });

  test('the ente gets a new link for one that expired, but not once the case is closed for 21 days', () => {
    expect(newPratica.text).toMatch(/ne chiedi un altro/);
    expect(newPratica.text).toMatch(/chiusa da più di 21\s+giorni non si apre più, nemmeno con un collegamento nuovo/);
  });

  test('a link without a last day promises none', () => {
    expect(messaggioEnteMail({ ...pratica, operatoreUrl }).text).not.toContain('vale fino');
  });
});
