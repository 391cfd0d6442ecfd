import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { expect, test } from 'vitest';
import { writeCalendari } from '../../../../tests/calendari.ts';
import { writeOfferta } from '../../../../tests/offerte.ts';
import { writeDocumento, writePosizione } from '../../../../tests/posizioni.ts';
import { RICHIEDENTE } from '../../../../tests/richiedente.ts';
import { callerOf, createAccount, onOneInTurn, type Rig, type RigCaller } from '../../../../tests/rig.ts';
import { forgetPerson } from '../../../upkeep/forget.server.ts';

const EMAIL = 'anna@esempio.it';
const ANNA_CODE = 'BNCNNA80A41H501R';
const accountOfAnna = (rig: Rig) =>
  createAccount(rig, { codice_fiscale: ANNA_CODE, nome: 'Anna', cognome: 'Bianchi', email: EMAIL });
/** Mondays in Rome, after the rig's 20 November 2026. */
const SOON = new Date('2026-11-23T10:00:00+01:00').toISOString();
const LATER = new Date('2026-11-30T09:30:00+01:00').toISOString();

/** The words of the address that a citizen gets. */
async function createKey(anna: RigCaller): Promise<string> {
  const { body } = await anna.call('creaCalendario');
  const [key = ''] = /[^/]+(?=\/scadenze\.ics$)/.exec(body.data.indirizzo) ?? [];
  return key;
}

/** Anna's appointment for her identity card. */
async function book(anna: RigCaller): Promise<{ id: string }> {
  const { body } = await anna.call('prenotaAppuntamento', {
    ente: 'borgo',
    calendario: 'anagrafe',
    motivo: 'carta',
    inizio: SOON,
    dettagli: 'La carta è scaduta.',
    nome: 'Anna',
    cognome: 'Bianchi',
    email: EMAIL,
    privacy: true,
  });
  return body.data;
}

/** As a calendar reads it, which has no cookie. */
const readCalendar = (rig: Rig, chiave: string) => callerOf(rig).call('leggiCalendario', { chiave });

/** What two programs that do not know of each other find: the same ids and first days, in order. */
async function eventsAt(rig: Rig, chiave: string) {
  const { status, headers, bytes } = await readCalendar(rig, chiave);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  const text = bytes.toString();
  const byOne = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((part) => new ICAL.Event(part))
    .map(({ uid, sequence, summary, startDate }) => ({
      uid,
      sequence: sequence ?? 0,
      summary,
      start: startDate.toJSDate().getTime(),
    }));
  const byOther = Object.values(nodeIcal.parseICS(text)).flatMap((part) =>
    part?.type === 'VEVENT' ? [{ uid: part.uid, start: part.start.getTime() }] : [],
  );
  expect(byOther).toEqual(byOne.map(({ uid, start }) => ({ uid, start })));
  return byOne;
}

