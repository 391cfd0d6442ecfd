import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { makeProgramma } from '../../../../tests/programmi.ts';
import { receiver, type WebhookReceiver } from '../../../../tests/receiver.ts';
import { callerOf, onBoth, operatore, type Rig, sendToOffice } from '../../../../tests/rig.ts';
import type { PortalHouse } from '../../../context.ts';
import { createSigner } from '../../../platform/signer.server.ts';
import type { Programma } from '../../../store/tables.ts';
import { resealSecrets, tellWebhooks } from './webhook.server.ts';

const DAY_MS = 24 * 3600_000;
const HOUR_MS = 3600_000;
let there: WebhookReceiver;
beforeEach(async () => {
  there = await receiver();
});
afterEach(() => there.close());

const reaching = ({ house }: Rig, networks = ['127.0.0.0/8']): PortalHouse => ({
  ...house,
  settings: { ...house.settings, reachableNetworks: networks },
});
const tell = (rig: Rig, networks?: string[]) => tellWebhooks(reaching(rig, networks), new AbortController().signal);
const told = () => there.calls.map(({ body }) => body.data.id);

async function sendMany(rig: Rig, n: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < n; i++) {
    ids.push((await sendToOffice(rig)).ufficio);
    await rig.house.db.deleteFrom('limiti').execute();
  }
  return ids;
}

