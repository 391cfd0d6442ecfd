/**
 * A double of Google's reCAPTCHA v3 on the loopback: the script that a page loads, and the verification that a server asks for.
 * Follows https://developers.google.com/recaptcha/docs/v3 and …/docs/verify: a token works once and for two minutes.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const LIFETIME_MS = 2 * 60 * 1000;

type Token = { action: string; hostname: string; score: number; born: number; used: boolean };

/** `reset` breaks every connection, `silent` takes requests and never answers. */
type Down = boolean | 'reset' | 'silent';

export type RecaptchaServer = {
  /** Origin, without a trailing slash. */
  url: string;
  scriptUrl: string;
  verifyUrl: string;
  siteKey: string;
  secret: string;
  /** Path and query of every request, in order; empty when nothing contacted "Google". */
  hits: string[];
  /** The fields of every verification that was asked for, in order. */
  verifications: Record<string, string>[];
  /** A token as the script would get it. `age` in ms; by default the host is 127.0.0.1 and the action submit_form. */
  issue(token?: { action?: string; hostname?: string; age?: number }): string;
  /** Sets the score of later tokens, 0 to 1; it starts at 0.9. */
  setScore(score: number): void;
  /** Makes the server fail (true means 'reset') or work again (false). */
  setDown(down: Down): void;
  /** Sets the answer of every verification; undefined restores the real one. */
  setAnswer(body: string | undefined): void;
  close(): Promise<void>;
};

/** @param options.port any free port by default */
export async function startRecaptcha({ port = 0 }: { port?: number } = {}): Promise<RecaptchaServer> {
  const siteKey = 'chiave-del-sito-di-prova';
  const secret = 'segreto-di-prova';
  const tokens = new Map<string, Token>();
  const hits: string[] = [];
  const verifications: Record<string, string>[] = [];
  let score = 0.9;
  let down: Down = false;
  let answer: string | undefined;

  const issue: RecaptchaServer['issue'] = ({ action = 'submit_form', hostname = '127.0.0.1', age = 0 } = {}) => {
    const token = randomBytes(300).toString('base64url');
    tokens.set(token, { action, hostname, score, born: Date.now() - age, used: false });
    return token;
  };

  const verify = (fields: Record<string, string>): object => {
    const failed = (code: string) => ({ success: false, 'error-codes': [code] });
    if (!fields.secret) return failed('missing-input-secret');
    if (fields.secret !== secret) return failed('invalid-input-secret');
    if (!fields.response) return failed('missing-input-response');
    const token = tokens.get(fields.response);
    if (!token) return failed('invalid-input-response');
    if (token.used || Date.now() - token.born >= LIFETIME_MS) return failed('timeout-or-duplicate');
    token.used = true;
    const { action, hostname } = token;
    return { success: true, challenge_ts: new Date(token.born).toISOString(), hostname, score: token.score, action };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    hits.push(url.pathname + url.search);
    if (down === 'silent') return;
    if (down) {
      request.socket.destroy();
      return;
    }
    const key = url.searchParams.get('render') ?? '';
    if (url.pathname === '/recaptcha/api.js') {
      send(response, 'text/javascript', script(`http://${request.headers.host}`, key));
    } else if (url.pathname === '/recaptcha/token.js') {
      const { cb = '', action = '', hostname = '' } = Object.fromEntries(url.searchParams);
      send(response, 'text/javascript', `${cb.replace(/\W/g, '')}(${JSON.stringify(issue({ action, hostname }))});`);
    } else if (url.pathname === '/recaptcha/api/siteverify' && request.method === 'POST') {
      const fields: Record<string, string> = Object.fromEntries(new URLSearchParams(await text(request)));
      verifications.push(fields);
      send(response, 'application/json', answer ?? JSON.stringify(verify(fields)));
    } else {
      response.writeHead(404).end();
    }
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((cause: Error) => response.destroy(cause));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    scriptUrl: `${url}/recaptcha/api.js`,
    verifyUrl: `${url}/recaptcha/api/siteverify`,
    siteKey,
    secret,
    hits,
    verifications,
    issue,
    setScore: (next) => {
      score = next;
    },
    setDown: (next) => {
      down = next;
    },
    setAnswer: (body) => {
      answer = body;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, type: string, body: string): void {
  // Google sets a cookie, too: a test can tell whether it was set before consent.
  response.setHeader('Set-Cookie', '_GRECAPTCHA=prova; Path=/recaptcha; HttpOnly');
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'private, max-age=0' }).end(body);
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Tokens are loaded by script elements, as Google's are, so that the page's policy needs script-src only. */
function script(origin: string, key: string): string {
  return `(() => {
  const key = ${JSON.stringify(key)};
  const execute = (asked, options) => {
    if (asked !== key) throw new Error('Invalid site key or not loaded in api.js: ' + asked);
    return new Promise((resolve, reject) => {
      const cb = 'cb' + Math.random().toString(36).slice(2);
      const tag = document.createElement('script');
      window[cb] = (token) => { delete window[cb]; tag.remove(); resolve(token); };
      tag.onerror = reject;
      tag.src = ${JSON.stringify(origin)} + '/recaptcha/token.js?' +
        new URLSearchParams({ cb, action: options.action, hostname: location.hostname });
      document.head.append(tag);
    });
  };
  window.grecaptcha = { ready: (then) => { setTimeout(then); }, execute };
})();`;
}
