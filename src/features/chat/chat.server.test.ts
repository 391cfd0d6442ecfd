import { expect, test } from 'vitest';
import { type Aperta, apri, caller, count, onBoth, operatore, pdfFile, type Rig, ufficio } from '../../../tests/rig.ts';

const detail = (who: ReturnType<typeof caller>, caso: Aperta, etag?: string) =>
  who.ask('GET', `/api/v1/generic/segnalazione/detail?email=${encodeURIComponent(caso.email)}&id=${caso.id}`, {
    headers: etag ? { 'if-none-match': etag } : {},
  });
const office = (rig: Rig) => caller(rig, { user: operatore('borgo') });

onBoth('the chat', (rig) => {
  test('is one dated stream in which each sees who wrote what', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    await anna.call('commenta', { ...caso, testo: 'Buongiorno' });
    await office(rig).call('commenta', { ...caso, vista: 'operatore', testo: 'Arriviamo' });
    for (const who of [anna, office(rig)]) {
      const { eventi } = (await detail(who, caso)).body.data;
      expect(eventi.map((e: Record<string, unknown>) => [e.da, e.chi, e.tipo, e.testo ?? e.stato])).toEqual([
        ['sistema', undefined, 'stato', 'inviata'],
        ['cittadino', undefined, 'messaggio', 'Buongiorno'],
        ['operatore', 'Olga Neri', 'messaggio', 'Arriviamo'],
      ]);
    }
  });

  test('an empty message is refused; one too long, too', async () => {
    const caso = await apri(caller(rig));
    for (const testo of ['', ' \n ', undefined]) {
      const { status, body } = await caller(rig).call('commenta', { ...caso, testo });
      expect([status, body.errors]).toEqual([422, { testo: ['Scrivi un messaggio o allega un file.'] }]);
    }
    const long = await caller(rig).call('commenta', { ...caso, testo: 'x'.repeat(2001) });
    expect(long.body.errors).toEqual({ testo: ['Il testo è troppo lungo: scrivi al massimo 2000 caratteri.'] });
    expect((await caller(rig).call('commenta', { ...caso, testo: 'x'.repeat(1_000_000) })).status).toBe(413);
  });

  test('markup is text: it comes back letter by letter, but for what would turn it round', async () => {
    const caso = await apri(caller(rig));
    const testo = '<script>alert(1)</script> {{7*7}} [x](javascript:alert(1)) \u202egnirts 😀';
    expect((await caller(rig).call('commenta', { ...caso, testo })).body.data.testo).toBe(testo.replace('\u202e', ''));
  });

  test('nobody chooses who they are, when they wrote, or under which id', async () => {
    const caso = await apri(caller(rig));
    const forged = { da: 'operatore', chi: 'Sindaco', quando: '1999-01-01', n: 99, role: 'operatore', nascosto: 1 };
    const { body } = await caller(rig).call('commenta', { ...caso, testo: 'ciao', ...forged, pratica: 'x' });
    expect(body.data).toMatchObject({ da: 'cittadino', tipo: 'messaggio', quando: '2026-11-20T09:00:00.000Z' });
    expect(body.data.chi).toBeUndefined();
    expect(body.data.id).not.toBe(caso.id);
  });

  test('a state that does not exist is refused in words', async () => {
    const caso = await apri(caller(rig));
    const { status, body } = await caller(rig).call('commenta', { ...caso, testo: 'x', stato: 'chiusa' });
    expect([status, body.errors]).toEqual([422, { stato: ['Questo passaggio di stato non esiste.'] }]);
  });

  test('files go both ways, and are read by both sides and nobody else', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    for (const who of [anna, await ufficio(rig, caso)]) {
      const vista = who === anna ? 'cittadino' : 'operatore';
      const { body } = await who.call('caricaFile', { file: pdfFile(`${vista}.pdf`) });
      const sent = await who.call('commenta', { ...caso, vista, filesAllegati: [body.data.Id] });
      expect([sent.status, sent.body.data.tipo, sent.body.data.allegati[0].nome]).toEqual([
        201,
        'documento',
        `${vista}.pdf`,
      ]);
      const file = { id: body.data.Id, email: caso.email };
      expect((await caller(rig).call('scaricaFile', file)).status).toBe(200);
      expect((await office(rig).call('scaricaFile', { ...file, vista: 'operatore' })).status).toBe(200);
      expect((await caller(rig).call('scaricaFile', { id: file.id })).status).toBe(404);
      expect((await caller(rig).call('scaricaFile', { ...file, email: 'bruno@esempio.it' })).status).toBe(404);
    }
  });

  test('another’s file cannot be put into a message', async () => {
    const caso = await apri(caller(rig));
    const { body } = await caller(rig).call('caricaFile', { file: pdfFile() });
    const sent = await caller(rig).call('commenta', { ...caso, testo: 'x', filesAllegati: [body.data.Id] });
    expect(sent.status).toBe(404);
    expect(await count(rig, 'eventi')).toBe(1);
  });

  test('a message sent twice under one key is there once', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    const key = 'messaggio-chiave-1';
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => anna.call('commenta', { ...caso, testo: 'ciao' }, { key })),
    );
    expect(new Set(sent.map((s) => s.body.data?.id)).size).toBe(1);
    expect(await count(rig, 'eventi')).toBe(2);
  });

  test('sixty messages an hour per visitor, then 429', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await anna.call('commenta', { ...caso, testo: `${i}` })).status);
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
  });

  test('a reader who has the newest answer gets 304; a message, a state, a read mark and a hidden text give a new one', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    let etag = '';
    const isNew = async () => {
      const seen = await detail(anna, caso, etag);
      if (seen.status === 200) etag = seen.headers.get('etag') ?? '';
      return seen.status === 200;
    };
    expect(await isNew()).toBe(true);
    expect(await isNew()).toBe(false);
    const written = await anna.call('commenta', { ...caso, testo: 'ciao' });
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    await office(rig).call('segnaLetto', { ...caso, vista: 'operatore' });
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    await office(rig).call('commenta', { ...caso, vista: 'operatore', stato: 'in_elaborazione' });
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    await office(rig).call('nascondi', { ...caso, evento: written.body.data.id });
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    rig.clock.pass(30 * 24 * 3600_000);
    expect(await isNew()).toBe(false);
  });

  test('what somebody may do changes with time and login, and so does the answer', async () => {
    const caso = await apri(caller(rig));
    const withKey = await ufficio(rig, caso);
    const tags = new Set<string | null>();
    for (const who of [caller(rig), withKey]) tags.add((await detail(who, caso)).headers.get('etag'));
    await office(rig).call('commenta', { ...caso, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' });
    tags.add((await detail(caller(rig), caso)).headers.get('etag'));
    rig.clock.pass(22 * 24 * 3600_000);
    const late = await detail(caller(rig), caso);
    tags.add(late.headers.get('etag'));
    expect([tags.size, late.body.data.azioni]).toEqual([4, []]);
  });

  test('one case’s answer never serves for another', async () => {
    const anna = caller(rig);
    const one = await apri(anna, { oggetto: 'Uno' });
    rig.clock.pass(3600_000);
    const two = await apri(anna, { oggetto: 'Due' });
    expect((await detail(anna, one)).body.data.oggetto).toBe('Uno');
    const other = await detail(anna, two);
    expect(other.body.data.oggetto).toBe('Due');
    expect(other.headers.get('etag')).not.toBe((await detail(anna, one)).headers.get('etag'));
  });

  test('a wrong pair with somebody’s ETag is still 404', async () => {
    const caso = await apri(caller(rig));
    const etag = (await detail(caller(rig), caso)).headers.get('etag') ?? '';
    expect((await detail(caller(rig), { ...caso, email: 'bruno@esempio.it' }, etag)).status).toBe(404);
  });

  test('reading marks the other side’s messages as read', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    await anna.call('commenta', { ...caso, testo: 'ciao' });
    const mine = async () => (await detail(anna, caso)).body.data.eventi[1].letto;
    expect(await mine()).toBe(false);
    const read = await office(rig).call('segnaLetto', { ...caso, vista: 'operatore' });
    expect(read.body.data).toEqual({ letto: true });
    expect(await mine()).toBe(true);
    expect((await office(rig).call('segnaLetto', { ...caso, vista: 'operatore' })).body.data).toEqual({ letto: false });
  });
});

