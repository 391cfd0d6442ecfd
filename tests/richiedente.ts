/** Anna, who sends requests in the tests of the store: what she writes of herself, how she comes in, what she attaches, what she is answered. */
import { ANNA, LETTERA } from './posizioni.ts';
import { callerOf, createAccount, operatore, pdfFile, type Rig, type RigAnswer, type RigCaller } from './rig.ts';

/** The applicant of every form. */
export const RICHIEDENTE = {
  nome: 'Anna',
  cognome: 'Bianchi',
  codice_fiscale: ANNA.codice_fiscale,
  email: 'anna@esempio.it',
  telefono: '+393331234567',
  ruolo: 'persona_fisica',
};

/** Anna without a login, who typed the two codes of the letter. */
export async function guestWithLettera(rig: Rig, guest = callerOf(rig)): Promise<RigCaller> {
  const opened = await guest.call('controllaPosizione', { ...LETTERA, 'g-recaptcha-response': await guest.human() });
  if (opened.status !== 200) throw new Error(`codes: ${opened.status} ${opened.body?.message}`);
  return guest;
}

/** Anna logged in: positions under her tax code are hers. */
export const loginAnna = async (rig: Rig): Promise<RigCaller> =>
  callerOf(rig, {
    user: await createAccount(rig, { codice_fiscale: RICHIEDENTE.codice_fiscale, email: RICHIEDENTE.email }),
  });

/** @param path form or chat that the file is for */
export async function uploadAllegato(citizen: RigCaller, categoria?: string, path?: string): Promise<{ Id: string }> {
  const file = pdfFile(`${categoria ?? 'modulo'}.pdf`);
  const fields = { file, ...(categoria && { categoria }), ...(path && { percorso: path }) };
  const { status, body } = await citizen.call('caricaFile', fields);
  if (status !== 201) throw new Error(`file: ${status} ${body?.message}`);
  return { Id: body.data.Id };
}

/** An operator of Borgo answers Anna's request. */
export const decidePratica = (rig: Rig, id: string, fields: Record<string, unknown>): Promise<RigAnswer> =>
  callerOf(rig, { user: operatore('borgo') }).call('commenta', {
    id,
    email: RICHIEDENTE.email,
    vista: 'operatore',
    motivo: 'Tutto in regola.',
    ...fields,
  });
