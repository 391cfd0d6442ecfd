import { expect, test } from 'vitest';
import { makeProgramma } from '../../../../tests/programmi.ts';
import {
  callerOf,
  doneIn,
  onOneInTurn,
  operatore,
  type Rig,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';
import { MAX_ENTE_ETICHETTE } from './etichette.ts';

const olgaOf = (rig: Rig) => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });

onOneInTurn('the priority and the tags of a case', (rig) => {
  let sent = 0;
  const send = async (over: Record<string, unknown> = {}) => {
    const { id } = await sendSegnalazione(callerOf(rig), { email: `anna${++sent}@esempio.it`, ...over });
    return ufficioIdOf(rig, id);
  };
  const classify = (id: string, fields: object) => olgaOf(rig).call('classificaPratica', { id, ...fields });
  const listed = async (fields: object): Promise<string[]> =>
    (await olgaOf(rig).call('praticheOperatore', { stato: 'aperte', ...fields })).body.data.pratiche.map(
      ({ id }: { id: string }) => id,
    );

  test('are in the list, its filters and its CSV, and each change is a line of the trail', async () => {
    const [one, other] = [await send(), await send()];
    expect(
      (await classify(one, { priorita: 'alta', etichette: 'Scuola,  mercato  del lunedì ,scuola' })).body.data,
    ).toEqual({
      cambiata: true,
    });
    expect(await listed({ priorita: 'alta' })).toEqual([one]);
    expect(await listed({ priorita: 'normale' })).toEqual([other]);
    expect(await listed({ etichetta: 'mercato del lunedì' })).toEqual([one]);
    expect(await listed({ etichetta: 'SCUOLA', priorita: 'alta', q: 'lampione' })).toEqual([one]);
    expect(await listed({ etichetta: 'scuola', priorita: 'normale' })).toEqual([]);
    const { conteggi } = (await olgaOf(rig).call('praticheOperatore', { etichetta: 'scuola' })).body.data;
    expect(conteggi.inviata).toBe(1);
    const csv = (await olgaOf(rig).call('esportaPratiche', { etichetta: 'scuola' })).bytes
      .toString('utf8')
      .split('\r\n');
    expect([csv[0], csv[1]]).toEqual([
      expect.stringMatching(/;Priorità;Etichette$/),
      expect.stringMatching(/;alta;mercato del lunedì, scuola$/),
    ]);
    expect((await doneIn(olgaOf(rig), one)).map(({ azione, testo }) => [azione, testo])).toEqual([
      ['classificata', 'Priorità: da «normale» a «alta»\nEtichette: da «nessuna» a «mercato del lunedì, scuola»'],
    ]);
  });

  test('stay through a change of state, and one tag is not found by another that begins alike', async () => {
    const [school, bus] = [await send(), await send()];
    await classify(school, { etichette: ['scuola'] });
    await classify(bus, { etichette: ['scuolabus'] });
    expect(await listed({ etichetta: 'scuola' })).toEqual([school]);
    await olgaOf(rig).call('commenta', { id: school, email: '', vista: 'operatore', stato: 'in_elaborazione' });
    expect(await listed({ etichetta: 'scuola', stato: 'in_elaborazione' })).toEqual([school]);
    expect((await olgaOf(rig).call('incaricoPratica', { id: school })).body.data).toMatchObject({
      priorita: 'normale',
      etichette: ['scuola'],
      etichette_ente: ['scuola', 'scuolabus'],
    });
  });

  test('what is left out stays; a tag that no case has any more is none of the ente’s', async () => {
    const id = await send();
    await classify(id, { priorita: 'alta', etichette: ['buche'] });
    expect((await classify(id, { etichette: [] })).body.data).toEqual({ cambiata: true });
    const { data } = (await olgaOf(rig).call('incaricoPratica', { id })).body;
    expect([data.priorita, data.etichette, data.etichette_ente]).toEqual(['alta', [], []]);
    expect((await classify(id, { priorita: 'alta' })).body.data).toEqual({ cambiata: false });
  });

  test('are refused in words: unknown, too many, of strange characters, and changed meanwhile', async () => {
    const id = await send();
    expect((await classify(id, { priorita: 'media' })).body.errors).toEqual({
      priorita: ['La priorità è alta o normale.'],
    });
    expect((await classify(id, { etichette: 'a1,b2,c3,d4,e5,f6' })).body.errors).toEqual({
      etichette: ['Una pratica ha al massimo 5 etichette.'],
    });
    const strange = await classify(id, { etichette: ['#uno'] });
    expect([strange.status, Object.keys(strange.body.errors)]).toEqual([422, ['etichette.0']]);
    expect((await classify(id, { priorita: 'alta', prima: 'normale; nessuna' })).status).toBe(200);
    const late = await classify(id, { priorita: 'normale', prima: 'normale; nessuna' });
    expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('«alta; nessuna»')]);
    await rig.house.db
      .insertInto('etichette')
      .values(Array.from({ length: MAX_ENTE_ETICHETTE }, (_, n) => ({ ente: 'borgo', nome: `parola ${n}` })))
      .execute();
    expect((await classify(id, { etichette: ['nuova'] })).body.errors.etichette[0]).toMatch(
      /^L’ente ha già 40 etichette/,
    );
    expect((await classify(id, { etichette: ['parola 7'] })).status).toBe(200);
  });

  test('are set by a program of the office, which is told of them as of any change', async () => {
    const id = await send();
    const key = await makeProgramma(rig.house, { permessi: 'pratiche:leggi pratiche:scrivi' });
    const program = callerOf(rig, { bearer: key });
    const { cursore } = (await program.call('cambiamentiPratiche', { ente: 'borgo' })).body.data;
    expect((await program.call('classificaPratica', { id, priorita: 'alta', etichette: ['neve'] })).status).toBe(200);
    const { pratiche } = (await program.call('cambiamentiPratiche', { ente: 'borgo', cursore })).body.data;
    expect(pratiche).toMatchObject([{ id, priorita: 'alta', etichette: ['neve'] }]);
  });
});

onOneInTurn('what is news for an operator', (rig) => {
  const unread = async () => {
    const { pratiche } = (await olgaOf(rig).call('praticheOperatore', { stato: 'aperte' })).body.data;
    return pratiche.map(({ non_letti }: { non_letti: number }) => non_letti);
  };

  test('is not the arrival of a case that they take, but what its citizen wrote after that', async () => {
    const anna = callerOf(rig);
    const { id, email } = await sendSegnalazione(anna);
    const ufficio = await ufficioIdOf(rig, id);
    expect(await unread()).toEqual([1]);
    await anna.call('commenta', { id, email, testo: 'È ancora spento.' });
    await olgaOf(rig).call('assegnaPratica', { id: ufficio, persona: 'olga', prima: '' });
    expect(await unread()).toEqual([1]);
  });

  test('is not what they have filed themselves', async () => {
    await olgaOf(rig).call('registraSegnalazione', {
      canale: 'telefono',
      ente: 'borgo',
      codice: 'SF510',
      indirizzo: 'Via Roma 1',
      oggetto: 'Lampione',
      descrizione: 'Non si accende.',
      nome: 'Ada',
      cognome: 'Neri',
      informativa: 'on',
    });
    expect(await unread()).toEqual([0]);
  });
});
