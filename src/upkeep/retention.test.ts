import { expect, test } from 'vitest';
import { writeDelegaOn } from '../../tests/deleghe.ts';
import { writeAvviso, writePagamento } from '../../tests/pagamenti.ts';
import { ANNA, writePosizione } from '../../tests/posizioni.ts';
import { publicRow, writePublicRows } from '../../tests/public-rows.ts';
import {
  callerOf,
  countRows,
  createAccount,
  DAY,
  type OpenedPratica,
  onBoth,
  openAsUfficio,
  pdfFile,
  type Rig,
  sendSegnalazione,
} from '../../tests/rig.ts';
import { todayInRome } from '../platform/atoms/date.ts';
import { NEVER_AGAIN } from '../platform/outbox-retry.server.ts';
import { readSettings } from '../settings.ts';
import { checkStore } from './check.server.ts';
import { applyRetention, applyRetentionDaily, countRetention, type RetentionHouse } from './retention.server.ts';

const YEAR = 366 * DAY;

/** The house with a retention of its own. */
const houseWith = ({ house }: Rig, retention: object): RetentionHouse => ({
  ...house,
  settings: readSettings({ RETENTION: JSON.stringify(retention) }),
});

onBoth('retention', (rig) => {
  const close = async (name: string): Promise<OpenedPratica> => {
    const citizen = callerOf(rig);
    const { body } = await citizen.call('caricaFile', { file: pdfFile() });
    const pratica = await sendSegnalazione(citizen, { email: `${name}@esempio.it`, filesAllegati: [body.data.Id] });
    const ufficio = await openAsUfficio(rig, pratica);
    const done = await ufficio.call('commenta', { ...pratica, vista: 'operatore', stato: 'conclusa', testo: 'Fatto.' });
    if (done.status >= 300) throw new Error(`not closed: ${done.status} ${JSON.stringify(done.body)}`);
    await rig.deliver();
    return pratica;
  };
  const countAs = async (retention: object, of: string) =>
    (await countRetention(houseWith(rig, retention))).find(({ label }) => label === of)?.quante;
  const recorded = () =>
    rig.house.db
      .selectFrom('cancellazioni')
      .select(['motivo', 'tipo', 'ente', 'anno', 'quante'])
      .where('tipo', '=', 'pratiche')
      .execute();

  test('deletes a closed case with its files and trail once its days are over, keeps an open one, and records how many', async () => {
    await close('uno');
    const open = await sendSegnalazione(callerOf(rig), { email: 'due@esempio.it' });
    rig.clock.pass(YEAR);
    expect(await countAs({ pratiche: 730 }, 'pratiche chiuse')).toBe(0);
    expect(await countAs({ pratiche: 365 }, 'pratiche chiuse')).toBe(1);
    expect(await countRows(rig, 'pratiche')).toBe(2);

    await applyRetention(houseWith(rig, { pratiche: 365 }));

    const left = await rig.house.db.selectFrom('pratiche').select('id').execute();
    expect(left).toEqual([{ id: open.id }]);
    const words = await rig.house.db.selectFrom('pratiche_parole').select('pratica').distinct().execute();
    expect(words).toEqual([{ pratica: open.id }]);
    for (const table of ['allegati', 'allegati_pezzi', 'atti', 'consultazioni'] as const)
      expect([table, await countRows(rig, table)]).toEqual([table, 0]);
    expect(await recorded()).toEqual([
      { motivo: 'conservazione', tipo: 'pratiche', ente: 'borgo', anno: 2026, quante: 1 },
    ]);
    expect((await checkStore(rig.house)).faults).toEqual([]);
  });

  test('keeps a closed case while a notice of it is to be paid; a paid notice outlives it', async () => {
    const { id } = await close('uno');
    await writeAvviso(rig, { pratica: id });
    rig.clock.pass(YEAR);
    await applyRetention(houseWith(rig, { pratiche: 365 }));
    expect(await countRows(rig, 'pratiche')).toBe(1);
    await rig.house.db.updateTable('avvisi').set({ stato: 'pagato' }).execute();
    await applyRetention(houseWith(rig, { pratiche: 365 }));
    expect([await countRows(rig, 'pratiche'), await countRows(rig, 'avvisi')]).toEqual([0, 1]);
  });

  test('deletes nothing by age that the setting does not name', async () => {
    await close('uno');
    await writePagamento(rig, [await writeAvviso(rig)]);
    rig.clock.pass(30 * YEAR);
    await applyRetention(houseWith(rig, {}));
    expect([await countRows(rig, 'pratiche'), await countRows(rig, 'ricevute')]).toEqual([1, 1]);
  });

  test('deletes payments after ten years with their receipts, and failed ones by a term of their own', async () => {
    const avviso = await writeAvviso(rig);
    await writePagamento(rig, [avviso]);
    await writePagamento(rig, [avviso], { stato: 'annullato' });
    await writePagamento(rig, [avviso], { stato: 'aperto' });
    rig.clock.pass(2 * YEAR);
    const house = houseWith(rig, { pagamenti: 3653, tentativi: 365 });
    await applyRetention(house);
    const stati = async () =>
      (await rig.house.db.selectFrom('pagamenti').select('stato').execute()).map((p) => p.stato);
    expect((await stati()).sort()).toEqual(['aperto', 'pagato']);
    rig.clock.pass(10 * YEAR);
    await applyRetention(house);
    expect([await stati(), await countRows(rig, 'ricevute')]).toEqual([['aperto'], 0]);
  });

  test('deletes mails that were given up, not those that still wait', async () => {
    const row = {
      tipo: 'x',
      corsia: 'receipts' as const,
      dati_json: '{}',
      creata: rig.house.now(),
      tentativi: 9,
      presa_fino: 0,
      inviata: null,
      errore: 'x',
    };
    const rows = [
      { id: 'persa', da_inviare: NEVER_AGAIN },
      { id: 'attesa', da_inviare: 1 },
    ];
    await rig.house.db
      .insertInto('posta_in_uscita')
      .values(rows.map((r) => ({ ...row, ...r })))
      .execute();
    rig.clock.pass(YEAR);
    await applyRetention(houseWith(rig, {}));
    expect(await rig.house.db.selectFrom('posta_in_uscita').select('id').execute()).toEqual([{ id: 'attesa' }]);
  });

  test('deletes delegations a year after their end, and the links of no other; not one by which something was sent', async () => {
    const { db } = rig.house;
    const delegato = 'VRDLCU72P15Z999A';
    const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
    const link = { posizione: posizione.id, codice_fiscale: delegato, ruolo: 'delegato', creata: 1, tolta: null };
    await db
      .insertInto('rappresentanze')
      .values({ ...link, id: 'link', delegata: 1 })
      .execute();
    const today = todayInRome(rig.house.now());
    const ended = { chiusa: rig.house.now(), esito: 'revocata' as const };
    const rows = [
      { id: 'revocata', accettata: 1, ...ended },
      { id: 'mai-accettata', fino_a: today },
      { id: 'usata', accettata: 1, ...ended },
      { id: 'valida', accettata: 1, fino_a: '2030-01-01' },
    ];
    for (const row of rows) await writeDelegaOn(rig, { delegato, posizione: posizione.id, ...row });
    const { id: pratica } = await sendSegnalazione(callerOf(rig), { email: 'uno@esempio.it' });
    await db.updateTable('pratiche').set({ delega: 'usata' }).where('id', '=', pratica).execute();
    const left = async () => (await db.selectFrom('deleghe').select('id').orderBy('id').execute()).map(({ id }) => id);

    rig.clock.pass(364 * DAY);
    await applyRetention(houseWith(rig, {}));
    expect(await left()).toEqual(['mai-accettata', 'revocata', 'usata', 'valida']);
    rig.clock.pass(3 * DAY);
    expect(await countAs({}, 'deleghe finite')).toBe(2);
    await applyRetention(houseWith(rig, {}));
    expect(await left()).toEqual(['usata', 'valida']);
    expect(await countRows(rig, 'deleghe_posizioni')).toBe(2);
    expect(await countRows(rig, 'rappresentanze')).toBe(2);
    await db.updateTable('deleghe').set({ fino_a: '2026-12-31' }).where('id', '=', 'valida').execute();
    await db.updateTable('pratiche').set({ delega: null }).execute();
    rig.clock.pass(2 * YEAR);
    await applyRetention(houseWith(rig, {}));
    expect(await left()).toEqual([]);
    // The holder’s own link stays, that of the delegate goes with the last delegation.
    expect(await db.selectFrom('rappresentanze').select('codice_fiscale').execute()).toEqual([
      { codice_fiscale: ANNA.codice_fiscale },
    ]);
  });

  test('counts before it deletes exactly what it deletes, of every kind, and leaves what is younger', async () => {
    const { db } = rig.house;
    const trail = async (name: string) => {
      const change = {
        quando: rig.house.now(),
        n: name.length,
        chi: 'x',
        nome: 'X',
        oggetto: 'o',
        chiave: 'c',
        prima_json: '1',
        dopo_json: '2',
      };
      await db
        .insertInto('modifiche')
        .values({ id: name, ente: 'borgo', ...change })
        .execute();
    };
    const all = async (name: string) => {
      await trail(name);
      const pratica = await close(name);
      await db
        .insertInto('consultazioni')
        .values({
          pratica: pratica.id,
          chi: name,
          ora: 1,
          quando: rig.house.now(),
          giorno: '2026-11-20',
          ufficio: '',
        })
        .execute();
      const closed = { stato: 'conclusa', chiusa: todayInRome(rig.house.now()) } as const;
      await writePublicRows(rig.house, [publicRow(name.length, closed)]);
      await db
        .insertInto('segnalazioni_seguite')
        .values({
          id: name,
          segnalazione: publicRow(name.length).id,
          casella: `${name}@esempio.it`,
          utente: null,
          creata: rig.house.now(),
          non_risolta: null,
        })
        .execute();
      const { id: utente } = await createAccount(rig);
      const fino_a = todayInRome(rig.house.now());
      const delegated = await writePosizione(rig, { codice_utente: name });
      await writeDelegaOn(rig, { id: name, delegato: 'VRDLCU72P15Z999A', posizione: delegated.id, fino_a });
      const told = { ente: 'borgo', utente, servizio: '*', tipo: 'x', dati_json: '{}', id_io: null, errore: null };
      await db
        .insertInto('messaggi_io')
        .values({ ...told, id: name, stato: 'consegnato', creato: rig.house.now(), aggiornato: rig.house.now() })
        .execute();
      const citizen = callerOf(rig);
      await citizen.call('caricaFile', { file: pdfFile() });
      await citizen.call('salvaBozza', { percorso: '/segnalazione', passo: 'dati', valori: { oggetto: name } });
    };
    const avviso = await writeAvviso(rig);
    await writePagamento(rig, [avviso]);
    await writePagamento(rig, [avviso], { stato: 'annullato' });
    await all('vecchio');
    rig.clock.pass(11 * YEAR);
    await all('nuovissimo');
    const house = houseWith(rig, {
      pratiche: 365,
      pagamenti: 3653,
      tentativi: 365,
      consultazioni: 180,
      modifiche: 365,
    });

    const before = await rig.dump();
    const counted = await countRetention(house);
    expect(await rig.dump()).toBe(before);
    expect(counted.filter(({ quante }) => !quante).map(({ label }) => label)).toEqual(['mail non recapitate']);
    const deleted = await applyRetention(house);

    // A reading of the case that goes with it counts once.
    expect(deleted.map(({ label, quante }) => [label, quante])).toEqual(
      counted.map(({ label, quante }) => [label, label === 'consultazioni' ? expect.any(Number) : quante]),
    );
    expect((await recorded()).map(({ quante }) => quante)).toEqual([1]);
    for (const table of ['pratiche', 'modifiche', 'bozze', 'messaggi_io'] as const)
      expect([table, await countRows(rig, table)]).toEqual([table, 1]);
    expect((await db.selectFrom('allegati').select('pratica').execute()).length).toBe(2);
    expect((await countRetention(house)).every(({ quante }) => !quante)).toBe(true);
    expect((await checkStore(rig.house)).faults).toEqual([]);
  });

  test('is done once a day, by one host', async () => {
    await close('uno');
    rig.clock.pass(YEAR);
    const house = houseWith(rig, { pratiche: 365 });
    await applyRetentionDaily(houseWith(rig, {}));
    await applyRetentionDaily(house);
    expect(await countRows(rig, 'pratiche')).toBe(1);
    rig.clock.pass(DAY);
    await Promise.all([
      applyRetentionDaily(house),
      applyRetentionDaily({ ...(await rig.otherHost()), settings: house.settings }),
    ]);
    expect(await countRows(rig, 'pratiche')).toBe(0);
    expect((await recorded()).map(({ quante }) => quante)).toEqual([1]);
  });
});
