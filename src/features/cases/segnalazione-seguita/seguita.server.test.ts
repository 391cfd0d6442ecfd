import { expect, test } from 'vitest';
import {
  callerOf,
  countRows,
  createAccount,
  DAY,
  ENTI,
  type OpenedPratica,
  onBoth,
  operatore,
  type Rig,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { applyPubblicazione } from '../../../data/pubblicazione.db.ts';
import { readSettings } from '../../../settings.ts';
import { forgetPerson } from '../../../upkeep/forget.server.ts';
import { applyRetention } from '../../../upkeep/retention.server.ts';
import { NOVITA_KIND } from '../segnalazione-pubblica/pubblica.server.ts';
import { moveFollowers } from './seguita.server.ts';
import { SEGUITA_OUTBOX } from './seguita-outbox.server.ts';

type PublicReport = OpenedPratica & { pubblica: string };

onBoth('a public report that is followed', (rig: Rig) => {
  let sent = 0;
  const olga = () => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
  const release = async (pratica: OpenedPratica, over: Record<string, unknown> = {}) => {
    const id = await ufficioIdOf(rig, pratica.id);
    const { versione } = (await olga().call('pubblicazionePratica', { id })).body.data;
    const texts = { titolo: 'Lampione spento', luogo: 'Via dei Tigli', descrizione: 'Buio.' };
    return olga().call('rilasciaSegnalazione', { id, ...texts, versione, ...over });
  };
  const publicReport = async (): Promise<PublicReport> => {
    sent += 1;
    const pratica = await sendSegnalazione(callerOf(rig), {
      email: `autore${sent}@esempio.it`,
      nome: 'Anselmo',
      cognome: 'Verdetti',
      oggetto: 'Lampione di casa Verdetti',
      descrizione: 'Sono Anselmo.',
    });
    expect((await release(pratica)).status).toBe(200);
    const { pubblica } = await rig.house.db
      .selectFrom('pratiche')
      .select('pubblica')
      .where('id', '=', pratica.id)
      .executeTakeFirstOrThrow();
    return { ...pratica, pubblica: pubblica ?? '' };
  };
  const follow = async ({ pubblica }: PublicReport, email: string, who = callerOf(rig)) => {
    await who.confirm(email);
    return who.call('seguiSegnalazione', { id: pubblica, email });
  };
  const move = (pratica: OpenedPratica, stato: string) =>
    olga().call('commenta', { ...pratica, vista: 'operatore', stato, testo: 'SEGRETO per chi ha segnalato.' });
  const reopen = (pratica: OpenedPratica) =>
    callerOf(rig).call('commenta', { ...pratica, stato: 'non_risolto', testo: 'È ancora rotto.' });
  /** Everything that is due leaves. @returns mails about followed reports */
  const deliverAll = async () => {
    rig.mails.length = 0;
    while ((await rig.deliver()) > 0);
    return rig.mails.filter(({ text }) => text.includes('segui una segnalazione pubblica'));
  };
  const chiaveIn = (mail: { unsubscribe?: string } | undefined) =>
    new URL(mail?.unsubscribe ?? '').searchParams.get('chiave');
  const read = async ({ pubblica }: PublicReport) =>
    (await callerOf(rig).call('leggiSegnalazione', { id: pubblica })).body.data;
  const desk = async (pratica: OpenedPratica) => {
    const { seguita_da, non_risolta_per } = (
      await olga().call('incaricoPratica', { id: await ufficioIdOf(rig, pratica.id) })
    ).body.data;
    return [seguita_da, non_risolta_per];
  };

  test('is followed once by each confirmed address, however it is spelt and however often it is sent, and says by how many', async () => {
    const report = await publicReport();
    expect((await follow(report, 'bea@esempio.it')).body.data).toEqual({ seguita_da: 1 });
    rig.clock.pass(DAY);
    expect((await follow(report, 'BEA@esempio.it')).body.data).toEqual({ seguita_da: 1 });
    expect((await follow(report, 'carlo@esempio.it')).body.data).toEqual({ seguita_da: 2 });

    expect((await read(report)).seguita_da).toBe(2);
    const { segnalazioni } = (await callerOf(rig).call('elencoSegnalazioni', { ente: 'borgo' })).body.data;
    expect(segnalazioni.map(({ seguita_da }: { seguita_da: number }) => seguita_da)).toEqual([2]);
    expect(await desk(report)).toEqual([2, 0]);
  });

  test('takes nobody’s address without its code, and says the same of one that follows already', async () => {
    const report = await publicReport();
    await follow(report, 'bea@esempio.it');
    const answers = await Promise.all(
      ['bea@esempio.it', 'mai@esempio.it'].map((email) =>
        callerOf(rig).call('seguiSegnalazione', { id: report.pubblica, email }),
      ),
    );
    const [known, unknown] = answers.map(({ status, body }) => ({ status, body }));
    expect([known?.status, Object.keys(known?.body.errors)]).toEqual([422, ['otp']]);
    expect(unknown).toEqual(known);
    expect(await countRows(rig, 'segnalazioni_seguite')).toBe(1);
  });

  test('is followed by a citizen’s own confirmed contact address without a code', async () => {
    const report = await publicReport();
    const user = await createAccount(rig, { email: 'anna@esempio.it' });
    const email = user.contatti.email ?? '';
    const done = await callerOf(rig, { user }).call('seguiSegnalazione', { id: report.pubblica, email });
    expect(done.status).toBe(200);
    const rows = await rig.house.db.selectFrom('segnalazioni_seguite').select(['casella', 'utente']).execute();
    expect(rows).toEqual([{ casella: 'anna@esempio.it', utente: user.id }]);
  });

  test('cannot be followed before its release or when it is none; the proof of the address stays', async () => {
    const hidden = await publicReport();
    const open = await publicReport();
    await olga().call('togliSegnalazione', { id: await ufficioIdOf(rig, hidden.id) });
    const bea = callerOf(rig);
    await bea.confirm('bea@esempio.it');
    const tried = async (id: string) => (await bea.call('seguiSegnalazione', { id, email: 'bea@esempio.it' })).status;
    expect([await tried(hidden.pubblica), await tried('mai-esistita-00000000')]).toEqual([404, 404]);
    expect(await tried(open.pubblica)).toBe(200);
  });

  test('that is closed is followed by saying that the problem is still there, once, and heard of when it is reopened', async () => {
    const report = await publicReport();
    await follow(report, 'carlo@esempio.it');
    await move(report, 'conclusa');
    await deliverAll();
    for (const email of ['bea@esempio.it', 'carlo@esempio.it', 'bea@esempio.it']) {
      rig.clock.pass(DAY);
      await follow(report, email);
    }
    expect(await desk(report)).toEqual([2, 2]);
    await reopen(report);
    expect((await deliverAll()).map(({ to }) => to).toSorted()).toEqual(['bea@esempio.it', 'carlo@esempio.it']);
    expect(await desk(report)).toEqual([2, 0]);
    await move(report, 'conclusa');
    rig.clock.pass(91 * DAY);
    expect((await follow(report, 'dora@esempio.it')).status).toBe(409);
  });

  test('a thousand follows from one network are braked in words, and so are many of one mailbox', async () => {
    const report = await publicReport();
    const user = await createAccount(rig, { email: 'anna@esempio.it' });
    const followBy = (peer: string) =>
      callerOf(rig, { user, peer }).call('seguiSegnalazione', { id: report.pubblica, email: 'anna@esempio.it' });
    for (let n = 0; n < 50; n++) expect((await followBy(`198.51.100.${n}`)).status).toBe(200);
    const mailbox = await followBy('198.51.100.99');
    expect([mailbox.status, mailbox.body.message]).toEqual([429, expect.stringMatching(/\S{3,}/)]);

    const statuses: number[] = [];
    for (let n = 0; n < 301; n++)
      statuses.push(
        (await callerOf(rig).call('seguiSegnalazione', { id: report.pubblica, email: `p${n}@esempio.it` })).status,
      );
    expect([statuses.slice(0, 300).every((status) => status === 422), statuses[300]]).toEqual([true, 429]);
  });

  test('tells each follower of each change once, with public words alone and the way to stop', async () => {
    const report = await publicReport();
    await follow(report, 'bea@esempio.it');
    await follow(report, 'carlo@esempio.it');
    await deliverAll();

    await move(report, 'in_elaborazione');
    const mails = await deliverAll();
    expect(mails.map(({ to }) => to).sort()).toEqual(['bea@esempio.it', 'carlo@esempio.it']);
    expect(mails[0]?.subject).toBe('Lampione spento: è in lavorazione');
    for (const { text, html, subject, unsubscribe } of mails) {
      expect(text).toContain(`/segnalazioni/${report.pubblica}?chiave=`);
      expect(text).toContain(unsubscribe);
      expect(subject + text + html).not.toMatch(/SEGRETO|Anselmo|Verdetti/);
    }
    expect(await deliverAll()).toEqual([]);

    await release(report, { risposta: 'Cambiamo la lampada lunedì.' });
    const answered = await deliverAll();
    expect(answered.map(({ subject }) => subject)).toEqual(Array(2).fill('Lampione spento: ha una risposta'));
    expect(answered[0]?.text).toContain('Cambiamo la lampada lunedì.');

    // Other words, or the same answer again, are no news.
    await release(report, { risposta: 'Cambiamo la lampada lunedì.', descrizione: 'Buio pesto.' });
    await move(report, 'da_integrare');
    expect(await deliverAll()).toEqual([]);

    await move(report, 'conclusa');
    expect((await deliverAll()).map(({ subject }) => subject)).toEqual(Array(2).fill('Lampione spento: è conclusa'));
  });

  test('costs the operator’s call one entry for any number of followers, whose mails are written once, also after a kill', async () => {
    const report = await publicReport();
    const many = Array.from({ length: 1_201 }, (_, n) => ({
      id: `seguita-${n}`,
      segnalazione: report.pubblica,
      casella: `p${n}@esempio.it`,
      utente: null,
      creata: rig.house.now(),
      non_risolta: null,
    }));
    for (let at = 0; at < many.length; at += 500)
      await rig.house.db
        .insertInto('segnalazioni_seguite')
        .values(many.slice(at, at + 500))
        .execute();
    const entries = (tipo: string) =>
      rig.house.db.selectFrom('posta_in_uscita').select(['id', 'dati_json']).where('tipo', '=', tipo).execute();
    await move(report, 'in_elaborazione');
    const changes = await entries(NOVITA_KIND.tipo);
    expect([changes.length, (await entries('seguita.novita')).length]).toEqual([1, 0]);

    // Killed after a part of the mails was written: it runs again, and on another host at the same time.
    const dati_json = changes[0]?.dati_json ?? '';
    await rig.house.db
      .insertInto('posta_in_uscita')
      .values({
        id: `${JSON.parse(dati_json).change}.seguita-7`,
        tipo: 'seguita.novita',
        da_inviare: 0,
        creata: 0,
        tentativi: 0,
        corsia: 'news',
        dati_json: '{}',
        presa_fino: 0,
        inviata: 1,
        errore: null,
      })
      .execute();
    const fanOut = SEGUITA_OUTBOX.find(({ tipo }) => tipo === NOVITA_KIND.tipo);
    const other = await rig.otherHost();
    await Promise.all([fanOut?.deliver(dati_json, rig.house), fanOut?.deliver(dati_json, other)]);
    await fanOut?.deliver(dati_json, rig.house);
    const written = await entries('seguita.novita');
    expect([written.length, new Set(written.map(({ id }) => id)).size]).toEqual([1_201, 1_201]);
  });

  test('is not told of to those who stopped, by the button or by a mail program, and stopping twice is no error', async () => {
    const report = await publicReport();
    await follow(report, 'bea@esempio.it');
    await follow(report, 'carlo@esempio.it');
    await move(report, 'in_elaborazione');
    const [mail] = (await deliverAll()).filter(({ to }) => to === 'bea@esempio.it');
    const chiave = chiaveIn(mail);
    const stop = (words: unknown) => callerOf(rig).call('smettiSeguita', { chiave: words });
    expect((await stop(`${chiave}x`)).status).toBe(404);
    expect((await stop(chiave)).body.data).toEqual({ smessa: true });
    expect((await stop(chiave)).body.data).toEqual({ smessa: false });
    await move(report, 'conclusa');
    expect((await deliverAll()).map(({ to }) => to)).toEqual(['carlo@esempio.it']);
  });

  test('can be said not to be solved, once by each follower for each closing, which the operators alone read', async () => {
    const report = await publicReport();
    await follow(report, 'bea@esempio.it');
    await follow(report, 'carlo@esempio.it');
    await move(report, 'in_elaborazione');
    const [first, second] = (await deliverAll()).map((mail) => chiaveIn(mail));
    const say = (chiave: string | null | undefined) => callerOf(rig).call('nonRisolta', { chiave });
    expect((await say(first)).status).toBe(409);

    await move(report, 'conclusa');
    await deliverAll();
    expect((await say(first)).body.data).toEqual({ contata: true });
    expect((await say(first)).body.data).toEqual({ contata: false });
    expect((await say(second)).body.data).toEqual({ contata: true });
    expect((await say('a.b')).status).toBe(404);
    expect(await desk(report)).toEqual([2, 2]);
    const side = (await olga().call('pubblicazionePratica', { id: await ufficioIdOf(rig, report.id) })).body.data;
    expect([side.seguita_da, side.non_risolta_per]).toEqual([2, 2]);
    expect(JSON.stringify(await read(report))).not.toMatch(/non_risolta|risolt/);

    await reopen(report);
    expect((await deliverAll()).map(({ subject }) => subject)).toEqual(
      Array(2).fill('Lampione spento: è stata riaperta'),
    );
    expect(await desk(report)).toEqual([2, 0]);
    await move(report, 'conclusa');
    expect(await desk(report)).toEqual([2, 0]);
    expect((await say(first)).body.data).toEqual({ contata: true });
    expect(await desk(report)).toEqual([2, 1]);
    // What was said stays said, by nobody in particular.
    expect((await callerOf(rig).call('smettiSeguita', { chiave: first })).body.data).toEqual({ smessa: true });
    expect(await desk(report)).toEqual([1, 1]);
    expect((await callerOf(rig).call('smettiSeguita', { chiave: first })).body.data).toEqual({ smessa: false });
    const left = await rig.house.db.selectFrom('segnalazioni_seguite').select('casella').execute();
    expect(left.filter(({ casella }) => casella === null)).toHaveLength(1);
  });

  test.each(['taken off', 'of another type', 'forgotten', 'not published any more'])(
    'is followed by nobody once it is %s, and no mail that waits leaves',
    async (end) => {
      const report = await publicReport();
      await follow(report, 'bea@esempio.it');
      await move(report, 'conclusa');
      const ufficio = await ufficioIdOf(rig, report.id);
      if (end === 'taken off') await olga().call('togliSegnalazione', { id: ufficio });
      if (end === 'of another type') {
        await reopen(report);
        const change = { id: ufficio, codice: 'SF410', prima: 'SF510', motivo: 'Altro tipo' };
        expect((await olga().call('cambiaTipoPratica', change)).status).toBe(200);
      }
      if (end === 'forgotten')
        await forgetPerson({ ...rig.house }, { email: report.email }, { now: rig.house.now(), apply: true });
      if (end === 'not published any more')
        await applyPubblicazione(rig.house.db, { ...ENTI.borgo, pubblicazione: { SF410: 'subito' } });
      expect(await countRows(rig, 'segnalazioni_seguite')).toBe(0);
      expect(await deliverAll()).toEqual([]);
    },
  );

  test('is in the data of its follower, by account and by address, and goes when the follower is forgotten', async () => {
    const report = await publicReport();
    const other = await publicReport();
    await follow(report, 'anna@esempio.it');
    await follow(report, 'bea@esempio.it');
    const user = await createAccount(rig, { email: 'anna@esempio.it' });
    rig.clock.pass(1);
    await follow(other, 'anna.altra@esempio.it', callerOf(rig, { user }));
    const data = JSON.parse((await callerOf(rig, { user }).call('scaricaDati')).bytes.toString());
    expect(data.segnalazioni_seguite.map(({ pagina, email }: Record<string, string>) => [pagina, email])).toEqual([
      [`/segnalazioni/${report.pubblica}`, 'anna@esempio.it'],
      [`/segnalazioni/${other.pubblica}`, 'anna.altra@esempio.it'],
    ]);

    const forget = (person: { email: string } | { codice_fiscale: string }) =>
      forgetPerson({ ...rig.house }, person, { now: rig.house.now(), apply: true });
    const line = { fate: 'deleted', what: 'segnalazioni pubbliche seguite per e-mail' };
    expect(await forget({ codice_fiscale: user.codice_fiscale })).toContainEqual({ ...line, quante: 2 });
    expect(await forget({ email: 'BEA@esempio.it' })).toContainEqual({ ...line, quante: 1 });
    expect(await countRows(rig, 'segnalazioni_seguite')).toBe(0);
  });

  test('is followed for ninety days after its end, and while it is open for ever', async () => {
    const closed = await publicReport();
    const open = await publicReport();
    for (const report of [closed, open]) {
      await follow(report, 'bea@esempio.it');
      rig.clock.pass(DAY);
    }
    await move(closed, 'conclusa');
    const house = { ...rig.house, settings: readSettings({}) };
    rig.clock.pass(90 * DAY);
    await applyRetention(house, ['seguite']);
    expect(await countRows(rig, 'segnalazioni_seguite')).toBe(2);
    rig.clock.pass(DAY);
    await applyRetention(house, ['seguite']);
    const left = await rig.house.db.selectFrom('segnalazioni_seguite').select('segnalazione').execute();
    expect(left).toEqual([{ segnalazione: open.pubblica }]);
  });

  test('leaves its followers to another report, none of them twice', async () => {
    const double = await publicReport();
    const kept = await publicReport();
    await follow(double, 'bea@esempio.it');
    await follow(double, 'carlo@esempio.it');
    rig.clock.pass(DAY);
    await follow(kept, 'bea@esempio.it');
    const moved = await rig.house.db
      .transaction()
      .execute((db) => moveFollowers({ db }, { from: double.pubblica, to: kept.pubblica }));
    expect(moved).toBe(1);
    expect([(await read(double)).seguita_da, (await read(kept)).seguita_da]).toEqual([0, 2]);
  });
});
