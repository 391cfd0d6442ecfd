/** A program that speaks to the portal as a browser's script would: cookies, anti-forgery token, calls. */
import { ANSWER_MS } from './hanging.ts';

export type CitizenReply = {
  status: number;
  data: unknown;
  message: string;
  errors: Record<string, string[]> | undefined;
  headers: Headers;
};

export class Citizen {
  readonly base: string;
  /** What the portal calls itself in links and redirects */
  readonly publicUrl: string;
  private readonly jar = new Map<string, string>();

  constructor(base: string, publicUrl = base) {
    this.base = base;
    this.publicUrl = publicUrl;
  }

  get cookies(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Value of one cookie. */
  cookie(name: string): string | undefined {
    return this.jar.get(name);
  }

  /** Sets a cookie as an attacker might. */
  plant(name: string, value: string): void {
    this.jar.set(name, value);
  }

  /** Keeps the cookies of an answer. */
  take(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      // A browser throws away what is told to be over.
      if (/;\s*(max-age=0|expires=Thu, 01 Jan 1970)/i.test(cookie)) this.jar.delete(name);
      else this.jar.set(name, pair.slice(pair.indexOf('=') + 1));
    }
  }

  get token(): string {
    return decodeURIComponent(this.jar.get('XSRF-TOKEN') ?? '');
  }

  /** Fetches the cookies that every write needs. @throws Error when the portal is away */
  async arrive(): Promise<this> {
    const { status, message } = await this.request('GET', '/sanctum/csrf-cookie');
    if (status >= 400) throw new Error(`no cookies: ${status} ${message}`);
    return this;
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<CitizenReply> {
    return this.request('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  get(path: string): Promise<CitizenReply> {
    return this.request('GET', path);
  }

  async request(
    method: string,
    path: string,
    init: { body?: BodyInit; headers?: Record<string, string> } = {},
  ): Promise<CitizenReply> {
    const headers: Record<string, string> = { cookie: this.cookies, 'x-xsrf-token': this.token, ...init.headers };
    const signal = AbortSignal.timeout(ANSWER_MS);
    const sent = { method, headers, body: init.body ?? null, redirect: 'manual', signal } as const;
    const response = await fetch(this.base + path, sent);
    this.take(response.headers);
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : {};
    return {
      status: response.status,
      data: json.data ?? (text && !json.message ? text : undefined),
      message: json.message ?? '',
      errors: json.errors,
      headers: response.headers,
    };
  }
}

/** A report that only lacks its e-mail. */
export function segnalazione(ente: string, email: string, oggetto = 'Lampione spento') {
  return {
    ente,
    codice: 'SF310',
    oggetto,
    descrizione: 'Il lampione davanti al civico 4 è spento da una settimana.',
    indirizzo: 'Via Garibaldi 4',
    nome: 'Anna',
    cognome: 'Bianchi',
    email,
    filesAllegati: [],
    privacy: true,
  };
}
