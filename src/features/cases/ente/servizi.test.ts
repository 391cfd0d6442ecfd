import { expect, test } from 'vitest';
import { portalScreens, SCREEN_ROWS } from '../../../routes.ts';
import type { PortalService } from '../../../service.ts';
import { SERVICE_ROWS } from '../../../services.ts';
import { actionsOn } from '../posizione/azioni.ts';
import {
  answerDays,
  areaOf,
  bookingAddress,
  closingsInWords,
  homeTiles,
  nameOf,
  officeNameOf,
  serviceAt,
  sheetPathOf,
  shownAnnunci,
} from './servizi.ts';

const href: string[] = SERVICE_ROWS.map(({ path }) => path);

test('every service begins on the home page', () => {
  const bare = SCREEN_ROWS.map((s) => s.path).filter((path) => /^\/servizio\/[^/]+$/.test(path));
  expect(bare.filter((path) => !serviceAt(SERVICE_ROWS, path))).toEqual([]);
});

test('every card leads to a screen, and no two cards to the same one', () => {
  expect(href.filter((path) => !portalScreens.match(path))).toEqual([]);
  expect(new Set(href).size).toBe(href.length);
});

test('every service has a start page of its own, and no two the same', () => {
  const sheets = SERVICE_ROWS.map(sheetPathOf);
  expect(sheets.filter((path) => portalScreens.match(path)?.screen.path !== '/servizi/{servizio}')).toEqual([]);
  expect(new Set(sheets).size).toBe(sheets.length);
  for (const row of SERVICE_ROWS) expect(serviceAt(SERVICE_ROWS, sheetPathOf(row))).toBe(row);
});

test('a type has the words of citizens for them, and for the office its own', () => {
  const named = (codice: string) => [nameOf(SERVICE_ROWS, codice), officeNameOf(SERVICE_ROWS, codice)];
  expect(named('SF230')).toEqual(['Avvisi, solleciti e pagamenti', 'Recupero crediti e pagamenti']);
  expect(named('SF410')).toEqual(['Rifiuti e pulizia', 'Rifiuti e pulizia']);
  expect(named('SF999')).toEqual(['SF999', 'SF999']);
  for (const { codes, officeNames = {} } of SERVICE_ROWS as readonly PortalService[])
    expect(Object.keys(codes)).toEqual(expect.arrayContaining(Object.keys(officeNames)));
});

test('an answer takes as long as the slowest of the codes that the municipality offers, thirty days by default', () => {
  const service = { codes: { A: 'a', B: 'b', C: 'c' } };
  expect(answerDays(service, { categorie: ['A', 'B'], giorni: { A: 7, C: 90 } })).toBe(30);
  expect(answerDays(service, { categorie: ['A'], giorni: { A: 7 } })).toBe(7);
  expect(answerDays(service, { categorie: [], giorni: {} })).toBeUndefined();
});

test('everything that can be asked for about a document leads to a screen, and no two codes are the same', () => {
  const document = { numero: 'A.1-2_3', sistema: 'Rifiuti TARI' };
  const links = actionsOn(SERVICE_ROWS).map(({ link }) => link(document).split('?')[0] ?? '');
  expect(links.filter((path) => !portalScreens.match(path))).toEqual([]);
  const codes = SERVICE_ROWS.flatMap(({ codes }) => Object.keys(codes));
  expect(new Set(codes).size).toBe(codes.length);
});

test('a notice is shown from its first day to its last, and without days always', () => {
  const annunci = [
    { testo: 'sempre' },
    { testo: 'ferie', dal: '2026-08-10', al: '2026-08-20' },
    { testo: 'da allora', dal: '2026-08-20' },
  ];
  const shownOn = (day: string) => shownAnnunci({ annunci }, day).map(({ testo }) => testo);
  expect(shownOn('2026-08-09')).toEqual(['sempre']);
  expect(shownOn('2026-08-10')).toEqual(['sempre', 'ferie']);
  expect(shownOn('2026-08-20')).toEqual(['sempre', 'ferie', 'da allora']);
  expect(shownOn('2026-08-21')).toEqual(['sempre', 'da allora']);
  expect(shownAnnunci({}, '2026-08-10')).toEqual([]);
});

