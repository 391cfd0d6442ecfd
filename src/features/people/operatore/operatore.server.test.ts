import { expect, test } from 'vitest';
import { caller, cittadino, DAY, ENTI, MINUTE, NOW, onBoth, operatore, type Rig } from '../../../../tests/rig.ts';
import type { Ctx } from '../../../context.ts';
import type { Person } from '../../../platform/identity.ts';
import { apriPratica, type NuovaPratica } from '../../cases/pratica/pratica.server.ts';
import { entra, leggiAccesso } from '../accesso/sessione.server.ts';
import { PER_PAGINA } from './operatore.contract.ts';

type Caso = { id: string; protocollo: string; email: string };

/** A case of a body, as its form opens it. */
async function nuova(rig: Rig, over: Partial<NuovaPratica> & { nome?: string; cognome?: string } = {}): Promise<Caso> {
  const { house } = rig;
  const { nome = 'Anna', cognome = 'Bianchi', ...altro } = over;
  const email = 'anna@esempio.it';
  const { id, protocollo } = await house.db.transaction().execute((tx) =>
    apriPratica({ house, db: tx, now: house.now(), visitor: 'v', user: null } as unknown as Ctx, {
      tipo: 'segnalazione',
      codice: 'SF510',
      ente: ENTI.borgo,
      oggetto: 'Lampione spento',
      descrizione: 'È buio.',
      richiedente: { nome, cognome, email },
      dati: {},
      files: [],
      percorso: '/segnalazione',
      ...altro,
    }),
  );
  return { id, protocollo, email };
}

const olga = (rig: Rig) => caller(rig, { user: operatore('borgo') });
const lista = async (rig: Rig, fields: Record<string, unknown> = {}, user = operatore('borgo')) =>
  (await caller(rig, { user }).call('praticheOperatore', fields)).body.data;
const oggetti = (elenco: { pratiche: { oggetto: string }[] }) => elenco.pratiche.map(({ oggetto }) => oggetto);

