/**
 * Every form of the portal takes every exhibit of docs/museum in each field that it fits, and shows it wherever it shows what is usual:
 * to its sender, to the office, in lists, sheets, receipts and mails. The forms are the calls of the authorization table.
 */
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { apiOperations } from '../src/api.ts';
import { openedPratica } from '../src/features/cases/pratica/pratica.contract.ts';
import type { OperationName } from '../src/handlers.ts';
import type { ApiOperation } from '../src/platform/contract.ts';
import { AUTHORIZATION_TABLE, type OperationRow, outcomesOf } from './authorization-table.ts';
import { exhibitsOf, type FieldKind, type TypedExhibits, USUAL_EXHIBITS } from './museum.ts';
import { textOf } from './pdf-text.ts';
import { callerOf, onSqlite, operatore, pdfFile, type RigAnswer, type RigCaller, ufficioIdOf } from './rig.ts';
import { type ActorName, buildTown, prepareEnte, type Town } from './town.ts';

/** Kinds of fields by their names. A name is that of a person where a surname stands beside it. */
const KIND_OF_FIELD: Readonly<Record<string, FieldKind>> = {
  codice_fiscale: 'code',
  delegato: 'code',
  telefono: 'phone',
  Telefono_Comunicazione__c: 'phone',
  targa: 'plate',
  targhe: 'plate',
  indirizzo: 'address',
  Indirizzo: 'address',
};
/** Days that a page sends along: what it was made from. */
const NOT_TYPED = ['prima', 'visti'];

/** What asks or does something, and keeps nothing of what it is asked by. */
const QUESTIONS: readonly OperationName[] = [
  'conosciRichiedente',
  'provaRiga',
  'provaCalendario',
  'provaChiusura',
  'ripetiWebhook',
];
/** Forms of people that their rows of the table leave half empty. */
const HALF_EMPTY: readonly OperationName[] = ['registraSegnalazione', 'apriPerConto', 'modificaAnagrafica'];

/** A guest writes their name themselves; the others send what is asked of those who are logged in. */
const SENDERS: readonly ActorName[] = ['visitor', 'A', 'X', 'Z'];

/** A form has a field that some exhibit fits; the data of an office are no field of their own. */
function isForm(name: OperationName): boolean {
  const { method, input } = apiOperations[name] as ApiOperation;
  const schema =
    method === 'POST' ? JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })) : '';
  return (
    schema.includes('"format":"date"') ||
    ['cognome', 'dati', ...Object.keys(KIND_OF_FIELD)].some((key) => schema.includes(`"${key}":`))
  );
}
const opensCase = (name: OperationName): boolean => (apiOperations[name] as ApiOperation).output === openedPratica;

/** Fields that a form has and that its row of the table leaves empty. */
function emptyFields(operation: OperationName, given: object): Record<string, unknown> {
  const shape = (apiOperations[operation].input as z.ZodMiniObject).shape ?? {};
  if (!opensCase(operation) && !HALF_EMPTY.includes(operation)) return {};
  const names = Object.keys(shape).filter(
    (name) => KIND_OF_FIELD[name] && KIND_OF_FIELD[name] !== 'name' && !(name in given),
  );
  return Object.fromEntries(names.map((name) => [name, '']));
}

/** Types exhibits into all fields that they fit. @param used takes their kinds */
function typeInto(value: unknown, exhibits: TypedExhibits, used: Set<FieldKind>, key = ''): unknown {
  const typeAs = (kind: FieldKind, typed: unknown) => {
    used.add(kind);
    return typed;
  };
  const kind = KIND_OF_FIELD[key];
  if (kind === 'plate' && Array.isArray(value)) return typeAs(kind, [exhibits.plate]);
  if (Array.isArray(value)) return value.map((one) => typeInto(one, exhibits, used));
  if (typeof value === 'object' && value !== null && !(value instanceof File)) {
    const isPerson = 'cognome' in value;
    const others = Object.entries(value).filter(([name]) => !isPerson || name !== 'nome');
    const typed = others.map(([name, one]) => [name, typeInto(one, exhibits, used, name)]);
    const person = isPerson && typeAs('name', { nome: exhibits.given, cognome: exhibits.family });
    return Object.assign(Object.fromEntries(typed), person);
  }
  if (NOT_TYPED.includes(key)) return value;
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)) return typeAs('day', exhibits.day(value));
  // An address of the web has the same name.
  if (kind === undefined || String(value).startsWith('https:')) return value;
  return kind === 'name' || kind === 'day' || kind === 'file' ? value : typeAs(kind, exhibits[kind]);
}

