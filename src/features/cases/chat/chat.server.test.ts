import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  countRows,
  type OpenedPratica,
  onOneInTurn,
  openAsUfficio,
  operatore,
  pdfFile,
  type Rig,
  type RigCaller,
  sendRichiesta,
  sendSegnalazione,
} from '../../../../tests/rig.ts';

const detail = (who: ReturnType<typeof callerOf>, opened: OpenedPratica, etag?: string) =>
  who.ask('GET', `/api/v1/generic/segnalazione/detail?email=${encodeURIComponent(opened.email)}&id=${opened.id}`, {
    headers: etag ? { 'if-none-match': etag } : {},
  });
const office = (rig: Rig) => callerOf(rig, { user: operatore('borgo') });

onOneInTurn('the chat', (rig) => {
  test('the timeline is one dated stream in which each side sees who wrote what', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    await anna.call('commenta', { ...opened, testo: 'Buongiorno' });
    await office(rig).call('commenta', { ...opened, vista: 'operatore', testo: 'Arriviamo' });
    for (const who of [anna, office(rig)]) {
      const { eventi } = (await detail(who, opened)).body.data;
      expect(eventi.map((e: Record<string, unknown>) => [e.da, e.chi, e.tipo, e.testo ?? e.stato])).toEqual([
        ['sistema', undefined, 'stato', 'inviata'],
        ['cittadino', undefined, 'messaggio', 'Buongiorno'],
        ['operatore', 'Olga Neri', 'messaggio', 'Arriviamo'],
      ]);
    }
  });

  test('placeholders that an operator types are filled in or refused, and a citizen’s braces are theirs', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const answer = async (text: string) =>
      (await office(rig).call('commenta', { ...opened, vista: 'operatore', testo: text })).body;
    expect((await answer('Gentile {nome}, la {numero} è presa in carico.')).data.testo).toMatch(
      /^Gentile \S+ \S+, la 2026\/\d{6} è presa in carico\.$/,
    );
    expect((await answer('Gentile {pippo}')).errors).toEqual({
      testo: [expect.stringMatching(/^Questo segnaposto non esiste: \{pippo\}\. Ci sono \{nome\}/)],
    });
    expect((await answer(`${'x'.repeat(1994)}{ente}`)).errors).toEqual({
      testo: [expect.stringContaining('accorcialo')],
    });
    expect((await anna.call('commenta', { ...opened, testo: 'Vedi {nome}' })).body.data.testo).toBe('Vedi {nome}');
  });

  test('a message that is empty or too long is refused', async () => {
    const opened = await sendSegnalazione(callerOf(rig));
    for (const text of ['', ' \n ', undefined]) {
      const { status, body } = await callerOf(rig).call('commenta', { ...opened, testo: text });
      expect([status, body.errors]).toEqual([422, { testo: ['Scrivi un messaggio o allega un file.'] }]);
    }
    const long = await callerOf(rig).call('commenta', { ...opened, testo: 'x'.repeat(2001) });
    expect(long.body.errors).toEqual({ testo: ['Il testo è troppo lungo: scrivi al massimo 2000 caratteri.'] });
    expect((await callerOf(rig).call('commenta', { ...opened, testo: 'x'.repeat(1_000_000) })).status).toBe(413);
  });

  test('markup in a message is text and comes back unchanged, except for characters that would reverse the text', async () => {
    const opened = await sendSegnalazione(callerOf(rig));
    const text = '<script>alert(1)</script> {{7*7}} [x](javascript:alert(1)) \u202egnirts 😀';
    expect((await callerOf(rig).call('commenta', { ...opened, testo: text })).body.data.testo).toBe(
      text.replace('\u202e', ''),
    );
  });

  test('a sender cannot choose who they are, when they wrote, or under which id', async () => {
    const opened = await sendSegnalazione(callerOf(rig));
    const forged = { da: 'operatore', chi: 'Sindaco', quando: '1999-01-01', n: 99, role: 'operatore', nascosto: 1 };
    const { body } = await callerOf(rig).call('commenta', { ...opened, testo: 'ciao', ...forged, pratica: 'x' });
    expect(body.data).toMatchObject({ da: 'cittadino', tipo: 'messaggio', quando: '2026-11-20T09:00:00.000Z' });
    expect(body.data.chi).toBeUndefined();
    expect(body.data.id).not.toBe(opened.id);
  });

  test('a state that does not exist is refused in words', async () => {
    const opened = await sendSegnalazione(callerOf(rig));
    const { status, body } = await callerOf(rig).call('commenta', { ...opened, testo: 'x', stato: 'chiusa' });
    expect([status, body.errors]).toEqual([422, { stato: ['Questo passaggio di stato non esiste.'] }]);
  });

  test('files can be sent in both directions, and only the two sides can read them', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    for (const who of [anna, await openAsUfficio(rig, opened)]) {
      const vista = who === anna ? 'cittadino' : 'operatore';
      const { body } = await who.call('caricaFile', { file: pdfFile(`${vista}.pdf`) });
      const sent = await who.call('commenta', { ...opened, vista, filesAllegati: [body.data.Id] });
      expect([sent.status, sent.body.data.tipo, sent.body.data.allegati[0].nome]).toEqual([
        201,
        'documento',
        `${vista}.pdf`,
      ]);
      const file = { id: body.data.Id, email: opened.email };
      expect((await callerOf(rig).call('scaricaFile', file)).status).toBe(200);
      expect((await office(rig).call('scaricaFile', { ...file, vista: 'operatore' })).status).toBe(200);
      expect((await callerOf(rig).call('scaricaFile', { id: file.id })).status).toBe(404);
      expect((await callerOf(rig).call('scaricaFile', { ...file, email: 'bruno@esempio.it' })).status).toBe(404);
    }
  });

  test('a file of another person cannot be put into a message', async () => {
    const opened = await sendSegnalazione(callerOf(rig));
    const { body } = await callerOf(rig).call('caricaFile', { file: pdfFile() });
    const sent = await callerOf(rig).call('commenta', { ...opened, testo: 'x', filesAllegati: [body.data.Id] });
    expect(sent.status).toBe(404);
    expect(await countRows(rig, 'eventi')).toBe(1);
  });

  test('a message sent twice under one key is stored once', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const key = 'messaggio-chiave-1';
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => anna.call('commenta', { ...opened, testo: 'ciao' }, { key })),
    );
    expect(new Set(sent.map((s) => s.body.data?.id)).size).toBe(1);
    expect(await countRows(rig, 'eventi')).toBe(2);
  });

  test('a visitor sends at most sixty messages an hour, then gets 429', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await anna.call('commenta', { ...opened, testo: `${i}` })).status);
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
  });

  test('a reader who has the newest answer gets 304; a message, a state, a read mark and a hidden text give a new one', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    let etag = '';
    const isNew = async () => {
      const seen = await detail(anna, opened, etag);
      if (seen.status === 200) etag = seen.headers.get('etag') ?? '';
      return seen.status === 200;
    };
    expect(await isNew()).toBe(true);
    expect(await isNew()).toBe(false);
    const written = await anna.call('commenta', { ...opened, testo: 'ciao' });
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    await office(rig).call('segnaLetto', { ...opened, vista: 'operatore' });
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    await office(rig).call('commenta', { ...opened, vista: 'operatore', stato: 'in_elaborazione' });
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    await office(rig).call('nascondi', { ...opened, evento: written.body.data.id });
    expect([await isNew(), await isNew()]).toEqual([true, false]);
    rig.clock.pass(30 * 24 * 3600_000);
    expect(await isNew()).toBe(false);
  });

  test('what a reader can do changes with time and login, and so does the answer', async () => {
    const opened = await sendSegnalazione(callerOf(rig));
    const withKey = await openAsUfficio(rig, opened);
    const tags = new Set<string | null>();
    for (const who of [callerOf(rig), withKey]) tags.add((await detail(who, opened)).headers.get('etag'));
    await office(rig).call('commenta', { ...opened, vista: 'operatore', stato: 'conclusa', testo: 'Fatto' });
    tags.add((await detail(callerOf(rig), opened)).headers.get('etag'));
    rig.clock.pass(22 * 24 * 3600_000);
    const late = await detail(callerOf(rig), opened);
    tags.add(late.headers.get('etag'));
    expect([tags.size, late.body.data.azioni]).toEqual([4, []]);
  });

  test('the ETag of one case’s answer is never valid for another case', async () => {
    const anna = callerOf(rig);
    const one = await sendSegnalazione(anna, { oggetto: 'Uno' });
    rig.clock.pass(3600_000);
    const two = await sendSegnalazione(anna, { oggetto: 'Due' });
    expect((await detail(anna, one)).body.data.oggetto).toBe('Uno');
    const other = await detail(anna, two);
    expect(other.body.data.oggetto).toBe('Due');
    expect(other.headers.get('etag')).not.toBe((await detail(anna, one)).headers.get('etag'));
  });

  test('a wrong pair with a valid ETag still gets 404', async () => {
    const opened = await sendSegnalazione(callerOf(rig));
    const etag = (await detail(callerOf(rig), opened)).headers.get('etag') ?? '';
    expect((await detail(callerOf(rig), { ...opened, email: 'bruno@esempio.it' }, etag)).status).toBe(404);
  });

  test('reading marks the other side’s messages as read', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    await anna.call('commenta', { ...opened, testo: 'ciao' });
    const mine = async () => (await detail(anna, opened)).body.data.eventi[1].letto;
    expect(await mine()).toBe(false);
    const read = await office(rig).call('segnaLetto', { ...opened, vista: 'operatore' });
    expect(read.body.data).toEqual({ letto: true });
    expect(await mine()).toBe(true);
    expect((await office(rig).call('segnaLetto', { ...opened, vista: 'operatore' })).body.data).toEqual({
      letto: false,
    });
  });
});

