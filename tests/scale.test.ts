/** What is asked of a store that holds much: each question is answered from an index and reads few rows, on both engines. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enteId, LARGE_ENTE } from '../scripts/data/fill/enti.ts';
import { codiceControlloOf, codiceFiscaleOf, codiceUtenteOf } from '../scripts/data/fill/posizioni.ts';
import { fillStore } from '../scripts/data/fill/store.ts';
import { encodeCodice } from '../src/features/cases/posizione/codice.ts';
import { DESK_LISTS } from './load/desk-lists.ts';
import { readsOf } from './postgres-plans.ts';
import {
  callerOf,
  createAccount,
  houseOn,
  operatore,
  RIG_NOW,
  type Rig,
  type RigCaller,
  sendSegnalazione,
} from './rig.ts';

const ENTI = 12;
const EACH = 1000;
/** Lists are counted up to 40 pages of 25. */
const MOST_READ = 1_100;
/** Of many enti at once these look at more, since no index has all of them together in that order (docs/scale.md). */
const MORE_OF_MANY = new Set(['one service by arrival', 'a common word', 'name and surname']);
const GROWING = new Set([
  'pratiche',
  'pratiche_parole',
  'eventi',
  'posizioni',
  'documenti',
  'rappresentanze',
  'segnalazioni_pubbliche',
  'tappe_pubbliche',
]);

describe.each(['sqlite', 'postgres'] as const)('a filled store (%s)', (dialect) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await houseOn(dialect);
    const { db, signer } = rig.house;
    const size = { enti: ENTI, pratiche: ENTI * EACH, posizioni: ENTI * EACH };
    await fillStore({ db, dialect }, { ...size, now: RIG_NOW, signer });
  }, 120_000);
  afterAll(() => rig.close());

  /** On SQLite every call of a test is watched. */
  async function few(work: () => Promise<unknown>, most = MOST_READ): Promise<void> {
    if (dialect === 'sqlite') return void (await work());
    const reads = await readsOf(rig.place.databaseUrl ?? '', work);
    expect(reads.length).toBeGreaterThan(0);
    expect(
      reads.filter(({ table, how, read }) => GROWING.has(table) && (how.startsWith('Seq Scan') || read > most)),
    ).toEqual([]);
  }

  async function done(caller: RigCaller, ...call: Parameters<RigCaller['call']>) {
    const answer = await caller.call(...call);
    expect([call[0], answer.status, answer.status < 300 ? '' : answer.body]).toEqual([call[0], answer.status, '']);
    return answer.body.data;
  }

  const allEnti = Array.from({ length: ENTI }, (_, n) => enteId(n));
  describe.each([
    ['one ente', [LARGE_ENTE]],
    ['all enti', allEnti],
  ])('an operator of %s', (_of, enti) => {
    test.each(Object.entries(DESK_LISTS))('%s', async (name, filters) => {
      const caller = callerOf(rig, { user: operatore(...enti) });
      const most = enti === allEnti && MORE_OF_MANY.has(name) ? Number.POSITIVE_INFINITY : MOST_READ;
      await few(() => done(caller, 'praticheOperatore', filters), most);
      const { pratiche } = await done(caller, 'praticheOperatore', filters);
      const [first] = pratiche;
      // Its neighbours are those of the whole list, whatever page was looked at.
      const { pagina: _page, ...list } = { pagina: 1, ...filters };
      if (first) await few(() => done(caller, 'vicinePratica', { ...list, id: first.id }), most);
    });
  });

  test('a citizen’s lists and details', async () => {
    const user = await createAccount(rig, { codice_fiscale: codiceFiscaleOf(0) });
    const citizen = callerOf(rig, { user });
    const { id } = await sendSegnalazione(citizen, { ente: LARGE_ENTE });
    const [posizione] = await done(citizen, 'listaPosizioni');
    const codice = encodeCodice(posizione.codice_utente);
    const documenti = await done(citizen, 'documentiPosizione', { id: posizione.Id, codice });
    for (const list of [
      'listaPosizioni',
      'mieiDocumenti',
      'mieiAvvisi',
      'mieiPagamenti',
      'listaDichiarazioni',
      'listaSegnalazioni',
      'mieiMessaggi',
      'messaggiDaLeggere',
      'mieBozze',
      'praticheDaPrendere',
    ] as const)
      await few(() => done(citizen, list));
    await few(() => done(citizen, 'documentiPosizione', { id: posizione.Id, codice }));
    await few(() => done(citizen, 'mioDocumento', { id: documenti[0].Id }));
    await few(() => done(citizen, 'dettaglioPratica', { id, email: 'anna@esempio.it' }));
  });

  test('what everybody asks of the public reports', async () => {
    const visitor = callerOf(rig);
    const ente = LARGE_ENTE;
    for (const filters of [{}, { tipo: 'SF510' }, { stato: 'in_lavorazione' }, { area: 'centro', dal: '2026-01-01' }])
      await few(() => done(visitor, 'elencoSegnalazioni', { ente, ...filters }));
    const square = { sud: '42.49', nord: '42.51', ovest: '12.49', est: '12.51' };
    await few(() => done(visitor, 'mappaSegnalazioni', { ente, ...square }));
    await few(() => done(visitor, 'segnalazioniPubblicheVicine', { ente, codice: 'SF510', lat: '42.5', lon: '12.5' }));
    const [first] = (await done(visitor, 'elencoSegnalazioni', { ente })).segnalazioni;
    await few(() => done(visitor, 'leggiSegnalazione', { id: first.id }));
  });

  test('what a visitor sends and looks up', async () => {
    const visitor = callerOf(rig);
    await few(() => sendSegnalazione(visitor, { ente: LARGE_ENTE, email: 'bruno@esempio.it' }));
    const codes = { codice_utente: codiceUtenteOf(5000), codice_controllo: codiceControlloOf(5000) };
    await few(() => done(visitor, 'controllaPosizione', codes));
    const user = await createAccount(rig, { codice_fiscale: codiceFiscaleOf(7) });
    await few(() => done(callerOf(rig, { user }), 'nuovaPosizione', codes));
  });
});
