import { expect, test } from 'vitest';
import { callerOf, cittadino, onBoth, operatore, type Rig } from '../../../../tests/rig.ts';

const typed = (over: Record<string, unknown> = {}) => ({
  ...{ canale: 'telefono', ente: 'borgo', codice: 'SF510', indirizzo: 'Via Roma 1', oggetto: 'Lampione' },
  ...{ descrizione: 'È spento da ieri.', nome: 'Ada', cognome: 'Neri', telefono: '0612345678', informativa: true },
  ...over,
});
const olgaOf = (rig: Rig) => callerOf(rig, { user: { ...operatore('borgo'), id: 'olga' } });
const ENTE_MAIL = 'luce@borgo.example';

async function mailsAfter(rig: Rig): Promise<string[]> {
  await rig.deliver();
  return rig.mails.splice(0).map(({ to }) => to);
}

onBoth('a report that an operator files for a citizen', (rig) => {
  test('has a number, its office’s mail, the citizen’s receipt, and says how it came', async () => {
    const olga = olgaOf(rig);
    const filed = await olga.call('registraSegnalazione', typed({ email: 'ada@esempio.it' }));
    expect([filed.status, filed.body.data.protocollo]).toEqual([201, '2026/000001']);
    expect((await mailsAfter(rig)).sort()).toEqual(['ada@esempio.it', ENTE_MAIL]);
    const { id } = filed.body.data;
    const { eventi } = (await olga.call('dettaglioPratica', { id, email: '', vista: 'operatore' })).body.data;
    expect(eventi[0].testo).toBe('Registrata dall’ufficio per conto di chi ha telefonato.');
    expect(JSON.stringify(eventi)).not.toContain('Olga');
    const { atti, senza_email } = (await olga.call('incaricoPratica', { id })).body.data;
    expect([atti[0].azione, senza_email]).toEqual(['registrazione', undefined]);
    const [row] = (await olga.call('praticheOperatore')).body.data.pratiche;
    expect(row).toMatchObject({ canale: 'al telefono', richiedente: 'Ada Neri' });
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
