/** SpamAssassin judges the mails as they arrive at a provider: by its local rules, without asking the network. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { smtpMail } from '../../src/adapters/mail/smtp.server.ts';
import type { MailMessage } from '../../src/platform/mail/message.ts';
import { KEPT_MAIL } from '../kept.ts';
import { startMailboxes } from '../smtp.ts';
import { type DebianPrograms, runProgram, unpackDebian } from './debian.ts';
import { filesOfTests } from './made.ts';
import type { OtherJudgement } from './runs.ts';

/** A mail is spam from 5 points on; a provider that is stricter may begin at 2. */
const TOO_MUCH = 2;
const SENDER = 'Portale del cittadino <portale@comune.example>';
/** As the provider's server writes it above a mail. An address for documents would be a fault of its own. */
const RECEIVED = (date: Date) =>
  `Return-Path: <portale@comune.example>\r\nReceived: from posta.comune.example (posta.comune.example [151.100.4.25])\r\n\tby mx.esempio.it (Postfix) with ESMTPS id 4F1A2B3C4D\r\n\tfor <cittadino@esempio.it>; ${date.toUTCString().replace('GMT', '+0000')}\r\n`;

const TEST_PORT = /(?<=:\/\/[\w.-]+):\d+/g;

type ArrivedKind = { kind: string; raw: string };

export async function judgeMails(): Promise<OtherJudgement> {
  const programs = unpackDebian('spamassassin', 'spamassassin');
  const mails = await sendAll();
  const verdicts = verdictsOn(programs, mails);
  const rules = new Map<string, number>();
  for (const { hits } of verdicts) for (const hit of hits) rules.set(hit, (rules.get(hit) ?? 0) + 1);
  return {
    version: /[\d.]*\d/.exec(spamAssassin(programs, ['--version']))?.[0] ?? '',
    judged: mails.length,
    findings: verdicts
      .filter(({ score }) => score >= TOO_MUCH)
      .map(({ kind, score, hits }) => ({ of: kind, words: `${score} punti: ${hits.join(', ')}` })),
    notes: [
      `da ${Math.min(...verdicts.map(({ score }) => score))} a ${Math.max(...verdicts.map(({ score }) => score))} punti`,
      ...[...rules].map(([rule, count]) => `${rule}: ${count}`),
    ],
  };
}

/** One of each kind through a real mail server, as the portal sends it. */
async function sendAll(): Promise<ArrivedKind[]> {
  const boxes = await startMailboxes();
  const port = smtpMail({ url: boxes.url, from: SENDER });
  const byKind = new Map(filesOfTests(KEPT_MAIL).map(({ kind, bytes }) => [kind, deserialize(bytes) as MailMessage]));
  const arrived: ArrivedKind[] = [];
  try {
    for (const [kind, message] of byKind) {
      await port.send(atUsualPort(message));
      arrived.push({ kind, raw: boxes.all().at(-1)?.raw ?? '' });
    }
  } finally {
    await port.close();
    await boxes.close();
  }
  return arrived;
}

/** The tests' portal is at a port of its own, which no municipality's is. */
const atUsualPort = (message: MailMessage): MailMessage => ({
  ...message,
  text: message.text.replaceAll(TEST_PORT, ''),
  html: message.html.replaceAll(TEST_PORT, ''),
});

/** In Perl's safe mode no variable says where modules are. */
function spamAssassin({ place, env }: DebianPrograms, args: readonly string[]): string {
  const modules = (env.PERL5LIB ?? '').split(':').flatMap((folder) => ['-I', folder]);
  const rules = [
    `--configpath=${place}/usr/share/spamassassin`,
    `--siteconfigpath=${place}/etc/spamassassin`,
    '--nocreate-prefs',
    ...['use_bayes 0', 'report_safe 0'].map((line) => `--cf=${line}`),
  ];
  return runProgram({ place, env }, 'perl', ['-T', ...modules, `${place}/usr/bin/spamassassin`, ...rules, ...args])
    .said;
}

function verdictsOn(programs: DebianPrograms, mails: readonly ArrivedKind[]) {
  const folder = mkdtempSync(join(tmpdir(), 'portale-mail-'));
  try {
    const paths = mails.map(({ raw }, n) => {
      const path = join(folder, `${n}.eml`);
      writeFileSync(path, RECEIVED(new Date()) + raw);
      return path;
    });
    const said = spamAssassin(programs, ['--local', ...paths]).replaceAll(/\r?\n[ \t]+/g, ' ');
    const statuses = [
      ...said.matchAll(/^X-Spam-Status: \w+, score=(-?[\d.]+) .*?tests=(.*?) *(?:autolearn|version)/gm),
    ];
    if (statuses.length !== mails.length)
      throw new Error(`${statuses.length} verdicts on ${mails.length} mails:\n${said.slice(-2000)}`);
    return statuses.map(([, score, tests = ''], n) => ({
      kind: mails[n]?.kind ?? '',
      score: Number(score),
      hits: tests.split(/, ?/).filter((rule) => rule !== '' && rule !== 'none'),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
