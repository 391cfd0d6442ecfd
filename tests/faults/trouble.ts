/** What the fault tests of a running host share: sends while something breaks, and what must hold then and afterwards. */
import { expect } from 'vitest';
import type { PortalStore } from '../../src/store/open.server.ts';
import type { Portal } from '../portal.ts';
import type { SmtpMailboxes } from '../smtp.ts';
import { checkSends, missingLetters, openRawStore } from './checker.ts';
import { browserCookies, type CitizenSends, LONG_FAULTS, passMinute } from './sends.ts';

const CLIENTS = LONG_FAULTS ? 16 : 4;
export const FAULTS_SECRET = 'segreto-delle-prove-di-guasto-di-32-caratteri';

/** Sends while `trouble` lasts, and until as many of them again were acknowledged after it. */
export async function sendDuring(
  citizens: CitizenSends,
  trouble: () => Promise<void>,
  howMany = CLIENTS,
): Promise<void> {
  let over = false;
  const clients = Array.from({ length: howMany }, () => citizens.send(() => over));
  const acknowledgedMore = () =>
    expect.poll(citizens.acknowledged, { timeout: 30_000 }).toBeGreaterThan(citizens.acknowledged() + howMany);
  await acknowledgedMore();
  await trouble();
  await acknowledgedMore();
  over = true;
  await Promise.all(clients);
}

/** Each refusal is a 503 in words that says when to come again, or says that the same send is still being worked on. */
export function expectWords({ refusals }: CitizenSends, houses: readonly Portal[]): void {
  const others = refusals.filter(
    ({ status, message, retryAfter }) =>
      !(status === 503 && message.includes('non si ripete') && Number(retryAfter) > 0) &&
      !(status === 409 && message.includes('Stiamo già elaborando')),
  );
  const errors = () => houses.flatMap((house) => linesOf(house, '"error"'));
  expect(others, others.length > 0 ? errors().slice(-20).join('\n') : '').toEqual([]);
}

/** @returns the lines of a host's log that have these words */
export const linesOf = (house: Portal, words: string): string[] =>
  house
    .log()
    .split('\n')
    .filter((line) => line.includes(words));

/** @property place of the store, for the checker */
type Aftermath = { citizens: CitizenSends; store: PortalStore; place: string; mailboxes: SmtpMailboxes };

/** What was acknowledged is there, once, with its number, its files and its mails, a minute later. */
export async function expectEverything({ citizens, store, place, mailboxes }: Aftermath): Promise<void> {
  const { journal, downloads } = citizens;
  await passMinute(store);
  await expect.poll(() => missingLetters(journal, mailboxes.all()), { timeout: 60_000, interval: 200 }).toEqual([]);
  const raw = await openRawStore(place);
  const evidence = { journal, store: raw, letters: mailboxes.all(), downloads: await downloads() };
  const { faults } = await checkSends(evidence);
  await raw.close();
  expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);
}

/** The answer to a form that somebody typed, sent from the portal's own page or another site's. */
export function sendTyped({ base }: Portal, site: 'same-origin' | 'cross-site' = 'same-origin'): Promise<Response> {
  const { headers, token } = browserCookies(FAULTS_SECRET);
  const typed = {
    _token: token,
    _chiave: 'chiave-della-prova',
    oggetto: 'Buca <in> "via Roma"',
    descrizione: 'Riga 1\nRiga 2',
  };
  return fetch(`${base}/segnalazione?passo=dati`, {
    method: 'POST',
    headers: {
      cookie: headers.cookie as string,
      'sec-fetch-site': site,
      origin: site === 'same-origin' ? base : 'https://altrove.example',
    },
    body: new URLSearchParams(typed),
  });
}

/** A 503 that keeps in its page what {@link sendTyped} sent. */
export async function expectTypedKept(answer: Response): Promise<void> {
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
  const again = await answer.text();
  expect(again).toContain('invialo di nuovo. Se era già arrivato, non arriva due volte.');
  expect(again).toContain('name="_chiave" value="chiave-della-prova"');
  expect(again).toContain('value="Buca &lt;in&gt; &quot;via Roma&quot;"');
  expect(again).toContain('value="Riga 1\nRiga 2"');
}
