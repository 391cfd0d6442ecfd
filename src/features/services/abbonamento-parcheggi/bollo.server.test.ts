import { expect, test } from 'vitest';
import { confirmedGuest, writeOfferta } from '../../../../tests/offerte.ts';
import { textOf } from '../../../../tests/pdf-text.ts';
import { decidePratica, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import {
  callerOf,
  countRows,
  DAY,
  ENTI,
  enteAdministrator,
  onOneInTurn,
  pdfFile,
  RIG_NOW,
  type Rig,
  type RigCaller,
} from '../../../../tests/rig.ts';
import { applyRicevuta } from '../paga-online/paid-elsewhere.server.ts';

const PARKING = {
  zone: [{ codice: 'a', nome: 'Zona A' }],
  prezzi: [
    { tipo: 'residente', durata: 'annuale', importo_cent: 6000 },
    { tipo: 'residente', durata: 'mensile', importo_cent: 0 },
  ],
  max_targhe: 1,
};
const WITH_BOLLO = { ...PARKING, bollo: true, bollo_tassonomia: '9/0301150IM/' };
const PAPER = { modo: 'carta', numero: '0123 4567-8901 23', data: '2026-11-19', annullata: true };
const ONLINE = { modo: 'online', provincia: 'rm' };
const TAKEN =
  'Con questo numero è già stata inviata una richiesta, e ogni marca vale una volta sola: controlla le 14 cifre, o usa un’altra marca.';
const { email } = RICHIEDENTE;

/** NOW is 20 November 2026 in Rome. @param targa a plate has one subscription at a time */
const richiesta = (targa: string, over: Record<string, unknown>) => ({
  ente: 'borgo',
  zona: 'a',
  tipo: 'residente',
  durata: 'annuale',
  dal: '2026-12-01',
  targhe: [targa],
  richiedente: RICHIEDENTE,
  privacy: true,
  ...over,
});

async function send(rig: Rig, over: Record<string, unknown> = {}, targa = 'AB123CD') {
  const { guest: client, files } = await confirmedGuest(rig);
  const sent = await client.call('chiediAbbonamento', richiesta(targa, { filesAllegati: files, ...over }));
  rig.clock.pass(DAY / 24);
  return { client, sent, id: sent.body.data?.id as string };
}

const factsOf = async (client: RigCaller, id: string): Promise<string[][]> =>
  (await client.call('dettaglioPratica', { id, email })).body.data.dati.fatti;
const numeri = async (rig: Rig) =>
  (await rig.house.db.selectFrom('bolli').select('numero').execute()).map(({ numero }) => numero);

onOneInTurn('the stamp duty on a request', (rig) => {
  test.each([
    ['is asked for on paper only without a taxonomy code', { ...PARKING, bollo: true }, { online: false }],
    ['may be paid online with one', WITH_BOLLO, { online: true }],
    ['is not asked for where the ente does not say so', { ...PARKING, bollo: false }, undefined],
  ])('%s', async (_, offerta, bollo) => {
    await writeOfferta(rig, 'SF300', offerta);
    expect((await callerOf(rig).call('zoneParcheggi', { ente: 'borgo' })).body.data.bollo).toEqual(bollo);
  });

  test('is on paper only where pagoPA makes no notices of the ente', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    const { pagopa } = rig.payments;
    const { enteOf } = pagopa;
    pagopa.enteOf = async () => undefined;
    const { body } = await callerOf(rig).call('zoneParcheggi', { ente: 'borgo' });
    pagopa.enteOf = enteOf;
    expect(body.data.bollo).toEqual({ online: false });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['nothing said of it', {}, 'bollo.modo'],
    ['a number that is none', { bollo: { ...PAPER, numero: '123' } }, 'bollo.numero'],
    ['a stamp of tomorrow', { bollo: { ...PAPER, data: '2026-11-21' } }, 'bollo.data'],
    ['a stamp of 14.62 euro', { bollo: { ...PAPER, data: '2013-06-25' } }, 'bollo.data'],
    ['a stamp that is not kept', { bollo: { ...PAPER, annullata: false } }, 'bollo.annullata'],
    ['a payment online and no province', { bollo: { modo: 'online' } }, 'bollo.provincia'],
    ['a payment online with a fee of nothing', { bollo: ONLINE, durata: 'mensile' }, 'bollo.modo'],
    ['an exemption without a reason', { bollo: { modo: 'esente' } }, 'bollo.esenzione'],
  ])('with %s is refused at its field, and nothing is written', async (_, over, field) => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    const { sent } = await send(rig, over);
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, [field]]);
    expect([await countRows(rig, 'pratiche'), await numeri(rig)]).toEqual([0, []]);
  });

  test('cannot be paid online where the ente takes paper only', async () => {
    await writeOfferta(rig, 'SF300', { ...PARKING, bollo: true });
    const { sent } = await send(rig, { bollo: ONLINE });
    expect([sent.status, Object.keys(sent.body.errors)]).toEqual([422, ['bollo.modo']]);
  });

  test('that nobody asked for is left out of the case, and takes no number', async () => {
    await writeOfferta(rig, 'SF300', PARKING);
    const { client, sent, id } = await send(rig, { bollo: PAPER });
    expect(sent.status).toBe(201);
    expect((await factsOf(client, id)).map(([label]) => label)).not.toContain('Imposta di bollo');
    expect(await numeri(rig)).toEqual([]);
  });

  test('stands in the case and in its receipt', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    const { client, id } = await send(rig, { bollo: PAPER });
    const words = 'Marca cartacea 01234567890123, emessa il 19/11/2026, annullata e conservata in originale';
    expect((await factsOf(client, id)).at(-1)).toEqual(['Imposta di bollo', words]);
    const receipt = await client.call('ricevutaPratica', { id, email });
    expect(textOf(receipt.bytes)).toContain('01234567890123');
    const exempt = await send(rig, { bollo: { modo: 'esente', esenzione: 'Tabella B, art. 16' } }, 'AB124CD');
    expect((await factsOf(exempt.client, exempt.id)).at(-1)).toEqual([
      'Imposta di bollo',
      'Esente: Tabella B, art. 16',
    ]);
  });
});