/** Writes `count` messages of the office after the first event, numbered from 2. */
async function writeMany({ house }: Rig, { id: pratica }: OpenedPratica, count: number): Promise<void> {
  const nothing = { chi: null, stato: null, nascosto: null, nascosto_da: null };
  const eventi = Array.from({ length: count }, (_, i) => ({
    ...nothing,
    id: `evento-${pratica}-${i + 2}`,
    pratica,
    n: i + 2,
    quando: house.now(),
    da: 'operatore' as const,
    tipo: 'messaggio' as const,
    testo: `n. ${i + 2}`,
  }));
  for (let at = 0; at < count; at += 500)
    await house.db
      .insertInto('eventi')
      .values(eventi.slice(at, at + 500))
      .execute();
  await house.db
    .updateTable('pratiche')
    .set({ versione: count + 1 })
    .where('id', '=', pratica)
    .execute();
}

/** The same house, with a count of the rows read from the store. */
function counted(rig: Rig) {
  const rows = { read: 0 };
  const db = rig.house.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      rows.read += result.rows.length;
      return result;
    },
  });
  return { rows, house: { ...rig.house, db } };
}

onOneInTurn('a long timeline', (rig) => {
  const read = async (who: ReturnType<typeof callerOf>, opened: OpenedPratica, page: Record<string, string> = {}) =>
    (await who.call('dettaglioPratica', { ...opened, ...page })).body.data;
  const places = ({ eventi }: { eventi: { n: number }[] }) => eventi.map(({ n }) => n);
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

  test('the timeline comes with its last fifty events, and the earlier ones by page: none is missing, none comes twice', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    await writeMany(rig, opened, 119);
    const last = await read(anna, opened);
    expect([places(last), last.altri_prima]).toEqual([from(71, 120), true]);
    const middle = await read(anna, opened, { prima: last.eventi[0].id });
    expect([places(middle), middle.altri_prima]).toEqual([from(21, 70), true]);
    const first = await read(anna, opened, { prima: middle.eventi[0].id });
    expect([places(first), first.altri_prima]).toEqual([from(1, 20), undefined]);
    expect(places(await read(anna, opened, { prima: first.eventi[0].id }))).toEqual([]);
  });

  test('a timeline of exactly fifty events has none before them', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    await writeMany(rig, opened, 49);
    const { altri_prima, ...seen } = await read(anna, opened);
    expect([places(seen), altri_prima]).toEqual([from(1, 50), undefined]);
  });

  test('the events after a given one come fifty at a time', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    await writeMany(rig, opened, 119);
    const first = `evento-${opened.id}-2`;
    const next = await read(anna, opened, { dopo: first });
    expect([places(next), next.altri_dopo, next.altri_prima]).toEqual([from(3, 52), true, undefined]);
    const rest = await read(anna, opened, { dopo: `evento-${opened.id}-100` });
    expect([places(rest), rest.altri_dopo]).toEqual([from(101, 120), undefined]);
    expect(places(await read(anna, opened, { dopo: `evento-${opened.id}-120` }))).toEqual([]);
  });

  test('a timeline of 1,500 messages is not read as a whole, whichever part is asked for', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    await writeMany(rig, opened, 1500);
    for (const page of [{}, { prima: `evento-${opened.id}-1400` }, { dopo: `evento-${opened.id}-2` }]) {
      const { rows, house } = counted(rig);
      const { body } = await anna.at(house).call('dettaglioPratica', { ...opened, ...page });
      expect(body.data.eventi).toHaveLength(50);
      expect(rows.read).toBeGreaterThan(50);
      expect(rows.read).toBeLessThan(60);
    }
  });

  test('an answer names what changed before a given event: how far the other side has read, and what was hidden', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const write = async (text: string, filesAllegati: string[] = []) =>
      (await anna.call('commenta', { ...opened, testo: text, filesAllegati })).body.data;
    const secret = await write('SEGRETO');
    const { Id } = (await anna.call('caricaFile', { file: pdfFile('targa.pdf') })).body.data;
    const withFile = await write('Ecco', [Id]);
    rig.clock.pass(1000);
    const { id: lastId } = await write('ultimo');
    expect(await read(anna, opened, { dopo: lastId })).toMatchObject({ eventi: [], letto_fino: 0 });
    await office(rig).call('segnaLetto', { ...opened, vista: 'operatore' });
    expect(await read(anna, opened, { dopo: lastId })).toMatchObject({ eventi: [], letto_fino: 4 });

    rig.clock.pass(1000);
    await office(rig).call('nascondi', { ...opened, evento: secret.id });
    await office(rig).call('nascondi', { ...opened, allegato: Id });
    const after = await read(anna, opened, { dopo: lastId });
    expect(places(after)).toEqual([5, 6]);
    expect(after.cambiati).toMatchObject([
      { id: secret.id, tipo: 'nascosto' },
      { id: withFile.id, testo: 'Ecco', allegati: [{ Id, nascosto: true }] },
    ]);
    rig.clock.pass(2 * 60_000);
    const later = await write('dopo');
    expect((await read(anna, opened, { dopo: later.id })).cambiati).toBeUndefined();
  });

  test('there is no page at an event of another case, at an unknown event, or in two directions', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const { eventi } = await read(anna, opened);
    rig.clock.pass(3600_000);
    const other = await sendSegnalazione(anna);
    for (const page of [{ prima: eventi[0].id }, { dopo: eventi[0].id }, { dopo: 'x' }, { prima: "' or 1=1" }])
      expect((await anna.call('dettaglioPratica', { ...other, ...page })).status).toBe(404);
    const both = await anna.call('dettaglioPratica', { ...opened, prima: eventi[0].id, dopo: eventi[0].id });
    expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['prima']]);
  });

  test('a question for events after a given one gets 304 until there is one', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const { id: after } = (await read(anna, opened)).eventi[0];
    const query = new URLSearchParams({ email: opened.email, id: opened.id, dopo: after });
    const ask = (etag: string) =>
      anna.ask('GET', `/api/v1/generic/segnalazione/detail?${query}`, { headers: { 'if-none-match': etag } });
    const first = await ask('');
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, (await ask(etag)).status]).toEqual([200, 304]);
    // The same version of the case, another part of it.
    expect((await detail(anna, opened, etag)).status).toBe(200);
    await office(rig).call('commenta', { ...opened, vista: 'operatore', testo: 'Arriviamo' });
    const news = await ask(etag);
    expect([news.status, places(news.body.data)]).toEqual([200, [2]]);
  });

  test('unread messages before the page are counted, too, and opening the case marks all as read', async () => {
    const anna = callerOf(rig, { user: cittadino('u-anna', 'anna@esempio.it') });
    const opened = await sendSegnalazione(anna);
    await writeMany(rig, opened, 119);
    const unread = async () => (await anna.call('listaSegnalazioni')).body.data[0].messaggi_non_letti;
    expect(await unread()).toBe(119);
    await anna.call('segnaLetto', opened);
    expect(await unread()).toBe(0);
    expect((await anna.call('ricevutaPratica', opened)).status).toBe(200);
    const saved = (await anna.call('scaricaDati')).bytes.toString();
    expect(JSON.parse(saved).pratiche[0].eventi).toHaveLength(120);
  });
});

