import { expect, test } from 'vitest';
import {
  callerOf,
  cittadino,
  codeIn,
  countRows,
  DAY,
  HOUR,
  onOneInTurn,
  pdfFile,
  type Rig,
  type RigCaller,
  segnalazione,
} from '../../../../tests/rig.ts';
import { deleteLapsed } from '../../../housekeeping.server.ts';

const FORM = '/segnalazione';
const EMAIL = 'anna@esempio.it';
const typed = (oggetto: string, over = {}) => ({ percorso: FORM, passo: 'dati', valori: { oggetto }, ...over });
const read = async (who: RigCaller) => (await who.call('leggiBozza', { percorso: FORM })).body.data;
const listed = async (who: RigCaller, email = EMAIL) => (await who.call('bozzeAltrove', { email })).body.data;

/** A mailbox gets three codes in a quarter of an hour. */
async function confirmAgain(rig: Rig, who: RigCaller): Promise<void> {
  rig.clock.pass(6 * 60_000);
  await who.confirm(EMAIL);
}

/** A guest who has begun a form on one device and left it for an address. @returns the key of the send */
async function leave(rig: Rig, phone: RigCaller, over = {}): Promise<string> {
  const { chiave } = (await phone.call('salvaBozza', typed('Lampione', over))).body.data;
  await confirmAgain(rig, phone);
  const left = await phone.call('lasciaBozza', { percorso: FORM, email: EMAIL });
  expect(left.status).toBe(200);
  return chiave;
}

/** The same person on another device. */
async function takeUp(rig: Rig, chiave: string, laptop = callerOf(rig, { peer: '203.0.113.9' })): Promise<RigCaller> {
  await confirmAgain(rig, laptop);
  const taken = await laptop.call('riprendiBozza', { email: EMAIL, chiave });
  expect([taken.status, taken.body.data]).toEqual([200, { percorso: FORM, passo: 'dati' }]);
  return laptop;
}