onOneInTurn('the address of a citizen’s calendar', (rig) => {
  test('gives, without a login, what the file gives: what is to pay, permits that end, appointments', async () => {
    await writeCalendari(rig);
    const anna = callerOf(rig, { user: await accountOfAnna(rig) });
    await writeDocumento(rig, await writePosizione(rig, {}, [ANNA_CODE]), {
      numero: 'D-1',
      scadenza: '2026-12-16',
    });
    await book(anna);
    await writeOfferta(rig, 'SF300', {
      zone: [{ codice: 'a', nome: 'Zona A' }],
      prezzi: [{ tipo: 'residente', durata: 'mensile', importo_cent: 0 }],
      max_targhe: 2,
    });
    const sent = await anna.call('chiediAbbonamento', {
      ente: 'borgo',
      zona: 'a',
      tipo: 'residente',
      durata: 'mensile',
      dal: '2026-12-01',
      targhe: ['AB123CD'],
      richiedente: { ...RICHIEDENTE, email: EMAIL },
      privacy: true,
    });
    expect(sent.status).toBe(201);
    const key = await createKey(anna);
    expect((await eventsAt(rig, key)).map(({ summary }) => summary)).not.toContain(
      'Scade il permesso di sosta: Comune di Borgo',
    );
    await rig.house.db
      .updateTable('pratiche')
      .set({ stato: 'accettata' })
      .where('id', '=', sent.body.data.id)
      .execute();
    const events = await eventsAt(rig, key);
    expect(events.map(({ summary }) => summary)).toEqual([
      'Da pagare 100,00\u00a0€: Comune di Borgo',
      'Scade il permesso di sosta: Comune di Borgo',
      'Ufficio anagrafe: Carta d’identità',
    ]);
    const file = (await anna.call('scadenzeCalendario')).bytes.toString();
    expect(file.match(/^UID:.*$/gm)).toEqual((await readCalendar(rig, key)).bytes.toString().match(/^UID:.*$/gm));
  });

  test('follows what becomes of an appointment: moved under the same id, gone when it is cancelled; then it is empty', async () => {
    await writeCalendari(rig);
    const anna = callerOf(rig, { user: await accountOfAnna(rig) });
    const { id } = await book(anna);
    const key = await createKey(anna);
    const [before] = await eventsAt(rig, key);
    expect(before).toMatchObject({ sequence: 0, start: Date.parse(SOON) });
    expect((await anna.call('spostaAppuntamento', { id, email: EMAIL, inizio: LATER })).status).toBe(200);
    expect(await eventsAt(rig, key)).toEqual([{ ...before, sequence: 1, start: Date.parse(LATER) }]);
    expect((await anna.call('annullaAppuntamento', { id, email: EMAIL })).status).toBe(200);
    expect(await eventsAt(rig, key)).toEqual([]);
  });

  test('is one’s own: another one, a changed one and one that was taken back open nothing', async () => {
    const anna = callerOf(rig, { user: await accountOfAnna(rig) });
    expect((await anna.call('calendarioPersonale')).body.data).toEqual({ indirizzo: null });
    const first = await createKey(anna);
    const second = await createKey(anna);
    expect((await anna.call('calendarioPersonale')).body.data.indirizzo).toContain(second);
    const bruno = callerOf(rig, {
      user: await createAccount(rig, {
        codice_fiscale: 'VRDLCU72P15Z999A',
        nome: 'Luca',
        cognome: 'Verdi',
        email: 'luca@esempio.it',
      }),
    });
    expect((await bruno.call('calendarioPersonale')).body.data).toEqual({ indirizzo: null });
    const [id, mark] = second.split('.');
    expect((await readCalendar(rig, second)).status).toBe(200);
    for (const wrong of [first, `${id}.${mark?.slice(1)}A`, `x${id}.${mark}`, `${id}`, '.'])
      expect((await readCalendar(rig, wrong)).status).toBe(404);
    expect((await bruno.call('revocaCalendario')).status).toBe(204);
    expect((await readCalendar(rig, second)).status).toBe(200);
    expect((await anna.call('revocaCalendario')).status).toBe(204);
    expect((await readCalendar(rig, second)).status).toBe(404);
    expect((await anna.call('calendarioPersonale')).body.data).toEqual({ indirizzo: null });
  });

  test('ends with the account, and shows no position that its reader no longer represents', async () => {
    const posizione = await writePosizione(rig, {}, [ANNA_CODE]);
    await writeDocumento(rig, posizione, { numero: 'D-1', scadenza: '2026-12-16' });
    const anna = callerOf(rig, { user: await accountOfAnna(rig) });
    const key = await createKey(anna);
    expect(await eventsAt(rig, key)).toHaveLength(1);
    await rig.house.db.updateTable('rappresentanze').set({ fine: '2026-11-20' }).execute();
    expect(await eventsAt(rig, key)).toEqual([]);
    await forgetPerson(rig.house, { codice_fiscale: ANNA_CODE }, { now: rig.house.now(), apply: true });
    expect((await readCalendar(rig, key)).status).toBe(404);
  });
});
