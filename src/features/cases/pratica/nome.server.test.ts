/** A person who has one name only (an entry of the national register may have no given name) uses the portal like everybody else. */
import { expect, test } from 'vitest';
import { textOf } from '../../../../tests/pdf-text.ts';
import {
  callerOf,
  createAccount,
  doneIn,
  onOneInTurn,
  openAsUfficio,
  operatore,
  type RigCaller,
  sendSegnalazione,
  ufficioIdOf,
} from '../../../../tests/rig.ts';

const ONE_NAME = { nome: '-', cognome: 'Sukarno' };
const ODD_NAMES = /undefined|null|- Sukarno|Sukarno -|Sukarno {2,}| {2,}Sukarno|Sukarno\s+Sukarno/;

const readList = async (office: RigCaller, fields: Record<string, unknown>) =>
  (await office.call('praticheOperatore', fields)).body.data.pratiche as { richiedente: string }[];

onOneInTurn('a person who has one name only', (rig) => {
  test('sends a report as a guest, and is named by that name on the receipt, in mails and in the office', async () => {
    const citizen = callerOf(rig);
    const sent = await sendSegnalazione(citizen, ONE_NAME);
    const receipt = await citizen.call('ricevutaPratica', sent);
    expect(textOf(receipt.bytes)).toContain('Sukarno');
    expect(textOf(receipt.bytes)).not.toMatch(ODD_NAMES);
    await openAsUfficio(rig, sent);
    for (const { text } of rig.mails) expect(text).not.toMatch(ODD_NAMES);
    const office = callerOf(rig, { user: operatore('borgo') });
    for (const q of ['sukarno', 'SUKA'])
      expect(await readList(office, { q })).toMatchObject([{ richiedente: 'Sukarno' }]);
    const id = await ufficioIdOf(rig, sent.id);
    const storia = await office.call('storiaPratica', { id });
    expect(storia.body.data.righe[0]).toMatchObject({ nome: 'Sukarno' });
  });

  test('sends a report with a login that tells one name', async () => {
    const user = await createAccount(rig, ONE_NAME);
    const sent = await sendSegnalazione(callerOf(rig, { user }), { nome: '', cognome: 'Altro' });
    const office = callerOf(rig, { user: operatore('borgo') });
    expect(await readList(office, {})).toMatchObject([{ richiedente: 'Sukarno' }]);
    expect(sent.protocollo).toMatch(/^2026\//);
  });

  test('works for an ente', async () => {
    const sent = await sendSegnalazione(callerOf(rig));
    const office = callerOf(rig, { user: { ...operatore('borgo'), ...ONE_NAME } });
    const id = await ufficioIdOf(rig, sent.id);
    await office.call('commenta', { email: '', id, testo: 'Ci pensiamo noi.' });
    expect(await doneIn(office, id)).toMatchObject([{ nome: 'Sukarno' }]);
  });
});