onOneInTurn('messages that nobody answers', (rig) => {
  const atMost = (house: Rig['house'], messagesUnanswered: number) => ({
    ...house,
    settings: { ...house.settings, messagesUnanswered },
  });
  const WORDS =
    'Hai già scritto 3 messaggi dopo l’ultima risposta dell’ufficio: aspetta che ti risponda, poi puoi scrivere di nuovo.';

  test('a citizen sends as many messages as the setting allows, then is told to wait, and writes again after the office answered', async () => {
    const anna = callerOf(rig).at(atMost(rig.house, 3));
    const opened = await sendSegnalazione(anna);
    const write = async () => {
      const { status, body } = await anna.call('commenta', { ...opened, testo: 'Ci siete?' });
      return [status, body.message];
    };
    for (let i = 0; i < 3; i++) expect(await write()).toEqual([201, undefined]);
    expect(await write()).toEqual([409, WORDS]);
    await office(rig).call('nascondi', { ...opened, evento: (await detail(anna, opened)).body.data.eventi[1].id });
    expect(await write()).toEqual([409, WORDS]);
    await office(rig).call('commenta', { ...opened, vista: 'operatore', testo: 'Arriviamo' });
    for (let i = 0; i < 3; i++) expect(await write()).toEqual([201, undefined]);
    expect(await write()).toEqual([409, WORDS]);
    expect((await office(rig).call('commenta', { ...opened, vista: 'operatore', testo: 'Sì' })).status).toBe(201);
  });

  test('a citizen sends 200 messages unless the setting says otherwise', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    await rig.house.db.updateTable('pratiche').set({ senza_risposta: 199 }).execute();
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await anna.call('commenta', { ...opened, testo: 'x' })).status);
    expect(statuses).toEqual([201, 409]);
  });

  test('the limit on messages never keeps a citizen from withdrawing a request', async () => {
    const opened = await sendRichiesta(rig, 'anna@esempio.it');
    await rig.house.db.updateTable('pratiche').set({ senza_risposta: 200 }).execute();
    expect((await callerOf(rig).call('commenta', { ...opened, stato: 'ritirata' })).status).toBe(201);
  });

  test('twenty messages sent at once to two hosts do not exceed the limit', async () => {
    const opened = await sendSegnalazione(callerOf(rig));
    const hosts = [rig.house, await rig.otherHost()].map((house) => atMost(house, 3));
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        callerOf(rig)
          .at(hosts[i % 2] as Rig['house'])
          .call('commenta', { ...opened, testo: `n. ${i}` }),
      ),
    );
    expect(sent.map((s) => s.status).toSorted()).toEqual([...Array(3).fill(201), ...Array(17).fill(409)]);
    expect(await countRows(rig, 'eventi')).toBe(4);
  });
});