onBoth('a webhook', (rig) => {
  /** An administrator sets one for a program. */
  const setUp = async (over: Partial<Programma> = {}, indirizzo = there.url) => {
    const admin = await loginAdministrator(rig);
    const key = await makeProgramma(rig.house, { permessi: 'pratiche:leggi', ...over });
    const programma = `programma-${key}`;
    const made = await admin.call('creaWebhook', { programma, indirizzo });
    there.secret = made.body.data?.segreto;
    const view = async () =>
      (await admin.call('programmiEnte')).body.data.programmi.find(({ id }: { id: string }) => id === programma)
        .webhook[0];
    return { ...admin, made, programma, id: made.body.data?.id as string, view };
  };
  const office = () => callerOf(rig, { user: operatore('borgo') });

  test('is told of a case that a program deals with itself only as that program’s', async () => {
    const scopes = { permessi: 'pratiche:leggi pratiche:scrivi' };
    const say = async (bearer: string) => {
      const said = { ente: 'borgo', numero: '118', codice_fiscale: 'BNCNNA80A41H501R', servizio: 'Edilizia' };
      const made = await callerOf(rig, { bearer }).call('scriviPraticaEsterna', {
        ...said,
        oggetto: 'Tettoia',
        stato: 'inviata',
      });
      return made.body.data.id as string;
    };
    const { programma } = await setUp(scopes);
    await say(await makeProgramma(rig.house, scopes));
    await tell(rig);
    expect(there.calls).toEqual([]);
    const id = await say(programma.replace('programma-', ''));
    await tell(rig);
    expect(told()).toEqual([id]);
  });

  test('is told which cases changed since it was set, signed, and of nothing that is in them', async () => {
    await sendMany(rig, 1);
    const { id, made, view } = await setUp();
    expect([made.status, made.body.data.segreto]).toEqual([201, expect.stringMatching(/^whsec_[\w+/]{32}$/)]);
    expect(await rig.dump()).not.toContain(made.body.data.segreto);
    await tell(rig);
    expect(there.calls).toEqual([]);
    const ids = await sendMany(rig, 2);
    await tell(rig);
    const now = Math.floor(rig.house.now() / 1000) * 1000;
    expect(there.calls.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      expect.arrayContaining(
        ids.map((pratica) => ({
          id: expect.stringMatching(new RegExp(`^${id}\\.\\d+$`)),
          at: now,
          body: {
            type: 'pratica.cambiata',
            timestamp: new Date(rig.house.now()).toISOString(),
            data: { ente: 'borgo', id: pratica, codice: expect.any(String) },
          },
        })),
      ),
    );
    expect([there.calls.length, there.forged]).toEqual([2, 0]);
    expect((await view()).consegne).toMatchObject([
      { stato: 204, errore: '' },
      { stato: 204, errore: '' },
    ]);
    await tell(rig);
    expect(there.calls).toHaveLength(2);
    await office().call('commenta', { id: ids[0], email: '', testo: 'Visto.' });
    await tell(rig);
    expect(told()).toEqual([...told().slice(0, 2), ids[0]]);
    expect(new Set(there.calls.map((call) => call.id)).size).toBe(3);
  });

  test('is told of the cases alone that the key opens, while it is valid', async () => {
    const { programma } = await setUp({ servizi: 'NESSUNO' });
    const [first = ''] = await sendMany(rig, 1);
    await tell(rig);
    expect(told()).toEqual([]);
    const { db } = rig.house;
    const { codice } = await db
      .selectFrom('pratiche')
      .select('codice')
      .where('ufficio', '=', first)
      .executeTakeFirstOrThrow();
    const change = (changes: Partial<Programma>) =>
      db.updateTable('programmi').set(changes).where('id', '=', programma).execute();
    await change({ servizi: codice, fino_al: '2026-11-19' });
    const [second = ''] = await sendMany(rig, 1);
    await tell(rig);
    expect(told()).toEqual([]);
    await change({ fino_al: null, permessi: 'pagamenti:leggi' });
    await tell(rig);
    expect(told()).toEqual([]);
    await change({ permessi: 'pratiche:leggi', revocato: 1 });
    await tell(rig);
    expect(told()).toEqual([]);
    await change({ revocato: null });
    await tell(rig);
    expect(told()).toEqual([second]);
  });

  test('is told by one host at a time, and each change once', async () => {
    await setUp();
    const ids = await sendMany(rig, 4);
    const other = await rig.otherHost();
    const { signal } = new AbortController();
    await Promise.all([tell(rig), tellWebhooks(reaching({ ...rig, house: other }), signal), tell(rig)]);
    expect(told().sort()).toEqual(ids.toSorted());
  });

  describe('whose receiver', () => {
    test('refuses one case is told of the others, and of that one again later, once, by its last change', async () => {
      const { view } = await setUp();
      const ids = await sendMany(rig, 3);
      there.answer = (id) => (id === ids[1] ? 422 : 200);
      await tell(rig);
      expect(told().sort()).toEqual(ids.toSorted());
      expect(await view()).toMatchObject({ in_ritardo: 1, ferme: 0, fermo: null });
      await office().call('commenta', { id: ids[1], email: '', testo: 'Visto.' });
      await tell(rig);
      expect(there.calls).toHaveLength(3);
      there.answer = () => 200;
      rig.clock.pass(5_000);
      await tell(rig);
      expect(told().slice(3)).toEqual([ids[1]]);
      expect(there.calls[3]?.id).not.toBe(there.calls.find(({ body }) => body.data.id === ids[1])?.id);
      expect(await view()).toMatchObject({ in_ritardo: 0, errore: '', fallisce_dal: null });
    });

    test('is away waits longer each time, is held after three days, and is told of all once an administrator says so', async () => {
      const { call, id, view } = await setUp();
      const ids = await sendMany(rig, 3);
      const { url } = there;
      await there.close();
      await tell(rig);
      await tell(rig);
      expect(await view()).toMatchObject({ errore: 'Nessuno risponde a questo indirizzo.', fermo: null });
      expect((await view()).consegne).toHaveLength(1);
      for (let n = 0; n < 3 * 24 + 1; n++) {
        rig.clock.pass(HOUR_MS);
        await tell(rig);
      }
      const held = await view();
      expect(held.fermo).not.toBeNull();
      rig.clock.pass(DAY_MS);
      await tell(rig);
      expect(await view()).toEqual(held);

      const back = await receiver();
      await rig.house.db.updateTable('webhook').set({ indirizzo: back.url }).execute();
      back.secret = there.secret;
      there = back;
      expect(url).not.toBe(back.url);
      expect((await call('ritentaWebhook', { webhook: id })).status).toBe(200);
      await tell(rig);
      expect(told().sort()).toEqual(ids.toSorted());
      expect(await view()).toMatchObject({ fermo: null, errore: '', in_ritardo: 0, ferme: 0 });
    });

    test('refuses all is called less and less, and the cases that nobody tries any more are shown', async () => {
      const { call, id, view } = await setUp();
      const ids = await sendMany(rig, 8);
      there.answer = () => 500;
      await tell(rig);
      expect(there.calls).toHaveLength(5);
      for (let n = 0; n < 3 * 24 + 1; n++) {
        rig.clock.pass(HOUR_MS);
        await tell(rig);
      }
      expect((await view()).fermo).not.toBeNull();
      expect(there.calls.length).toBeLessThan(90);
      there.answer = () => 200;
      there.calls.length = 0;
      await call('ritentaWebhook', { webhook: id });
      await tell(rig);
      expect(told().sort()).toEqual(ids.toSorted());
    });

    test('has one case that it refuses for three days is told of all others, and that one is held', async () => {
      const { call, id, view } = await setUp();
      const [refused = ''] = await sendMany(rig, 1);
      there.answer = (pratica) => (pratica === refused ? 400 : 200);
      for (let day = 0; day < 4; day++) {
        await tell(rig);
        await sendMany(rig, 1);
        rig.clock.pass(DAY_MS);
      }
      await tell(rig);
      expect(await view()).toMatchObject({ in_ritardo: 1, ferme: 1, fermo: null });
      const before = there.calls.length;
      rig.clock.pass(DAY_MS);
      await tell(rig);
      expect(there.calls).toHaveLength(before);
      there.answer = () => 200;
      await call('ritentaWebhook', { webhook: id });
      await tell(rig);
      expect(told().at(-1)).toBe(refused);
      expect(await view()).toMatchObject({ in_ritardo: 0, ferme: 0 });
    });

    test.each([
      [
        'is gone',
        () => {
          there.answer = () => 410;
        },
        'Risposta 410.',
        true,
      ],
      [
        'leads elsewhere',
        () => {
          there.answer = () => 302;
          there.headers = { location: 'http://127.0.0.1:1/' };
        },
        'Risposta 302.',
        false,
      ],
      [
        'answers without an end',
        () => {
          there.body = 'x'.repeat(100_000);
          there.answer = () => 200;
        },
        'La risposta è più lunga',
        false,
      ],
    ] as const)('%s is called no further', async (_what, prepare, words, isHeld) => {
      const { view } = await setUp();
      await sendMany(rig, 1);
      prepare();
      await tell(rig);
      const { errore, fermo } = await view();
      expect([errore, fermo !== null]).toEqual([expect.stringContaining(words), isHeld]);
      await tell(rig);
      expect(there.calls).toHaveLength(1);
    });

    test('is in a network of its own is not called, unless a setting allows it', async () => {
      const { view } = await setUp();
      await sendMany(rig, 1);
      await tell(rig, []);
      expect(told()).toEqual([]);
      expect((await view()).errore).toBe('L’indirizzo porta a una rete che il portale non può raggiungere.');
      rig.clock.pass(HOUR_MS);
      await tell(rig);
      expect(told()).toHaveLength(1);
    });

    test('is slow keeps no other waiting', async () => {
      await setUp();
      const other = await receiver();
      const { programma } = await setUp({}, there.url);
      const admin = await loginAdministrator(rig, 'ada');
      const second = await admin.call('creaWebhook', { programma, indirizzo: other.url });
      other.secret = second.body.data.segreto;
      there.answer = () => undefined;
      await sendMany(rig, 1);
      const stopping = new AbortController();
      const telling = tellWebhooks(reaching(rig), stopping.signal);
      await expect.poll(() => other.calls.length).toBe(1);
      await sendMany(rig, 1);
      await expect.poll(() => other.calls.length).toBe(2);
      stopping.abort();
      await there.close();
      await telling;
      await other.close();
    });
  });

  test('is told again what changed since a day, and nothing of before', async () => {
    const { call, id } = await setUp();
    const [old = ''] = await sendMany(rig, 1);
    await tell(rig);
    rig.clock.pass(2 * DAY_MS);
    const later = await sendMany(rig, 2);
    await tell(rig);
    there.calls.length = 0;
    const refused = await call('ripetiWebhook', { webhook: id, dal: '2026-12-24' });
    expect([refused.status, refused.body.errors]).toEqual([422, { dal: ['Questo giorno deve ancora venire.'] }]);
    await call('ripetiWebhook', { webhook: id, dal: '2026-11-22' });
    await tell(rig);
    expect(told().sort()).toEqual(later.toSorted());
    there.calls.length = 0;
    await call('ripetiWebhook', { webhook: id, dal: '2026-11-01' });
    await tell(rig);
    expect(told().sort()).toEqual([old, ...later].sort());
  });

  test('is refused without an address, for a key that reads no case, and above five', async () => {
    const { call, programma } = await setUp();
    for (const [indirizzo, words] of [
      ['', 'Scrivi l’indirizzo da chiamare.'],
      ['programma.example', 'Scrivi un indirizzo come https://programma.example/avvisi.'],
      ['ftp://programma.example/', 'Scrivi un indirizzo come https://programma.example/avvisi.'],
      ['https://io:parola@programma.example/', 'Scrivi un indirizzo come https://programma.example/avvisi.'],
    ]) {
      const { status, body } = await call('creaWebhook', { programma, indirizzo });
      expect([status, body.errors]).toEqual([422, { indirizzo: [words] }]);
    }
    const blind = `programma-${await makeProgramma(rig.house, { permessi: 'pagamenti:leggi' })}`;
    expect((await call('creaWebhook', { programma: blind, indirizzo: there.url })).status).toBe(409);
    const foreign = `programma-${await makeProgramma(rig.house, { ente: 'valle', permessi: 'pratiche:leggi' })}`;
    expect((await call('creaWebhook', { programma: foreign, indirizzo: there.url })).status).toBe(404);
    const made: number[] = [];
    for (let n = 0; n < 5; n++) made.push((await call('creaWebhook', { programma, indirizzo: there.url })).status);
    expect(made).toEqual([201, 201, 201, 201, 409]);
  });

  test('that is removed stands among the changes, and does not come back', async () => {
    const { call, id, takeBackLast } = await setUp();
    expect((await call('togliWebhook', { webhook: id })).status).toBe(200);
    expect((await call('togliWebhook', { webhook: id })).status).toBe(404);
    await sendMany(rig, 1);
    await tell(rig);
    expect(told()).toEqual([]);
    const [change] = (await call('modificheEnte')).body.data.modifiche;
    expect([change.oggetto, change.valori]).toEqual([
      'Webhook del programma «App dei lampioni»',
      [
        { campo: 'Nome', prima: 'App dei lampioni', dopo: '' },
        { campo: 'Indirizzo', prima: there.url, dopo: '' },
      ],
    ]);
    const back = await takeBackLast();
    expect([back.status, back.body.message]).toEqual([409, expect.stringContaining('impostane uno nuovo')]);
  });

  test('keeps its secret when that of the portal is replaced, and says when it was lost', async () => {
    const { view } = await setUp();
    const [old, fresh] = ['a'.repeat(32), 'b'.repeat(32)];
    const { db, settings } = rig.house;
    const first = settings.secrets[0] as string;
    await resealSecrets({ db, signer: createSigner([fresh, first]) });
    await sendMany(rig, 1);
    const withSecrets = (secrets: string[]) =>
      tellWebhooks({ ...reaching(rig), signer: createSigner(secrets) }, new AbortController().signal);
    await withSecrets([old]);
    expect([told(), (await view()).errore]).toEqual([[], expect.stringContaining('Il segreto non si legge più')]);
    rig.clock.pass(HOUR_MS);
    await withSecrets([fresh]);
    expect([told().length, there.forged]).toEqual([1, 0]);
  });
});
