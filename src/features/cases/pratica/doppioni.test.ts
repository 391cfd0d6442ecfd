import { expect, test } from 'vitest';
import { callerOf, doneIn, onOneInTurn, operatore, sendSegnalazione, ufficioIdOf } from '../../../../tests/rig.ts';

onOneInTurn('two reports about the same problem', (rig) => {
  let sent = 0;
  const olga = () => callerOf(rig, { user: operatore('borgo') });
  /** A report of somebody new, with its id for the office. */
  async function send(over: object = {}) {
    const citizen = callerOf(rig);
    const email = `anna${++sent}@esempio.it`;
    const pratica = await sendSegnalazione(citizen, { email, ...over });
    return { ...pratica, citizen, ufficio: await ufficioIdOf(rig, pratica.id) };
  }
  type Sent = Awaited<ReturnType<typeof send>>;
  const merge = (from: Sent, numero: string, who = olga()) =>
    who.call('unisciSegnalazione', { id: from.ufficio, numero });
  const office = (of: Sent, fields: object) =>
    olga().call('commenta', { id: of.ufficio, email: of.email, vista: 'operatore', ...fields });
  const detail = async ({ citizen, id, email }: Sent) =>
    (await citizen.call('dettaglioPratica', { id, email })).body.data;
  const lastWords = async (of: Sent) => (await detail(of)).eventi.at(-1);
  const mailsTo = async (email: string) => {
    await rig.deliver();
    return rig.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  };

  test('the second is closed with the number of the first, and both trails say so', async () => {
    const [first, second] = [await send(), await send()];

    const { status, body } = await merge(second, ` ${first.protocollo} `);

    expect([status, body.data]).toEqual([200, { protocollo: first.protocollo }]);
    expect((await detail(second)).stato).toBe('conclusa');
    expect((await lastWords(second)).testo).toBe(
      `È lo stesso problema della segnalazione ${first.protocollo}, che abbiamo già: lavoriamo su quella. Ti scriviamo quando cambia.`,
    );
    expect((await detail(first)).stato).toBe('inviata');
    expect((await doneIn(olga(), second.ufficio)).at(-1)).toMatchObject({
      azione: 'doppione',
      testo: `Lo stesso problema di ${first.protocollo}`,
    });
    expect((await doneIn(olga(), first.ufficio)).at(-1)?.testo).toBe(`Lo stesso problema di ${second.protocollo}`);
  });

  test('the citizen of the second hears of each change of the first, and not what was said to the other', async () => {
    const [first, second] = [await send(), await send()];
    await merge(second, first.protocollo);
    await office(first, { stato: 'in_elaborazione' });
    await office(first, { stato: 'conclusa', testo: 'Riparata, signora Anna.' });

    const { eventi } = await detail(second);

    expect(eventi.slice(-2).map(({ testo }: { testo: string }) => testo)).toEqual([
      `La segnalazione ${first.protocollo}, sullo stesso problema, ora è: in lavorazione.`,
      `La segnalazione ${first.protocollo}, sullo stesso problema, ora è: conclusa.`,
    ]);
    expect(JSON.stringify(eventi)).not.toContain('signora Anna');
    const news = `Segnalazione ${second.protocollo}: c’è una novità`;
    expect((await mailsTo(second.email)).filter((subject) => subject === news)).toHaveLength(2);
    expect(await mailsTo(first.email)).not.toContain(news);
  });

  test('a report that its citizen opens again goes on by itself', async () => {
    const [first, second] = [await send(), await send()];
    await merge(second, first.protocollo);
    const { citizen, id, email } = second;
    await citizen.call('commenta', { id, email, vista: 'cittadino', stato: 'non_risolto', testo: 'È un’altra buca.' });
    await office(first, { stato: 'in_elaborazione' });

    expect((await lastWords(second)).testo).toBe('È un’altra buca.');
    await office(second, { stato: 'conclusa', testo: 'Fatto.' });
    await office(first, { stato: 'da_integrare', testo: 'Dove?' });
    expect((await lastWords(second)).testo).toBe('Fatto.');
  });

  test('when the first becomes a duplicate too, all hear of the third', async () => {
    const [first, second, third] = [await send(), await send(), await send()];
    await merge(second, first.protocollo);
    await merge(first, third.protocollo);
    await office(third, { stato: 'in_elaborazione' });
    for (const each of [first, second])
      expect((await lastWords(each)).testo).toContain(
        `${third.protocollo}, sullo stesso problema, ora è: in lavorazione`,
      );
  });

  test.each([
    ['a number that is none', 'presto', 'Non c’è una segnalazione con questo numero.'],
    ['a number of no case', '2026/009999', 'Non c’è una segnalazione con questo numero.'],
    ['nothing', '', 'Scegli la segnalazione, o scrivi il suo numero, ad esempio 2026/000123.'],
  ])('%s is refused beside its field', async (_what, numero, words) => {
    const { status, body } = await merge(await send(), numero);
    expect([status, body.errors]).toEqual([422, { numero: [words] }]);
  });

  test('its own number, a closed report, and one of another municipality are refused', async () => {
    const [first, second] = [await send(), await send()];
    expect((await merge(second, second.protocollo)).body.errors.numero).toEqual([
      'È il numero di questa segnalazione: scrivi quello dell’altra.',
    ]);
    await office(first, { stato: 'conclusa', testo: 'Fatto.' });
    expect((await merge(second, first.protocollo)).body.errors.numero).toEqual([
      `La segnalazione ${first.protocollo} è chiusa: si unisce solo a una segnalazione aperta.`,
    ]);
    expect((await merge(first, second.protocollo)).status).toBe(409);
    const other = await merge(second, first.protocollo, callerOf(rig, { user: operatore('valle') }));
    expect(other.status).toBe(404);
    expect((await detail(second)).stato).toBe('inviata');
  });

  test('of two operators who merge the same two at once, each the other way round, one succeeds', async () => {
    const [first, second] = [await send(), await send()];
    const answers = await Promise.all([merge(first, second.protocollo), merge(second, first.protocollo)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.not.toBeOneOf([200, 500])]);
    const stati = [(await detail(first)).stato, (await detail(second)).stato].sort();
    expect(stati).toEqual(['conclusa', 'inviata']);
  });

  test('the page of an operator names the open ones nearby, without this one', async () => {
    const point = { indirizzo: '', lat: '42.5001', lon: '12.5' };
    const [first, second] = [await send(point), await send({ ...point, lat: '42.5002' })];
    await send({ ...point, lat: '42.51' });
    const { vicine } = (await olga().call('incaricoPratica', { id: second.ufficio })).body.data;
    expect(vicine).toEqual([
      expect.objectContaining({
        protocollo: first.protocollo,
        metri: 11,
        chat: expect.stringContaining(first.ufficio),
      }),
    ]);
    await merge(second, first.protocollo);
    expect((await olga().call('incaricoPratica', { id: second.ufficio })).body.data.vicine).toBeUndefined();
  });

  test('the public page of the second leads to that of the first, which has the followers of both, and the list has one of them', async () => {
    const [first, second] = [await send(), await send()];
    const pages = await Promise.all([first, second].map((each) => publicIdOf(each)));
    await follow(pages[1], 'bruno@esempio.it');
    await follow(pages[1], 'carla@esempio.it');
    await follow(pages[0], 'carla@esempio.it');
    await merge(second, first.protocollo);
    expect(await followersOf(pages[0])).toEqual(['bruno@esempio.it', 'carla@esempio.it']);
    expect(await followersOf(pages[1])).toEqual([]);

    const read = await callerOf(rig).call('leggiSegnalazione', { id: pages[1] });
    expect(read.body.data.id).toBe(pages[0]);
    const { segnalazioni } = (await callerOf(rig).call('elencoSegnalazioni', { ente: 'borgo' })).body.data;
    expect(segnalazioni.map(({ id }: { id: string }) => id)).toEqual([pages[0]]);

    const third = await send();
    await merge(first, third.protocollo);
    const far = await callerOf(rig).call('leggiSegnalazione', { id: pages[1] });
    expect(far.body.data.id).toBe(await publicIdOf(third));
  });

  const follow = (segnalazione: string | null | undefined, casella: string) =>
    rig.house.db
      .insertInto('segnalazioni_seguite')
      .values({
        id: crypto.randomUUID(),
        segnalazione: segnalazione ?? '',
        casella,
        utente: null,
        creata: 1,
        non_risolta: null,
      })
      .execute();
  const followersOf = async (segnalazione: string | null | undefined) =>
    (
      await rig.house.db
        .selectFrom('segnalazioni_seguite')
        .select('casella')
        .where('segnalazione', '=', segnalazione ?? '')
        .orderBy('casella')
        .execute()
    ).map(({ casella }) => casella);

  async function publicIdOf({ id }: Sent): Promise<string | null> {
    const row = await rig.house.db.selectFrom('pratiche').select('pubblica').where('id', '=', id).executeTakeFirst();
    return row?.pubblica ?? null;
  }
});