onOneInTurn('the number of a paper stamp', (rig) => {
  test('is used once in the portal, however it is typed, and a refusal does not say by whom', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    expect((await send(rig, { bollo: PAPER })).sent.status).toBe(201);
    const { sent } = await send(rig, { bollo: { ...PAPER, numero: '01234567890123' } }, 'AB124CD');
    expect([sent.status, sent.body.message, sent.body.errors]).toEqual([409, TAKEN, { 'bollo.numero': [TAKEN] }]);
    expect([await countRows(rig, 'pratiche'), await countRows(rig, 'targhe')]).toEqual([1, 1]);
    expect((await send(rig, { bollo: { ...PAPER, numero: '01234567890124' } }, 'AB124CD')).sent.status).toBe(201);
  });

  test('is used up by what was sent, whatever became of it, and by nothing that was not', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    const refused = await send(rig, { bollo: PAPER, targhe: ['AB123CD', 'AB124CD'] });
    expect([refused.sent.status, await numeri(rig)]).toEqual([422, []]);
    const { client, id } = await send(rig, { bollo: PAPER });
    expect(await numeri(rig)).toEqual(['01234567890123']);
    expect((await client.call('commenta', { id, email, stato: 'ritirata' })).status).toBe(201);
    expect((await send(rig, { bollo: PAPER })).sent.status).toBe(409);
  });

  test('that two requests are sent with at once goes to one of them; the same send twice is one', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    const { guest, files } = await confirmedGuest(rig);
    const input = richiesta('AB123CD', { filesAllegati: files, bollo: PAPER });
    const prova = await rig.house.db.selectFrom('prove_email').selectAll().executeTakeFirstOrThrow();
    const others = await Promise.all(
      ['AB124CD', 'AB125CD', 'AB126CD'].map(async (targa) => {
        const client = callerOf(rig);
        await rig.house.db
          .insertInto('prove_email')
          .values({ ...prova, proprietario: client.visitor ?? '' })
          .execute();
        const { Id } = (await client.call('caricaFile', { file: pdfFile() })).body.data;
        const filesAllegati = [{ Id, categoria: 'documento_identita' }];
        return () => client.call('chiediAbbonamento', richiesta(targa, { filesAllegati, bollo: PAPER }));
      }),
    );
    const all = await Promise.all([
      guest.call('chiediAbbonamento', input, { key: 'chiave-di-prova' }),
      guest.call('chiediAbbonamento', input, { key: 'chiave-di-prova' }),
      ...others.map((sendOne) => sendOne()),
    ]);
    const [first, again, ...rest] = all.map(({ status }) => status);
    expect(first).toBe(again);
    expect([first, ...rest].sort()).toEqual([201, 409, 409, 409]);
    expect([await countRows(rig, 'pratiche'), await numeri(rig)]).toEqual([1, ['01234567890123']]);
  });
});

