/** Imports and exports devices as sheets and documents, through the HTTP layer on both engines. */
import { expect, test } from 'vitest';
import {
  addMezzo,
  beginDichiarazione,
  prepareEnti,
  sendDichiarazione,
  writePosizioneWithMezzi,
} from '../../../../tests/mezzi.ts';
import { loginAnna, RICHIEDENTE } from '../../../../tests/richiedente.ts';
import { callerOf, HOUR, onOneInTurn, operatore, RIG_NOW, type Rig, type RigCaller } from '../../../../tests/rig.ts';
import { cartello } from '../../../../tests/typed-mezzi.ts';
import { type ReceiptContent, receiptPdf } from '../../../platform/pdf/receipt.server.ts';
import { parseMezzi } from './foglio-parse.server.ts';
import { MAX_MEZZI } from './mezzo.ts';

const HEADER = 'tipo;indirizzo;facce;illuminazione;larghezza (cm);altezza (cm);quantità;testo';
const LINE = 'Cartello;Via Roma 1;Due facce;Senza luce;100;200;2;Bar Sport';
const foglioFile = (...lines: string[]) =>
  new File([[HEADER, ...lines].join('\r\n')], 'mezzi.csv', { type: 'text/csv' });
const importFoglio = (visitor: RigCaller, id: string, file = foglioFile(LINE), extra = {}) =>
  visitor.call('importaMezzi', { id, file }, extra);
const quanti = async (visitor: RigCaller, id: string): Promise<number> =>
  (await visitor.call('leggiDichiarazioneMezzi', { id })).body.data.mezzi.length;

onOneInTurn('a sheet of devices', (rig) => {
  test('a sheet is imported as a whole, and once for the same send', async () => {
    await prepareEnti(rig);
    const visitor = await loginAnna(rig);
    const id = await beginDichiarazione(visitor);
    const file = foglioFile(LINE, LINE.replace('100', '120'));

    const first = await importFoglio(visitor, id, file, { key: 'una-chiave-di-invio' });
    expect([first.status, first.body.data]).toEqual([201, { importati: 2 }]);
    expect((await importFoglio(visitor, id, file, { key: 'una-chiave-di-invio' })).status).toBe(201);

    const { mezzi } = (await visitor.call('leggiDichiarazioneMezzi', { id })).body.data;
    expect(mezzi).toMatchObject([cartello(), { larghezza_cm: 120, azione: 'nuovo' }]);
  });

  test('a sheet with one wrong line imports nothing and names the line', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);

    const { status, body } = await importFoglio(visitor, id, foglioFile(LINE, LINE.replace('200', '0'), LINE));

    expect([status, Object.keys(body.errors)]).toEqual([422, ['file', 'riga.3']]);
    expect(body.errors['riga.3'][0]).toContain('Riga 3, colonna altezza (cm):');
    expect(await quanti(visitor, id)).toBe(0);
  });

  test('a sheet with more devices than still fit imports nothing', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    const id = await beginDichiarazione(visitor);
    await addMezzo(visitor, id);

    expect((await importFoglio(visitor, id, foglioFile(...Array<string>(MAX_MEZZI).fill(LINE)))).status).toBe(422);
    expect(await quanti(visitor, id)).toBe(1);
    expect((await importFoglio(visitor, id, foglioFile(...Array<string>(MAX_MEZZI - 1).fill(LINE)))).status).toBe(201);
    expect(await quanti(visitor, id)).toBe(MAX_MEZZI);
  });

  test('a sheet is refused without a file, for a cessation, and for a declaration that was sent or is another person’s', async () => {
    const { posizione } = await writePosizioneWithMezzi(rig);
    const visitor = await loginAnna(rig);
    const fresh = await beginDichiarazione(visitor);
    const cessazione = await beginDichiarazione(visitor, {
      tipo: 'cessazione',
      ente: undefined,
      posizione: posizione.id,
    });

    expect((await importFoglio(callerOf(rig), fresh)).status).toBe(404);
    expect((await importFoglio(visitor, cessazione)).status).toBe(409);
    expect((await visitor.call('importaMezzi', { id: fresh })).body.errors.file[0]).toContain('Scegli il foglio');
    await addMezzo(visitor, fresh);
    expect((await sendDichiarazione(visitor, fresh)).status).toBe(200);
    expect((await importFoglio(visitor, fresh)).status).toBe(409);
  });

  test('any caller can download the template', async () => {
    const { status, headers, bytes } = await callerOf(rig).call('modelloMezziCsv');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(bytes.toString()).toContain('tipo;targa;categoria veicolo');
  });
});

async function sendFoglio(r: Rig) {
  await prepareEnti(r);
  const visitor = await loginAnna(r);
  const id = await beginDichiarazione(visitor);
  await importFoglio(visitor, id, foglioFile(LINE, LINE));
  return { visitor, id };
}