onBoth('the cases of an operator', (rig) => {
  test('are those of their bodies and no others', async () => {
    await nuova(rig, { oggetto: 'di Borgo' });
    await nuova(rig, { oggetto: 'di Valle', ente: ENTI.valle });

    expect(oggetti(await lista(rig))).toEqual(['di Borgo']);
    expect(oggetti(await lista(rig, {}, operatore('borgo', 'valle'))).sort()).toEqual(['di Borgo', 'di Valle']);
    expect(oggetti(await lista(rig, { ente: 'valle' }, operatore('borgo', 'valle')))).toEqual(['di Valle']);
    expect(await lista(rig, {}, operatore())).toMatchObject({ pratiche: [], totale: 0, pagine: 0 });
  });

  test('a body that is not theirs is not there, whether it exists or not', async () => {
    await nuova(rig, { ente: ENTI.valle });
    const answers = [];
    for (const ente of ['valle', 'nessuno', "borgo' or '1'='1"])
      answers.push(await olga(rig).call('praticheOperatore', { ente }));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('neither a citizen nor somebody who is not logged in sees any', async () => {
    expect((await caller(rig).call('praticheOperatore')).status).toBe(401);
    expect((await caller(rig, { user: cittadino('anna') }).call('praticheOperatore')).status).toBe(403);
  });

  test('come to an end with the login: after fifteen minutes without action the answer is 401', async () => {
    const person: Person = {
      ...{ provider: 'operatori', issuer: 'https://idp.example', subject: 'olga', nome: 'Olga', cognome: 'Neri' },
      ...{ codice_fiscale: '', email: null, telefono: null, enti: ['borgo'], idToken: null },
    };
    const { cookie } = await entra(rig.house, person, null);
    const now = async () => {
      const login = await leggiAccesso(rig.house, cookie, false);
      return (await caller(rig, login ? { user: login.user } : {}).call('praticheOperatore')).status;
    };

    rig.clock.pass(15 * MINUTE - 1);
    expect(await now()).toBe(200);
    rig.clock.pass(1);
    expect(await now()).toBe(401);
  });

  test('say number, service, who asks, state, dates and where the chat is, and nothing of what was written', async () => {
    const { id: delCittadino, protocollo } = await nuova(rig);
    const pratiche = rig.house.db.selectFrom('pratiche').select('ufficio').where('id', '=', delCittadino);
    const { ufficio: id } = await pratiche.executeTakeFirstOrThrow();
    const [uno] = (await lista(rig)).pratiche;
    expect(uno).toEqual({
      id,
      protocollo,
      tipo: 'segnalazione',
      codice: 'SF510',
      servizio: 'Illuminazione e lampade votive',
      oggetto: 'Lampione spento',
      richiedente: 'Anna Bianchi',
      ente: 'borgo',
      stato: 'inviata',
      inviata_il: new Date(NOW).toISOString(),
      termine_il: '2026-12-20',
      in_ritardo: false,
      non_letti: 1,
      chat: `/segnalazione/chat/operatore/luce%40borgo.example/${id}`,
    });
    expect(JSON.stringify(uno)).not.toContain(delCittadino);
  });

  test('stand by due date, the earliest first, or by arrival, the newest first', async () => {
    await nuova(rig, { oggetto: 'lampione: 30 giorni' });
    rig.clock.pass(DAY);
    await nuova(rig, { oggetto: 'rifiuti: 10 giorni', codice: 'SF410' });
    rig.clock.pass(DAY);
    await nuova(rig, { oggetto: 'lampione, ultimo' });

    const perTermine = ['rifiuti: 10 giorni', 'lampione: 30 giorni', 'lampione, ultimo'];
    expect(oggetti(await lista(rig))).toEqual(perTermine);
    expect(oggetti(await lista(rig, { ordine: 'termine' }))).toEqual(perTermine);
    expect(oggetti(await lista(rig, { ordine: 'arrivo' }))).toEqual([
      'lampione, ultimo',
      'rifiuti: 10 giorni',
      'lampione: 30 giorni',
    ]);
  });

  test('are counted by state, and late only when it is the turn of the body', async () => {
    const presa = await nuova(rig, { oggetto: 'presa' });
    const attesa = await nuova(rig, { oggetto: 'attesa' });
    const chiusa = await nuova(rig, { oggetto: 'chiusa' });
    await nuova(rig, { oggetto: 'nuova' });
    const muovi = ({ id, email }: Caso, fields: object) =>
      olga(rig).call('commenta', { id, email, vista: 'operatore', ...fields });
    await muovi(presa, { stato: 'in_elaborazione' });
    await muovi(attesa, { stato: 'da_integrare', testo: 'Quale lampione?' });
    await muovi(chiusa, { stato: 'conclusa', testo: 'Riparato.' });
    rig.clock.pass(40 * DAY);

    const tutte = await lista(rig);
    expect([tutte.totale, tutte.conteggi]).toEqual([
      4,
      { inviata: 1, in_elaborazione: 1, da_integrare: 1, conclusa: 1, accettata: 0, rifiutata: 0, ritirata: 0 },
    ]);
    const tardi = tutte.pratiche.filter((p: { in_ritardo: boolean }) => p.in_ritardo);
    expect(oggetti({ pratiche: tardi }).sort()).toEqual(['nuova', 'presa']);
    const aperte = await lista(rig, { stato: 'aperte' });
    expect([aperte.totale, aperte.conteggi]).toEqual([3, tutte.conteggi]);
    expect(oggetti(await lista(rig, { stato: 'conclusa' }))).toEqual(['chiusa']);
  });

  test('are unread until an operator reads or writes, and again when the citizen writes', async () => {
    const caso = await nuova(rig);
    const daLeggere = async () => {
      const { pratiche, totale, da_leggere, conteggi } = await lista(rig, { non_lette: '1' });
      return [pratiche[0]?.non_letti ?? 0, totale, da_leggere, conteggi.inviata];
    };
    const { protocollo: _p, ...coppia } = caso;

    expect(await daLeggere()).toEqual([1, 1, 1, 1]);
    await olga(rig).call('segnaLetto', { ...coppia, vista: 'operatore' });
    expect(await daLeggere()).toEqual([0, 0, 0, 0]);
    for (const testo of ['Ancora buio', 'E oggi?']) await caller(rig).call('commenta', { ...coppia, testo });
    expect(await daLeggere()).toEqual([2, 1, 1, 1]);
    await olga(rig).call('commenta', { ...coppia, vista: 'operatore', testo: 'Arriviamo.' });
    expect(await daLeggere()).toEqual([0, 0, 0, 0]);
    expect(await lista(rig)).toMatchObject({ totale: 1, da_leggere: 0 });
  });

  test('are found by number or a part of it, by name and by words of the subject, whatever accents and capitals', async () => {
    await nuova(rig, { oggetto: 'Perché è buio in piazza?', nome: 'Nicolò', cognome: 'D’Amico' });
    await nuova(rig, { oggetto: 'Cassonetto rotto', nome: 'Maria', cognome: 'Rossi' });

    for (const q of ['2026/000001', '2026/1', '000001', 'nicolo', 'D’AMICO', 'perche e buio', 'buio Nicolò', 'piazza?'])
      expect([q, oggetti(await lista(rig, { q }))]).toEqual([q, ['Perché è buio in piazza?']]);
    for (const [q, n] of [
      ['2026', 2],
      ['2026/0000', 2],
      ['ot', 1],
      ['rossi maria', 1],
    ] as const)
      expect([q, (await lista(rig, { q })).totale]).toEqual([q, n]);
    expect((await lista(rig, { q: 'Nicolò cassonetto' })).totale).toBe(0);
    expect((await lista(rig, { q: 'cassonetto' })).conteggi.inviata).toBe(1);
  });

  test('what is searched is looked for letter by letter: no wildcard, quote or command does anything', async () => {
    await nuova(rig, { oggetto: 'Sconto del 50% in via A_B' });
    await nuova(rig, { oggetto: "L'altro 'caso!" });

    expect(oggetti(await lista(rig, { q: '50%' }))).toEqual(['Sconto del 50% in via A_B']);
    expect(oggetti(await lista(rig, { q: 'a_b' }))).toEqual(['Sconto del 50% in via A_B']);
    expect(oggetti(await lista(rig, { q: "'caso!" }))).toEqual(["L'altro 'caso!"]);
    for (const q of ['%%', '__', '5%0', "' or 1=1 --", '\\%', '!%', '";drop table pratiche;--', 'a%b'])
      expect([q, (await lista(rig, { q })).totale]).toEqual([q, 0]);
    expect((await lista(rig)).totale).toBe(2);
  });

  test('one letter, a page before the first, an order or state that is none, are refused with words for the field', async () => {
    const wrong = { q: 'a', pagina: '0', ordine: 'id', stato: 'tutti' };
    const refused = await olga(rig).call('praticheOperatore', wrong);
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([422, Object.keys(wrong).sort()]);
    expect(refused.body.errors.q).toEqual([
      'Scrivi almeno 2 caratteri: una parte del numero, del nome o dell’oggetto.',
    ]);
  });

  test('are leafed through: no case twice, none left out', async () => {
    for (let i = 0; i < PER_PAGINA + 2; i++)
      await nuova(rig, { oggetto: `n. ${i}`, ente: i % 2 ? ENTI.borgo : ENTI.valle });
    const both = operatore('borgo', 'valle');
    for (const ordine of ['termine', 'arrivo']) {
      const one = await lista(rig, { ordine }, both);
      const two = await lista(rig, { ordine, pagina: '2' }, both);
      expect([one.pratiche.length, two.pratiche.length, one.totale, one.pagine]).toEqual([25, 2, 27, 2]);
      expect(new Set([...oggetti(one), ...oggetti(two)]).size).toBe(27);
      expect((await lista(rig, { ordine, pagina: '3' }, both)).pratiche).toEqual([]);
    }
  });
});
