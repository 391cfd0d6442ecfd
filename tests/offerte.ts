/** An ente of the rig that offers a service: its code among its own, and what it offers. */
import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import { RICHIEDENTE, uploadAllegato } from './richiedente.ts';
import { callerOf, ENTI, type Rig, type RigCaller } from './rig.ts';

/** Borgo offers it; Valle answers for the service and offers nothing. The portal keeps enti in memory for a while: the clock moves on. */
export async function writeOfferta(rig: Rig, codice: string, offertaData: object): Promise<void> {
  const { db } = rig.house;
  let order = 1;
  for (const ente of [ENTI.borgo, ENTI.valle])
    await writeEnte(db, { ...ente, categorie: [...new Set([...ente.categorie, codice])] }, order++);
  await db
    .insertInto('offerte')
    .values({ ente: 'borgo', codice, dati_json: JSON.stringify(offertaData) })
    .execute();
  rig.clock.pass(11_000);
}

/** A guest whose address is confirmed, with the identity document that guests attach and a file of the request. */
export async function confirmedGuest(
  rig: Rig,
): Promise<{ guest: RigCaller; files: { Id: string; categoria?: string }[] }> {
  const guest = callerOf(rig);
  await guest.confirm(RICHIEDENTE.email);
  const categoria = 'documento_identita';
  return { guest, files: [await uploadAllegato(guest), { ...(await uploadAllegato(guest, categoria)), categoria }] };
}
