/** A body of the rig that offers a service: its code among its own, and what it offers. */
import { scriviEnte } from '../src/features/cases/ente/ente.db.ts';
import { type Caller, caller, ENTI, operatore, pdfFile, type Rig } from './rig.ts';

/** Borgo offers it; Valle answers for the service and offers nothing. Bodies are kept in memory for a while: the clock moves on. */
export async function conOfferta(rig: Rig, codice: string, dati: object): Promise<void> {
  const { db } = rig.house;
  let ordine = 1;
  for (const ente of [ENTI.borgo, ENTI.valle])
    await scriviEnte(db, { ...ente, categorie: [...new Set([...ente.categorie, codice])] }, ordine++);
  await db
    .insertInto('offerte')
    .values({ ente: 'borgo', codice, dati_json: JSON.stringify(dati) })
    .execute();
  rig.clock.pass(11_000);
}

export const RICHIEDENTE = {
  ...{ nome: 'Anna', cognome: 'Bianchi', codice_fiscale: 'BNCNNA80A41H501R', email: 'anna@esempio.it' },
  ...{ telefono: '333 1234567', ruolo: 'persona_fisica' },
};

/** A guest whose address is confirmed, with the identity document that guests attach and a file of the request. */
export async function ospite(rig: Rig): Promise<{ chi: Caller; files: { Id: string; categoria?: string }[] }> {
  const chi = caller(rig);
  await chi.confirm(RICHIEDENTE.email);
  const carica = async (categoria?: string) => {
    const fields = { file: pdfFile(`${categoria ?? 'prova'}.pdf`), ...(categoria && { categoria }) };
    return (await chi.call('caricaFile', fields)).body.data.Id as string;
  };
  return {
    chi,
    files: [{ Id: await carica() }, { Id: await carica('documento_identita'), categoria: 'documento_identita' }],
  };
}

/** An operator of Borgo decides. */
export const decide = (rig: Rig, id: string, fields: Record<string, unknown>) =>
  caller(rig, { user: operatore('borgo') }).call('commenta', {
    ...{ id, email: RICHIEDENTE.email, vista: 'operatore', motivo: 'Tutto in regola.' },
    ...fields,
  });