onOneInTurn('files of a citizen that the office has not answered', (rig) => {
  const WORDS =
    'I file che hai mandato dopo l’ultima risposta dell’ufficio superano in tutto 200 MB: aspetta che ti risponda, poi puoi mandarne altri.';

  test('a citizen’s unanswered files hold 200 MB in a case; after an answer as much again, and the office’s files do not count', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const sendFiles = async (who: RigCaller, mega: number, over = {}) => {
      const { body } = await who.call('caricaFile', { file: pdfFile() });
      const size = mega * 1024 * 1024;
      await rig.house.db.updateTable('allegati').set({ dimensione: size }).where('id', '=', body.data.Id).execute();
      return who.call('commenta', { ...opened, filesAllegati: [{ Id: body.data.Id }], ...over });
    };
    expect((await sendFiles(anna, 120)).status).toBe(201);
    expect((await sendFiles(anna, 80)).status).toBe(201);
    const no = await sendFiles(anna, 1);
    expect([no.status, no.body.message]).toEqual([409, WORDS]);
    expect((await anna.call('commenta', { ...opened, testo: 'Solo parole' })).status).toBe(201);

    expect((await sendFiles(office(rig), 150, { vista: 'operatore' })).status).toBe(201);
    expect((await sendFiles(anna, 199)).status).toBe(201);
    expect((await sendFiles(anna, 2)).status).toBe(409);
  });
});

