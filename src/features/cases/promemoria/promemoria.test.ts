import { expect, onTestFinished, test } from 'vitest';
import { createOperator, DAY, ENTI, HOUR, onOneInTurn, type Rig } from '../../../../tests/rig.ts';
import { writeUfficio } from '../../../../tests/uffici.ts';
import { ctxOf } from '../../../context.ts';
import type { IdentifiedPerson } from '../../../platform/identity.ts';
import { writeEnte } from '../ente/ente.db.ts';
import { forgetEnti } from '../ente/ente.server.ts';
import type { Ente } from '../ente/ente.ts';
import { openPratica } from '../pratica/pratica-opening.server.ts';
import { sendPromemoria } from './promemoria.server.ts';

const TODAY = '2026-11-20';
const YESTERDAY = '2026-11-19';

/** A case of Borgo about a lamp, with its due date. @returns its number */
async function newPratica(
  { house }: Rig,
  termine_il: string,
  over: { codice?: string; assegnata_a?: string; assegnata_ufficio?: string | null; stato?: string } = {},
): Promise<string> {
  const { codice = 'SF510', ...columns } = over;
  const { id, protocollo } = await house.db.transaction().execute((tx) =>
    openPratica(
      { ...ctxOf(house, { visitor: 'v' }), db: tx },
      {
        tipo: 'segnalazione',
        codice,
        ente: ENTI.borgo,
        oggetto: 'Lampione del signor Ugo',
        descrizione: 'È buio.',
        richiedente: { nome: 'Anna', cognome: 'Bianchi', email: 'anna@esempio.it' },
        dati: {},
        files: [],
        percorso: '/segnalazione',
      },
    ),
  );
  await house.db
    .updateTable('pratiche')
    .set({ termine_il, ...columns })
    .where('id', '=', id)
    .execute();
  // Only reminders are read here.
  await house.db.deleteFrom('posta_in_uscita').where('tipo', '!=', 'ente.promemoria').execute();
  return protocollo;
}

const login = (rig: Rig, over: Partial<IdentifiedPerson> = {}) =>
  createOperator(rig, 'Piero', { cognome: 'Fabbri', email: 'piero@borgo.example', ...over });

/** Runs the hourly work, and delivers. @returns who got a reminder */
async function remind(rig: Rig): Promise<string[]> {
  rig.mails.length = 0;
  await sendPromemoria(rig.house);
  await rig.deliver();
  return rig.mails.map(({ to }) => to).sort();
}