onOneInTurn('a stamp that is paid online', (rig) => {
  test('comes with the fee in one notice: the debt position has it as a transfer of its own, bound to the request', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    const { client, id } = await send(rig, { bollo: ONLINE });
    expect(await numeri(rig)).toEqual([]);
    expect((await decidePratica(rig, id, { stato: 'accettata' })).status).toBe(201);
    await rig.deliver();

    const { data } = (await client.call('dettaglioPratica', { id, email })).body;
    expect(data.eventi.at(-1).testo).toContain(
      'Paga 76,00\u00a0€, con i 16,00\u00a0€ dell’imposta di bollo, entro il 20 dicembre 2026',
    );
    expect(data.pagamenti).toMatchObject([
      { importo_cent: 7600, causale: 'Abbonamento parcheggi e imposta di bollo, Zona A' },
    ]);
    const [posizione] = rig.payments.pagopa.posizioni;
    expect(posizione).toMatchObject({
      avviso: { importo_cent: 7600 },
      stamp: { importo_cent: 1600, provincia: 'RM', taxonomy: '9/0301150IM/' },
    });
    expect(posizione?.stamp?.hashDocument).toMatch(/^[\w+/]{43}=$/);
  });

  test('is no money of the ente: the books have the fee, under parking, and say that the stamp came with it', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    await decidePratica(rig, (await send(rig, { bollo: ONLINE })).id, { stato: 'accettata' });
    const { numero_avviso } = await rig.house.db.selectFrom('avvisi').select('numero_avviso').executeTakeFirstOrThrow();
    await applyRicevuta(rig.house, 'borgo', {
      dominioEC: ENTI.borgo.codice_fiscale,
      numero_avviso,
      rif: 'iur-1',
      importo_cent: 7600,
      pagato_il: RIG_NOW,
      intermediario: null,
    });
    const { data } = (await callerOf(rig, { user: enteAdministrator('borgo') }).call('incassi')).body;
    expect(data).toMatchObject({
      totale: { quanti: 1, importo_cent: 6000 },
      righe: [{ importo_cent: 6000, bollo_cent: 1600, servizio: 'SF300' }],
    });
  });

  test('is bound to one request: another one has another fingerprint', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    for (const targa of ['AB123CD', 'AB124CD'])
      await decidePratica(rig, (await send(rig, { bollo: ONLINE }, targa)).id, { stato: 'accettata' });
    await rig.deliver();
    const hashes = rig.payments.pagopa.posizioni.map(({ stamp }) => stamp?.hashDocument);
    expect([hashes.length, new Set(hashes).size]).toEqual([2, 2]);
  });

  test('is not offered at the second provider, which sells none', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    const offeredFor = async (bollo: object, targa: string) => {
      const { client, id } = await send(rig, { bollo }, targa);
      await decidePratica(rig, id, { stato: 'accettata' });
      const { numero_avviso } = (await client.call('dettaglioPratica', { id, email })).body.data.pagamenti[0];
      const asked = { numero_avviso, dominioEC: '80000000000', 'g-recaptcha-response': await client.human() };
      return (await client.call('controllaAvviso', asked)).body.data.fornitori;
    };
    expect(await offeredFor(PAPER, 'AB123CD')).toEqual(['pagopa', 'mooney']);
    expect(await offeredFor(ONLINE, 'AB124CD')).toEqual(['pagopa']);
  });

  test('is not in the notice of a request with a paper one', async () => {
    await writeOfferta(rig, 'SF300', WITH_BOLLO);
    const { id } = await send(rig, { bollo: PAPER });
    await decidePratica(rig, id, { stato: 'accettata' });
    await rig.deliver();
    const [posizione] = rig.payments.pagopa.posizioni;
    expect([posizione?.avviso.importo_cent, posizione?.stamp]).toEqual([6000, undefined]);
  });
});
