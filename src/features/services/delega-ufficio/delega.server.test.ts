/** What an office grants: on the positions of the person alone, in its own ente, until a day, and until the office ends it. */
import { expect, test } from 'vitest';
import { writeAvviso } from '../../../../tests/pagamenti.ts';
import { ANNA, LETTERA, writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { makeProgramma } from '../../../../tests/programmi.ts';
import { uploadAllegato } from '../../../../tests/richiedente.ts';
import {
  callerOf,
  countRows,
  createAccount,
  createOperator,
  doneIn,
  ENTI,
  onOneInTurn,
  operatore,
  type Rig,
  type RigCaller,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';
import { encodeCodice } from '../../cases/posizione/codice.ts';

const MADRE = { nome: 'Ada', cognome: 'Verdi', codice_fiscale: 'VRDLCU72P15Z999A' };
const CODICE = encodeCodice(LETTERA.codice_utente);

type Opened = { anna: RigCaller; olga: RigCaller; posizione: { id: string } };

/** Ada has a position of her own in Borgo, another one as a guardian, and one in Valle. */
async function open(rig: Rig): Promise<Opened> {
  const { db } = rig.house;
  for (const ente of [ENTI.borgo, ENTI.valle])
    await writeEnte(db, { ...ente, categorie: [...ente.categorie, 'DELEGA'] }, 1);
  const posizione = await writePosizione(rig, { intestatario: 'Verdi Ada' }, [MADRE.codice_fiscale], 'persona_fisica');
  await writeDocumento(rig, posizione, { numero: 'D-1' });
  await writePosizione(rig, { codice_utente: 'DI-ALTRI' }, [MADRE.codice_fiscale], 'tutore');
  await writePosizione(rig, { codice_utente: 'VALLE-1', ente: 'valle' }, [MADRE.codice_fiscale], 'persona_fisica');
  const account = await createAccount(rig, { codice_fiscale: ANNA.codice_fiscale, email: 'anna@esempio.it' });
  return {
    anna: callerOf(rig, { user: account }),
    olga: callerOf(rig, { user: await createOperator(rig, 'Olga') }),
    posizione,
  };
}

const asked = async (citizen: RigCaller, over: object = {}) => ({
  ente: 'borgo',
  persona: MADRE,
  motivo: 'erede',
  paga: true,
  presenta: true,
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: ANNA.codice_fiscale,
  email: 'anna@esempio.it',
  privacy: true,
  filesAllegati: [await uploadAllegato(citizen)],
  ...over,
});

/** @returns the id of the case as the office knows it */
async function ask(rig: Rig, citizen: RigCaller, over: object = {}): Promise<string> {
  const sent = await citizen.call('chiediDelega', await asked(citizen, over));
  if (sent.status !== 201) throw new Error(`asked: ${sent.status} ${JSON.stringify(sent.body)}`);
  return ufficioIdOf(rig, sent.body.data.id);
}

const accept = (office: RigCaller, id: string, fields: object = {}) =>
  office.call('commenta', {
    id,
    email: '',
    vista: 'operatore',
    stato: 'accettata',
    motivo: 'Documenti in ordine.',
    ...fields,
  });

const positionsOf = async (citizen: RigCaller) =>
  (await citizen.call('posizioniDelegate')).body.data.posizioni.map((p: { codice_utente: string }) => p.codice_utente);

onOneInTurn('a delegation that an office grants', (rig) => {
  test('opens the person’s own positions in that ente, with the powers asked for, and is told to the one who asked', async () => {
    const { anna, olga, posizione } = await open(rig);
    const id = await ask(rig, anna);
    const looked = (await olga.call('delegaDiPratica', { id })).body.data;
    expect(looked).toMatchObject({
      aperta: true,
      richiedente: 'Anna Bianchi',
      persona: MADRE,
      posizioni: [{ codice_utente: LETTERA.codice_utente, intestatario: 'Verdi Ada' }],
      delega: null,
    });
    expect(await positionsOf(anna)).toEqual([]);
    const decided = await accept(olga, id);
    expect([decided.status, decided.body.data.testo]).toEqual([
      201,
      expect.stringContaining(
        'Da adesso puoi vedere, pagare e inviare richieste per Ada Verdi, fino al 20 novembre 2027.',
      ),
    ]);
    expect(await positionsOf(anna)).toEqual([LETTERA.codice_utente]);
    const documents = await anna.call('documentiPosizione', { id: posizione.id, codice: CODICE });
    expect(documents.body.data).toMatchObject([{ numero: 'D-1' }]);
    expect((await anna.call('mieDeleghe')).body.data.ricevute).toMatchObject([
      { stato: 'attiva', titolare: 'Ada Verdi', concessa: { ente: 'borgo', motivo: 'erede' } },
    ]);
    expect((await olga.call('delegaDiPratica', { id })).body.data.delega).toMatchObject({
      stato: 'attiva',
      delegato: 'Anna Bianchi',
      concessa_da: 'Olga Neri',
    });
    await rig.deliver();
    expect(rig.mails.map(({ to, subject }) => `${to} ${subject}`).join('\n')).toMatch(/anna@esempio.it .*accettata/i);
  });

  test('lets the delegate pay, unless the operator grants less than was asked for', async () => {
    const { anna, olga, posizione } = await open(rig);
    const { iuv: IUV } = await writeAvviso(rig, { posizione: posizione.id, causale: 'Rata 1' });
    const pay = () =>
      anna.call('pagaConPagopa', { IUV, dominioEC: ENTI.borgo.codice_fiscale, emailDebitore: 'anna@esempio.it' });
    const id = await ask(rig, anna);
    await accept(olga, id, { decisione_scelta: 'vedere', decisione_al: '2026-12-31' });
    expect((await anna.call('mieDeleghe')).body.data.ricevute).toMatchObject([
      { paga: false, presenta: false, fino_a: '2026-12-31' },
    ]);
    expect((await pay()).status).toBe(403);
    await olga.call('chiudiDelegaConcessa', { id, motivo: 'Serve anche pagare.' });
    const second = await ask(rig, anna);
    await accept(olga, second, { decisione_scelta: 'pagare' });
    expect((await pay()).status).toBe(200);
    const [, granted] = (await anna.call('mieDeleghe')).body.data.ricevute.toReversed();
    expect(granted).toMatchObject({ stato: 'attiva', paga: true, presenta: false });
    const { id: delega } = granted;
    await rig.house.db.updateTable('pagamenti').set({ stato: 'pagato' }).execute();
    expect((await anna.call('attiDelega', { id: delega })).body.data.atti).toMatchObject([{ testo: 'Rata 1' }]);
    const seen = (await olga.call('delegaDiPratica', { id: second })).body.data;
    expect(seen.pagati).toMatchObject([{ causale: 'Rata 1', importo_cent: 50_00 }]);
  });

  test('needs no login of its holder and outlives what they removed, but not what the ente ends', async () => {
    const { anna, olga, posizione } = await open(rig);
    const own = () => rig.house.db.updateTable('rappresentanze').where('posizione', '=', posizione.id);
    await own().set({ tolta: 1 }).where('codice_fiscale', '=', MADRE.codice_fiscale).execute();
    await accept(olga, await ask(rig, anna));
    expect(await positionsOf(anna)).toEqual([LETTERA.codice_utente]);
    await own().set({ fine: '2026-11-20' }).where('codice_fiscale', '=', MADRE.codice_fiscale).execute();
    expect(await positionsOf(anna)).toEqual([]);
    await own().set({ fine: null }).where('codice_fiscale', '=', MADRE.codice_fiscale).execute();
    await rig.house.db.updateTable('deleghe').set({ fino_a: '2026-11-19' }).execute();
    expect(await positionsOf(anna)).toEqual([]);
  });

  test('is ended at once from the desk, with a reason for the delegate; what they then send is refused in words', async () => {
    const { anna, olga, posizione } = await open(rig);
    const id = await ask(rig, anna);
    await accept(olga, id);
    await rig.deliver();
    rig.mails.length = 0;
    const without = await olga.call('chiudiDelegaConcessa', { id, motivo: '' });
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['motivo']]);
    expect((await olga.call('chiudiDelegaConcessa', { id, motivo: 'Eredità divisa.' })).body.data.chiusa).toBe(true);
    expect((await olga.call('chiudiDelegaConcessa', { id, motivo: 'Di nuovo.' })).body.data.chiusa).toBe(false);
    expect(await positionsOf(anna)).toEqual([]);
    const { iuv: IUV } = await writeAvviso(rig, { posizione: posizione.id });
    const paid = await anna.call('pagaConPagopa', {
      IUV,
      dominioEC: ENTI.borgo.codice_fiscale,
      emailDebitore: 'anna@esempio.it',
    });
    expect([paid.status, JSON.stringify(paid.body)]).toEqual([403, expect.stringContaining('non vale più')]);
    expect((await anna.call('mieDeleghe')).body.data.ricevute).toMatchObject([{ stato: 'tolta' }]);
    expect((await olga.call('delegaDiPratica', { id })).body.data.delega.stato).toBe('tolta');
    const done = (await doneIn(olga, id)).map(({ azione, nome }) => [azione, nome]);
    expect(done).toContainEqual(['delega_chiusa', 'Olga Neri']);
    await rig.deliver();
    expect(rig.mails.map(({ to }) => to)).toEqual(['anna@esempio.it']);
  });

  test('is shown to its holder, who hears of it by mail and cannot revoke it; a dead one hears nothing', async () => {
    const { anna, olga } = await open(rig);
    const account = await createAccount(rig, { ...MADRE, email: 'ada@esempio.it' });
    const ada = callerOf(rig, { user: account });
    const id = await ask(rig, anna, { motivo: 'assistenza' });
    await accept(olga, id);
    const [given] = (await ada.call('mieDeleghe')).body.data.date;
    expect(given).toMatchObject({
      delegato: 'Anna Bianchi',
      concessa: { ente: 'borgo', motivo: 'assistenza' },
      avvisi: 'entrambi',
    });
    const revoked = await ada.call('chiudiDelega', { id: given.id });
    expect([revoked.status, revoked.body.message]).toEqual([409, expect.stringContaining('solo l’ufficio')]);
    await rig.deliver();
    const toAda = () => rig.mails.filter(({ to }) => to === 'ada@esempio.it').map(({ subject }) => subject);
    expect(toAda()).toEqual(['L’ufficio ha concesso a una persona di agire per te']);
    // The delegate may give it up.
    expect((await anna.call('chiudiDelega', { id: given.id })).body.data.stato).toBe('rinunciata');
    await rig.deliver();
    rig.mails.length = 0;
    await accept(olga, await ask(rig, anna, { motivo: 'erede' }));
    await rig.deliver();
    expect(toAda()).toEqual([]);
  });

  test('is granted by nobody but a person of the ente that was asked, and once', async () => {
    const { anna, olga } = await open(rig);
    const id = await ask(rig, anna);
    const valle = callerOf(rig, { user: operatore('valle') });
    expect((await accept(valle, id)).status).toBe(404);
    for (const stranger of [valle, callerOf(rig, { user: operatore() })]) {
      expect((await stranger.call('delegaDiPratica', { id })).status).toBe(404);
      expect((await stranger.call('chiudiDelegaConcessa', { id, motivo: 'No.' })).status).toBe(404);
    }
    expect((await anna.call('delegaDiPratica', { id })).status).toBe(403);
    // Nothing was granted yet.
    expect((await olga.call('chiudiDelegaConcessa', { id, motivo: 'No.' })).status).toBe(404);
    expect((await accept(olga, id)).status).toBe(201);
    expect((await accept(olga, id)).status).toBe(409);
    const again = await accept(olga, await ask(rig, anna));
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('ha già una delega concessa')]);
    expect(await countRows(rig, 'deleghe')).toBe(1);
    // Another ente grants its own.
    await accept(valle, await ask(rig, anna, { ente: 'valle' }));
    expect((await positionsOf(anna)).sort()).toEqual([LETTERA.codice_utente, 'VALLE-1']);
  });

  test('is granted once where two operators accept two requests about the same person at once', async () => {
    const { anna, olga } = await open(rig);
    const [first, second] = [await ask(rig, anna), await ask(rig, anna)];
    const colleague = callerOf(rig, { user: await createOperator(rig, 'Pia'), peer: '192.0.2.7' });
    const answers = await Promise.all([accept(olga, first), accept(colleague, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await anna.call('mieDeleghe')).body.data.ricevute).toHaveLength(1);
  });

  test('is not granted to a program, on no position, past its day or for too long: the operator reads why, the asker nothing', async () => {
    const { anna, olga } = await open(rig);
    const unknown = await ask(rig, anna, { persona: { ...MADRE, codice_fiscale: 'RSSMRA80A01H501U' } });
    const looked = (await olga.call('delegaDiPratica', { id: unknown })).body.data;
    expect(looked.posizioni).toEqual([]);
    const nothing = await accept(olga, unknown);
    expect([nothing.status, nothing.body.message]).toEqual([409, expect.stringContaining('non ci sono posizioni')]);
    const pratica = await rig.house.db.selectFrom('pratiche').selectAll().executeTakeFirstOrThrow();
    expect(pratica.stato).toBe('inviata');
    expect(
      JSON.stringify((await anna.call('dettaglioPratica', { id: pratica.id, email: pratica.email })).body),
    ).not.toMatch(/non ci sono posizioni/);
    await olga.call('commenta', {
      id: unknown,
      email: '',
      vista: 'operatore',
      stato: 'rifiutata',
      motivo: 'Manca il decreto.',
    });
    const id = await ask(rig, anna, { fino_a: '2026-11-21' });
    const program = callerOf(rig, {
      bearer: await makeProgramma(rig.house, { permessi: 'pratiche:leggi pratiche:scrivi' }),
    });
    const byProgram = await accept(program, id);
    expect([byProgram.status, byProgram.body.message]).toEqual([403, expect.stringContaining('non un programma')]);
    for (const decisione_al of ['2026-11-19', '2028-12-01']) {
      const { status, body } = await accept(olga, id, { decisione_al });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['decisione_al']]);
    }
    const wrong = await accept(olga, id, { decisione_scelta: 'boh' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['decisione_scelta']]);
    expect(await countRows(rig, 'deleghe')).toBe(0);
  });

  test('is asked for a person who has a provisional tax code, of eleven digits', async () => {
    const { anna } = await open(rig);
    const persona = { ...MADRE, codice_fiscale: '12345670017' };
    expect((await anna.call('chiediDelega', await asked(anna, { persona }))).status).toBe(201);
  });

  test('is not asked for oneself, past its day, without a document, by a child or without a tax code', async () => {
    const { anna } = await open(rig);
    const refused = async (over: object) => {
      const { status, body } = await anna.call('chiediDelega', await asked(anna, over));
      return [status, Object.keys(body.errors ?? {})];
    };
    const personOf = (codice_fiscale: string) => ({ persona: { ...MADRE, codice_fiscale } });
    expect(await refused(personOf(ANNA.codice_fiscale))).toEqual([422, ['persona.codice_fiscale']]);
    expect(await refused(personOf('XXXX'))).toEqual([422, ['persona.codice_fiscale']]);
    expect(await refused({ fino_a: '2026-11-19' })).toEqual([422, ['fino_a']]);
    expect(await refused({ fino_a: '2028-12-01' })).toEqual([422, ['fino_a']]);
    expect(await refused({ motivo: 'amico' })).toEqual([422, ['motivo']]);
    expect(await refused({ filesAllegati: [] })).toEqual([422, ['filesAllegati']]);
    expect(await refused({ ente: 'nessuno' })).toEqual([422, ['ente']]);
    const child = callerOf(rig, {
      user: await createAccount(rig, { codice_fiscale: 'RSSMRA15A01H501G', email: 'mario@esempio.it' }),
    });
    const young = await child.call('chiediDelega', await asked(child));
    expect([young.status, young.body.message]).toEqual([403, expect.stringContaining('18 anni')]);
    expect((await callerOf(rig).call('chiediDelega', { ...(await asked(anna)), filesAllegati: [] })).status).toBe(401);
    expect(await countRows(rig, 'pratiche')).toBe(0);
  });
});