test('the four tiles are to pay, to report, one’s own cases, and to book, or the desk where nobody takes bookings', () => {
  const namesOf = (...args: Parameters<typeof homeTiles>) => homeTiles(...args).map(({ name, href }) => [name, href]);
  const own = ['Le mie pratiche', '/area-riservata?scheda=pratiche'];
  const firstTwo = [
    ['Paga un avviso', '/servizi/paga-online'],
    ['Segnala un problema', '/servizi/segnalazione'],
  ];
  const booking = { id: 'borgo', url: { prenotazione: 'https://comune.example/prenota' } };
  const withoutCalendars = SERVICE_ROWS.filter((service) => !('booking' in service));
  expect(namesOf(SERVICE_ROWS, { id: 'borgo', url: {} }, areaOf(null))).toEqual([
    ...firstTwo,
    own,
    ['Prenota un appuntamento', '/servizio/appuntamento?ente=borgo'],
  ]);
  expect(namesOf(withoutCalendars, booking, areaOf(null))).toEqual([
    ...firstTwo,
    own,
    ['Prenota un appuntamento', 'https://comune.example/prenota'],
  ]);
  expect(namesOf(withoutCalendars, { id: 'borgo', url: {} }, areaOf({ ruolo: 'cittadino' }))).toEqual([
    ...firstTwo,
    own,
    ['Uffici e orari', '/servizi/sportello-territoriale'],
  ]);
  expect(namesOf([], { id: 'borgo', url: {} }, areaOf({ ruolo: 'operatore' }))).toEqual([
    ['Le pratiche dell’ente', '/operatore'],
  ]);
});

test('an appointment is booked where the ente says for a service, else by its calendars, else at its own address', () => {
  const url = {
    prenotazione: 'https://comune.example/prenota',
    prenotazione_per: { SF410: 'https://comune.example/isola' },
  };
  const at = (of: object, ...more: [{ per?: string; da?: string }?]) =>
    bookingAddress({ id: 'borgo', url, ...of }, SERVICE_ROWS, ...more);
  expect(at({}, { per: 'SF410' })).toBe('https://comune.example/isola');
  expect(at({}, { per: 'SF510', da: '/segnalazione?passo=dati' })).toBe(
    '/servizio/appuntamento?ente=borgo&per=SF510&da=%2Fsegnalazione%3Fpasso%3Ddati',
  );
  expect(at({}, { per: 'toString' })).toBe('/servizio/appuntamento?ente=borgo');
  expect(at({ id: 'portale' })).toBe('/servizio/appuntamento');
  expect(bookingAddress({ id: 'borgo', url }, [])).toBe(url.prenotazione);
  expect(bookingAddress({ id: 'borgo', url: {} }, [])).toBeUndefined();
});

test('the days on which the offices are closed are named from sixty days before until they are over, the next one first', () => {
  const chiusure = [
    { dal: '2026-12-24', al: '2027-01-06', motivo: 'feste' },
    { dal: '2026-12-07' },
    { dal: '2027-03-11', al: '2027-03-11' },
  ];
  const december = 'dal 24 dicembre 2026 al 6 gennaio 2027 (feste)';
  expect(closingsInWords({ chiusure }, '2026-12-07')).toEqual(['il 7 dicembre 2026', december]);
  expect(closingsInWords({ chiusure }, '2027-01-06')).toEqual([december]);
  expect(closingsInWords({ chiusure }, '2027-01-10')).toEqual(['l’11 marzo 2027']);
  expect(closingsInWords({ chiusure }, '2027-01-09')).toEqual([]);
  expect(closingsInWords({}, '2026-12-07')).toEqual([]);
});
