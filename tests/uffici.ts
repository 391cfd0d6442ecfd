/** Offices for tests. */
import type { Ufficio } from '../src/store/tables.ts';
import type { Rig } from './rig.ts';

/** Writes an office. @returns its id */
export async function writeUfficio(
  { house }: Rig,
  over: Partial<Ufficio> & { servizi?: string[] } = {},
): Promise<string> {
  const { servizi = ['SF510'], ...columns } = over;
  const { nome = 'Ufficio tecnico', ente = 'borgo' } = columns;
  const ufficio: Ufficio = {
    id: `${ente}-${nome}`,
    ente,
    nome,
    email: '',
    servizi_json: JSON.stringify(servizi),
    attivo: 1,
    incassi: 0,
    ...columns,
  };
  await house.db.insertInto('uffici').values(ufficio).execute();
  return ufficio.id;
}
