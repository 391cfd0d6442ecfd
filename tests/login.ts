/** Logging in as a person of the sandbox, step by step as a browser without scripts would. */
import type { Citizen } from './citizen.ts';

/** Ids of src/sandbox/persone.ts */
export type Persona = 'mario' | 'anna' | 'luca' | 'giulia' | 'paolo' | 'ingrid' | 'olga' | 'piero' | 'carlo' | 'sofia';

const OPERATORS: readonly Persona[] = ['olga', 'piero', 'carlo', 'sofia'];
export type LoginPage = { status: number; html: string; at: string; headers: Headers };

/**
 * Logs in through the sandbox's provider.
 * @param returnTo where to go afterwards
 * @returns the answer to the return from the provider, which redirects into the portal
 */
export async function loginAs(citizen: Citizen, persona: Persona, returnTo?: string): Promise<LoginPage> {
  const way = persona === 'ingrid' ? 'eidas' : OPERATORS.includes(persona) ? 'operatori' : 'spid';
  const people = await toPeople(citizen, way, returnTo);
  return followBack(citizen, await choosePerson(citizen, people, persona));
}

/** Presses a button of the login page. @returns the provider's page of people */
export async function toPeople(
  citizen: Citizen,
  way: 'spid' | 'cie' | 'eidas' | 'operatori',
  returnTo?: string,
): Promise<LoginPage> {
  const page = await openPage(citizen, `/login${returnTo ? `?da=${encodeURIComponent(returnTo)}` : ''}`);
  const answer = await sendForm(citizen, '/login', {
    _token: hiddenValue(page.html, '_token'),
    _azione: way,
    ...(returnTo && { da: hiddenValue(page.html, 'da') }),
  });
  return openPage(citizen, onwardAddress(answer.html));
}

/** @param persona empty: cancels @returns the address that the provider sends the browser back to */
export async function choosePerson(citizen: Citizen, people: LoginPage, persona: Persona | ''): Promise<string> {
  let answer = await sendForm(citizen, people.at, { persona });
  while (!answer.headers.get('location')?.includes('/accesso/ritorno')) {
    const next = answer.headers.get('location');
    if (!next) throw new Error(`Il provider risponde ${answer.status}: ${answer.html}`);
    answer = await openPage(citizen, next, false);
  }
  return answer.headers.get('location') as string;
}

/** Comes back from the provider. */
export const followBack = (citizen: Citizen, address: string): Promise<LoginPage> => openPage(citizen, address, false);

/** Asks for a page as a click on a link would. @param follow also where it redirects to */
export async function openPage(citizen: Citizen, address: string, follow = true): Promise<LoginPage> {
  const page = await ask(citizen, 'GET', address);
  const next = page.headers.get('location');
  return follow && next ? openPage(citizen, new URL(next, page.at).href) : page;
}

/** Sends a form of a page. */
export function sendForm(citizen: Citizen, address: string, fields: Record<string, string>): Promise<LoginPage> {
  return ask(citizen, 'POST', address, new URLSearchParams(fields).toString());
}

async function ask(citizen: Citizen, method: string, address: string, body?: string): Promise<LoginPage> {
  const at = new URL(address, citizen.base).href.replace(citizen.publicUrl, citizen.base);
  if (!at.startsWith(citizen.base)) throw new Error(`Fuori dal portale: ${at}`);
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const reply = await citizen.request(method, at.slice(citizen.base.length), {
    headers,
    ...(body !== undefined && { body }),
  });
  // Letters beyond Latin-1 come as numbers from islands.
  const html = String(reply.data ?? '').replace(/&#(\d{3,});/g, (_, code: string) =>
    String.fromCodePoint(Number(code)),
  );
  return { status: reply.status, html, at, headers: reply.headers };
}

/** Value of a hidden field. */
export function hiddenValue(html: string, name: string): string {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1];
  if (value === undefined) throw new Error(`Nessun campo ${name} nella pagina.`);
  return plain(value);
}

/** Where a page that goes on by itself leads. */
export function onwardAddress(html: string): string {
  const url = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1];
  if (!url) throw new Error(`La pagina non porta da nessuna parte: ${html.slice(0, 300)}`);
  return plain(url);
}

const plain = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))).replace(/&amp;/g, '&');