/** A guest may send any case, once they have shown who they are. */
function senderMay(row: OperationRow, actor: ActorName): boolean {
  const outcome = outcomesOf(row)[actor];
  return /^20[01]/.test(outcome) || (opensCase(row.operation) && actor === 'visitor' && outcome !== '401');
}

/** One row for each form, with somebody who may send it: of a case that which is about nothing the sender has to have. */
const rows = [...new Set(AUTHORIZATION_TABLE.map(({ operation }) => operation))].filter(isForm).flatMap((operation) => {
  const all = AUTHORIZATION_TABLE.filter((row) => row.operation === operation);
  const row = opensCase(operation) ? all.at(-1) : all[0];
  const sender = row && SENDERS.find((actor) => senderMay(row, actor));
  return row && sender ? [{ ...row, sender }] : [];
});

/** Where else a form that opens no case shows what was typed. */
const READ_AGAIN: Partial<Record<OperationName, (m: Town) => readonly [OperationName, Record<string, unknown>][]>> = {
  ...Object.fromEntries(
    (['scriviMezzoFisso', 'scriviAutomezzo', 'scriviDichiarazioneMezzi'] as const).map((name) => [
      name,
      ({ mezzi: { begunByVisitor: id } }: Town) => [
        ['leggiDichiarazioneMezzi', { id }],
        ['esportaMezziCsv', { id }],
        ['esportaMezziPdf', { id }],
      ],
    ]),
  ),
  modificaAnagrafica: () => [
    ['utente', {}],
    ['scaricaDati', {}],
  ],
  aggiornaContatti: () => [
    ['utente', {}],
    ['scaricaDati', {}],
  ],
  nuovaDelega: () => [['mieDeleghe', {}]],
  affidaDitta: ({ anna }) => [['ditteDiPratica', { id: anna.segnalazione.ufficio }]],
  salvaSportello: () => [['datiEnte', { ente: 'borgo' }]],
  creaProgramma: () => [['programmiEnte', { ente: 'borgo' }]],
};

/** What somebody has sent. @property typed kinds of its fields @property days as they are kept @property places by where it is shown, the text there */
type SentForm = {
  status: number;
  said: string;
  body: object;
  typed: Set<FieldKind>;
  days: string[];
  places: Map<string, string>;
};

