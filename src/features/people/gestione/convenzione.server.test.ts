import { expect, test } from 'vitest';
import { loginAdministrator } from '../../../../tests/administrator.ts';
import { ENTI, IMPORTED_BORGO, onOneInTurn, RIG_NOW } from '../../../../tests/rig.ts';
import { pagopaPayments } from '../../../adapters/payments/pagopa.server.ts';
import { createSigner } from '../../../platform/signer.server.ts';
import { sandboxPagopa } from '../../../sandbox/pagopa/settings.ts';
import { findStoredEnte, resealChiavi, sealChiave } from '../../services/paga-online/convenzione.server.ts';

const KEY = 'k3y0fb0rg0-0123456789abcdef';
const IBAN = 'IT60X0542811101000000123456';
const OTHER_IBAN = 'IT40S0542811101000000123456';
const CONVENZIONE = { iban: IBAN, segregazione: '12', chiave: KEY };
const [OLD, NEW] = ['v'.repeat(32), 'n'.repeat(32)];
const dominioEC = IMPORTED_BORGO.codice_fiscale;

onOneInTurn('what an ente has with pagoPA', (rig) => {
  const stored = (signer = rig.house.signer) => findStoredEnte({ db: rig.house.db, signer }, dominioEC);

  test('is written when pagoPA takes the key, counts from the next call on, and the key is in no answer and no table', async () => {
    const { call } = await loginAdministrator(rig);
    expect((await call('convenzioneEnte')).body.data).toMatchObject({ attiva: true, da: 'server', chiave: null });
    const saved = await call('salvaConvenzione', { ...CONVENZIONE, iban: 'it60 x054 2811 1010 0000 0123 456' });
    expect([saved.status, saved.body.data]).toEqual([200, { id: 'borgo' }]);
    expect(rig.payments.pagopa.tried).toEqual([{ dominioEC, key: KEY }]);
    expect(await stored()).toEqual({ key: KEY, segregazione: '12', iban: IBAN });

    const answers = [saved, await call('convenzioneEnte'), await call('modificheEnte')];
    expect(answers[1]?.body.data).toEqual({
      attiva: true,
      da: 'gestione',
      segregazione: '12',
      iban: IBAN,
      chiave: { finale: 'cdef', scritta: '2026-11-20T09:00:00.000Z', si_legge: true },
      serve_chiave: false,
      visti: expect.any(String),
    });
    for (const { bytes } of answers) expect(bytes.toString()).not.toContain(KEY);
    expect(await rig.dump()).not.toContain(KEY);
    expect(rig.reports).toEqual([]);
  });

  test('is the same for every host and every transaction, and counts before the settings', async () => {
    const { call } = await loginAdministrator(rig);
    const asked: (string | undefined)[] = [];
    const { db, signer } = rig.house;
    const pagopa = pagopaPayments(sandboxPagopa('http://127.0.0.1'), {
      stored: (ente, inside = db) => findStoredEnte({ db: inside, signer }, ente),
      fetch: async (_, init) => {
        asked.push(new Headers(init?.headers).get('ocp-apim-subscription-key') ?? undefined);
        return Response.json({ currentPageNumber: 0, length: 0, totalPages: 0, results: [] });
      },
    });
    const query = { dominioEC, from: '2026-11-20', to: '2026-11-20', page: 0 };
    await pagopa.listPaid?.(query);
    await call('salvaConvenzione', CONVENZIONE);
    await pagopa.listPaid?.(query);
    expect(asked).toEqual(['sandbox', KEY]);
    expect(await db.transaction().execute(async (tx) => pagopa.enteOf?.(dominioEC, tx))).toEqual({
      segregazione: '12',
      iban: IBAN,
      hasKey: true,
    });
    expect(await pagopa.enteOf?.(ENTI.valle.codice_fiscale)).toMatchObject({ segregazione: '01' });
  });

  test('is not saved with a key that pagoPA refuses, and the words stand beside the key', async () => {
    const { call } = await loginAdministrator(rig);
    const refused = await call('salvaConvenzione', { ...CONVENZIONE, chiave: `sbagliata-${KEY}` });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { chiave: ['pagoPA non accetta questa chiave per questo ente.'] },
    ]);
    expect(refused.bytes.toString()).not.toContain(KEY);
    expect(await stored()).toBeUndefined();
    expect((await call('modificheEnte')).body.data.totale).toBe(0);
  });

  test('is not saved while pagoPA cannot be asked; what the portal can mend is reported, without the key', async () => {
    const { call } = await loginAdministrator(rig);
    rig.payments.pagopa.fault = 'away';
    const away = await call('salvaConvenzione', CONVENZIONE);
    expect([away.status, away.body.message]).toEqual([503, expect.stringContaining('non abbiamo salvato niente')]);
    expect(rig.reports).toEqual([]);
    expect(await stored()).toBeUndefined();
    rig.payments.pagopa.fault = null;
    expect((await call('salvaConvenzione', CONVENZIONE)).status).toBe(200);
  });

  test('is refused in words beside each field, before pagoPA is asked', async () => {
    const { call } = await loginAdministrator(rig);
    const wrong = await call('salvaConvenzione', {
      iban: 'DE89370400440532013000',
      segregazione: '1',
      chiave: 'cò rta',
    });
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      {
        iban: ['Serve l’IBAN di un conto in Italia: comincia con IT.'],
        segregazione: ['Il codice di segregazione ha due cifre, ad esempio 01.'],
        chiave: [expect.stringMatching(/^Copia la chiave per intero/)],
      },
    ]);
    expect(Object.keys((await call('salvaConvenzione')).body.errors)).toEqual(['iban', 'segregazione']);
    expect(rig.payments.pagopa.tried).toEqual([]);
  });

  test('keeps its key when none is typed, and needs one where there is none', async () => {
    const { call } = await loginAdministrator(rig);
    await call('salvaConvenzione', CONVENZIONE);
    const changed = await call('salvaConvenzione', { iban: OTHER_IBAN, segregazione: '12', chiave: '' });
    expect(changed.status).toBe(200);
    expect(rig.payments.pagopa.tried.at(-1)).toEqual({ dominioEC, key: undefined });
    expect(await stored()).toEqual({ key: KEY, segregazione: '12', iban: OTHER_IBAN });

    const { pagopa } = rig.payments;
    const without = { ...pagopa, enteOf: async () => undefined };
    const { caller } = await loginAdministrator(rig, 'rita');
    const elsewhere = caller.at({ ...rig.house, payments: { pagopa: without } });
    const asked = await elsewhere.call('salvaConvenzione', { ente: 'borgo', iban: IBAN, segregazione: '12' });
    expect([asked.status, asked.body.errors]).toEqual([422, { chiave: ['Scrivi la chiave dell’ente.'] }]);
  });

  test('may go without a key of its own, where the server has one', async () => {
    const { call } = await loginAdministrator(rig);
    const { chiave: _, ...withoutKey } = CONVENZIONE;
    expect((await call('salvaConvenzione', withoutKey)).status).toBe(200);
    expect(await stored()).toEqual({ segregazione: '12', iban: IBAN });
    expect((await call('convenzioneEnte')).body.data).toMatchObject({
      da: 'gestione',
      chiave: null,
      serve_chiave: false,
    });
  });

  test('stands among the changes with who, when and which field, and of the key its end alone', async () => {
    const { call, takeBackLast } = await loginAdministrator(rig);
    await call('salvaConvenzione', CONVENZIONE);
    await call('salvaConvenzione', { ...CONVENZIONE, iban: OTHER_IBAN, chiave: undefined });
    const [second, first] = (await call('modificheEnte')).body.data.modifiche;
    expect(second).toMatchObject({
      nome: 'Zita Rossi',
      oggetto: 'Convenzione con pagoPA',
      valori: [{ campo: 'IBAN', prima: IBAN, dopo: OTHER_IBAN }],
    });
    expect(first.valori).toEqual([
      { campo: 'Codice di segregazione', prima: '', dopo: '12' },
      { campo: 'IBAN', prima: '', dopo: IBAN },
      { campo: 'Chiave, ultimi caratteri', prima: '', dopo: 'cdef' },
      { campo: 'Chiave, scritta', prima: '', dopo: '20 novembre 2026, ore 10:00' },
    ]);
    expect((await takeBackLast()).status).toBe(200);
    expect(await stored()).toEqual({ key: KEY, segregazione: '12', iban: IBAN });
  });

  test('shows the change of a key that ends alike, which cannot be taken back, while the first one can', async () => {
    const { call, takeBackLast } = await loginAdministrator(rig);
    await call('salvaConvenzione', CONVENZIONE);
    rig.clock.pass(1000);
    await call('salvaConvenzione', { ...CONVENZIONE, chiave: `un-altra-${KEY}` });
    const { modifiche } = (await call('modificheEnte')).body.data;
    expect(modifiche[0].valori).toMatchObject([{ campo: 'Chiave, scritta' }]);
    const back = await takeBackLast();
    expect([back.status, back.body.message]).toEqual([409, expect.stringContaining('scrivila di nuovo')]);
    expect(await stored()).toMatchObject({ key: `un-altra-${KEY}` });

    const first = await call('ripristina', { modifica: modifiche[1].id });
    expect(first.status).toBe(200);
    expect(await stored()).toBeUndefined();
    const again = await takeBackLast();
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('scrivila di nuovo')]);
  });

  test('written over what another administrator has changed meanwhile is refused, with the name', async () => {
    const { call } = await loginAdministrator(rig);
    const { visti } = (await call('convenzioneEnte')).body.data;
    await call('salvaConvenzione', CONVENZIONE);
    const late = await call('salvaConvenzione', { ...CONVENZIONE, iban: OTHER_IBAN, visti });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Zita Rossi')]);
    expect(late.bytes.toString()).not.toContain(KEY);
    expect(await stored()).toMatchObject({ iban: IBAN });
  });

  test('asks pagoPA 30 times an hour at the most', async () => {
    const { call } = await loginAdministrator(rig);
    const statuses = [];
    for (let n = 0; n < 31; n++)
      statuses.push((await call('salvaConvenzione', { ...CONVENZIONE, chiave: 'sbagliata-di-certo' })).status);
    expect([statuses.slice(0, 30).every((status) => status === 422), statuses[30]]).toEqual([true, 429]);
    expect(rig.payments.pagopa.tried).toHaveLength(30);
  });

  test('on a portal without pagoPA is refused in words', async () => {
    const { caller } = await loginAdministrator(rig);
    const without = caller.at({ ...rig.house, payments: {} });
    expect((await without.call('convenzioneEnte', { ente: 'borgo' })).body.data).toMatchObject({
      attiva: false,
      da: null,
    });
    const refused = await without.call('salvaConvenzione', { ente: 'borgo', ...CONVENZIONE });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('pagoPA non è attivo')]);
  });

  test('must be written again after a secret that is lost, and so it is where an exported ente arrives', async () => {
    const { call } = await loginAdministrator(rig);
    await call('salvaConvenzione', CONVENZIONE);
    const lost = sealChiave(createSigner([OLD]), 'borgo', KEY).chiave;
    for (const chiave of [lost, null]) {
      await rig.house.db.updateTable('convenzioni').set({ chiave }).execute();
      expect(await stored()).toEqual({ segregazione: '12', iban: IBAN, isKeyLost: true });
      const { data } = (await call('convenzioneEnte')).body;
      expect(data.chiave).toMatchObject({ finale: 'cdef', si_legge: false });
    }
    expect((await call('salvaConvenzione', CONVENZIONE)).status).toBe(200);
    expect(await stored()).toMatchObject({ key: KEY });
  });

  test('is sealed with the new secret at the first start that knows it, so that the old one can be removed', async () => {
    await loginAdministrator(rig);
    const { db } = rig.house;
    const row = { ente: 'borgo', segregazione: '12', iban: IBAN, chiave_del: RIG_NOW };
    await db
      .insertInto('convenzioni')
      .values({ ...row, ...sealChiave(createSigner([OLD]), 'borgo', KEY) })
      .execute();
    expect(await stored(createSigner([NEW]))).toMatchObject({ isKeyLost: true });

    await resealChiavi({ db, signer: createSigner([OLD, NEW]) });
    expect(await stored(createSigner([NEW]))).toMatchObject({ isKeyLost: true });
    await resealChiavi({ db, signer: createSigner([NEW, OLD]) });
    expect(await stored(createSigner([NEW]))).toMatchObject({ key: KEY });
    await resealChiavi({ db, signer: createSigner(['x'.repeat(32)]) });
    expect(await stored(createSigner([NEW]))).toMatchObject({ key: KEY });
  });
});