onBoth('hiding what exposes somebody', (rig) => {
  const trace = 'Un operatore ha nascosto un contenuto che esponeva dati di una persona.';

  test('a hidden message keeps its place and author; its words are gone for everybody, operators too', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    const { body } = await anna.call('commenta', { ...caso, testo: 'SEGRETO' });
    const hidden = await office(rig).call('nascondi', { ...caso, evento: body.data.id });
    expect(hidden.body).toEqual({ data: { nascosto: true } });
    for (const who of [anna, office(rig)]) {
      const seen = await detail(who, caso);
      expect(seen.bytes.toString()).not.toContain('SEGRETO');
      expect(seen.body.data.eventi.map((e: Record<string, unknown>) => [e.da, e.tipo, e.testo])).toEqual([
        ['sistema', 'stato', undefined],
        ['cittadino', 'nascosto', 'Messaggio nascosto dall’ente perché esponeva dati di una persona.'],
        ['sistema', 'messaggio', trace],
      ]);
    }
    const row = await rig.house.db.selectFrom('eventi').selectAll().where('n', '=', 2).executeTakeFirstOrThrow();
    expect([row.nascosto, row.nascosto_da]).toEqual([rig.house.now(), 'Olga Neri']);
  });

  test('a hidden file keeps its place; its bytes, name and note are gone for everybody, its uploader too', async () => {
    const anna = caller(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile('targa AB123CD.pdf'), note: 'la casa di Mario' });
    const Id = body.data.Id;
    const caso = await apri(anna, { filesAllegati: [Id] });
    expect((await office(rig).call('nascondi', { ...caso, allegato: Id })).status).toBe(200);
    for (const who of [anna, office(rig)]) {
      const seen = await detail(who, caso);
      expect(seen.body.data.allegati).toMatchObject([{ Id, nome: 'File nascosto', nascosto: true, miniatura: false }]);
      expect(seen.bytes.toString()).not.toMatch(/AB123CD|Mario/);
      for (const miniatura of [undefined, '1']) {
        const fields = { id: Id, email: caso.email, ...(miniatura && { miniatura }) };
        expect((await who.call('scaricaFile', fields)).status).toBe(404);
      }
    }
    expect((await caller(rig).call('ricevutaPratica', caso)).bytes.includes('AB123CD')).toBe(false);
  });

  test('is the operator’s to do, on their own case, and once', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    rig.clock.pass(3600_000);
    const other = await apri(anna);
    const { body } = await anna.call('commenta', { ...caso, testo: 'ciao' });
    const evento = body.data.id;
    expect((await anna.call('nascondi', { ...caso, evento })).status).toBe(404);
    expect((await office(rig).call('nascondi', { ...other, evento })).status).toBe(404);
    expect((await office(rig).call('nascondi', { ...caso })).status).toBe(404);
    const first = (await detail(anna, caso)).body.data.eventi[0].id;
    expect((await office(rig).call('nascondi', { ...caso, evento: first })).status).toBe(404);
    await office(rig).call('nascondi', { ...caso, evento });
    await office(rig).call('nascondi', { ...caso, evento });
    expect((await detail(anna, caso)).body.data.eventi).toHaveLength(3);
  });

  test('works while messages come in: nothing of the timeline is lost', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    const { body } = await anna.call('commenta', { ...caso, testo: 'SEGRETO' });
    const both = await Promise.all([
      office(rig).call('nascondi', { ...caso, evento: body.data.id }),
      ...Array.from({ length: 5 }, (_, i) => caller(rig).call('commenta', { ...caso, testo: `n. ${i}` })),
    ]);
    expect(both.map((b) => b.status)).toEqual([200, 201, 201, 201, 201, 201]);
    expect((await detail(anna, caso)).body.data.eventi).toHaveLength(8);
  });

  test('tells nobody by mail', async () => {
    const anna = caller(rig);
    const caso = await apri(anna);
    const { body } = await anna.call('commenta', { ...caso, testo: 'x' });
    while ((await rig.deliver()) > 0);
    rig.posta.length = 0;
    await office(rig).call('nascondi', { ...caso, evento: body.data.id });
    await rig.deliver();
    expect(rig.posta).toEqual([]);
  });
});
