/** Answers in the form that pagoPA's services give them. */
import { BODY_LIMIT, readText } from '../../platform/body.server.ts';
import type { SandboxPage } from '../idp.page.ts';

export const jsonResponse = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

export const problemResponse = (status: number, title: string, detail: string): Response =>
  new Response(JSON.stringify({ title, status, detail }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

export const redirectTo = (location: string, status = 303): Response =>
  new Response(null, { status, headers: { location } });

export const pageResponse = (status: number, { html, policy }: SandboxPage): Response =>
  new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  });

/** @returns undefined when the body is not JSON */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readText(request, BODY_LIMIT));
  } catch {
    return undefined;
  }
}

/** Fields of a form that was posted without scripts. */
export const readFields = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(await readText(request, BODY_LIMIT));
