/** For the tests: an administrator of Borgo with a browser. */

import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import { enti, forgetEnti } from '../src/features/cases/ente/ente.server.ts';
import { callerOf, createOperator, IMPORTED_BORGO, type Rig } from './rig.ts';

export async function loginAdministrator(rig: Rig, subject = 'zita') {
  await writeEnte(rig.house.db, IMPORTED_BORGO, 1);
  const nome = subject.replace(/^./, (c) => c.toUpperCase());
  const email = `${subject}@borgo.example`;
  const user = await createOperator(rig, nome, { subject, cognome: 'Rossi', email, amministra: ['borgo'] });
  const caller = callerOf(rig, { user });
  const call = (name: Parameters<typeof caller.call>[0], fields: Record<string, unknown> = {}) =>
    caller.call(name, { ente: 'borgo', ...fields });
  const visti = async (): Promise<string> => (await call('datiEnte')).body.data.visti;
  /** Changes the data over those that are there now. */
  const save = async (dati: Record<string, unknown>) => call('salvaDati', { dati, visti: await visti() });
  const borgo = async () => {
    forgetEnti(rig.house);
    return (await enti(rig.house)).find(({ id }) => id === 'borgo');
  };
  const takeBackLast = async () => {
    const [{ id }] = (await call('modificheEnte')).body.data.modifiche;
    return call('ripristina', { modifica: id });
  };
  return { user, caller, call, visti, save, borgo, takeBackLast };
}
