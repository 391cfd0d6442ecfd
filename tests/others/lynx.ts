/**
 * Lynx, which shows text alone, goes through a whole report: typed into a terminal key by key, and read from its screen. Each field is
 * found by the words that stand at it, so that a field without words ends the run.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Portal, portal } from '../portal.ts';
import { type SmtpMailboxes, startMailboxes } from '../smtp.ts';
import { type DebianPrograms, runProgram, unpackDebian } from './debian.ts';
import type { OtherFinding, OtherJudgement } from './runs.ts';

const EMAIL = 'anna.lynx@esempio.it';
const PATIENCE_MS = 30_000;
const SETTINGS = [
  'DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED',
  'TEXTFIELDS_NEED_ACTIVATION:TRUE',
  'ACCEPT_ALL_COOKIES:TRUE',
  'CHARACTER_SET:utf-8',
];

export async function judgeInLynx(): Promise<OtherJudgement> {
  const programs = unpackDebian('lynx', 'lynx', 'tmux');
  const version = /[\d.]+(dev\.\d+)?/.exec(runProgram(programs, 'lynx', ['--version']).said)?.[0] ?? '';
  const smtp = await startMailboxes();
  let house: Portal | undefined;
  try {
    house = await portal({ SMTP_URL: smtp.url, LIMITS_FACTOR: '1000' });
    return { version, ...(await sendReport(programs, house, smtp)) };
  } finally {
    await house?.end();
    await smtp.close();
  }
}

type Journey = { judged: number; findings: OtherFinding[]; notes: string[] };

async function sendReport(programs: DebianPrograms, house: Portal, smtp: SmtpMailboxes): Promise<Journey> {
  const steps: string[] = [];
  const terminal = openLynx(programs, `${house.base}/servizi/segnalazione`);
  try {
    const reach = async (name: string, words: RegExp) => {
      await terminal.waitFor(words);
      steps.push(name);
    };
    await reach('servizio', /Segnalazione disservizio/);
    await terminal.press('Inizia');
    await reach('privacy', /Passo 1 di 3: Informativa sulla privacy/);
    await terminal.tick('Ho letto e compreso');
    await terminal.press('Avanti');
    await reach('dati', /Passo 2 di 3: Dati di segnalazione/);
    await terminal.press('Avanti');
    await reach('dati con errori', /C.è un problema[\s\S]*Scrivi il tuo nome\./);
    await terminal.tick('Comune di Borgosereno');
    await terminal.fill('Indirizzo', 'Via Garibaldi 4');
    await terminal.tick('Lampione spento');
    await terminal.fill('Titolo', 'Lampione spento');
    await terminal.fill('Dettagli', 'Il lampione davanti al civico 4 si spegne.');
    await terminal.fill('Nome', 'Anna');
    await terminal.fill('Cognome', 'Bianchi');
    await terminal.fill('E-mail', EMAIL);
    await terminal.press('Invia il codice');
    await terminal.waitFor(/Codice ricevuto per e-mail/);
    const { text } = await smtp.mailTo(EMAIL, /codice di verifica/);
    await terminal.fill('Codice ricevuto per e-mail', /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '');
    await terminal.press('Verifica');
    await reach('indirizzo confermato', /Indirizzo confermato/);
    await terminal.press('Avanti');
    await reach('riepilogo', /Passo 3 di 3: Riepilogo[\s\S]*Via Garibaldi 4[\s\S]*Lampione spento/);
    await terminal.press('Invia');
    await reach('conferma', /Segnalazione inviata[\s\S]*\d{4}\/\d{6}/);
    const number = /\b\d{4}\/\d{6}\b/.exec(terminal.screen())?.[0] ?? '';
    const { subject } = await smtp.mailTo(EMAIL, /ricevuta/);
    const findings = subject.includes(number)
      ? []
      : [{ of: 'conferma', words: `${number} is not that of «${subject}»` }];
    return { judged: steps.length, findings, notes: [...steps, `numero ${number}`] };
  } catch (cause) {
    const last = steps.at(-1) ?? 'inizio';
    return {
      judged: steps.length,
      findings: [{ of: `dopo «${last}»`, words: `${cause}\n${terminal.screen()}` }],
      notes: steps,
    };
  } finally {
    terminal.close();
  }
}

/** A terminal as high as a whole page, in which Lynx numbers its links and fields. */
function openLynx({ place, env }: DebianPrograms, address: string) {
  const home = mkdtempSync(join(tmpdir(), 'portale-lynx-'));
  const config = join(home, 'lynx.cfg');
  writeFileSync(config, `INCLUDE:${place}/etc/lynx/lynx.cfg\n${SETTINGS.join('\n')}\n`);
  const own = { ...env, HOME: home, LANG: 'C.UTF-8', LYNX_LSS: `${place}/etc/lynx/lynx.lss` };
  const tmux = (...words: string[]) =>
    execFileSync('tmux', ['-S', join(home, 'tmux'), '-f', '/dev/null', ...words], { env: own, encoding: 'utf8' });
  // Lists to choose from are shown as they are, and not in a window above the page.
  tmux('new-session', '-d', '-x', '110', '-y', '260', `lynx -cfg=${config} -popup ${address}`);

  const screen = () => tmux('capture-pane', '-p');
  const waitFor = async (words: RegExp) => {
    const end = Date.now() + PATIENCE_MS;
    while (!words.test(screen())) {
      if (Date.now() > end) throw new Error(`Lynx shows no ${words}`);
      await pause(100); // another program draws when it likes
    }
  };
  /** Keys that come faster than Lynx reads are lost. */
  const type = async (text: string) => {
    for (const letter of text) {
      tmux('send-keys', '-l', letter);
      await pause(30); // Lynx empties its queue of keys where it likes
    }
  };
  const key = async (name: string) => {
    tmux('send-keys', name);
    await pause(200); // as above
  };
  /** @param found a pattern whose group is the number of a link or field */
  const goTo = async (found: RegExp) => {
    await waitFor(found);
    const number = found.exec(screen())?.[1] ?? '';
    await type(number);
    await waitFor(new RegExp(`number: ${number}`));
    await key('Enter');
  };
  const escaped = (words: string) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return {
    screen,
    waitFor,
    /** A link, or a button, which has its words after its value. */
    press: async (words: string) => {
      await goTo(new RegExp(String.raw`\[(\d+)\](?:\w*\) )?${escaped(words)}`));
      await key('Enter');
    },
    /** A box, or one of several choices. */
    tick: async (words: string) => {
      await goTo(new RegExp(String.raw`\[(\d+)\](?:\[ \]|\( \)) ${escaped(words)}`));
      await key('Enter');
    },
    /** A field that has its words before it, on its line or above. */
    fill: async (words: string, text: string) => {
      await goTo(new RegExp(String.raw`^ *${escaped(words)}\*?(?: |\n(?:(?!.*\[\d+\]).*\n)*? *)\[(\d+)\]_`, 'm'));
      await key('Enter');
      await type(text);
      await key('Tab');
      await waitFor(new RegExp(escaped(text)));
    },
    close: () => {
      tmux('kill-server');
      rmSync(home, { recursive: true });
    },
  };
}