onSqlite('each form of the portal', (rig) => {
  let m: Town;
  let rebuild: () => Promise<void>;
  beforeAll(async () => {
    await prepareEnte(rig);
    m = await buildTown(rig);
    rebuild = await rig.keep();
  });

  test.each(rows.map((row) => [row.operation, row] as const))('%s', async (_name, row) => {
    const usual = await sendForm(row, USUAL_EXHIBITS);
    expect([usual.status, usual.said]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
    if (usual.typed.size === 0) return;
    const shown = [...usual.typed].map((kind) => [kind, placesOf(usual, USUAL_EXHIBITS, kind)] as const);
    if (!QUESTIONS.includes(row.operation)) expect(shown.filter(([, places]) => places.length === 0)).toEqual([]);
    const refused: unknown[] = [];
    for (const exhibits of exhibitsOf(usual.typed)) {
      // A delegate logs in with an identity of their own, which has the code of a person.
      if (row.operation === 'nuovaDelega' && /^\d{11}$/.test(exhibits.code)) continue;
      const odd = await sendForm(row, exhibits);
      for (const [kind, places] of shown) {
        const there = placesOf(odd, exhibits, kind);
        const missing = places.filter((place) => !there.includes(place));
        if (odd.status !== usual.status || missing.length > 0)
          refused.push({ kind, typed: odd.body, status: odd.status, said: odd.said, missing });
      }
    }
    expect(refused).toEqual([]);
    expect(rig.reports).toEqual([]);
  });

  /** @returns the places that show what was typed in the fields of this kind */
  function placesOf({ places, days }: SentForm, exhibits: TypedExhibits, kind: FieldKind): string[] {
    const shows = (text: string) =>
      kind === 'day' ? days.every((day) => text.includes(day)) : exhibits.says(kind, text);
    return [...places].filter(([, text]) => shows(text)).map(([place]) => place);
  }

  async function sendForm(
    { operation, fields, sender }: (typeof rows)[number],
    exhibits: TypedExhibits,
  ): Promise<SentForm> {
    await rebuild();
    const caller = m.callers[sender];
    // A second delegation to the same person is refused.
    if (operation === 'nuovaDelega')
      for (const id of [m.deleghe.held, m.deleghe.waiting]) await caller.call('chiudiDelega', { id });
    const given = fields?.(m, sender) ?? {};
    const typed = new Set<FieldKind>();
    const days = [...JSON.stringify(given).matchAll(/"(\d{4}-\d\d-\d\d)"/g)].map(([, day = '']) => day);
    const body = typeInto({ ...given, ...emptyFields(operation, given) }, exhibits, typed) as Record<string, unknown>;
    if (opensCase(operation)) {
      typed.add('file');
      body.filesAllegati = await attach(caller, exhibits.file, sender === 'visitor' && 'richiedente' in body);
      if ('documenti' in body)
        await caller.call('controllaPosizione', { ...m.posizione, 'g-recaptcha-response': await caller.human() });
    }
    const answer = await caller.call(operation, body);
    const places = answer.status < 300 ? await readPlaces(operation, caller, answer) : new Map<string, string>();
    return { status: answer.status, body, said: JSON.stringify(answer.body?.errors ?? {}), typed, days, places };
  }

  async function attach(caller: RigCaller, name: string, isGuest: boolean): Promise<{ Id: string }[]> {
    const upload = async (fields: object) => {
      const { body } = await caller.call('caricaFile', { file: pdfFile(name), ...fields });
      return { Id: body.data.Id as string };
    };
    return [await upload({}), ...(isGuest ? [await upload({ categoria: 'documento_identita' })] : [])];
  }

  async function readPlaces(operation: OperationName, caller: RigCaller, { body }: RigAnswer) {
    const places = new Map([
      ['answer', JSON.stringify(body?.data ?? {})],
      ['store', await rig.dump()],
      ['pagoPA', JSON.stringify(rig.payments.pagopa.posizioni)],
    ]);
    const read = async (place: string, reader: RigCaller, name: OperationName, asked: Record<string, unknown>) => {
      const { status, bytes, headers } = await reader.call(name, asked);
      expect([place, status]).toEqual([place, 200]);
      places.set(place, headers.get('content-type')?.includes('pdf') ? textOf(bytes) : bytes.toString('utf8'));
    };
    if (opensCase(operation)) {
      const { id } = body.data as { id: string };
      const { email } = await rig.house.db
        .selectFrom('pratiche')
        .select('email')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const office = callerOf(rig, { user: operatore('borgo') });
      await read('case', caller, 'dettaglioPratica', { id, email });
      await read('receipt', caller, 'ricevutaPratica', { id, email });
      await read('case of the office', office, 'dettaglioPratica', {
        id: await ufficioIdOf(rig, id),
        email: '',
        vista: 'operatore',
      });
      await read('list', office, 'praticheOperatore', {});
      await read('sheet', office, 'esportaPratiche', {});
    }
    for (const [name, asked] of READ_AGAIN[operation]?.(m) ?? []) await read(name, caller, name, asked);
    while ((await rig.deliver()) > 0);
    places.set('mails', rig.mails.map(({ subject, text }) => subject + text).join());
    return places;
  }
});
