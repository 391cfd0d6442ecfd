/** Devices that come in by a sheet, and go out as a sheet and as a document, through the HTTP layer on both engines. */
import { expect, test } from 'vitest';
import { aggiungi, anna, cartello, comuni, EMAIL, inizia, manda, posizioneConMezzi } from '../../../../tests/mezzi.ts';
import { type Caller, caller, NOW, onBoth, operatore, type Rig } from '../../../../tests/rig.ts';
import { leggiMezzi } from './lettura.server.ts';
import { MAX_MEZZI } from './mezzo.ts';

const TESTATA = 'tipo;indirizzo;facce;illuminazione;larghezza (cm);altezza (cm);quantità;testo';
const RIGA = 'Cartello;Via Roma 1;Due facce;Senza luce;100;200;2;Bar Sport';
const foglio = (...righe: string[]) => new File([[TESTATA, ...righe].join('\r\n')], 'mezzi.csv', { type: 'text/csv' });
const importa = (chi: Caller, id: string, file = foglio(RIGA), extra = {}) =>
  chi.call('importaMezzi', { id, file }, extra);
const quanti = async (chi: Caller, id: string): Promise<number> =>
  (await chi.call('leggiDichiarazioneMezzi', { id })).body.data.mezzi.length;

onBoth('a sheet of devices', (rig) => {
  test('comes in whole, once for the same send', async () => {
    await comuni(rig);
    const chi = await anna(rig);
    const id = await inizia(chi);
    const file = foglio(RIGA, RIGA.replace('100', '120'));

    const prima = await importa(chi, id, file, { key: 'una-chiave-di-invio' });
    expect([prima.status, prima.body.data]).toEqual([201, { importati: 2 }]);
    expect((await importa(chi, id, file, { key: 'una-chiave-di-invio' })).status).toBe(201);

    const { mezzi } = (await chi.call('leggiDichiarazioneMezzi', { id })).body.data;
    expect(mezzi).toMatchObject([cartello(), { larghezza_cm: 120, azione: 'nuovo' }]);
  });

  test('with one wrong line brings nothing, and says which', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);

    const { status, body } = await importa(chi, id, foglio(RIGA, RIGA.replace('200', '0'), RIGA));

    expect([status, Object.keys(body.errors)]).toEqual([422, ['file', 'riga.3']]);
    expect(body.errors['riga.3'][0]).toContain('Riga 3, colonna altezza (cm):');
    expect(await quanti(chi, id)).toBe(0);
  });

  test('beyond the room that is left brings nothing', async () => {
    await comuni(rig);
    const chi = caller(rig);
    const id = await inizia(chi);
    await aggiungi(chi, id);

    expect((await importa(chi, id, foglio(...Array<string>(MAX_MEZZI).fill(RIGA)))).status).toBe(422);
    expect(await quanti(chi, id)).toBe(1);
    expect((await importa(chi, id, foglio(...Array<string>(MAX_MEZZI - 1).fill(RIGA)))).status).toBe(201);
    expect(await quanti(chi, id)).toBe(MAX_MEZZI);
  });

  test('is refused for another’s declaration, a cessation, one that was sent, and without a file', async () => {
    const { posizione } = await posizioneConMezzi(rig);
    const chi = await anna(rig);
    const nuova = await inizia(chi);
    const cessazione = await inizia(chi, { tipo: 'cessazione', ente: undefined, posizione: posizione.id });

    expect((await importa(caller(rig), nuova)).status).toBe(404);
    expect((await importa(chi, cessazione)).status).toBe(409);
    expect((await chi.call('importaMezzi', { id: nuova })).body.errors.file[0]).toContain('Scegli il foglio');
    await aggiungi(chi, nuova);
    expect((await manda(chi, nuova)).status).toBe(200);
    expect((await importa(chi, nuova)).status).toBe(409);
  });

  test('the template is there for all', async () => {
    const { status, headers, bytes } = await caller(rig).call('modelloMezziCsv');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(bytes.toString()).toContain('tipo;targa;categoria veicolo');
  });
});

async function inviata(r: Rig) {
  await comuni(r);
  const chi = await anna(r);
  const id = await inizia(chi);
  await importa(chi, id, foglio(RIGA, RIGA));
  return { chi, id };
}

onBoth('a declaration goes out', (rig) => {
  test('to who makes it, and to nobody else before it is sent', async () => {
    const { chi, id } = await inviata(rig);

    const csv = await chi.call('esportaMezziCsv', { id });
    expect(csv.headers.get('content-disposition')).toContain('mezzi-pubblicitari-bozza.csv');
    expect(leggiMezzi(csv.bytes)).toHaveLength(2);
    const pdf = await chi.call('esportaMezziPdf', { id });
    expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);

    for (const altro of [caller(rig), caller(rig, { user: operatore('borgo') })])
      for (const che of ['esportaMezziCsv', 'esportaMezziPdf'] as const)
        expect((await altro.call(che, { id, email: EMAIL, vista: 'operatore' })).status).toBe(404);
  });

  test('once sent also to the operator of its body, dated by the sending', async () => {
    const { chi, id } = await inviata(rig);
    const { protocollo } = (await manda(chi, id)).body.data;
    const olga = caller(rig, { user: operatore('borgo') });
    const chiesta = { id, email: EMAIL, vista: 'operatore' };

    const csv = await olga.call('esportaMezziCsv', chiesta);
    expect([csv.status, leggiMezzi(csv.bytes).length]).toEqual([200, 2]);
    const nome = `mezzi-pubblicitari-${protocollo.replace('/', '-')}.pdf`;
    const pdf = await olga.call('esportaMezziPdf', chiesta);
    expect(pdf.headers.get('content-disposition')).toContain(nome);
    rig.clock.set(NOW + 1000);
    expect((await chi.call('esportaMezziPdf', { id })).bytes.equals(pdf.bytes)).toBe(true);

    const valle = caller(rig, { user: operatore('valle') });
    expect((await valle.call('esportaMezziPdf', chiesta)).status).toBe(404);
  });
});

onBoth('the tariff of devices', (rig) => {
  test('is told for a body that has one, and null for one that has not', async () => {
    await comuni(rig);
    const chi = caller(rig);
    expect((await chi.call('tariffaMezzi', { ente: 'borgo' })).body.data).toMatchObject({ al_mq_cent: 4000 });
    expect((await chi.call('tariffaMezzi', { ente: 'valle' })).body.data).toBeNull();
    expect((await chi.call('tariffaMezzi')).status).toBe(422);
  });
});
