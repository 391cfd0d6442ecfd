/** The walk that is played in each browser: report, payment, login, area and desk, as people go through them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { AVVISI, numeroAvvisoOf } from '../../../src/sandbox/demo/avvisi.ts';
import { ENTI } from '../../../src/sandbox/demo/enti.ts';
import { type Portal, portal } from '../../portal.ts';
import { type SmtpMailboxes, startMailboxes } from '../../smtp.ts';
import type { Screen } from './screen.ts';

/** The portal of the walk, its mail, and a photo to send. */
export type WalkPlace = { house: Portal; smtp: SmtpMailboxes; photo: string; end(): Promise<void> };

export async function openPlace(): Promise<WalkPlace> {
  const smtp = await startMailboxes();
  const house = await portal({ SMTP_URL: smtp.url, LIMITS_FACTOR: '1000' });
  const folder = mkdtempSync(join(tmpdir(), 'portale-foto-'));
  const photo = join(folder, 'lampione.jpg');
  const grey = { width: 640, height: 480, channels: 3 as const, background: '#808890' };
  writeFileSync(photo, await sharp({ create: grey }).jpeg().toBuffer());
  return {
    house,
    smtp,
    photo,
    end: async () => {
      await house.end();
      await smtp.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** All of it; without scripts report and payment, as the rest is the same pages. */
export async function walk(screen: Screen, place: WalkPlace): Promise<void> {
  const report = await sendReport(screen, place);
  await followReport(screen, report.chat);
  await payNotices(screen);
  if (!screen.scripts) return;
  await takeDraftElsewhere(screen, place);
  await visitArea(screen);
  await workAtDesk(screen, report.protocollo);
  await screen.forget();
  await screen.open(report.chat);
  await screen.reads(/Lampada sostituita\./);
  await screen.view('the closed report, as its citizen reads it');
}

const newEmail = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@esempio.it`;

async function codeOf({ smtp }: WalkPlace, email: string, nth = 0): Promise<string> {
  const { text } = await smtp.mailTo(email, /codice di verifica/, nth);
  const code = /^\s*(\d{6})\s*$/m.exec(text)?.[1];
  if (!code) throw new Error(`Nessun codice in: ${text}`);
  return code;
}

/** From the home page to the step of the data. */
async function beginReport(screen: Screen): Promise<void> {
  await screen.open('/');
  await screen.view('home');
  await screen.press('link', /^Segnala un problema/);
  await screen.reads(/Segnalazione disservizio/);
  await screen.view('service');
  await screen.press('link', /^Inizia$/);
  await screen.isAt(/^\/segnalazione/);
  await screen.view('privacy');
  await screen.press('button', /^Avanti/);
  await screen.reads(/C.è un problema/);
  await screen.view('privacy refused');
  await screen.tick(/informativa sulla privacy/);
  await screen.press('button', /^Avanti/);
  await screen.isAt(/passo=dati/);
}

async function fillReport(screen: Screen, email: string): Promise<void> {
  await screen.choose(/^Comune di Borgosereno/);
  await screen.tick(/^Altro/);
  await screen.choose(/^Strade, parcheggi e mobilità$/);
  await screen.fill(/^Indirizzo/, 'Via Garibaldi 4');
  await screen.fill(/^Titolo/, 'Lampione spento');
  await screen.fill(/^Dettagli/, 'Il lampione davanti al civico 4 è spento da una settimana.');
  await screen.fill(/^Nome/, 'Anna');
  await screen.fill(/^Cognome/, 'Bianchi');
  await screen.fill(/^E-mail/, email);
}

/** @returns its number, and the address of its chat from the mail */
async function sendReport(screen: Screen, place: WalkPlace): Promise<{ protocollo: string; chat: string }> {
  const email = newEmail('anna');
  await beginReport(screen);
  await screen.view('data');
  await screen.press('button', /^Avanti/);
  await screen.reads(/Scrivi il tuo nome\./);
  await screen.view('data refused');
  await fillReport(screen, email);
  await screen.attach(place.photo);
  if (!screen.scripts) await screen.press('button', /^Aggiungi/);
  await screen.reads(/lampione\.jpg/);
  await screen.press('button', /^Invia il codice/);
  await screen.fill(/^Codice ricevuto per e-mail/, await codeOf(place, email));
  if (!screen.scripts) await screen.press('button', /^Verifica$/);
  await screen.reads(/Indirizzo confermato/);
  await screen.view('data with photo');
  await screen.press('button', /^Avanti/);
  await screen.isAt(/passo=riepilogo/);
  await screen.view('summary');
  await screen.press('button', /^Invia$/);
  if (screen.scripts) {
    await screen.reads(/Conferma e invia/);
    await screen.view('terms');
    await screen.press('button', /^Conferma e invia/);
  }
  await screen.reads(/Segnalazione inviata/);
  const [protocollo] = await screen.reads(/2\d{3}\/\d{6}/);
  await screen.view('confirmation');
  const mail = await place.smtp.mailTo(email, /ricevuta/);
  const chat = /https?:\S*\/segnalazione\/chat\/\S+/.exec(mail.text)?.[0];
  if (!chat) throw new Error(`Nessun collegamento in: ${mail.text}`);
  return { protocollo, chat };
}

async function followReport(screen: Screen, chat: string): Promise<void> {
  await screen.open(chat);
  await screen.fill(/^Messaggio/, 'È pericoloso di notte.');
  await screen.press('button', /^Invia$/);
  await screen.reads(/È pericoloso di notte\./);
  await screen.view('chat');
}

/** Codes of a notice of the sandbox. */
function noticeOf(n: number): { numero: string; ente: string } {
  const found = AVVISI.find((one) => one.n === n);
  const ente = ENTI.find(({ id }) => id === found?.ente);
  if (!found || !ente) throw new Error(`no notice ${n}`);
  return { numero: numeroAvvisoOf(found), ente: ente.codice_fiscale };
}

/** From the form to the page of the outcome. @param choice at the provider's page @param heading of the outcome */
async function payNotice(
  screen: Screen,
  paid: { notice: { numero: string; ente: string }; provider: string; choice: RegExp; heading: string },
): Promise<void> {
  await screen.open('/servizio/paga-online');
  await screen.fill(/^Codice avviso/, paid.notice.numero);
  await screen.fill(/^Codice fiscale dell’ente/, paid.notice.ente);
  await screen.press('button', /^Controlla l’avviso/);
  await screen.reads(/E-mail per la ricevuta/);
  await screen.view(`cart for ${paid.heading}`);
  await screen.fill(/^E-mail per la ricevuta/, newEmail('anna'));
  await screen.press('button', new RegExp(`^Paga .*con ${paid.provider}$`));
  await screen.press('button', paid.choice);
  await screen.isAt(/esito/);
  if (!screen.scripts && !/verifica/.test(paid.heading)) await checkUntil(screen, paid.heading);
  await screen.reads(new RegExp(paid.heading));
  await screen.view(paid.heading);
}

const MOST_CHECKS = 15;
const BETWEEN_CHECKS_MS = 1000;

/** Without scripts a person presses now and then until the outcome is there. */
async function checkUntil(screen: Screen, heading: string): Promise<void> {
  for (let n = 0; n < MOST_CHECKS; n++) {
    const [words] = await screen.reads(new RegExp(`${heading}|Controlla adesso`));
    if (words === heading) return;
    await setTimeout(BETWEEN_CHECKS_MS);
    await screen.press('link', /^Controlla adesso/);
  }
}

async function payNotices(screen: Screen): Promise<void> {
  await screen.open('/servizio/paga-online');
  await screen.view('payment form');
  await screen.fill(/^Codice avviso/, noticeOf(7).numero);
  await screen.fill(/^Codice fiscale dell’ente/, noticeOf(7).ente);
  await screen.press('button', /^Controlla l’avviso/);
  await screen.reads(/risulta già pagato/);
  await screen.view('notice refused');
  const [paid, failed, cancelled] = screen.scripts ? [1, 5, 2] : [2, 3, 4];
  const mooney = { provider: 'Mooney', choice: /^Fallisci$/, heading: 'Pagamento non completato' };
  const pagopa = { provider: 'pagoPA', choice: /^Annulla$/, heading: 'Pagamento annullato' };
  await payNotice(screen, { notice: noticeOf(cancelled), ...pagopa });
  await screen.forget();
  if (screen.scripts) await payNotice(screen, { notice: noticeOf(failed), ...mooney });
  await screen.forget();
  await payNotice(screen, { notice: noticeOf(paid), ...pagopa, choice: /^Paga$/, heading: 'Pagamento effettuato' });
}

/** A guest leaves a draft for an address, and takes it up where nobody knows them, by the code that is mailed there. */
async function takeDraftElsewhere(screen: Screen, place: WalkPlace): Promise<void> {
  const email = newEmail('altrove');
  await screen.forget();
  await beginReport(screen);
  await fillReport(screen, email);
  await screen.press('button', /^Salva/);
  await screen.press('button', /^Sì, salva per 7 giorni/);
  await screen.press('link', /^Continua su un altro dispositivo/);
  await screen.press('button', /^Invia il codice/);
  await screen.fill(/^Codice ricevuto per e-mail/, await codeOf(place, email));
  await screen.press('button', /^Conferma/);
  await screen.reads(/Ora puoi continuare su un altro dispositivo/);
  await screen.view('draft left');
  await screen.forget();
  await screen.open('/login');
  await screen.view('login');
  await screen.press('link', /^Riprendila qui/);
  await screen.fill(/^E-mail/, email);
  await screen.press('button', /^Invia il codice/);
  await screen.fill(/^Codice ricevuto per e-mail/, await codeOf(place, email, 1));
  await screen.press('button', /^Mostra le richieste/);
  await screen.reads(/Richieste salvate con/);
  await screen.view('drafts of an address');
  await screen.press('button', /^Riprendi/);
  await screen.isAt(/passo=dati/);
  await screen.view('draft taken up');
}

/** @param button of the login page @param name of a person of the sandbox */
async function logIn(screen: Screen, button: RegExp, name: string, path: string): Promise<void> {
  await screen.forget();
  await screen.open(`/login?da=${encodeURIComponent(path)}`);
  await screen.press('button', button);
  await screen.press('button', new RegExp(`^Entra come ${name}`));
  await screen.isAt(/^\/(area-riservata|operatore)/);
}

async function visitArea(screen: Screen): Promise<void> {
  await logIn(screen, /^Entra con SPID/, 'Anna', '/area-riservata');
  await screen.view('area');
  await screen.open('/area-riservata?scheda=posizioni');
  await screen.press('fold', /^Aggiungi una posizione/);
  // The letter that came to Anna (src/sandbox/demo/posizioni.ts).
  await screen.fill(/^Codice utente/, 'CL-500505');
  await screen.fill(/^Codice controllo/, 'AAAAAA');
  await screen.press('button', /^Aggiungi la posizione/);
  await screen.reads(/non corrispondono a nessuna posizione/);
  await screen.view('position refused');
  await screen.fill(/^Codice controllo/, 'T9W5KB');
  await screen.press('button', /^Aggiungi la posizione/);
  await screen.reads(/Posizione aggiunta/);
  await screen.view('position added');
  await screen.press('link', /^Togli.*CL-500505/);
  await screen.reads(/Vuoi togliere questa posizione\?/);
  await screen.view('question');
  await screen.press('button', /^Togli la posizione/);
  await screen.reads(/Posizione tolta/);
  await logIn(screen, /^Entra con SPID/, 'Mario', '/area-riservata?scheda=documenti');
  await screen.view('documents');
  await screen.press('link', /^Scaduti \(2\)/);
  await screen.isAt(/stato=/);
  await screen.view('documents overdue');
  await screen.press('link', /TARI|sollecito/);
  await screen.view('a document');
  for (const tab of ['scadenze', 'pagamenti', 'pratiche', 'messaggi']) {
    await screen.open(`/area-riservata?scheda=${tab}`);
    await screen.view(`area, ${tab}`);
  }
  await screen.open('/area-riservata/profilo-utente');
  await screen.view('profile');
}

async function workAtDesk(screen: Screen, protocollo: string): Promise<void> {
  await logIn(screen, /^Accedi come dipendente/, 'Piero', '/operatore');
  await screen.view('desk');
  await screen.fill(/^Cerca una pratica/, protocollo);
  await screen.press('fold', /^Altri filtri/);
  await screen.fillDay(/^Arrivata dal/, '2020-01-02');
  await screen.fillDay(/^al/, '2020-01-01');
  await screen.press('button', /^Cerca$/);
  await screen.reads(/L’ultimo giorno viene prima del primo\./);
  await screen.view('desk, days refused');
  await screen.open(`/operatore?q=${encodeURIComponent(protocollo)}`);
  await screen.press('link', /Lampione spento/);
  await screen.reads(new RegExp(`Segnalazione ${protocollo}`));
  await screen.view('case at the desk');
  await screen.press('link', /^Prendi in carico/);
  await screen.fill(/^Messaggio/, 'Mandiamo una squadra domani.');
  await screen.view('panel of an action');
  await screen.press('button', /^Prendi in carico/);
  await screen.reads(/Presa in carico\.|Mandiamo una squadra domani\./);
  await screen.fill(/^Messaggio/, 'La squadra è partita.');
  await screen.press('button', /^Invia la risposta/);
  await screen.reads(/Messaggio inviato\.|La squadra è partita\./);
  await screen.view('answered');
  await screen.press('link', /^Concludi…/);
  await screen.fill(/^Com’è andata a finire/, 'Lampada sostituita.');
  await screen.press('button', /^Concludi la segnalazione/);
  await screen.reads(/Lampada sostituita\./);
  await screen.view('closed');
  await screen.open('/operatore/andamento');
  await screen.view('figures');
}