onOneInTurn('a draft on another device', (rig) => {
  test('is taken up with its values, step, files, key and last day; the first device has it no longer', async () => {
    const phone = callerOf(rig);
    const chiave = await leave(rig, phone, { salva: true });
    await phone.call('caricaFile', { file: pdfFile('planimetria.pdf'), percorso: FORM });
    const before = await read(phone);
    const laptop = callerOf(rig, { peer: '203.0.113.9' });
    await confirmAgain(rig, laptop);
    expect(await listed(laptop)).toEqual([
      { chiave, percorso: FORM, aggiornata: before.aggiornata, scade: '2026-11-27T09:00:00.000Z', file: 1 },
    ]);
    expect((await laptop.call('riprendiBozza', { email: EMAIL, chiave })).status).toBe(200);
    expect(await read(laptop)).toEqual(before);
    expect(await read(phone)).toBeNull();
    rig.clock.pass(7 * DAY);
    await deleteLapsed(rig.house);
    // The address goes with the draft.
    expect([await countRows(rig, 'bozze'), await countRows(rig, 'allegati')]).toEqual([0, 0]);
  });

  test('an address with capitals and blanks is the same address', async () => {
    const phone = callerOf(rig);
    const { chiave } = (await phone.call('salvaBozza', typed('Lampione'))).body.data;
    await phone.confirm(EMAIL);
    expect((await phone.call('lasciaBozza', { percorso: FORM, email: '  ANNA@Esempio.it ' })).status).toBe(200);
    const laptop = callerOf(rig);
    await confirmAgain(rig, laptop);
    expect(await listed(laptop, ' Anna@esempio.IT')).toMatchObject([{ chiave }]);
  });

  test('tells nothing to those who only know the address, whether there is one or not', async () => {
    const chiave = await leave(rig, callerOf(rig));
    const stranger = callerOf(rig);
    rig.clock.pass(2 * 60_000);
    const answers = [];
    for (const email of [EMAIL, 'nessuno@esempio.it']) {
      const asked = await stranger.call('codiceEmail', { email });
      const wrong = await stranger.call('codiceEmail', { email, otp: '000000' });
      const list = await stranger.call('bozzeAltrove', { email });
      const taken = await stranger.call('riprendiBozza', { email, chiave });
      answers.push([asked, wrong, list, taken].map(({ status, body }) => [status, body]));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.map(([status]) => status)).toEqual([201, 422, 422, 422]);
    await stranger.confirm('altro@esempio.it');
    const taken = await stranger.call('riprendiBozza', { email: 'altro@esempio.it', chiave });
    expect(taken.status).toBe(404);
    expect(await listed(stranger, 'altro@esempio.it')).toEqual([]);
  });

  test('a code that was used, or has expired, opens nothing', async () => {
    await leave(rig, callerOf(rig));
    rig.clock.pass(2 * 60_000);
    const laptop = callerOf(rig);
    await laptop.call('codiceEmail', { email: EMAIL });
    const otp = codeIn(rig.mails.at(-1));
    rig.clock.pass(HOUR);
    expect((await laptop.call('codiceEmail', { email: EMAIL, otp })).status).toBe(422);
    expect((await laptop.call('bozzeAltrove', { email: EMAIL })).status).toBe(422);
    await laptop.confirm(EMAIL);
    expect(await listed(laptop)).toHaveLength(1);
    // The proof of the address ends, too.
    rig.clock.pass(2 * HOUR);
    expect((await laptop.call('bozzeAltrove', { email: EMAIL })).status).toBe(422);
  });

  test('is left only for an address that its guest has confirmed, and only while there is one', async () => {
    const phone = callerOf(rig);
    await phone.call('salvaBozza', typed('Lampione'));
    const left = await phone.call('lasciaBozza', { percorso: FORM, email: 'vittima@esempio.it' });
    expect([left.status, Object.keys(left.body.errors)]).toEqual([422, ['otp']]);
    await phone.confirm(EMAIL);
    expect((await phone.call('lasciaBozza', { percorso: '/servizio/riesame', email: EMAIL })).status).toBe(404);
    const anna = callerOf(rig, { user: cittadino('anna') });
    await anna.call('salvaBozza', typed('Lampione'));
    expect((await anna.call('lasciaBozza', { percorso: FORM, email: EMAIL })).status).toBe(409);
  });

  test('that has expired, or was deleted or sent meanwhile, is not there any more', async () => {
    const phone = callerOf(rig);
    const chiave = await leave(rig, phone);
    rig.clock.pass(DAY);
    const laptop = callerOf(rig);
    await laptop.confirm(EMAIL);
    expect(await listed(laptop)).toEqual([]);
    expect((await laptop.call('riprendiBozza', { email: EMAIL, chiave })).status).toBe(404);
    const again = await leave(rig, phone);
    await phone.call('eliminaBozza', { percorso: FORM });
    expect((await laptop.call('riprendiBozza', { email: EMAIL, chiave: again })).status).toBe(404);
  });

  test('does not replace one of the same form that is there already, unless that is wanted', async () => {
    const chiave = await leave(rig, callerOf(rig));
    const laptop = callerOf(rig);
    await confirmAgain(rig, laptop);
    await laptop.call('salvaBozza', typed('Buca'));
    await laptop.call('caricaFile', { file: pdfFile('buca.pdf'), percorso: FORM });
    const refused = await laptop.call('riprendiBozza', { email: EMAIL, chiave });
    expect([refused.status, refused.body.reason]).toEqual([409, 'BOZZA_QUI']);
    expect(await read(laptop)).toMatchObject({ valori: { oggetto: 'Buca' } });
    expect((await laptop.call('riprendiBozza', { email: EMAIL, chiave, sostituisci: true })).status).toBe(200);
    expect(await read(laptop)).toMatchObject({ valori: { oggetto: 'Lampione' }, chiave, allegati: [] });
    expect(await countRows(rig, 'allegati')).toBe(0);
  });

  test('of two people on one browser the second one opens nothing without a code of their own', async () => {
    const chiave = await leave(rig, callerOf(rig));
    const shared = await takeUp(rig, chiave);
    await shared.call('eliminaBozza', { percorso: FORM });
    // The browser was closed between them.
    const next = callerOf(rig, { peer: '203.0.113.9' });
    expect((await next.call('bozzeAltrove', { email: EMAIL })).status).toBe(422);
  });

  test('goes into the account of a citizen who takes it up, unless it carries another tax code', async () => {
    const user = cittadino('anna');
    const chiave = await leave(rig, callerOf(rig), {
      valori: { oggetto: 'Lampione', codice_fiscale: user.codice_fiscale },
    });
    const anna = await takeUp(rig, chiave, callerOf(rig, { user }));
    expect(await read(callerOf(rig, { user }))).toMatchObject({ chiave });
    const row = await rig.house.db.selectFrom('bozze').selectAll().executeTakeFirstOrThrow();
    expect([row.email, row.rete, Number(row.scade) - rig.house.now()]).toEqual([null, null, 365 * DAY]);
    await anna.call('eliminaBozza', { percorso: FORM });
    const others = await leave(rig, callerOf(rig), { valori: { codice_fiscale: 'VRDLGU80A01H501X' } });
    await confirmAgain(rig, anna);
    const refused = await anna.call('riprendiBozza', { email: EMAIL, chiave: others });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('codice fiscale')]);
  });

  test('counts for the network that has it now, which may have no room for its files', async () => {
    const phone = callerOf(rig);
    const chiave = await leave(rig, phone);
    await phone.call('caricaFile', { file: pdfFile('a.pdf'), percorso: FORM });
    const laptop = callerOf(rig, { peer: '203.0.113.9' });
    await laptop.call('caricaFile', { file: pdfFile('b.pdf'), percorso: '/servizio/riesame' });
    const full = (bytes: number) =>
      rig.house.db.updateTable('allegati').set({ dimensione: bytes }).where('nome', '=', 'b.pdf').execute();
    await full(300 * 1024 * 1024);
    await confirmAgain(rig, laptop);
    const refused = await laptop.call('riprendiBozza', { email: EMAIL, chiave });
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringMatching(/molti file/)]);
    expect(await read(phone)).toMatchObject({ chiave });
    await full(1);
    expect((await laptop.call('riprendiBozza', { email: EMAIL, chiave })).status).toBe(200);
    const rows = await rig.house.db.selectFrom('allegati').select(['nome', 'rete']).execute();
    expect(new Set(rows.map(({ rete }) => rete)).size).toBe(1);
  });

  test('is asked for by the first device when somebody types there on, and brought back by one press', async () => {
    const phone = callerOf(rig);
    const chiave = await leave(rig, phone);
    const { aggiornata: vista } = await read(phone);
    const laptop = await takeUp(rig, chiave);
    const refused = await phone.call('salvaBozza', typed('Lampione rotto', { vista, chiave, mano: 'telefono' }));
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
      409,
      'CEDUTA',
      expect.stringMatching(/^Questa richiesta è stata ripresa su un altro dispositivo alle \d\d:\d\d\.$/),
    ]);
    expect(await read(laptop)).toMatchObject({ valori: { oggetto: 'Lampione' } });
    const back = await phone.call('riportaBozza', { chiave });
    expect([back.status, back.body.data]).toEqual([200, { aggiornata: vista }]);
    expect(await read(phone)).toMatchObject({ chiave, valori: { oggetto: 'Lampione' } });
    expect(await read(laptop)).toBeNull();
    // Now the other one is asked.
    const late = await laptop.call('salvaBozza', typed('Altro', { vista, chiave }));
    expect([late.status, late.body.reason]).toEqual([409, 'CEDUTA']);
    const kept = await phone.call('salvaBozza', typed('Lampione rotto', { vista, chiave }));
    expect([kept.status, kept.body.data.chiave]).toEqual([200, chiave]);
  });

  test('sent from both devices makes one case, and the second gets words', async () => {
    const phone = callerOf(rig);
    const chiave = await leave(rig, phone);
    const laptop = await takeUp(rig, chiave);
    const body = segnalazione({ email: EMAIL });
    const early = await phone.call('inviaSegnalazione', body, { key: chiave });
    expect([early.status, early.body.reason]).toEqual([409, 'CEDUTA']);
    expect((await laptop.call('inviaSegnalazione', body, { key: chiave })).status).toBe(201);
    const late = await phone.call('inviaSegnalazione', body, { key: chiave });
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/ripresa su un altro dispositivo/)]);
    const typing = await phone.call('salvaBozza', typed('x', { vista: '2026-11-20T09:00:00.000Z', chiave }));
    expect([typing.status, typing.body.reason]).toEqual([409, 'BOZZA_INVIATA']);
    expect((await phone.call('riportaBozza', { chiave })).body.reason).toBe('BOZZA_INVIATA');
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('brought back and sent at the same moment makes one case', async () => {
    const phone = callerOf(rig);
    const chiave = await leave(rig, phone);
    const laptop = await takeUp(rig, chiave);
    const other = await rig.otherHost();
    const body = segnalazione({ email: EMAIL });
    const [sent, back] = await Promise.all([
      laptop.call('inviaSegnalazione', body, { key: chiave }),
      phone.at(other).call('riportaBozza', { chiave }),
    ]);
    expect([sent.status === 201, back.status === 200]).toContain(true);
    expect(sent.status === 201 && back.status === 200).toBe(false);
    await confirmAgain(rig, phone);
    await phone.call('inviaSegnalazione', body, { key: chiave });
    expect(await countRows(rig, 'pratiche')).toBe(1);
  });

  test('that went into an account is not brought back to the browser where it began', async () => {
    const phone = callerOf(rig);
    const chiave = await leave(rig, phone);
    await takeUp(rig, chiave, callerOf(rig, { user: cittadino('anna') }));
    const back = await phone.call('riportaBozza', { chiave });
    expect([back.status, back.body.reason]).toEqual([409, 'BOZZA_NELL_AREA']);
    expect(await read(phone)).toBeNull();
  });

  test('only the device that had it brings it back', async () => {
    const chiave = await leave(rig, callerOf(rig));
    await takeUp(rig, chiave);
    expect((await callerOf(rig).call('riportaBozza', { chiave })).status).toBe(404);
  });
});
