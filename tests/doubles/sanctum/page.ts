/** A page of the application in a browser, as the double meets it: a cookie jar, Origin and Referer, the anti-forgery header. */
import type { SanctumServer } from '../sanctum.ts';

export type PageAnswer = { status: number; headers: Headers; text: string; json: Record<string, unknown> };

export class ApplicationPage {
  private readonly jar = new Map<string, string>();
  private readonly server: SanctumServer;
  readonly origin: string;

  constructor(server: SanctumServer, origin = 'http://127.0.0.1:4321') {
    this.server = server;
    this.origin = origin;
  }

  /** Value of a cookie as it came. */
  cookie(name: string): string {
    return this.jar.get(name) ?? '';
  }

  plant(name: string, value: string): void {
    this.jar.set(name, value);
  }

  /** The same cookies in another browser. */
  copy(): ApplicationPage {
    const other = new ApplicationPage(this.server, this.origin);
    for (const [name, value] of this.jar) other.plant(name, value);
    return other;
  }

  async arrive(): Promise<this> {
    await this.send('GET', '/sanctum/csrf-cookie');
    return this;
  }

  async logIn(codice_fiscale: string): Promise<PageAnswer> {
    return this.send('GET', `/login/${codice_fiscale}?ritorno=${encodeURIComponent(`${this.origin}/area-riservata`)}`);
  }

  get(path: string, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.send('GET', path, { headers });
  }

  /** With an empty bot token, unless the fields have one. */
  post(path: string, fields: Record<string, unknown>, headers: Record<string, string> = {}): Promise<PageAnswer> {
    const body = JSON.stringify({ 'g-recaptcha-response': '', ...fields });
    return this.send('POST', path, { body, headers: { 'content-type': 'application/json', ...headers } });
  }

  async upload(bytes: Buffer | string, name = 'foto.pdf', more: Record<string, string> = {}): Promise<PageAnswer> {
    const form = new FormData();
    form.set('g-recaptcha-response', '');
    for (const [field, text] of Object.entries(more)) form.set(field, text);
    form.set('file', new File([bytes as BlobPart], name));
    return this.send('POST', '/api/v1/generic/documento/upload', { body: form });
  }

  /** Confirms an e-mail address by its code. */
  async confirm(email: string): Promise<void> {
    await this.post('/api/v1/generic/segnalazione/otp', { email });
    await this.post('/api/v1/generic/segnalazione/otp', { email, otp: this.server.codes.get(email) });
  }

  async send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: BodyInit; headers?: Record<string, string> } = {},
  ): Promise<PageAnswer> {
    const given: Record<string, string> = {
      accept: 'application/json',
      origin: this.origin,
      referer: `${this.origin}/segnalazione`,
      cookie: [...this.jar].map((pair) => pair.join('=')).join('; '),
      'x-xsrf-token': decodeURIComponent(this.cookie('XSRF-TOKEN')),
      ...headers,
    };
    // An empty header is one that is not sent.
    const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
    const init = { method, headers: sent, body: body ?? null, redirect: 'manual' } as const;
    const response = await fetch(this.server.url + path, init);
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      this.jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  }
}
