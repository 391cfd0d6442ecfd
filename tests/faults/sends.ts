/** Citizens who send one thing after the other to a portal that is in trouble, and write down what they were told. */
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createSigner, randomId } from '../../src/platform/signer.server.ts';
import { csrfToken, newVisitor, visitorCookie } from '../../src/platform/visitor.server.ts';
import { mooneySecret } from '../../src/sandbox/mooney/settings.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import { segnalazione } from '../citizen.ts';
import { pdfText } from '../files.ts';
import { ANSWER_MS, isHanging } from '../hanging.ts';
import { numeroAvvisoOf, signedNotification, writeOpenAttempts } from '../load/notifications.ts';
import type { JournalEntry, SendKind, SentFile } from './checker.ts';

/** `npm run test:faults`: as many sends and kills as the portal can take, in place of as few as show something. */
export const LONG_FAULTS = process.env.LONG_FAULTS === '1';
/** Between two sends of one citizen. */
const BREATH_MS = LONG_FAULTS ? 0 : 150;

/** An answer that was no success. @property message the words in it */
type SendRefusal = { status: number; message: string; retryAfter: string | null };

/**
 * @property journal what was sent, and what its sender was told
 * @property refusals answers that were neither a success nor one of the caller's own faults
 * @property send one thing after the other until told that it is over; after a lost answer the same again under the same key, as
 *   the screen does
 * @property sendOnce one of these
 * @property acknowledged how many sends were
 * @property downloads the acknowledged files as their senders get them back: id → SHA-256
 */
export type CitizenSends = {
  journal: readonly JournalEntry[];
  refusals: readonly SendRefusal[];
  send(over: () => boolean): Promise<void>;
  sendOnce(kind: (typeof TURNS)[number]): Promise<void>;
  acknowledged(): number;
  downloads(): Promise<Map<string, string>>;
};

/** What each citizen sends in turn. A draft comes before a report, and a message after it. */
const TURNS = ['segnalazione', 'richiesta', 'pagamento', 'mezzi'] as const;
/** A file of this size is in more than one piece of the store; most are as small as a file can be, so that there are many. */
const LARGE_FILE = 600_000;

const DAY = 24 * 3600_000;

type Person = { email: string; headers: Record<string, string> };
type Answer = { id: string; Id: string; protocollo: string; pratica: { id: string; protocollo: string } };

/**
 * @param store in which e-mail addresses are confirmed and notices written, beside the portal
 * @param secret of the portal @param base of the host that the next call goes to
 */
