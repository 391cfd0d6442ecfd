import { expect, test } from 'vitest';
import { makeProgramma } from '../../../../tests/programmi.ts';
import { callerOf, createAccount, onBoth, operatore, pdfFile, type RigCaller } from '../../../../tests/rig.ts';
import type { Programma } from '../../../store/tables.ts';
import { checkStore } from '../../../upkeep/check.server.ts';
import { forgetPerson } from '../../../upkeep/forget.server.ts';

const CF = 'BNCNNA80A41H501R';
const OTHER_CF = 'RSSMRA80A01H501U';
const SAID = {
  ente: 'borgo',
  numero: 'SUE-118',
  codice_fiscale: CF,
  servizio: 'Permesso di costruire',
  oggetto: 'Nuova tettoia',
  stato: 'in_elaborazione',
};
const SCOPES = 'pratiche:leggi pratiche:scrivi';

onBoth('a case that another program deals with', (rig) => {
  const programOf = async (over: Partial<Programma> = {}) =>
    callerOf(rig, {
      bearer: await makeProgramma(rig.house, { permessi: SCOPES, nome: 'Sportello edilizia', ...over }),
    });
  const say = (program: RigCaller, over: Record<string, unknown> = {}) =>
    program.call('scriviPraticaEsterna', { ...SAID, ...over });
  const anna = async () => callerOf(rig, { user: await createAccount(rig) });
  const listOf = async (citizen: RigCaller) => (await citizen.call('listaSegnalazioni')).body.data;
  /** As the page of the citizen reads it, by the address in their list. */
  const pageOf = async (citizen: RigCaller) => {
    const [{ chat }] = await listOf(citizen);
    const [email = '', id = ''] = chat.split('/').slice(-2).map(decodeURIComponent);
    const { status, body } = await citizen.call('dettaglioPratica', { id, email, vista: 'cittadino' });
    expect([chat, status]).toEqual([chat, 200]);
    return { ...body.data, email };
  };
  const upload = async (program: RigCaller, file: File) => program.call('caricaFile', { file });

  test('is in the area of its citizen with its state, where it is dealt with, its messages and its files', async () => {
    const me = await anna();
    const program = await programOf();
    const { Id } = (await upload(program, pdfFile('parere.pdf'))).body.data;
    const made = await say(program, {
      indirizzo: 'https://edilizia.example/118',
      messaggio: { id: 'm-1', testo: 'Serve il parere.', filesAllegati: [{ Id }] },
    });
    expect([made.status, made.body]).toMatchObject([200, { data: { cambiata: true } }]);

    const [row, ...others] = await listOf(me);
    expect([row, others]).toMatchObject([
      {
        protocollo: made.body.data.protocollo,
        oggetto: 'Nuova tettoia',
        stato: 'in_elaborazione',
        termine_il: '',
        esterna: { programma: 'Sportello edilizia', servizio: 'Permesso di costruire', numero: 'SUE-118' },
        messaggi_non_letti: 1,
      },
      [],
    ]);
    const page = await pageOf(me);
    expect(page).toMatchObject({
      stato: 'in_elaborazione',
      azioni: [],
      puo_scrivere: false,
      area: 'tua',
      esterna: {
        programma: 'Sportello edilizia',
        numero: 'SUE-118',
        servizio: 'Permesso di costruire',
        indirizzo: 'https://edilizia.example/118',
      },
      eventi: [
        { da: 'sistema', stato: 'in_elaborazione', testo: 'La segue Sportello edilizia, con il numero SUE-118.' },
        { da: 'operatore', chi: 'Sportello edilizia', tipo: 'messaggio', testo: 'Serve il parere.' },
      ],
    });
    const [file] = page.eventi[1].allegati;
    const opened = await me.call('scaricaFile', { id: file.Id, email: page.email, vista: 'cittadino' });
    expect([opened.status, file.nome]).toEqual([200, 'parere.pdf']);
    const inbox = (await me.call('mieiMessaggi')).body.data.righe;
    expect(inbox).toMatchObject([{ servizio: 'Permesso di costruire', testo: 'Serve il parere.', non_letti: 1 }]);
    expect((await checkStore(rig.house, rig.house.now())).faults).toEqual([]);
  });

  test('is there once however often the program says so, and so is each of its messages', async () => {
    const me = await anna();
    const program = await programOf();
    const said = { messaggio: { id: 'm-1', testo: 'Buongiorno.' } };
    const answers = [await say(program, said), await say(program, said), await say(program, said)];
    expect(answers.map(({ body }) => body.data.cambiata)).toEqual([true, false, false]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await pageOf(me)).eventi).toHaveLength(2);
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to)).toEqual(['anna@esempio.it']);
  });

  test('sent twice at the same time is one case', async () => {
    const program = await programOf();
    const answers = await Promise.all([say(program), say(program)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.filter(({ body }) => body.data.cambiata)).toHaveLength(1);
    expect(await rig.house.db.selectFrom('pratiche').select('id').execute()).toHaveLength(1);
  });

  test('changes as the program says: each state is told once, in the timeline and by mail', async () => {
    const me = await anna();
    const program = await programOf();
    await say(program, { indirizzo: 'https://edilizia.example/118' });
    await say(program, { stato: 'da_integrare', messaggio: { id: 'm-1', testo: 'Manca una firma.' } });
    const ended = await say(program, { stato: 'accettata', oggetto: 'Tettoia in legno' });
    expect(ended.body.data.cambiata).toBe(true);
    await say(program, { stato: 'accettata', oggetto: 'Tettoia in legno' });
    const page = await pageOf(me);
    expect(page).toMatchObject({ oggetto: 'Tettoia in legno', stato: 'accettata', chiusa_il: expect.any(String) });
    expect(page.esterna.indirizzo).toBeUndefined();
    expect(page.eventi.map(({ stato }: { stato?: string }) => stato)).toEqual([
      'in_elaborazione',
      'da_integrare',
      'accettata',
    ]);
    await rig.deliver();
    expect(rig.mails.map(({ subject }) => subject)).toEqual(
      Array(3).fill(`Pratica ${page.protocollo}: c’è una novità`),
    );
    expect(rig.mails.at(-1)?.text).toContain('Accettata');
    expect(rig.mails.at(-1)?.text).not.toMatch(/Manca una firma|Tettoia/);
  });

  test('comes into the area of a citizen who logs in later, and opens by their login where they have no address', async () => {
    const program = await programOf();
    await say(program, { nome: 'Anna', cognome: 'Bianchi' });
    await say(program, { numero: 'SUE-119', codice_fiscale: OTHER_CF });
    await rig.deliver();
    expect(rig.mails).toEqual([]);
    const me = callerOf(rig, { user: await createAccount(rig, { email: null }) });
    const page = await pageOf(me);
    expect([page.protocollo, page.email]).toEqual([expect.any(String), '-']);
    const stranger = callerOf(rig, { user: await createAccount(rig, { codice_fiscale: 'VRDLGU70A01H501A' }) });
    expect(await listOf(stranger)).toEqual([]);
    for (const other of [stranger, callerOf(rig)])
      expect((await other.call('dettaglioPratica', { id: page.id, email: '-' })).status).toBe(404);
    await rig.house.db.updateTable('utenti').set({ email_comunicazione: 'anna@nuova.it' }).execute();
    await say(program, { stato: 'conclusa' });
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to)).toEqual(['anna@nuova.it']);
  });

  test('takes what its citizen writes where the program reads it: in the feed, and in no mail', async () => {
    const me = await anna();
    const program = await programOf();
    const { id } = (await say(program, { accetta_messaggi: true })).body.data;
    const feed = async (place = {}) =>
      (await program.call('cambiamentiPratiche', { ente: 'borgo', ...place })).body.data;
    const before = await feed();
    expect(before.pratiche).toMatchObject([
      { id, numero_esterno: 'SUE-118', servizio: 'Permesso di costruire', stato: 'in_elaborazione' },
    ]);
    await rig.deliver();
    rig.mails.length = 0;
    const page = await pageOf(me);
    const pair = { id: page.id, email: page.email };
    expect((await me.call('commenta', { ...pair, testo: 'Ecco la firma.' })).status).toBe(201);
    await rig.deliver();
    expect(rig.mails).toEqual([]);
    expect((await feed({ cursore: before.cursore })).pratiche).toMatchObject([{ id }]);
    const read = (await program.call('dettaglioPratica', { id, email: '' })).body.data;
    expect([read.esterna.numero, read.eventi.at(-1)]).toMatchObject([
      'SUE-118',
      { da: 'cittadino', testo: 'Ecco la firma.' },
    ]);
    // Withdrawing is the program's business.
    expect((await me.call('commenta', { ...pair, stato: 'ritirata' })).status).toBe(409);
    await say(program, { accetta_messaggi: true, stato: 'conclusa' });
    expect((await me.call('commenta', { ...pair, testo: 'Grazie.' })).status).toBe(409);
  });

  test('takes no message where the program reads none, and says who deals with it', async () => {
    const me = await anna();
    await say(await programOf());
    const page = await pageOf(me);
    const refused = await me.call('commenta', { id: page.id, email: page.email, testo: 'Buongiorno' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Questa pratica la segue Sportello edilizia: qui non si lavora.',
    ]);
    expect((await me.call('ricevutaPratica', { id: page.id, email: page.email })).status).toBe(404);
  });

  test('is no work of the office: no list, count, figure, knowledge of a caller or page of its operators has it', async () => {
    await anna();
    const program = await programOf();
    const { id, protocollo } = (await say(program, { messaggio: { id: 'm-1', testo: 'Ciao.' } })).body.data;
    const olga = callerOf(rig, { user: operatore('borgo') });
    const list = (await olga.call('praticheOperatore', { cerca: 'tettoia' })).body.data;
    expect([list.totale, list.da_leggere]).toEqual([0, 0]);
    expect((await olga.call('praticheOperatore', { cerca: protocollo })).body.data.totale).toBe(0);
    const figures = JSON.stringify((await olga.call('andamento', { ente: 'borgo' })).body.data);
    expect(figures).not.toContain('ESTERNA');
    const known = (await olga.call('conosciRichiedente', { ente: 'borgo', codice_fiscale: CF })).body.data;
    expect(known.pratiche).toEqual([]);
    expect((await olga.call('dettaglioPratica', { id, email: '' })).status).toBe(404);
    expect((await olga.call('cambiamentiPratiche', { ente: 'borgo' })).body.data.pratiche).toEqual([]);
  });

  test('is its program’s alone: another one neither finds it nor works on it, and has its own under the same number', async () => {
    const program = await programOf();
    const { id } = (await say(program)).body.data;
    const other = await programOf({ nome: 'Protocollo' });
    expect((await other.call('dettaglioPratica', { id, email: '' })).status).toBe(404);
    expect((await other.call('commenta', { id, email: '', testo: 'Ciao' })).status).toBe(404);
    expect((await other.call('cambiamentiPratiche', { ente: 'borgo' })).body.data.pratiche).toEqual([]);
    const own = await say(other);
    expect([own.status, own.body.data.cambiata]).toEqual([200, true]);
    expect(own.body.data.id).not.toBe(id);
    // What an office does with its own cases is for its own cases.
    for (const [name, fields] of [
      ['commenta', { email: '', testo: 'Ciao' }],
      ['commenta', { email: '', stato: 'conclusa', testo: 'Fatto' }],
      ['annotaPratica', { nota: 'Ciao' }],
      ['prorogaPratica', { termine: '2027-01-20', prima: '', motivo: 'Prova' }],
      ['assegnaPratica', { ufficio: '', persona: '', prima: '' }],
    ] as const)
      expect([name, (await program.call(name, { id, ...fields })).status]).toEqual([name, 409]);
  });

  test('of another person stays theirs: the number is refused with another tax code', async () => {
    const program = await programOf();
    await say(program);
    const before = await rig.dump();
    const { status, body } = await say(program, { codice_fiscale: OTHER_CF });
    expect([status, body.errors]).toEqual([
      409,
      { codice_fiscale: ['La pratica con questo numero è di un altro codice fiscale.'] },
    ]);
    expect(JSON.parse(await rig.dump()).length).toBe(JSON.parse(before).length);
    expect((await say(program)).body.data.cambiata).toBe(false);
  });

  test.each([
    [{ codice_fiscale: 'BNCNNA80A41H501X' }, 'codice_fiscale'],
    [{ codice_fiscale: undefined }, 'codice_fiscale'],
    [{ codice_fiscale: '12345678903' }, 'codice_fiscale'],
    [{ stato: 'esterna' }, 'stato'],
    [{ stato: 'sospesa' }, 'stato'],
    [{ numero: '' }, 'numero'],
    [{ numero: 'x'.repeat(61) }, 'numero'],
    [{ servizio: ' ' }, 'servizio'],
    [{ oggetto: undefined }, 'oggetto'],
    [{ indirizzo: 'javascript:alert(1)' }, 'indirizzo'],
    [{ indirizzo: 'http://edilizia.example' }, 'indirizzo'],
    [{ accetta_messaggi: 'forse' }, 'accetta_messaggi'],
    [{ priorita: 'alta' }, 'priorita'],
    [{ messaggio: { testo: 'Ciao' } }, 'messaggio.id'],
    [{ messaggio: { id: 'm-1' } }, 'messaggio.testo'],
    [{ messaggio: { id: 'm-1', testo: 'x'.repeat(2001) } }, 'messaggio.testo'],
    [{ messaggio: 'Ciao' }, 'messaggio'],
    [{ messaggio: { id: 'm-1', testo: 'Ciao', file: [] } }, 'messaggio.file'],
  ])('with %o is refused beside the field, and nothing is kept', async (over, field) => {
    const program = await programOf();
    const { status, body } = await say(program, over);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    expect(await rig.house.db.selectFrom('pratiche').select('id').execute()).toEqual([]);
  });

  test('is refused a file that is not the program’s, and one that no upload takes', async () => {
    const program = await programOf();
    const { Id } = (await upload(await programOf(), pdfFile('altrui.pdf'))).body.data;
    const said = await say(program, { messaggio: { id: 'm-1', filesAllegati: [{ Id }] } });
    expect(said.status).toBe(404);
    expect((await upload(program, new File(['<html>'], 'foto.jpg'))).status).toBe(415);
    expect(await rig.house.db.selectFrom('pratiche').select('id').execute()).toEqual([]);
  });

  test('is written by programs of its ente alone, with the scope for it', async () => {
    const other = await programOf({ ente: 'valle' });
    expect((await say(other)).status).toBe(404);
    expect((await say(await programOf({ permessi: 'pratiche:leggi' }))).status).toBe(403);
    expect((await say(callerOf(rig, { user: operatore('borgo') }))).status).toBe(403);
    expect((await say(await anna())).status).toBe(403);
    expect((await say(callerOf(rig))).status).toBe(401);
  });

  test('is deleted when its citizen asks to be forgotten: it stays with its program', async () => {
    const me = await anna();
    const program = await programOf();
    const { Id } = (await upload(program, pdfFile('parere.pdf'))).body.data;
    await say(program, { messaggio: { id: 'm-1', testo: 'Ciao.', filesAllegati: [{ Id }] } });
    await say(program, { numero: 'SUE-120', codice_fiscale: OTHER_CF });
    const forget = (apply: boolean) => forgetPerson(rig.house, { codice_fiscale: CF }, { now: rig.house.now(), apply });
    const lines = await forget(false);
    expect(lines.find(({ what }) => what.startsWith('copie'))).toMatchObject({ fate: 'deleted', quante: 1 });
    expect(await forget(true)).toEqual(lines);
    expect(await rig.dump()).not.toMatch(/SUE-118|parere|Ciao/);
    expect(await rig.house.db.selectFrom('pratiche').select('id').execute()).toHaveLength(1);
    expect((await me.call('listaSegnalazioni')).body.data ?? []).toEqual([]);
    expect((await checkStore(rig.house, rig.house.now())).faults).toEqual([]);
  });

  test('is in the file of the citizen’s data', async () => {
    const me = await anna();
    await say(await programOf());
    const { pratiche } = JSON.parse((await me.call('scaricaDati')).bytes.toString());
    expect(pratiche).toMatchObject([
      { stato: 'in_elaborazione', esterna: { programma: 'Sportello edilizia', numero: 'SUE-118' } },
    ]);
  });
});