onOneInTurn('a declaration goes out', (rig) => {
  test('a draft is exported for its owner only', async () => {
    const { visitor, id } = await sendFoglio(rig);

    const csv = await visitor.call('esportaMezziCsv', { id });
    expect(csv.headers.get('content-disposition')).toContain('mezzi-pubblicitari-bozza.csv');
    expect(parseMezzi(csv.bytes)).toHaveLength(2);
    const pdf = await visitor.call('esportaMezziPdf', { id });
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);

    for (const other of [callerOf(rig), callerOf(rig, { user: operatore('borgo') })])
      for (const operation of ['esportaMezziCsv', 'esportaMezziPdf'] as const)
        expect((await other.call(operation, { id, email: RICHIEDENTE.email, vista: 'operatore' })).status).toBe(404);
  });

  test('a declaration that was sent is exported for an operator of its ente as well, with the date of sending', async () => {
    const { visitor, id } = await sendFoglio(rig);
    const { protocollo } = (await sendDichiarazione(visitor, id)).body.data;
    const olga = callerOf(rig, { user: operatore('borgo') });
    const input = { id, email: RICHIEDENTE.email, vista: 'operatore' };

    const csv = await olga.call('esportaMezziCsv', input);
    expect([csv.status, parseMezzi(csv.bytes).length]).toEqual([200, 2]);
    const fileName = `mezzi-pubblicitari-${protocollo.replace('/', '-')}.pdf`;
    const pdf = await olga.call('esportaMezziPdf', input);
    expect(pdf.headers.get('content-disposition')).toContain(fileName);
    rig.clock.set(RIG_NOW + 1000);
    expect((await visitor.call('esportaMezziPdf', { id })).bytes.equals(pdf.bytes)).toBe(true);

    const otherOperatore = callerOf(rig, { user: operatore('valle') });
    expect((await otherOperatore.call('esportaMezziPdf', input)).status).toBe(404);
  });
});

onOneInTurn('the document of a declaration', (rig) => {
  test('two hundred devices are drawn beside the host, which spends a small part of the time on it', async () => {
    await prepareEnti(rig);
    const visitor = await loginAnna(rig);
    const id = await beginDichiarazione(visitor);
    await importFoglio(visitor, id, foglioFile(...Array<string>(MAX_MEZZI).fill(LINE)));
    const content = receiptOf(MAX_MEZZI);
    // Both ways have run before they are measured.
    await receiptPdf(content);
    const { bytes } = await visitor.call('esportaMezziPdf', { id });
    const { mezzi } = (await visitor.call('leggiDichiarazioneMezzi', { id })).body.data;

    // The least of three: what else this process does at the same time is no part of either.
    let [drawing, asking] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const mezzo of mezzi.slice(0, 3)) {
      await visitor.call('togliMezzo', { id: mezzo.Id });
      drawing = Math.min(drawing, await processorOf(() => receiptPdf(content)));
      asking = Math.min(
        asking,
        await processorOf(async () => {
          const changed = await visitor.call('esportaMezziPdf', { id });
          expect(changed.bytes.equals(bytes)).toBe(false);
        }),
      );
    }

    expect(asking / drawing).toBeLessThan(0.5);
  });

  test('a document that is asked for again is not drawn again while nothing has changed, and then it is', async () => {
    const { visitor, id } = await sendFoglio(rig);
    const first = (await visitor.call('esportaMezziPdf', { id })).bytes;
    rig.clock.pass(HOUR);
    expect((await visitor.call('esportaMezziPdf', { id })).bytes.equals(first)).toBe(true);
    await addMezzo(visitor, id);
    expect((await visitor.call('esportaMezziPdf', { id })).bytes.equals(first)).toBe(false);
  });

  test('documents are braked for a visitor and for a network, and somebody else’s are not', async () => {
    // A fortieth of the limits: three of a visitor, fifteen of a network.
    const settings = { ...rig.house.settings, limitsFactor: 1 / 40 };
    const strict = { ...rig, house: { ...rig.house, settings } };
    const { id } = await sendFoglio(rig);
    const ask = async (who: RigCaller) => {
      const { status, headers } = await who.call('esportaMezziPdf', { id });
      return [status, headers.get('retry-after')];
    };
    const visitor = callerOf(strict);
    for (let n = 0; n < 3; n++) expect(await ask(visitor)).toEqual([404, null]);
    expect(await ask(visitor)).toEqual([429, '3600']);
    for (let n = 3; n < 15; n++) expect(await ask(callerOf(strict))).toEqual([404, null]);
    expect(await ask(callerOf(strict))).toEqual([429, '3600']);
    expect(await ask(callerOf(strict, { peer: '203.0.113.9' }))).toEqual([404, null]);
  });
});

/** Processor time of this process, in microseconds. */
async function processorOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** As many devices as the declaration has, in as many words. */
const receiptOf = (rows: number): ReceiptContent => ({
  ente: { nome: 'Comune di Borgo', colore: '#0066cc', indirizzo: 'Via Roma 1' },
  title: 'Mezzi',
  number: '1',
  facts: Array.from({ length: rows }, (_, i) => [`${i + 1}. Cartello (nuovo)`, Object.values(cartello()).join('\n')]),
  footer: '',
  sandbox: false,
  createdAt: RIG_NOW,
});

onOneInTurn('the tariff of devices', (rig) => {
  test('the tariff call answers the tariff of an ente, or null when it has none', async () => {
    await prepareEnti(rig);
    const visitor = callerOf(rig);
    expect((await visitor.call('tariffaMezzi', { ente: 'borgo' })).body.data).toMatchObject({ al_mq_cent: 4000 });
    expect((await visitor.call('tariffaMezzi', { ente: 'valle' })).body.data).toBeNull();
    expect((await visitor.call('tariffaMezzi')).status).toBe(422);
  });
});
