import { beforeEach, expect, test } from 'vitest';
import { uploadAllegato } from '../../../../tests/richiedente.ts';
import { callerOf, cittadino, doneIn, ENTI, onOneInTurn, operatore, type Rig } from '../../../../tests/rig.ts';
import { writeEnte } from '../../cases/ente/ente.db.ts';

const typed = (over: Record<string, unknown> = {}) => ({
  canale: 'telefono',
  ente: 'borgo',
  codice: 'SF510',
  indirizzo: 'Via Roma 1',
  oggetto: 'Lampione',
  descrizione: 'È spento da ieri.',
  nome: 'Ada',
  cognome: 'Neri',
  telefono: '0612345678',
  informativa: true,
  ...over,
});
const olgaOf = (rig: Rig) => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
const ENTE_MAIL = 'luce@borgo.example';

async function mailsAfter(rig: Rig): Promise<string[]> {
  await rig.deliver();
  return rig.mails.splice(0).map(({ to }) => to);
}

onOneInTurn('a report that an operator files for a citizen', (rig) => {
  test('has a number, its office’s mail, the citizen’s receipt, and says how it came', async () => {
    const olga = olgaOf(rig);
    const filed = await olga.call('registraSegnalazione', typed({ email: 'ada@esempio.it' }));
    expect([filed.status, filed.body.data.protocollo]).toEqual([201, '2026/000001']);
    expect((await mailsAfter(rig)).sort()).toEqual(['ada@esempio.it', ENTE_MAIL]);
    const { id } = filed.body.data;
    const { eventi } = (await olga.call('dettaglioPratica', { id, email: '', vista: 'operatore' })).body.data;
    expect(eventi[0].testo).toBe('Registrata dall’ufficio per conto di chi ha telefonato.');
    expect(JSON.stringify(eventi)).not.toContain('Olga');
    expect((await olga.call('incaricoPratica', { id })).body.data.senza_email).toBeUndefined();
    expect((await doneIn(olga, id))[0]).toMatchObject({ azione: 'registrazione' });
    const [row] = (await olga.call('praticheOperatore')).body.data.pratiche;
    expect(row).toMatchObject({ canale: 'al telefono', richiedente: 'Ada Neri', non_letti: 0 });
  });

  test('without an e-mail is followed by the office alone: no mail leaves, and the office reads whom to call', async () => {
    const olga = olgaOf(rig);
    const { id } = (await olga.call('registraSegnalazione', typed())).body.data;
    expect(await mailsAfter(rig)).toEqual([ENTE_MAIL]);
    const answer = { id, email: '', vista: 'operatore', stato: 'in_elaborazione', testo: 'Domani.' };
    expect((await olga.call('commenta', answer)).status).toBe(201);
    expect(await mailsAfter(rig)).toEqual([]);
    expect(rig.reports).toEqual([]);
    expect((await olga.call('incaricoPratica', { id })).body.data.senza_email).toEqual({ telefono: '+390612345678' });
    const receipt = await olga.call('ricevutaPratica', { id, email: '', vista: 'operatore' });
    expect([receipt.status, receipt.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  test('goes into the area of the citizen whose tax code it carries, and from then on to their address', async () => {
    const olga = olgaOf(rig);
    const ada = cittadino('ada', 'ada@esempio.it');
    const { id } = (await olga.call('registraSegnalazione', typed({ codice_fiscale: ada.codice_fiscale }))).body.data;
    const own = callerOf(rig, { user: ada });
    const [found] = (await own.call('praticheDaPrendere')).body.data;
    expect((await own.call('prendiPratica', { id: found.id })).status).toBe(200);
    await mailsAfter(rig);
    await olga.call('commenta', { id, email: '', vista: 'operatore', stato: 'in_elaborazione', testo: 'Domani.' });
    expect(await mailsAfter(rig)).toEqual(['ada@esempio.it']);
  });

  test('is known by who calls: name, contacts and last cases of the ente, by telephone or tax code', async () => {
    const olga = olgaOf(rig);
    const know = async (fields: object, caller = olga) =>
      caller.call('conosciRichiedente', { ente: 'borgo', ...fields });
    expect((await know({})).body.errors).toHaveProperty('telefono');
    expect((await know({ telefono: '06 12345678' })).body.data).toEqual({ pratiche: [], altre: false });
    const { codice_fiscale } = cittadino('ada');
    await olga.call('registraSegnalazione', typed({ codice_fiscale, email: 'ada@esempio.it' }));
    const known = (await know({ telefono: '06 12345678' })).body.data;
    expect(known).toEqual({
      richiedente: { nome: 'Ada', cognome: 'Neri', telefono: '+390612345678', email: 'ada@esempio.it', codice_fiscale },
      pratiche: [
        {
          protocollo: '2026/000001',
          oggetto: 'Lampione',
          richiedente: 'Ada Neri',
          stato: expect.any(String),
          inviata_il: expect.any(String),
          chat: expect.stringMatching(/^\/segnalazione\/chat\/operatore\//),
        },
      ],
      altre: false,
    });
    expect((await know({ codice_fiscale })).body.data).toEqual(known);
    expect((await know({ email: 'ADA@esempio.it' })).body.data).toEqual(known);
    // Each of them says who has looked, once an hour.
    const seen = await rig.house.db.selectFrom('consultazioni').select('chi').execute();
    expect(seen).toEqual([{ chi: 'olga' }]);
    expect((await know({ telefono: '06 12345678' }, callerOf(rig, { user: operatore('valle') }))).status).toBe(404);
  });

  test('is refused with words beside each field, for another ente, and for a type that the ente does not take', async () => {
    const olga = olgaOf(rig);
    const empty = await olga.call('registraSegnalazione', { ente: 'borgo' });
    expect(empty.status).toBe(422);
    expect(Object.keys(empty.body.errors).sort()).toEqual(
      ['canale', 'codice', 'cognome', 'descrizione', 'indirizzo', 'informativa', 'nome', 'oggetto'].sort(),
    );
    expect((await olga.call('registraSegnalazione', typed({ indirizzo: '' }))).body.errors).toHaveProperty('indirizzo');
    expect((await olga.call('registraSegnalazione', typed({ codice: 'SF130' }))).body.errors).toHaveProperty('codice');
    expect((await olga.call('registraSegnalazione', typed({ ente: 'valle' }))).status).toBe(404);
    expect((await olga.call('praticheOperatore', { stato: 'tutte' })).body.data.totale).toBe(0);
  });
});

onOneInTurn('the place and the files of a report that an operator files', (rig) => {
  const CONFINE = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [12, 42],
        [13, 42],
        [13, 43],
        [12, 43],
        [12, 42],
      ],
    ],
  };
  const AREE = [
    { id: 'centro', nome: 'Centro', confine: CONFINE },
    { id: 'sparse', nome: 'Case sparse' },
  ];
  beforeEach(async () => {
    await writeEnte(rig.house.db, { ...ENTI.borgo, confine: CONFINE, aree: AREE }, 1);
    rig.clock.pass(60_000);
  });
  const stored = async () =>
    await rig.house.db
      .selectFrom('pratiche')
      .select(['area', 'lat', 'lon'])
      .orderBy('numero', 'desc')
      .executeTakeFirstOrThrow();

  test('follow the rules of the citizen’s form: a point instead of an address, beyond the border only when confirmed', async () => {
    const olga = olgaOf(rig);
    const far = { indirizzo: '', lat: '45.46', lon: '9.19' };
    const refused = await olga.call('registraSegnalazione', typed(far));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { fuori_confine: [expect.stringMatching(/fuori dal territorio/)] },
    ]);
    expect((await olga.call('registraSegnalazione', typed({ ...far, fuori_confine: 'on' }))).status).toBe(201);
    expect(await stored()).toMatchObject({ area: null, lat: 45.46, lon: 9.19 });
    expect((await olga.call('registraSegnalazione', typed({ lat: 'qui', lon: '9' }))).body.errors).toHaveProperty(
      'lat',
    );
  });

  test('have the point of an address that was only written, where the address book knows exactly that one or no other', async () => {
    const place = (label: string) => ({ label, lat: 42.5, lon: 12.5 });
    let found = [place('Via Roma, 12'), place('Via Roma, 1')];
    const geocoding = { search: async () => found, reverse: async () => null };
    const olga = olgaOf({ ...rig, house: { ...rig.house, geocoding } });
    await olga.call('registraSegnalazione', typed({ indirizzo: 'via roma 1' }));
    expect(await stored()).toMatchObject({ lat: 42.5, area: 'centro' });
    await olga.call('registraSegnalazione', typed({ indirizzo: 'Via Roma' }));
    expect((await stored()).lat).toBeNull();
    found = [place('Piazza del Mercato')];
    await olga.call('registraSegnalazione', typed({ indirizzo: 'piazza mercato' }));
    expect((await stored()).lat).toBe(42.5);
    await olga.call('registraSegnalazione', typed({ indirizzo: 'piazza mercato', lat: 42.1, lon: 12.1 }));
    expect((await stored()).lat).toBe(42.1);
  });

  test('say the area: that of the point, or else the one the operator has chosen', async () => {
    const olga = olgaOf(rig);
    expect((await olga.call('registraSegnalazione', typed({ area: 'altrove' }))).body.errors).toEqual({
      area: ['Scegli una zona dell’elenco.'],
    });
    await olga.call('registraSegnalazione', typed({ area: 'sparse' }));
    expect((await stored()).area).toBe('sparse');
    await olga.call('registraSegnalazione', typed({ area: 'sparse', lat: 42.5, lon: 12.5 }));
    expect((await stored()).area).toBe('centro');
  });

  test('are with the case, once; a file of somebody else is refused', async () => {
    const olga = olgaOf(rig);
    const [own, other] = [await uploadAllegato(olga), await uploadAllegato(callerOf(rig))];
    const others = await olga.call('registraSegnalazione', typed({ filesAllegati: [other] }));
    expect([others.status, others.body.errors]).toEqual([404, { filesAllegati: [expect.stringMatching(/non è tuo/)] }]);
    const { id } = (await olga.call('registraSegnalazione', typed({ filesAllegati: [own] }))).body.data;
    const detail = (await olga.call('dettaglioPratica', { id, email: '', vista: 'operatore' })).body.data;
    expect(JSON.stringify(detail)).toContain('modulo.pdf');
    expect((await olga.call('registraSegnalazione', typed({ filesAllegati: [own] }))).status).toBe(404);
  });
});
