/** Ways to pages that are not reached by their address alone, walked as somebody without JavaScript does. */
import { type Citizen, segnalazione } from '../../tests/citizen.ts';
import type { Mailboxes } from '../../tests/smtp.ts';

/** Ticks what the first step asks and goes on. @returns path of the second step */
export async function stepAfterPrivacy(citizen: Citizen, path: string): Promise<string> {
  const page = await citizen.get(path);
  const form = /<form\b[^>]*method="post"[\s\S]*?<\/form>/i.exec(String(page.data))?.[0];
  if (!form) throw new Error(`${path} has no form (status ${page.status})`);
  const sent = await citizen.request('POST', path, { body: new URLSearchParams(filledIn(form)) });
  const next = sent.headers.get('location');
  if (sent.status !== 303 || !next) throw new Error(`${path}: the first step answers ${sent.status}`);
  return next;
}

/** @returns names and values of a form with every box ticked, sent by its last button */
export function filledIn(form: string): [string, string][] {
  const attribute = (tag: string, name: string) =>
    new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
  const inputs = form.match(/<input\b[^>]*>/g) ?? [];
  const buttons = (form.match(/<button\b[^>]*>/g) ?? []).filter((tag) => attribute(tag, 'type') !== 'button');
  return [...inputs, ...buttons.slice(-1)].flatMap((tag): [string, string][] => {
    const name = attribute(tag, 'name');
    if (!name || attribute(tag, 'type') === 'file') return [];
    return [[name, attribute(tag, 'value') ?? (attribute(tag, 'type') === 'checkbox' ? 'on' : '')]];
  });
}

/** Sends a report through the calls. @returns path of its chat */
export async function chatOfANewCase(citizen: Citizen, mails: Mailboxes): Promise<string> {
  const email = 'anna.bianchi@example.it';
  await citizen.arrive();
  const bodies = (await citizen.get('/api/v1/generic/ente/list/SF310')).data as { Id: string }[];
  await citizen.post('/api/v1/generic/segnalazione/otp', { email });
  const otp = /^\s*(\d{6})\s*$/m.exec((await mails.mailTo(email, /./)).text)?.[1];
  await citizen.post('/api/v1/generic/segnalazione/otp', { email, otp });
  const sent = await citizen.post('/api/v1/generic/segnalazione/new', segnalazione(bodies[0]?.Id ?? '', email));
  if (sent.status !== 201) throw new Error(`the report is answered with ${sent.status}: ${sent.message}`);
  return (sent.data as { chat: string }).chat;
}
