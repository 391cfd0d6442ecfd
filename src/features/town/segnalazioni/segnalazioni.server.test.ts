import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import {
  callerOf,
  cittadino,
  countRows,
  DAY,
  ENTI,
  type OpenedPratica,
  onOneInTurn,
  operatore,
  type Rig,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { applyPubblicazione } from '../../../data/pubblicazione.db.ts';
import { addDays } from '../../../platform/atoms/date.ts';
import { forgetPerson } from '../../../upkeep/forget.server.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import type { Ente } from '../../cases/ente/ente.ts';

const HERE = { lat: 42.512345, lon: 12.498765 };
const PERSON = { nome: 'Anselmo', cognome: 'Verdetti', email: 'anselmo.verdetti@esempio.it', telefono: '3331234567' };

onOneInTurn('a public report', (rig: Rig) => {
  const olga = () => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
  const anyone = () => callerOf(rig);
  const send = (over: Record<string, unknown> = {}) =>
    sendSegnalazione(callerOf(rig), {
      ...PERSON,
      oggetto: 'Lampione davanti a casa Verdetti',
      descrizione: 'Chiamatemi al 3331234567, Anselmo.',
      ...HERE,
      ...over,
    });
  const list = async (filters: Record<string, unknown> = {}) =>
    (await anyone().call('elencoSegnalazioni', { ente: 'borgo', ...filters })).body.data;
  const idOf = async (pratica: OpenedPratica): Promise<string> => {
    const { pubblica } = await rig.house.db
      .selectFrom('pratiche')
      .select('pubblica')
      .where('id', '=', pratica.id)
      .executeTakeFirstOrThrow();
    return pubblica ?? '';
  };
  const readOffice = async (pratica: OpenedPratica) =>
    (await olga().call('pubblicazionePratica', { id: await ufficioIdOf(rig, pratica.id) })).body.data;
  const release = async (pratica: OpenedPratica, over: Record<string, unknown> = {}) =>
    olga().call('rilasciaSegnalazione', {
      id: await ufficioIdOf(rig, pratica.id),
      titolo: 'Lampione spento',
      luogo: 'Via dei Tigli',
      descrizione: 'Non si accende da una settimana.',
      con_punto: true,
      versione: (await readOffice(pratica)).versione,
      ...over,
    });
  const takeOff = async (pratica: OpenedPratica) =>
    olga().call('togliSegnalazione', { id: await ufficioIdOf(rig, pratica.id) });

  test('says type, area and day until an operator releases it, and has no more to say', async () => {
    const sent = await send();
    const { segnalazioni, totale } = await list();
    expect(totale).toBe(1);
    expect(segnalazioni).toEqual([
      {
        id: await idOf(sent),
        ente: 'borgo',
        tipo: 'SF510',
        tipo_nome: 'Illuminazione e lampade votive',
        area: null,
        area_nome: null,
        giorno: '2026-11-20',
        stato: 'in_esame',
        chiusa: null,
        titolo: null,
        luogo: null,
        lat: null,
        lon: null,
        foto: null,
        seguita_da: 0,
      },
    ]);
    const { body } = await anyone().call('leggiSegnalazione', { id: await idOf(sent) });
    expect(body.data).toMatchObject({ stato: 'in_esame', descrizione: null, risposta: null, foto: [], tappe: [] });
  });

  test('shows what was released, with its point rounded to some ten metres', async () => {
    const sent = await send();
    expect((await release(sent)).status).toBe(200);
    const { body } = await anyone().call('leggiSegnalazione', { id: await idOf(sent) });
    expect(body.data).toMatchObject({
      titolo: 'Lampione spento',
      luogo: 'Via dei Tigli',
      descrizione: 'Non si accende da una settimana.',
      stato: 'ricevuta',
      lat: 42.5123,
      lon: 12.4988,
      tappe: [{ giorno: '2026-11-20', stato: 'ricevuta' }],
    });
    await release(sent, { con_punto: false });
    expect((await anyone().call('leggiSegnalazione', { id: await idOf(sent) })).body.data.lat).toBeNull();
  });

  test('follows its case through the states, each day told once', async () => {
    const sent = await send();
    await release(sent);
    const comment = (stato: string) => olga().call('commenta', { ...sent, vista: 'operatore', stato, testo: 'Ecco.' });
    await comment('in_elaborazione');
    rig.clock.pass(2 * DAY);
    await comment('da_integrare');
    await comment('conclusa');
    const { body } = await anyone().call('leggiSegnalazione', { id: await idOf(sent) });
    expect(body.data).toMatchObject({ stato: 'conclusa', chiusa: '2026-11-22' });
    expect(body.data.tappe).toEqual([
      { giorno: '2026-11-20', stato: 'ricevuta' },
      { giorno: '2026-11-20', stato: 'in_lavorazione' },
      { giorno: '2026-11-22', stato: 'conclusa' },
    ]);
    rig.clock.pass(DAY);
    expect((await list()).risolte).toBe(1);
    expect((await list({ stato: 'ricevuta' })).totale).toBe(0);
    await callerOf(rig).call('commenta', { ...sent, stato: 'non_risolto', testo: 'È ancora spento.' });
    expect((await list({ stato: 'in_lavorazione' })).segnalazioni[0]).toMatchObject({ chiusa: null });
  });

  test('waits for its release where the municipality says so, and there is none where it publishes nothing or the citizen wants none', async () => {
    const waits = await send({ codice: 'SF410' });
    expect((await list()).totale).toBe(0);
    expect((await anyone().call('leggiSegnalazione', { id: await idOf(waits) })).status).toBe(404);
    await release(waits);
    expect((await list()).totale).toBe(1);

    const kept = await send({ email: 'due@esempio.it', fuori_elenco: true });
    const elsewhere = await send({ email: 'tre@esempio.it', ente: 'valle' });
    expect([await idOf(kept), await idOf(elsewhere)]).toEqual(['', '']);
    expect((await release(kept)).status).toBe(409);
    expect((await anyone().call('elencoSegnalazioni', { ente: 'valle' })).body.data.totale).toBe(0);
  });

  test('shows the place as it was released on a picture of the map, and no other', async () => {
    const mappa = { tasselli: 'https://tile.borgo.example/{z}/{x}/{y}.png', attribuzione: 'Borgo', ...HERE, zoom: 15 };
    await writeEnte(rig.house.db, { ...ENTI.borgo, mappa }, 1);
    rig.clock.pass(60_000);
    const sent = await send();
    const look = async () => (await anyone().call('puntoSegnalazione', { id: await idOf(sent) })).status;
    expect(await look()).toBe(404);
    await release(sent, { con_punto: false });
    expect(await look()).toBe(404);
    await release(sent);
    const shown = await anyone().call('puntoSegnalazione', { id: await idOf(sent) });
    expect((await sharp(shown.bytes).metadata()).width).toBe(480);
    expect(shown.headers.get('etag')).toMatch(/-42\.5123-12\.4988"$/);
    const drawn = rig.tiles.asked.length;
    expect([await look(), drawn > 0, rig.tiles.asked.length]).toEqual([200, true, drawn]);
  });

  test('is hidden while its municipality does not publish the type, and its own words are forgotten with the person', async () => {
    const sent = await send();
    await release(sent);
    const publish = (pubblicazione: Ente['pubblicazione']) =>
      rig.house.db.transaction().execute((tx) => applyPubblicazione(tx, { ...ENTI.borgo, pubblicazione }));
    await publish({ SF410: 'subito' });
    expect((await list()).totale).toBe(0);
    await publish(undefined);
    await publish({ SF510: 'dopo_controllo' });
    expect((await list()).totale).toBe(1);

    await olga().call('commenta', { ...sent, vista: 'operatore', stato: 'conclusa', testo: 'Fatto.' });
    const [now, dialect] = [rig.house.now(), rig.house.dialect];
    await forgetPerson({ db: rig.house.db, dialect }, { email: PERSON.email }, { now, apply: true });
    expect([(await list()).totale, await countRows(rig, 'segnalazioni_pubbliche')]).toEqual([0, 0]);
  });

  test('is not released with a type that its municipality does not publish', async () => {
    const sent = await send();
    await rig.house.db.updateTable('pratiche').set({ codice: 'SF230' }).where('id', '=', sent.id).execute();
    expect((await release(sent)).status).toBe(409);
  });

  test('is gone at once when it is taken off, with all that was released, and can be released again', async () => {
    const sent = await send();
    await release(sent);
    expect((await takeOff(sent)).body.data).toEqual({ tolta: true });
    expect((await takeOff(sent)).body.data).toEqual({ tolta: false });
    expect((await list()).totale).toBe(0);
    expect((await anyone().call('leggiSegnalazione', { id: await idOf(sent) })).status).toBe(404);
    const row = await rig.house.db.selectFrom('segnalazioni_pubbliche').selectAll().executeTakeFirstOrThrow();
    expect([row.titolo, row.descrizione, row.luogo, row.lat]).toEqual([null, null, null, null]);
    await release(sent);
    expect((await list()).totale).toBe(1);
  });

  test('is taken off when its type changes, and is not released over what another operator did meanwhile', async () => {
    const sent = await send();
    const { versione } = await readOffice(sent);
    rig.clock.pass(1000);
    await release(sent);
    expect((await release(sent, { versione })).status).toBe(409);
    await olga().call('cambiaTipoPratica', {
      id: await ufficioIdOf(rig, sent.id),
      codice: 'SF410',
      prima: 'SF510',
      motivo: 'È un altro tipo.',
    });
    expect((await list()).totale).toBe(0);
  });

  test('shows new photos without metadata, with the parts that are to be hidden made unrecognisable', async () => {
    // Left half red, right half in stripes of one pixel.
    const width = 200;
    const pixels = Buffer.alloc(width * 100 * 3);
    for (let i = 0; i < width * 100; i++) {
      const x = i % width;
      pixels.set(x < 100 ? [255, 0, 0] : x % 2 ? [0, 0, 0] : [255, 255, 255], i * 3);
    }
    const bytes = await sharp(pixels, { raw: { width, height: 100, channels: 3 } })
      .withExif({ IFD0: { Copyright: 'Anselmo Verdetti' } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const citizen = callerOf(rig);
    const up = await citizen.call('caricaFile', { file: new File([new Uint8Array(bytes)], 'casa-verdetti.jpg') });
    const sent = await sendSegnalazione(citizen, { ...PERSON, filesAllegati: [{ Id: up.body.data.Id }] });
    const [photo] = (await readOffice(sent)).foto;
    expect((await release(sent, { foto: [{ id: photo.id, sfoca: [[50, 0, 50, 100]] }] })).status).toBe(200);

    const id = await idOf(sent);
    expect((await list()).segnalazioni[0].foto).toEqual({ n: 1, larghezza: 200, altezza: 100 });
    const shown = await anyone().call('fotoSegnalazione', { id, n: '1' });
    expect(shown.bytes.includes('Verdetti')).toBe(false);
    expect((await sharp(shown.bytes).metadata()).exif).toBeUndefined();
    const { data: seen } = await sharp(shown.bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number) => [...seen.subarray((50 * width + x) * 3, (50 * width + x) * 3 + 3)];
    expect(at(20)[0]).toBeGreaterThan(200);
    // Black and white have become one grey.
    for (const x of [130, 131, 170, 171]) for (const value of at(x)) expect(Math.abs(value - 128)).toBeLessThan(40);
    expect((await anyone().call('fotoSegnalazione', { id, n: '1', piccola: '1' })).status).toBe(200);

    await release(sent, { tieni_foto: true, titolo: 'Altro titolo' });
    expect((await anyone().call('fotoSegnalazione', { id, n: '1' })).status).toBe(200);
    await takeOff(sent);
    expect((await anyone().call('fotoSegnalazione', { id, n: '1' })).status).toBe(404);
  });

  test('loses at once what an operator hides in its case: the photo, and the texts that repeat a message', async () => {
    const citizen = callerOf(rig);
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const upload = async (name: string) =>
      (await citizen.call('caricaFile', { file: new File([new Uint8Array(bytes)], name) })).body.data.Id;
    const files = [{ Id: await upload('uno.jpg') }, { Id: await upload('due.jpg') }];
    const sent = await sendSegnalazione(citizen, { ...PERSON, filesAllegati: files });
    const [first, second] = (await readOffice(sent)).foto;
    const said = await olga().call('commenta', {
      ...sent,
      vista: 'operatore',
      testo: 'Buongiorno. Il sig. Verdetti ha già telefonato per questo.',
    });
    const hide = async (target: { evento?: string; allegato?: string }) =>
      (await olga().call('nascondi', { ...sent, vista: 'operatore', ...target })).body.data;
    const read = async () => (await anyone().call('leggiSegnalazione', { id: await idOf(sent) })).body.data;
    const photo = async (n: string) => (await anyone().call('fotoSegnalazione', { id: await idOf(sent), n })).status;
    const risposta = 'Grazie: il sig. Verdetti ha già telefonato, arriviamo.';
    await release(sent, { risposta, foto: [{ id: first.id }, { id: second.id }] });
    rig.clock.pass(1000);
    expect(await hide({ allegato: first.id })).toEqual({ nascosto: true, pubblico: 'tolto' });
    expect([await photo('1'), await photo('2')]).toEqual([404, 200]);
    expect(await hide({ evento: said.body.data.id })).toEqual({ nascosto: true, pubblico: 'tolto' });
    expect(await read()).toMatchObject({ risposta: null, titolo: 'Lampione spento', foto: [{ n: 2 }] });

    const other = await olga().call('commenta', { ...sent, vista: 'operatore', testo: 'Ho parlato con il vicino.' });
    expect(await hide({ evento: other.body.data.id })).toEqual({ nascosto: true, pubblico: 'da_controllare' });
    await takeOff(sent);
    const late = await olga().call('commenta', { ...sent, vista: 'operatore', testo: 'Il vicino ha richiamato.' });
    expect(await hide({ evento: late.body.data.id })).toEqual({ nascosto: true });
  });

  test('is not released with a photo that a colleague hides while its picture is made', async () => {
    const citizen = callerOf(rig);
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const up = await citizen.call('caricaFile', { file: new File([new Uint8Array(bytes)], 'uno.jpg') });
    const sent = await sendSegnalazione(citizen, { ...PERSON, filesAllegati: [{ Id: up.body.data.Id }] });
    const [photo] = (await readOffice(sent)).foto;
    const { files } = rig.house;
    const readFile = files.read.bind(files);
    vi.spyOn(files, 'read').mockImplementationOnce(async (row) => {
      const hidden = await olga().call('nascondi', { ...sent, vista: 'operatore', allegato: photo.id });
      expect(hidden.status).toBe(200);
      return readFile(row);
    });
    expect((await release(sent, { foto: [{ id: photo.id }] })).status).toBe(409);
    expect((await anyone().call('fotoSegnalazione', { id: await idOf(sent), n: '1' })).status).toBe(404);
    expect((await release(sent, { foto: [{ id: photo.id }] })).status).toBe(422);
  });

  test('is released by operators of its ente alone', async () => {
    const sent = await send();
    const id = await ufficioIdOf(rig, sent.id);
    for (const user of [operatore('valle'), cittadino('anna')]) {
      const caller = callerOf(rig, { user });
      for (const [name, fields] of [
        ['pubblicazionePratica', {}],
        ['rilasciaSegnalazione', { titolo: 'Prova', versione: '1' }],
        ['togliSegnalazione', {}],
      ] as const)
        expect([404, 403]).toContain((await caller.call(name, { id, ...fields })).status);
    }
  });

  test('never says who sent it, whatever the operators do with the case', async () => {
    const sent = await send();
    await release(sent);
    await olga().call('commenta', {
      ...sent,
      vista: 'operatore',
      stato: 'conclusa',
      testo: 'Gentile Anselmo Verdetti.',
    });
    const id = await idOf(sent);
    const answers = [
      await anyone().call('elencoSegnalazioni', { ente: 'borgo' }),
      await anyone().call('leggiSegnalazione', { id }),
    ];
    const { ufficio, email } = await rig.house.db
      .selectFrom('pratiche')
      .select(['ufficio', 'email'])
      .executeTakeFirstOrThrow();
    for (const { body } of answers)
      for (const secret of [sent.id, ufficio, email, sent.protocollo, ...Object.values(PERSON)])
        expect(JSON.stringify(body)).not.toContain(secret);
  });
});

onOneInTurn('the public list', (rig: Rig) => {
  test('is paged, filtered, and never of another municipality', async () => {
    const row = (n: number, over: Record<string, unknown> = {}) => ({
      id: `p${String(n).padStart(5, '0')}`,
      ente: 'borgo',
      codice: n % 2 ? 'SF510' : 'SF410',
      area: null,
      giorno: `2026-10-${String(1 + (n % 30)).padStart(2, '0')}`,
      stato: 'ricevuta' as const,
      chiusa: null,
      visibile: 1,
      rilasciata: 1,
      titolo: `Numero ${n}`,
      descrizione: null,
      risposta: null,
      luogo: null,
      lat: null,
      lon: null,
      aggiornata: 1,
      ...over,
    });
    const rows = Array.from({ length: 45 }, (_, n) => row(n));
    await rig.house.db
      .insertInto('segnalazioni_pubbliche')
      .values([...rows, row(90, { ente: 'valle' }), row(91, { visibile: 0 }), row(92, { area: 'centro' })])
      .execute();
    const list = async (filters: Record<string, unknown> = {}) =>
      (await callerOf(rig).call('elencoSegnalazioni', { ente: 'borgo', ...filters })).body;
    const { data } = await list();
    expect([data.totale, data.pagine, data.segnalazioni.length]).toEqual([46, 3, 20]);
    expect(data.segnalazioni[0].giorno >= data.segnalazioni[19].giorno).toBe(true);
    const all = await Promise.all([1, 2, 3].map(async (page) => (await list({ pagina: page })).data.segnalazioni));
    expect(new Set(all.flat().map(({ id }: { id: string }) => id)).size).toBe(46);
    expect((await list({ tipo: 'SF510' })).data.totale).toBe(22);
    expect((await list({ area: 'centro' })).data.totale).toBe(1);
    expect((await list({ dal: '2026-10-30' })).data.totale).toBe(1);
    expect((await list({ dal: '2026-10-02', al: '2026-10-01' })).data.totale).toBe(0);
    for (const wrong of [{ pagina: -1 }, { pagina: 1e9 }, { pagina: 'x' }, { stato: 'aperta' }, { dal: '2026-13-01' }])
      expect(Object.keys((await list(wrong)).errors)).toEqual(Object.keys(wrong));
    expect((await callerOf(rig).call('elencoSegnalazioni', { ente: 'nessuno' })).status).toBe(404);
  });

  test('has a map of those whose place was released, square by square, of too many the newest', async () => {
    const point = (n: number, over: Record<string, unknown> = {}) => ({
      id: `m${String(n).padStart(5, '0')}`,
      ente: 'borgo',
      codice: 'SF510',
      area: null,
      stato: 'ricevuta' as const,
      giorno: addDays('2026-01-01', Math.floor(n / 5)),
      chiusa: null,
      visibile: 1,
      rilasciata: 1,
      titolo: 'Prova',
      descrizione: null,
      risposta: null,
      luogo: null,
      lat: 42 + (n % 100) / 100,
      lon: 12 + Math.floor(n / 100) / 100,
      aggiornata: 1,
      ...over,
    });
    for (let from = 0; from < 1200; from += 300)
      await rig.house.db
        .insertInto('segnalazioni_pubbliche')
        .values(Array.from({ length: 300 }, (_, n) => point(from + n)))
        .execute();
    await rig.house.db
      .insertInto('segnalazioni_pubbliche')
      .values([point(2000, { lat: null, lon: null }), point(2001, { visibile: 0 }), point(2002, { ente: 'valle' })])
      .execute();
    const map = async (box: Record<string, unknown>) =>
      (await callerOf(rig).call('mappaSegnalazioni', { ente: 'borgo', ...box })).body;
    const { data: some } = await map({ sud: 42, nord: 42.0999, ovest: 12, est: 12.0001 });
    expect([some.altri, some.punti.length]).toEqual([false, 10]);
    expect(some.punti[0]).toEqual(['m00000', 42, 12, 'SF510', 'ricevuta']);
    const { data: world } = await map({ sud: -90, nord: 90, ovest: -180, est: 180 });
    expect([world.altri, world.punti.length, world.punti[0][0]]).toEqual([true, 1000, 'm01199']);
    expect((await map({ sud: 42, nord: 42, ovest: 12, est: 12, tipo: 'SF410' })).data.punti).toEqual([]);
    expect(Object.keys((await map({ sud: 43, nord: 42, ovest: 12, est: 13 })).errors)).toEqual(['nord']);
    expect(Object.keys((await map({ sud: 42, nord: 43, ovest: 13, est: 12 })).errors)).toEqual(['est']);
    for (const bad of ['NaN', 'Infinity', '1e400', '', 91])
      expect(Object.keys((await map({ sud: bad, nord: 43, ovest: 12, est: 13 })).errors)).toEqual(['sud']);
  });
});