onOneInTurn('the daily reminder', (rig) => {
  test('goes once to each office address, to the mailbox for cases of no office, and to each person who has late cases', async () => {
    const own = await writeUfficio(rig, { email: 'tecnico@borgo.example', servizi: [] });
    const same = await writeUfficio(rig, { nome: 'Ufficio strade', email: 'tecnico@borgo.example', servizi: [] });
    const { id: assegnata_a } = await login(rig);
    const numbers = [
      await newPratica(rig, YESTERDAY, { assegnata_ufficio: own, assegnata_a }),
      await newPratica(rig, YESTERDAY, { assegnata_ufficio: same }),
      await newPratica(rig, '2026-11-23', { assegnata_ufficio: same }),
    ];
    const further = await newPratica(rig, '2026-11-24', { assegnata_ufficio: own, assegnata_a });
    const noOffice = await newPratica(rig, YESTERDAY);
    expect(await remind(rig)).toEqual(['luce@borgo.example', 'piero@borgo.example', 'tecnico@borgo.example']);

    const textTo = (to: string) => rig.mails.find((mail) => mail.to === to)?.text ?? '';
    const office = textTo('tecnico@borgo.example');
    for (const number of numbers) expect(office).toContain(number);
    expect(office).toMatch(
      /In ritardo \(2\)[\s\S]*In scadenza \(1\)\n- 2026\/000003 .*, da concludere entro il 23 novembre/,
    );
    for (const number of [further, noOffice]) expect(office).not.toContain(number);
    expect(textTo('luce@borgo.example')).toContain(noOffice);
    expect(textTo('piero@borgo.example')).toContain(numbers[0]);
    expect(textTo('piero@borgo.example')).not.toContain(numbers[1]);
    const [mail] = rig.mails;
    expect(mail?.html).toMatch(/<li><a href="http:\/\/127\.0\.0\.1:4321\/segnalazione\/chat\/operatore\//);
    expect(JSON.stringify(rig.mails)).not.toMatch(/signor Ugo|Anna Bianchi|chiave=/);
  });

  test('leaves on working days from seven in the morning on, once a day', async () => {
    await newPratica(rig, '2026-11-02');
    rig.clock.set(Date.UTC(2026, 10, 20, 5, 59));
    expect(await remind(rig)).toEqual([]);
    rig.clock.pass(60_000);
    expect(await remind(rig)).toHaveLength(1);
    rig.clock.pass(HOUR);
    expect(await remind(rig)).toEqual([]);
    for (const [days, count] of [
      [1, 0],
      [1, 0],
      [1, 1],
    ] as const) {
      rig.clock.pass(days * DAY);
      expect(await remind(rig)).toHaveLength(count);
    }
    rig.clock.set(Date.UTC(2026, 11, 8, 9));
    expect(await remind(rig)).toEqual([]);
  });

  test('waits for the day on which the offices of the ente open again', async () => {
    const write = async (ente: Ente) => {
      await writeEnte(rig.house.db, ente, 1);
      forgetEnti(rig.house);
    };
    onTestFinished(() => write(ENTI.borgo));
    await write({ ...ENTI.borgo, chiusure: [{ dal: YESTERDAY, al: TODAY }] });
    await newPratica(rig, YESTERDAY);
    expect(await remind(rig)).toEqual([]);
    rig.clock.pass(3 * DAY);
    expect(await remind(rig)).toHaveLength(1);
  });

  test('leaves once although two hosts ask at the same time', async () => {
    await newPratica(rig, YESTERDAY);
    const other = await rig.otherHost();
    await Promise.all([sendPromemoria(rig.house), sendPromemoria(other), sendPromemoria(rig.house)]);
    while ((await rig.deliver()) > 0);
    expect(rig.mails.map(({ to }) => to)).toEqual(['luce@borgo.example']);
  });

  test('does not leave when nothing is late: not for what is due today or soon, waits for the citizen or is closed', async () => {
    for (const day of [TODAY, '2026-11-22']) await newPratica(rig, day);
    for (const stato of ['da_integrare', 'conclusa']) await newPratica(rig, YESTERDAY, { stato });
    expect(await remind(rig)).toEqual([]);
  });

  test('passes over a person who is absent, has left the ente or has no address', async () => {
    const ufficio = await writeUfficio(rig, { servizi: [] });
    const away = await login(rig, { uffici: [ufficio] });
    await rig.house.db.updateTable('uffici_persone').set({ assente_dal: YESTERDAY, assente_al: TODAY }).execute();
    const left = await login(rig, { subject: 'gino', email: 'gino@borgo.example', enti: ['valle'] });
    const silent = await login(rig, { subject: 'ada', email: null });
    for (const { id } of [away, left, silent]) await newPratica(rig, YESTERDAY, { assegnata_a: id });
    expect(await remind(rig)).toEqual(['luce@borgo.example']);
    rig.clock.pass(3 * DAY);
    expect(await remind(rig)).toEqual(['luce@borgo.example', 'piero@borgo.example']);
  });

  test('names twenty cases with their links, the earliest first, and how many others there are', async () => {
    for (let day = 1; day <= 22; day++) await newPratica(rig, `2026-10-${String(23 - day).padStart(2, '0')}`);
    await remind(rig);
    const text = rig.mails[0]?.text ?? '';
    expect(rig.mails[0]?.subject).toBe('Promemoria: 22 pratiche sono in ritardo');
    expect(text.match(/^- 2026\//gm)).toHaveLength(20);
    expect(text).toMatch(/In ritardo \(22\)\n- 2026\/000022 /);
    expect(text).toContain('\ne altre 2\n');
  });

  test('is not sent when the last late case was closed before the mail left', async () => {
    await newPratica(rig, YESTERDAY);
    await sendPromemoria(rig.house);
    await rig.house.db.updateTable('pratiche').set({ stato: 'conclusa' }).execute();
    await rig.deliver();
    expect([rig.mails, rig.reports]).toEqual([[], []]);
  });
});