onOneInTurn('hiding what exposes somebody', (rig) => {
  const trace = 'Un operatore ha nascosto un contenuto che esponeva dati di una persona.';

  test('a hidden message keeps its place and author; its words are gone for both sides', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const { body } = await anna.call('commenta', { ...opened, testo: 'SEGRETO' });
    const hidden = await office(rig).call('nascondi', { ...opened, evento: body.data.id });
    expect(hidden.body).toEqual({ data: { nascosto: true } });
    for (const who of [anna, office(rig)]) {
      const seen = await detail(who, opened);
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

  test('a hidden file keeps its place; its bytes, name and note are gone for both sides', async () => {
    const anna = callerOf(rig);
    const { body } = await anna.call('caricaFile', { file: pdfFile('targa AB123CD.pdf'), note: 'la casa di Mario' });
    const Id = body.data.Id;
    const opened = await sendSegnalazione(anna, { filesAllegati: [Id] });
    expect((await office(rig).call('nascondi', { ...opened, allegato: Id })).status).toBe(200);
    for (const who of [anna, office(rig)]) {
      const seen = await detail(who, opened);
      expect(seen.body.data.allegati).toMatchObject([{ Id, nome: 'File nascosto', nascosto: true, miniatura: false }]);
      expect(seen.bytes.toString()).not.toMatch(/AB123CD|Mario/);
      for (const miniatura of [undefined, '1']) {
        const fields = { id: Id, email: opened.email, ...(miniatura && { miniatura }) };
        expect((await who.call('scaricaFile', fields)).status).toBe(404);
      }
    }
    expect((await callerOf(rig).call('ricevutaPratica', opened)).bytes.includes('AB123CD')).toBe(false);
  });

  test('an operator hides content on a case of their ente, once', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    rig.clock.pass(3600_000);
    const other = await sendSegnalazione(anna);
    const { body } = await anna.call('commenta', { ...opened, testo: 'ciao' });
    const evento = body.data.id;
    expect((await anna.call('nascondi', { ...opened, evento })).status).toBe(404);
    expect((await office(rig).call('nascondi', { ...other, evento })).status).toBe(404);
    expect((await office(rig).call('nascondi', { ...opened })).status).toBe(404);
    const first = (await detail(anna, opened)).body.data.eventi[0].id;
    expect((await office(rig).call('nascondi', { ...opened, evento: first })).status).toBe(404);
    await office(rig).call('nascondi', { ...opened, evento });
    await office(rig).call('nascondi', { ...opened, evento });
    expect((await detail(anna, opened)).body.data.eventi).toHaveLength(3);
  });

  test('content can be hidden while messages arrive, and no event is lost', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const { body } = await anna.call('commenta', { ...opened, testo: 'SEGRETO' });
    const both = await Promise.all([
      office(rig).call('nascondi', { ...opened, evento: body.data.id }),
      ...Array.from({ length: 5 }, (_, i) => callerOf(rig).call('commenta', { ...opened, testo: `n. ${i}` })),
    ]);
    expect(both.map((b) => b.status)).toEqual([200, 201, 201, 201, 201, 201]);
    expect((await detail(anna, opened)).body.data.eventi).toHaveLength(8);
  });

  test('hiding content sends no mail', async () => {
    const anna = callerOf(rig);
    const opened = await sendSegnalazione(anna);
    const { body } = await anna.call('commenta', { ...opened, testo: 'x' });
    while ((await rig.deliver()) > 0);
    rig.mails.length = 0;
    await office(rig).call('nascondi', { ...opened, evento: body.data.id });
    await rig.deliver();
    expect(rig.mails).toEqual([]);
  });
});
