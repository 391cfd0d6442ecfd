/** Prepares the visitors, the case and the draft that the bench sends and reads. */
import { setTimeout } from 'node:timers/promises';
import { todayInRome } from '../../src/platform/atoms/date.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { csrfToken, newVisitor, type VisitorIdentity, visitorCookie } from '../../src/platform/visitor.server.ts';
import { INVENTED_TOWNS } from '../../src/sandbox/town/town.ts';
import { openStore } from '../../src/store/open.server.ts';
import type { LoadShot } from './measure.ts';
import { LOAD_SECRET, type LoadPlace } from './servers.ts';

export type Seed = { sends: LoadShot[]; pratica: { email: string; id: string }; etag: string; draftCookie: string };

/** @property ente to which they report; the first of the portal, unless another is named */
type Where = LoadPlace & { base: string; visitors: number; ente?: string };

/** Makes visitors whose e-mail is confirmed already (people type their codes at their own pace), a case to read, and a draft. */
export async function seed({ dataDir, databaseUrl, base, visitors, ente: named }: Where): Promise<Seed> {
  const signing = createSigner([LOAD_SECRET]);
  const store = await openStore({ dataDir, databaseUrl });
  const { id: ente } = await store.db
    .selectFrom('enti')
    .select('id')
    .where('id', named ? '=' : '!=', named ?? 'portale')
    .orderBy('ordine')
    .executeTakeFirstOrThrow();
  const people = Array.from({ length: visitors }, (_, i) => ({
    visitor: newVisitor(),
    email: `persona${i}@esempio.it`,
  }));
  const now = Date.now();
  await store.db.transaction().execute(async (tx) => {
    for (const { visitor, email } of people) {
      await tx
        .insertInto('prove_email')
        .values({ proprietario: visitor.hash, email, verificata: now, scade: now + 3600_000, usata: null })
        .execute();
    }
  });
  await store.close();

  // Each visitor has an address of their own, as in production, because a limit has a row per address.
  const headers = (visitor: VisitorIdentity, i: number) => ({
    'x-forwarded-for': `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
    cookie: `visitatore=${visitorCookie(signing, visitor)}`,
    'x-xsrf-token': csrfToken(signing, visitor),
    'content-type': 'application/json',
  });
  const [first, drafter, ...others] = people.map(({ visitor, email }, i): LoadShot & { email: string } => ({
    path: '/api/v1/generic/segnalazione/new',
    method: 'POST',
    email,
    headers: { ...headers(visitor, i), 'idempotency-key': `prova-di-carico-${i}` },
    body: JSON.stringify(seedReport(ente, email)),
  }));
  if (!first || !drafter) throw new Error('Servono almeno due visitatori');

  const answer = await postJson(base, first);
  const { data } = (await answer.json()) as { data: { id: string } };
  const detail = `${base}/api/v1/generic/segnalazione/detail?email=${encodeURIComponent(first.email)}&id=${data.id}`;
  const { ente: _, filesAllegati: _f, privacy: _p, lat: _a, lon: _o, ...valori } = seedReport(ente, drafter.email);
  await postJson(base, {
    path: '/api/v1/portale/bozze',
    method: 'POST',
    headers: drafter.headers ?? {},
    body: JSON.stringify({
      percorso: '/segnalazione',
      passo: 'dati',
      valori: { ...valori, ente, privacy: 'on' },
    }),
  });
  return {
    sends: others,
    pratica: { email: first.email, id: data.id },
    etag: await settledEtag(detail),
    draftCookie: drafter.headers?.cookie ?? '',
  };
}

/** How long a picture of the map may take; an ente without a map has none. */
const MAP_SECONDS = 60;

/** The picture of the map comes to a case a moment after it was sent, and changes its answer. */
async function settledEtag(address: string): Promise<string> {
  for (let n = 0; ; n++) {
    const answer = await fetch(address);
    const { data } = (await answer.json()) as { data: { mappa?: string } };
    if (data.mappa !== undefined || n === MAP_SECONDS) return answer.headers.get('etag') ?? '';
    await setTimeout(1000);
  }
}

export async function postJson(base: string, shot: LoadShot): Promise<Response> {
  const answer = await fetch(base + shot.path, {
    method: 'POST',
    headers: shot.headers ?? {},
    body: shot.body ?? null,
  });
  if (!answer.ok) throw new Error(`${shot.path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** A place within the municipality: one beyond its border would have to be confirmed. */
function pointIn(ente: string): { lat?: number; lon?: number } {
  const [lat, lon] = INVENTED_TOWNS.find((town) => town.ente === ente)?.center ?? [];
  return { ...(lat !== undefined && { lat }), ...(lon !== undefined && { lon }) };
}

export function seedReport(ente: string, email: string) {
  return {
    ente,
    codice: 'SF310',
    oggetto: 'Lampione spento',
    descrizione: `Il lampione davanti al civico 4 è spento dal ${todayInRome(Date.now())}. `.repeat(5),
    indirizzo: 'Via Garibaldi 4',
    ...pointIn(ente),
    nome: 'Anna',
    cognome: 'Prova',
    email,
    filesAllegati: [],
    privacy: true,
  };
}