export async function citizenSends(store: PortalStore, secret: string, base: () => string): Promise<CitizenSends> {
  const ente = await firstEnte(base());
  const journal: JournalEntry[] = [];
  const refusals: SendRefusal[] = [];
  const uploaders = new Map<string, Person>();
  const signingSecret = mooneySecret(createSigner([secret]));
  const enteRow = await store.db.selectFrom('enti').selectAll().where('id', '=', ente).executeTakeFirstOrThrow();
  const { codice_fiscale: creditor } = JSON.parse(enteRow.dati_json) as { codice_fiscale: string };
  let avvisi = randomInt(1_000_000);
  let client = 0;

  async function newcomer(): Promise<Person> {
    const email = `${randomUUID()}@esempio.it`;
    const { visitor, headers } = browserCookies(secret);
    const now = Date.now();
    // The portal's clock may be another one.
    const proof = { proprietario: visitor, email, verificata: now, scade: now + DAY, usata: null };
    // The store may be in trouble, too.
    await insist(() => store.db.insertInto('prove_email').values(proof).execute());
    return { email, headers };
  }

  function begin(
    kind: SendKind,
    email: string,
    files: SentFile[] = [],
    text = `${kind} ${randomUUID()}`,
  ): JournalEntry {
    const entry: JournalEntry = { kind, email, text, files };
    journal.push(entry);
    return entry;
  }

  async function call(path: string, init: { headers: Record<string, string>; body: string | FormData }) {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(base() + path, { method: 'POST', signal, ...init });
    const json = (await response.json()) as { data?: unknown; message?: string };
    if (response.ok) return json.data;
    // All of them send from one network, whose files are looked at one after the other.
    if (response.status === 429) throw new Error('come again');
    // A refusal is an answer: only a lost answer, one that is still being worked on and a fault of ours are worth insisting.
    if (response.status < 500 && response.status !== 409)
      throw new Refused(`${path}: ${response.status} ${JSON.stringify(json)}`);
    const { status } = response;
    refusals.push({ status, message: json.message ?? '', retryAfter: response.headers.get('retry-after') });
    throw new Error(String(status));
  }

  /** Sends until there is an answer, always under the same key. */
  function write({ headers }: Person, path: string, fields: object): Promise<Answer> {
    const sent = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = JSON.stringify(fields);
    return insist(() => call(path, { headers: sent, body })) as Promise<Answer>;
  }

  async function upload(person: Person, more: Record<string, string> = {}): Promise<SentFile> {
    const inside = randomBytes(randomInt(16) === 0 ? LARGE_FILE / 2 : 64).toString('hex');
    const bytes = Buffer.from(pdfText(`% ${inside}`));
    const headers = { ...person.headers, 'idempotency-key': randomUUID() };
    const answer = await insist(() => {
      const body = new FormData();
      for (const [name, value] of Object.entries(more)) body.set(name, value);
      body.set('file', new File([bytes], 'prova.pdf', { type: 'application/pdf' }));
      return call('/api/v1/generic/documento/upload', { headers, body });
    });
    const { Id: id } = answer as Answer;
    uploaders.set(id, person);
    return { id, sha256: sha256Of(bytes) };
  }

  const richiedenteOf = ({ email }: Person) => ({
    nome: 'Anna',
    cognome: 'Bianchi',
    codice_fiscale: 'BNCNNA80A41H501R',
    email,
    telefono: '+393331234567',
    ruolo: 'persona_fisica',
  });
  const identita = (person: Person, more = {}) => upload(person, { categoria: 'documento_identita', ...more });

  const ways: Record<(typeof TURNS)[number], () => Promise<void>> = {
    segnalazione: async () => {
      const person = await newcomer();
      const { email } = person;
      const draft = begin('bozza', email);
      await write(person, '/api/v1/portale/bozze', {
        percorso: '/sportello-territoriale',
        passo: 'dati',
        valori: { oggetto: draft.text },
      });
      draft.answer = {};
      const photo = await upload(person, { percorso: '/segnalazione' });
      const report = begin('segnalazione', email, [photo]);
      const fields = { ...segnalazione(ente, email, report.text), filesAllegati: [{ Id: photo.id }] };
      const { id, protocollo } = await write(person, '/api/v1/generic/segnalazione/new', fields);
      report.answer = { id, protocollo };
      const paper = await upload(person);
      const message = begin('messaggio', email, [paper]);
      const said = { email, id, testo: message.text, filesAllegati: [{ Id: paper.id }] };
      await write(person, '/api/v1/generic/segnalazione/commento', said);
      message.answer = { id, protocollo };
    },
    richiesta: async () => {
      const person = await newcomer();
      const files = [await identita(person), await upload(person)];
      const petition = begin('richiesta', person.email, files);
      const { id, protocollo } = await write(person, '/api/v1/istanza-tributi/new', {
        ente,
        sistema__c: 'TARMB',
        oggetto: petition.text,
        testo: 'Ho pagato due volte.',
        privacy: true,
        richiedente: richiedenteOf(person),
        filesAllegati: files.map((f) => ({ Id: f.id })),
      });
      petition.answer = { id, protocollo };
    },
    pagamento: async () => {
      const attempt = { id: randomId(), numero_avviso: numeroAvvisoOf(avvisi++), email: `${randomUUID()}@esempio.it` };
      await insist(() => store.db.transaction().execute((tx) => writeOpenAttempts(tx, ente, [attempt])));
      const payment = begin('pagamento', attempt.email, [], `evt-${attempt.id}`);
      // The provider signs anew each time that it tells of the same event.
      await insist(() => {
        const { path, headers = {}, body = '' } = signedNotification(signingSecret, creditor, attempt);
        return call(path, { headers, body });
      });
      payment.answer = { id: attempt.id };
    },
    mezzi: async () => {
      const person = await newcomer();
      const path = '/api/v1/mezzi_pubblicitari';
      const { Id } = await write(person, `${path}/new`, { tipo: 'nuovo', ente });
      const formPath = { percorso: `/servizio/mezzo-permanente/mezzi/${Id}` };
      const sketch = await upload(person, { ...formPath, categoria: 'foto_bozzetti' });
      const files = [await identita(person, formPath), sketch];
      const declaration = begin('mezzi', person.email, files);
      await write(person, `${path}/correlati/altro`, {
        dichiarazione: Id,
        Tipologia_impianto_publicitario__c: 'Cartello',
        indirizzo: 'Via Roma 1',
        quantita: 1,
        testo: declaration.text,
        facce: 'Monofacciale',
        illuminazione: 'Opaco',
        larghezza_cm: 100,
        altezza_cm: 70,
        allegati: [{ Id: sketch.id, categoria: 'foto_bozzetti' }],
      });
      const sent = { richiedente: richiedenteOf(person), invia: true, privacy: true };
      const { pratica } = await write(person, `${path}/dichiarazioni/${Id}`, sent);
      declaration.answer = { id: pratica.id, protocollo: pratica.protocollo };
    },
  };

  return {
    journal,
    refusals,
    acknowledged: () => journal.filter(({ answer }) => answer).length,
    sendOnce: (kind) => ways[kind](),
    send: async (over) => {
      for (let turn = client++; !over(); turn++) {
        await ways[TURNS[turn % TURNS.length] as (typeof TURNS)[number]]();
        await pause(BREATH_MS); // what is sent while a host starts must all be looked for in the end
      }
    },
    downloads: async () => {
      const files = journal.filter(({ answer }) => answer).flatMap((e) => e.files.map(({ id }) => id));
      const got = new Map<string, string>();
      const some = async () => {
        for (let id = files.pop(); id; id = files.pop()) {
          const { email = '', headers = {} } = uploaders.get(id) ?? {};
          const path = `/api/v1/portale/allegati/${id}?email=${encodeURIComponent(email)}`;
          const response = await fetch(base() + path, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
          if (response.ok) got.set(id, sha256Of(Buffer.from(await response.arrayBuffer())));
        }
      };
      await Promise.all(Array.from({ length: 8 }, some));
      return got;
    },
  };
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** A minute passes for the outbox: leases of broken hosts and connections end, and the next attempts are due. */
export async function passMinute({ db }: PortalStore): Promise<void> {
  const now = Date.now();
  await db
    .updateTable('posta_in_uscita')
    .set({ presa_fino: 0, da_inviare: now })
    .where('inviata', 'is', null)
    .where('da_inviare', '<', now + 60_000)
    .execute();
}

/** A browser that the portal knows. @returns its visitor as the store knows them, and what it sends with every call */
export function browserCookies(secret: string): { visitor: string; headers: Record<string, string>; token: string } {
  const signing = createSigner([secret]);
  const visitor = newVisitor();
  const token = csrfToken(signing, visitor);
  const headers = { cookie: `visitatore=${visitorCookie(signing, visitor)}`, 'x-xsrf-token': token };
  return { visitor: visitor.hash, headers, token };
}

class Refused extends Error {}

async function insist(work: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused || isHanging(error)) throw error;
      await pause(50); // as a browser does before it tries again
    }
  }
}

/** Id of a municipality that takes reports about lamps, and every other service. */
async function firstEnte(base: string): Promise<string> {
  const response = await fetch(`${base}/api/v1/generic/ente/list/SF310`);
  const { data } = (await response.json()) as { data: { Id: string }[] };
  return (data[0] as { Id: string }).Id;
}
