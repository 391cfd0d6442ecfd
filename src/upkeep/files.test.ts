import { expect, test } from 'vitest';
import {
  callerOf,
  countRows,
  createAccount,
  DAY,
  onBoth,
  pdfFile,
  type Rig,
  type RigCaller,
  sendSegnalazione,
} from '../../tests/rig.ts';
import { listAll, localS3, withBadS3, withFiles } from '../../tests/s3.ts';
import { storeFiles } from '../adapters/files/store.server.ts';
import type { ObjectFiles } from '../platform/files.ts';
import { readSettings } from '../settings.ts';
import { checkStore } from './check.server.ts';
import { deleteEnte } from './ente-delete.server.ts';
import { checkOutside, moveFiles, sweepFiles, sweepFilesDaily } from './files.server.ts';
import { forgetPerson } from './forget.server.ts';
import { applyRetention } from './retention.server.ts';

const s3 = localS3();
let places = 0;

onBoth('files outside the store', (rig) => {
  /** A bucket of this test alone, and the portal with its files in it. */
  const outsideOf = (): { outside: ObjectFiles; there: Rig } => {
    const outside = s3.files(`posto-${places++}`);
    return { outside, there: withFiles(rig, outside) };
  };
  const upload = async (who: RigCaller, name = 'modulo.pdf', over = {}): Promise<string> => {
    const { status, body } = await who.call('caricaFile', { file: pdfFile(name, `%${name}`), ...over });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.data.Id;
  };
  const download = (who: RigCaller, id: string) => who.call('scaricaFile', { id });
  const bytesOf = async (name: string) => Buffer.from(await pdfFile(name, `%${name}`).arrayBuffer());
  const pieces = () => countRows(rig, 'allegati_pezzi');
  const depositi = async () =>
    (await rig.house.db.selectFrom('allegati').select('deposito').orderBy('deposito').execute()).map((r) => r.deposito);
  const names = async (outside: ObjectFiles) => (await listAll(outside)).map(({ name }) => name).sort();
  /** By the clock of the server, which wrote the objects just now. */
  const afterADay = () => Date.now() + DAY + 60_000;

  test('an upload goes to the bucket and not into the store, and comes back as before', async () => {
    const { outside, there } = outsideOf();
    const anna = callerOf(there);
    const id = await upload(anna);
    expect([await pieces(), await depositi()]).toEqual([0, await names(outside)]);
    const { status, headers, bytes } = await download(anna, id);
    expect([status, bytes.equals(await bytesOf('modulo.pdf'))]).toEqual([200, true]);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="modulo\.pdf"/);
    const etag = headers.get('etag') ?? '';
    const path = `/api/v1/portale/allegati/${id}`;
    await outside.remove((await names(outside))[0] ?? '');
    // What the browser has is not fetched again.
    expect((await anna.ask('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await anna.ask('HEAD', path)).headers.get('content-length')).toBe(String(bytes.length));
    expect((await download(anna, id)).status).toBe(404);
  });

  test('an upload while the bucket is away is refused with 503 in words, and nothing half is recorded', async () => {
    for (const [answer, limit] of [
      [(_: unknown, a: { destroy(): void }) => a.destroy(), 5000],
      [() => undefined, 200],
    ] as const)
      await withBadS3(
        answer,
        async (outside) => {
          const { status, body } = await callerOf(withFiles(rig, outside)).call('caricaFile', { file: pdfFile() });
          expect([status, body.message]).toEqual([503, expect.stringMatching(/^In questo momento i file/)]);
        },
        limit,
      );
    expect([await countRows(rig, 'allegati'), await pieces()]).toEqual([0, 0]);
  });

  test('a download while the bucket is away, or has other bytes, is a 503 in words', async () => {
    const { there } = outsideOf();
    const anna = callerOf(there);
    const id = await upload(anna);
    for (const wrong of ['', 'x'.repeat((await bytesOf('modulo.pdf')).length)])
      await withBadS3(
        (_, answer) => (wrong ? answer.end(wrong) : answer.destroy()),
        async (outside) => {
          const { status, body } = await download(anna.at(withFiles(rig, outside).house), id);
          expect([status, body.message]).toEqual([503, expect.stringMatching(/non sono raggiungibili/)]);
        },
      );
    // Without FILES_URL as well.
    expect((await download(anna.at(rig.house), id)).status).toBe(503);
  });

  test('the object of an upload that is refused after it was written is swept, a day later', async () => {
    const { outside, there } = outsideOf();
    const anna = callerOf(there);
    const id = await upload(anna);
    const [kept] = await names(outside);
    // Another upload fills the room between the bytes and the row.
    const full: ObjectFiles = {
      ...outside,
      put: async (file) => {
        const put = await outside.put(file);
        await rig.house.db
          .updateTable('allegati')
          .set({ dimensione: 200 * 1024 * 1024 })
          .where('id', '=', id)
          .execute();
        return put;
      },
    };
    expect((await anna.at(withFiles(rig, full).house).call('caricaFile', { file: pdfFile() })).status).toBe(429);
    expect((await names(outside)).length).toBe(2);
    expect(await sweepFiles(rig.house.db, outside, Date.now())).toEqual({ looked: 2, deleted: 0 });
    expect(await sweepFiles(rig.house.db, outside, afterADay())).toEqual({ looked: 2, deleted: 1 });
    expect(await names(outside)).toEqual([kept]);
  });

  test('the sweep looks at every page of the list, once a day and by one host', async () => {
    const prefix = `pagine-${places++}`;
    const outside = s3.files(prefix, 2);
    const there = withFiles(rig, outside);
    const anna = callerOf(there);
    for (const name of ['a', 'b', 'c', 'd', 'e']) await upload(anna, `${name}.pdf`);
    await rig.house.db.deleteFrom('portale').where('chiave', '=', 'deposito').execute();
    await rig.house.db.deleteFrom('allegati').where('nome', '!=', 'c.pdf').execute();
    rig.clock.set(afterADay());
    await Promise.all([sweepFilesDaily(there.house), sweepFilesDaily({ ...(await rig.otherHost()), ...there.house })]);
    expect(await names(outside)).toEqual(await depositi());
    await rig.house.db.deleteFrom('allegati').execute();
    await sweepFilesDaily(there.house);
    expect((await names(outside)).length).toBe(1);
    rig.clock.pass(DAY);
    await sweepFilesDaily(there.house);
    expect(await names(outside)).toEqual([]);
  });

  test('whatever deletes a row, its object goes with the next sweep and no other does', async () => {
    const { outside, there } = outsideOf();
    const kept = await upload(callerOf(there), 'resta.pdf');
    const anna = callerOf(there);
    await anna.call('togliFile', { id: await upload(anna, 'tolto.pdf') });
    const path = '/segnalazione';
    await anna.call('salvaBozza', { percorso: path, passo: 'dati', valori: { oggetto: 'x' } });
    await upload(anna, 'bozza.pdf', { percorso: path });
    await anna.call('eliminaBozza', { percorso: path });
    const mario = await createAccount(rig);
    await upload(callerOf(there, { user: mario }), 'dimenticato.pdf');
    const person = { codice_fiscale: mario.codice_fiscale };
    await forgetPerson(rig.house, person, { now: rig.house.now(), apply: true });
    const sender = callerOf(there);
    await sendSegnalazione(sender, { ente: 'valle', filesAllegati: [{ Id: await upload(sender, 'ente.pdf') }] });
    await deleteEnte(rig.house, 'valle', { now: rig.house.now(), withPayments: false });
    const rows = await rig.house.db.selectFrom('allegati').select(['id', 'deposito']).execute();
    expect([rows.map(({ id }) => id), (await names(outside)).length]).toEqual([[kept], 5]);
    await sweepFiles(rig.house.db, outside, afterADay());
    expect(await names(outside)).toEqual(rows.map(({ deposito }) => deposito).sort());
    // What was never sent goes by its retention, and then its object.
    rig.clock.pass(40 * DAY);
    await applyRetention({ ...there.house, settings: readSettings({}) });
    await sweepFiles(rig.house.db, outside, afterADay());
    expect(await names(outside)).toEqual([]);
  });

  test('files move to the bucket and back while citizens upload, download and remove them', async () => {
    const { outside, there } = outsideOf();
    const { db } = rig.house;
    const inStore = storeFiles(db);
    const anna = callerOf(rig);
    const ids = new Map<string, string>();
    for (let n = 0; n < 24; n++) ids.set(await upload(anna, `${n}.pdf`), `${n}.pdf`);
    const faults: unknown[] = [];
    let over = false;
    const load = async (at: number) => {
      for (let n = at; !over; n += 3) {
        const [id = '', name = ''] = [...ids][n % ids.size] ?? [];
        const { status, bytes } = await download(anna.at(there.house), id);
        if (status !== 200 || !bytes.equals(await bytesOf(name))) faults.push([name, status, bytes.length]);
        const own = callerOf(there);
        const more = await upload(own, 'nuovo.pdf');
        if ((await own.call('togliFile', { id: more })).status !== 204) faults.push('not removed');
      }
    };
    const loads = [load(0), load(1), load(2)];
    try {
      const out = await moveFiles(db, { inStore, outside, back: false });
      expect([out.moved >= 24, out.faults, await pieces()]).toEqual([true, [], 0]);
      const back = await moveFiles(db, { inStore, outside, back: true });
      expect([back.moved >= 24, back.faults]).toEqual([true, []]);
    } finally {
      over = true;
      await Promise.all(loads);
    }
    expect(faults).toEqual([]);
    await moveFiles(db, { inStore, outside, back: true });
    expect([await depositi(), await pieces()]).toEqual([Array(24).fill(null), 24]);
    expect((await checkStore(rig.house)).faults).toEqual([]);
    await sweepFiles(db, outside, afterADay());
    expect(await names(outside)).toEqual([]);
  }, 60_000);

  test('a move that is interrupted leaves each file whole in one place, and goes on when it is run again', async () => {
    const { outside } = outsideOf();
    const { db } = rig.house;
    for (let n = 0; n < 20; n++) await upload(callerOf(rig), `${n}.pdf`);
    let puts = 0;
    const dying: ObjectFiles = {
      ...outside,
      put: async (file) => {
        if (puts++ >= 11) throw new Error('killed');
        return outside.put(file);
      },
    };
    const way = { inStore: storeFiles(db), back: false };
    await expect(moveFiles(db, { ...way, outside: dying })).rejects.toThrow('killed');
    expect((await depositi()).filter(Boolean).length).toBe(11);
    expect([(await checkStore(rig.house)).faults, await checkOutside(db, outside, true)]).toEqual([[], []]);
    expect(await moveFiles(db, { ...way, outside })).toMatchObject({ moved: 9, faults: [] });
    expect(await moveFiles(db, { ...way, outside })).toMatchObject({ moved: 0, faults: [] });
    expect([await pieces(), await checkOutside(db, outside, true)]).toEqual([0, []]);
  });

  test('a file whose bytes in the store are not its own stays where it is, and is named', async () => {
    const { outside } = outsideOf();
    const { db } = rig.house;
    const id = await upload(callerOf(rig));
    await upload(callerOf(rig), 'altro.pdf');
    await db
      .updateTable('allegati_pezzi')
      .set({ dati: Buffer.alloc((await bytesOf('modulo.pdf')).length) })
      .where('allegato', '=', id)
      .execute();
    const { moved, faults } = await moveFiles(db, { inStore: storeFiles(db), outside, back: false });
    expect([moved, faults]).toEqual([1, [`file ${id}: il contenuto non è quello ricevuto.`]]);
    expect(await pieces()).toBe(1);
  });

  test('the check names objects that are missing, or have another size, or other bytes', async () => {
    const { outside, there } = outsideOf();
    const { db } = rig.house;
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => upload(callerOf(there), `${name}.pdf`)));
    expect(await checkOutside(db, outside, true)).toEqual([]);
    const [a, b, c] = ids.sort();
    const rowOf = (id = '') => db.selectFrom('allegati').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await outside.remove((await rowOf(a)).deposito ?? '');
    await db
      .updateTable('allegati')
      .set({ dimensione: 5 })
      .where('id', '=', b ?? '')
      .execute();
    await db
      .updateTable('allegati')
      .set({ sha256: 'x' })
      .where('id', '=', c ?? '')
      .execute();
    const size = (await bytesOf('a.pdf')).length;
    const named = [
      expect.stringMatching(new RegExp(`^file ${a}, nel deposito .*: non c’è\\.$`)),
      expect.stringMatching(new RegExp(`^file ${b}, .*: ha ${size} byte invece di 5\\.$`)),
    ];
    expect(await checkOutside(db, outside, false)).toEqual(named);
    expect(await checkOutside(db, outside, true)).toEqual([
      ...named,
      expect.stringMatching(new RegExp(`^file ${c}, .*: il contenuto non è quello ricevuto\\.$`)),
    ]);
  });
});
