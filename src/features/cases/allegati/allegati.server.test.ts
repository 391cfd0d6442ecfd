import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { heic, tracesIn } from '../../../../tests/heic.ts';
import {
  callerOf,
  cittadino,
  countRows,
  DAY,
  HOUR,
  onOneInTurn,
  pdfFile,
  type Rig,
  sendSegnalazione,
} from '../../../../tests/rig.ts';
import { PortalError } from '../../../platform/errors.ts';

const upload = (who: ReturnType<typeof callerOf>, file: File, over = {}) => who.call('caricaFile', { file, ...over });
const photo = async (name = 'foto.jpg') =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c00' } })
          .jpeg()
          .toBuffer(),
      ),
    ],
    name,
  );
const nothing = (rig: Rig) => Promise.all([countRows(rig, 'allegati'), countRows(rig, 'allegati_pezzi')]);

onOneInTurn('an upload', (rig) => {
  test('an accepted file is described with what the page will show of it', async () => {
    const { status, body } = await upload(callerOf(rig), pdfFile('modulo è.pdf'), { note: 'fronte' });
    expect([status, body.data]).toEqual([
      201,
      {
        Id: expect.stringMatching(/^[\w-]{22,}$/),
        nome: 'modulo è.pdf',
        tipo: 'pdf',
        dimensione: pdfFile().size,
        miniatura: false,
        nota: 'fronte',
      },
    ]);
  });

  test('its uploader writes, changes and removes its note; nobody else does, nor anybody once it was sent', async () => {
    const anna = callerOf(rig);
    const { Id: id } = (await upload(anna, pdfFile())).body.data;
    const annotate = async (who: typeof anna, nota?: string) => {
      const { status, body } = await who.call('annotaFile', { id, nota });
      return [status, body.data?.nota];
    };
    expect(await annotate(anna, ' Il palo ')).toEqual([200, 'Il palo']);
    expect(await annotate(anna, 'Il lampione')).toEqual([200, 'Il lampione']);
    expect(await annotate(callerOf(rig), 'di un altro')).toEqual([404, undefined]);
    expect(await annotate(anna, 'x'.repeat(201))).toEqual([422, undefined]);
    expect(await annotate(anna)).toEqual([200, undefined]);
    await sendSegnalazione(anna, { filesAllegati: [{ Id: id }] });
    expect(await annotate(anna, 'dopo')).toEqual([404, undefined]);
  });

  test('a file comes back byte by byte, always as an attachment, isolated from the portal’s origin', async () => {
    const anna = callerOf(rig);
    const { body } = await upload(anna, pdfFile());
    const { status, headers, bytes } = await anna.call('scaricaFile', { id: body.data.Id });
    expect(status).toBe(200);
    expect(bytes.equals(Buffer.from(await pdfFile().arrayBuffer()))).toBe(true);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="modulo\.pdf"/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('content-length')).toBe(String(bytes.length));
  });

  test('a file that has not changed is not sent again', async () => {
    const anna = callerOf(rig);
    const { body } = await upload(anna, pdfFile());
    const path = `/api/v1/portale/allegati/${body.data.Id}`;
    const etag = (await anna.ask('GET', path)).headers.get('etag') ?? '';
    expect((await anna.ask('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    // The ETag alone gives no access.
    expect((await callerOf(rig).ask('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(404);
  });

  test('a picture has a thumbnail, and a document has none', async () => {
    const anna = callerOf(rig);
    const picture = await upload(anna, await photo());
    expect(picture.body.data).toMatchObject({ tipo: 'jpeg', miniatura: true });
    const small = await anna.call('scaricaFile', { id: picture.body.data.Id, miniatura: '1' });
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const document = await upload(anna, pdfFile());
    expect((await anna.call('scaricaFile', { id: document.body.data.Id, miniatura: '1' })).status).toBe(404);
  });

  test('a file is its owner’s only: another visitor gets the same 404 as for a file that does not exist', async () => {
    const [anna, bruno] = [callerOf(rig), callerOf(rig)];
    const { body } = await upload(anna, pdfFile());
    const opened = await sendSegnalazione(anna, { filesAllegati: [(await upload(anna, pdfFile())).body.data.Id] });
    const attached = (await anna.call('dettaglioPratica', opened)).body.data.allegati[0].Id;
    const answers = [
      await bruno.call('scaricaFile', { id: body.data.Id }),
      await bruno.call('scaricaFile', { id: body.data.Id, email: opened.email }),
      await bruno.call('scaricaFile', { id: attached }),
      await bruno.call('scaricaFile', { id: attached, email: 'bruno@esempio.it' }),
      await bruno.call('togliFile', { id: body.data.Id }),
      await bruno.call('togliFile', { id: attached }),
      await bruno.call('scaricaFile', { id: 'A'.repeat(24) }),
      await bruno.call('togliFile', { id: 'A'.repeat(24) }),
    ];
    for (const { status, body: told } of answers) expect([status, told]).toEqual([404, answers.at(-1)?.body]);
    expect((await anna.call('scaricaFile', { id: body.data.Id })).status).toBe(200);
  });

  test('a file of a case cannot be removed, not even by its uploader', async () => {
    const anna = callerOf(rig);
    const { body } = await upload(anna, pdfFile());
    await sendSegnalazione(anna, { filesAllegati: [body.data.Id] });
    expect((await anna.call('togliFile', { id: body.data.Id })).status).toBe(404);
    expect(await countRows(rig, 'allegati')).toBe(1);
  });

  test('removing a file deletes its bytes', async () => {
    const anna = callerOf(rig);
    const { body } = await upload(anna, await photo());
    expect((await anna.call('togliFile', { id: body.data.Id })).status).toBe(204);
    expect((await anna.call('scaricaFile', { id: body.data.Id })).status).toBe(404);
    expect((await anna.call('togliFile', { id: body.data.Id })).status).toBe(404);
    expect(await nothing(rig)).toEqual([0, 0]);
  });

  test('a file of ten megabytes comes back whole', async () => {
    const anna = callerOf(rig);
    const start = Buffer.from(await pdfFile().arrayBuffer());
    const big = Buffer.concat([start, Buffer.alloc(10 * 1024 * 1024 - start.length, '%\n')]);
    const { status, body } = await upload(anna, new File([big], 'grande.pdf'));
    expect(status).toBe(201);
    const { bytes } = await anna.call('scaricaFile', { id: body.data.Id });
    const sum = (b: Buffer) => createHash('sha256').update(b).digest('hex');
    expect(sum(bytes)).toBe(sum(big));
  });

  test.each([10.1, 30])('of %d MB is refused with 413, in words', async (mega) => {
    const file = new File([new Uint8Array(mega * 1024 * 1024)], 'grande.pdf');
    const { status, body } = await upload(callerOf(rig), file);
    expect(status).toBe(413);
    expect(body.message).not.toBe('');
    expect(await nothing(rig)).toEqual([0, 0]);
  });

  test.each([
    ['a program renamed', 'fattura.pdf', 'MZ\x90\0\x03\0\0\0'],
    ['HTML as PDF', 'modulo.pdf', '<!doctype html><script>alert(1)</script>'],
    ['SVG as a picture', 'foto.png', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['a script', 'a.js', 'alert(1)'],
    ['a zip', 'modulo.pdf', 'PK\x03\x04'],
  ])('%s is refused with 415', async (_, name, content) => {
    const file = new File([Buffer.from(content, 'latin1')], name, { type: 'application/pdf' });
    const { status, body } = await upload(callerOf(rig), file);
    expect(status).toBe(415);
    expect(body.message).toContain('Accettiamo file PDF, JPEG, PNG, HEIC e P7M.');
    expect(await nothing(rig)).toEqual([0, 0]);
  });

  test.each(['/Launch', '/JavaScript'])('a PDF with %s is refused in words', async (command) => {
    const inside = `3 0 obj<</Type/Action/S${command}/F(x)/JS(app.alert\\(1\\))>>endobj`;
    const { status, body } = await upload(callerOf(rig), pdfFile('modulo.pdf', inside));
    expect([status, body.message]).toEqual([422, expect.stringMatching(/comandi che si eseguono da soli/)]);
  });

  test('a PDF with a form in XML, or one that sends data, is refused in words', async () => {
    for (const inside of ['3 0 obj<</AcroForm<</XFA 4 0 R>>>>endobj', '3 0 obj<</A<</S/SubmitForm/F(x)>>>>endobj']) {
      const { status, body } = await upload(callerOf(rig), pdfFile('modulo.pdf', inside));
      expect([status, body.message]).toEqual([422, expect.stringMatching(/parti attive.*stampa su PDF/)]);
    }
    expect(await nothing(rig)).toEqual([0, 0]);
  });

  test('a photo from a phone comes back without the place where it was taken; an unreadable one is refused', async () => {
    const anna = callerOf(rig);
    const { status, body } = await upload(anna, new File([new Uint8Array(heic())], 'IMG_0001.heic'));
    expect(status).toBe(201);
    const { bytes } = await anna.call('scaricaFile', { id: body.data.Id });
    expect([bytes.length, tracesIn(bytes)]).toEqual([heic().length, []]);
    const strange = await upload(anna, new File([new Uint8Array(heic({ kind: 'jpeg' }))], 'IMG_0002.heic'));
    expect([strange.status, strange.body.message]).toEqual([422, expect.stringMatching(/Salvala come JPEG/)]);
  });

  test('an infected file is refused, and no file is accepted while the scanner is away', async () => {
    const scanning = (scan: Rig['house']['scan']) => callerOf({ ...rig, house: { ...rig.house, scan } });
    const infected = await upload(
      scanning(async () => ({ virus: 'Eicar' })),
      pdfFile(),
    );
    expect([infected.status, infected.body.message]).toEqual([422, expect.stringContaining('virus')]);
    const away = scanning(async () => {
      throw new PortalError('unavailable');
    });
    expect((await upload(away, pdfFile())).status).toBe(503);
    expect(await nothing(rig)).toEqual([0, 0]);
  });

  test('an upload without a file gets an error at the field', async () => {
    for (const file of [undefined, 'testo', { name: 'x' }, null]) {
      const { status, body } = await callerOf(rig).call('caricaFile', { file });
      expect([status, body.errors]).toEqual([422, { file: ['Scegli un file da allegare.'] }]);
    }
  });

  test.each([
    '../../etc/passwd.pdf',
    '..\\..\\x.pdf',
    'C:\\temp\\x.pdf',
    '.htaccess.pdf',
    'a"; filename*=x.pdf',
    'x\r\nSet-Cookie: a=b.pdf',
  ])('a name is only shown, and cannot leave its header: %j', async (name) => {
    const anna = callerOf(rig);
    const { body } = await upload(anna, pdfFile(name));
    expect(body.data.nome).not.toMatch(/[\\/\r\n]|^\./);
    const { headers } = await anna.call('scaricaFile', { id: body.data.Id });
    expect(headers.get('set-cookie')).toBeNull();
    const shown = /^attachment; filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1];
    expect(shown).toMatch(/\.pdf$/);
  });

  test('a visitor has at most 200 MB of unattached files', async () => {
    const anna = callerOf(rig);
    const { body } = await upload(anna, pdfFile());
    await rig.house.db
      .updateTable('allegati')
      .set({ dimensione: 200 * 1024 * 1024 - 10 })
      .execute();
    const full = await upload(anna, pdfFile());
    expect([full.status, full.body.message]).toEqual([
      429,
      'Hai caricato molti file senza inviarli. Togline qualcuno e riprova.',
    ]);
    expect((await upload(callerOf(rig), pdfFile())).status).toBe(201);
    await anna.call('togliFile', { id: body.data.Id });
    expect((await upload(anna, pdfFile())).status).toBe(201);
  });

  describe('the guests of a network', () => {
    const NETWORK = '203.0.113.7';
    const guest = (peer = NETWORK) => callerOf(rig, { peer });
    const WORDS =
      'Dalla tua connessione sono arrivati molti file che non sono ancora stati inviati. Accedi per continuare subito, oppure riprova domani.';
    /** A guest's file of this size is stored already. */
    const waits = async (who: ReturnType<typeof callerOf>, mega: number, less = 0, over = {}) => {
      const { body } = await upload(who, pdfFile(), over);
      const size = mega * 1024 * 1024 - less;
      await rig.house.db.updateTable('allegati').set({ dimensione: size }).where('id', '=', body.data.Id).execute();
      return body.data.Id as string;
    };

    test('the guests of a network have at most 300 MB of unattached files in a day, whatever cookies they have', async () => {
      await waits(guest(), 150);
      await waits(guest(), 150, 10);
      const full = await upload(guest(), pdfFile());
      expect([full.status, full.body.message]).toEqual([429, WORDS]);
      expect((await upload(guest('198.51.100.9'), pdfFile())).status).toBe(201);
      rig.clock.pass(DAY);
      expect((await upload(guest(), pdfFile())).status).toBe(201);
    });

    test('the guests of a network can upload again after files were sent or removed', async () => {
      const [anna, bruno] = [guest(), guest()];
      const sent = await waits(anna, 150);
      const taken = await waits(bruno, 150, 10);
      await sendSegnalazione(anna, { filesAllegati: [sent] });
      expect((await upload(guest(), pdfFile())).status).toBe(201);
      await waits(guest(), 150, pdfFile().size);
      expect((await upload(guest(), pdfFile())).status).toBe(429);
      await bruno.call('togliFile', { id: taken });
      expect((await upload(guest(), pdfFile())).status).toBe(201);
    });

    test('the guests of a network upload at most 1 GB in a day; sending files does not make room for more', async () => {
      for (let n = 0; n < 4; n++) {
        rig.clock.pass(HOUR);
        const anna = guest();
        await sendSegnalazione(anna, { filesAllegati: [await waits(anna, 256, n === 3 ? 10 : 0)] });
      }
      const full = await upload(guest(), pdfFile());
      expect([full.status, full.body.message]).toEqual([
        429,
        'Oggi dalla tua connessione sono arrivati molti file. Accedi per continuare subito, oppure riprova domani.',
      ]);
      expect((await upload(callerOf(rig, { user: cittadino('mario'), peer: NETWORK }), pdfFile())).status).toBe(201);
      expect((await upload(guest('198.51.100.9'), pdfFile())).status).toBe(201);
      rig.clock.pass(DAY);
      expect((await upload(guest(), pdfFile())).status).toBe(201);
    });

    test('the guests of a network have the limit of one person for declarations of advertising devices', async () => {
      const draftOf = (n: number) => ({ percorso: `/servizio/mezzo-permanente/mezzi/${n}` });
      await waits(guest(), 300, 10, draftOf(1));
      await waits(guest(), 300, 10, draftOf(2));
      const full = await upload(guest(), pdfFile(), draftOf(3));
      expect([full.status, full.body.message]).toEqual([429, WORDS]);
      expect((await upload(guest(), pdfFile())).status).toBe(201);
    });

    test('guests of a network do not use up the limit of logged-in citizens there, nor citizens that of guests', async () => {
      const citizen = callerOf(rig, { user: cittadino('mario'), peer: NETWORK });
      await waits(citizen, 199);
      await waits(guest(), 150);
      await waits(guest(), 150, 10);
      expect((await upload(guest(), pdfFile())).status).toBe(429);
      expect((await upload(citizen, pdfFile())).status).toBe(201);
    });

    test('the limit of a network holds when its guests all upload at once, on two hosts', async () => {
      await waits(guest(), 150);
      await waits(guest(), 150, 2 * pdfFile().size + 10);
      const hosts = [rig.house, await rig.otherHost()];
      const sent = await Promise.all(
        Array.from({ length: 8 }, (_, n) => upload(guest().at(hosts[n % 2] as Rig['house']), pdfFile())),
      );
      expect(sent.map((answer) => answer.status).sort()).toEqual([201, 201, ...Array(6).fill(429)]);
    });

    test('the guests of a network are counted by a mark that does not reveal the address', async () => {
      await upload(guest(), pdfFile());
      const [row] = await rig.house.db.selectFrom('allegati').select('rete').execute();
      expect(row?.rete).toMatch(/^[\w-]{43}$/);
      expect(await rig.dump()).not.toContain(NETWORK);
    });
  });

  test('a declaration of advertising devices has at most 300 MB of files, and all declarations of a visitor 600 MB', async () => {
    const anna = callerOf(rig);
    const uploadTo = (n: number, file = pdfFile()) =>
      anna.call('caricaFile', { file, percorso: `/servizio/mezzo-permanente/mezzi/${n}` });
    const fill = async (n: number) => {
      const { body } = await uploadTo(n);
      const size = 300 * 1024 * 1024 - 10;
      await rig.house.db.updateTable('allegati').set({ dimensione: size }).where('id', '=', body.data.Id).execute();
    };
    await fill(1);
    const full = await uploadTo(1);
    expect([full.status, full.body.message]).toEqual([
      429,
      'I file di questa dichiarazione superano in tutto 300 MB: togline qualcuno, o usane di più piccoli.',
    ]);
    await fill(2);
    expect((await uploadTo(3)).status).toBe(429);
    expect((await upload(anna, pdfFile())).status).toBe(201);
  });

  test('a visitor uploads at most three hundred files an hour, then gets 429', async () => {
    const anna = callerOf(rig);
    const statuses: number[] = [];
    for (let i = 0; i < 301; i++) statuses.push((await upload(anna, pdfFile())).status);
    expect(statuses).toEqual([...Array(300).fill(201), 429]);
    rig.clock.pass(HOUR);
    expect((await upload(anna, pdfFile())).status).toBe(201);
  });

  test('an upload sent twice under one key is stored once, and another file under that key is refused', async () => {
    const anna = callerOf(rig);
    const key = 'chiave-caricamento';
    const form = async (file: File) => {
      const body = new FormData();
      body.append('file', file);
      const response = new Response(body);
      const headers = { 'content-type': response.headers.get('content-type') ?? '' };
      const raw = new Uint8Array(await response.arrayBuffer());
      return anna.ask('POST', '/api/v1/generic/documento/upload', { key, headers, raw });
    };
    const [one, two] = [await form(pdfFile()), await form(pdfFile())];
    expect(two.body).toEqual(one.body);
    expect(await countRows(rig, 'allegati')).toBe(1);
    expect((await form(pdfFile('modulo.pdf', '% altro'))).status).toBe(422);
  });

  test('many pictures uploaded at once are all stored', async () => {
    const file = await photo();
    const sent = await Promise.all(Array.from({ length: 12 }, () => upload(callerOf(rig), file)));
    expect(sent.map((s) => s.status)).toEqual(Array(12).fill(201));
  });
});
