import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHILD_ENV } from '../../tests/child-env.ts';
import { callerOf, onBoth, pdfFile, sendSegnalazione } from '../../tests/rig.ts';
import { listAll, localS3 } from '../../tests/s3.ts';

const s3 = localS3();

type Ran = { code: number; out: string; err: string };

onBoth('files on the command line', (rig) => {
  const run = (words: readonly string[], filesUrl = s3.address) =>
    new Promise<Ran>((done) => {
      const { databaseUrl, dataDir } = rig.place;
      const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
      execFile(
        process.execPath,
        ['scripts/data.ts', ...words],
        { env: { ...CHILD_ENV, FILES_URL: filesUrl, ...env } },
        (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }),
      );
    });

  test('move there and back, and check, backup and ente say what is elsewhere', async () => {
    const anna = callerOf(rig);
    const ids: string[] = [];
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf'])
      ids.push((await anna.call('caricaFile', { file: pdfFile(name) })).body.data.Id);
    await sendSegnalazione(anna, { filesAllegati: ids.slice(1).map((Id) => ({ Id })) });
    expect(await run(['files', 'move'], '')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Non ho spostato nulla: manca FILES_URL'),
    });

    const moved = await run(['files', 'move']);
    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(moved.out).toMatch(/^Spostati nel deposito: 3 file \([\d,]+ kB\)\. Ora nel deposito ci sono 3 file/m);
    expect((await run(['files', 'move'])).out).toMatch(/^Spostati nel deposito: 0 file/m);
    const objects = await listAll(s3.files());
    expect(objects.length).toBe(3);

    expect(await run(['check', '--files'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/3 file, di cui nel deposito 3 file \(/),
    });
    expect(await run(['check'], '')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^3 file .* ma manca FILES_URL/m),
    });
    const folder = mkdtempSync(join(tmpdir(), 'portale-copia-'));
    try {
      // Of PostgreSQL the copy is pg_dump's, which may be of another version than the server of the tests.
      if (rig.house.dialect === 'sqlite') {
        const copy = await run(['backup', join(folder, 'copia')]);
        expect([copy.code, copy.err]).toEqual([0, expect.stringMatching(/^Non nella copia: 3 file \(/m)]);
      }
      const exported = await run(['ente', 'export', 'borgo', join(folder, 'borgo')]);
      expect([exported.code, exported.out]).toEqual([0, expect.stringMatching(/^Non nel file: 2 file \(/m)]);
      const trial = await run(['ente', 'delete', 'borgo', '--dry-run']);
      expect([trial.code, trial.out]).toEqual([0, expect.stringMatching(/^Nel deposito di FILES_URL 2 file \(/m)]);
      // Another store: what it holds, and where the rest is.
      const target = await run(['copy', join(folder, 'altro')]);
      expect([target.code, target.out]).toEqual([0, expect.stringMatching(/^3 file .* restano nel deposito/m)]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }

    await s3.files().remove(objects[0]?.name ?? '');
    const checked = await run(['check']);
    expect([checked.code, checked.err]).toEqual([1, expect.stringMatching(/^file \S+, nel deposito \S+: non c’è\.$/m)]);
    const back = await run(['files', 'move', '--back']);
    expect([back.code, back.err]).toEqual([1, expect.stringMatching(/^file \S+: il contenuto non c’è\.$/m)]);
    expect(back.out).toMatch(/^Spostati nell’archivio: 2 file .* Ora nel deposito ci sono 1 file/m);
    expect(await listAll(s3.files())).toEqual([]);
  }, 120_000);

  test('a server that refuses stops the move in words, and leaves the files where they are', async () => {
    await callerOf(rig).call('caricaFile', { file: pdfFile() });
    const { code, err, out } = await run(['files', 'move'], s3.address.replace(':S3RVER@', ':altro@'));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Interrotto \(S3: PUT answered 403 SignatureDoesNotMatch\): /),
    ]);
    expect(out).toMatch(/0 file .*Ora tutti i file sono nell’archivio/);
  }, 60_000);
});
