/** Calendars for tests: Borgo receives by appointment at two offices. */
import type { Calendario } from '../src/features/cases/calendario/calendario.ts';
import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import { ENTI, type Rig } from './rig.ts';

/** Monday to Friday from nine to noon: two desks of the register office, for an identity card or a certificate. */
export const ANAGRAFE: Calendario = {
  ente: 'borgo',
  codice: 'anagrafe',
  nome: 'Ufficio anagrafe',
  tipo: 'Anagrafe',
  sportello: 'anagrafe',
  postazioni: 2,
  motivi: [
    {
      codice: 'carta',
      nome: 'Carta d’identità',
      minuti: 30,
      cosa_serve: ['una fototessera', 'la carta scaduta'],
      servizi: ['SF510'],
    },
    { codice: 'certificato', nome: 'Certificati', minuti: 15, cosa_serve: [], servizi: [] },
  ],
  orari: [{ giorni: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi'], dalle: '09:00', alle: '12:00' }],
  chiusure: [],
  aperture_straordinarie: [],
  preavviso_ore: 24,
  orizzonte_giorni: 60,
  massimo_per_persona: 2,
  limite_modifica_ore: 24,
};

/** One desk on Tuesday afternoons. */
export const TRIBUTI: Calendario = {
  ...ANAGRAFE,
  codice: 'tributi',
  nome: 'Ufficio tributi',
  tipo: 'Tributi',
  sportello: 'tributi',
  postazioni: 1,
  motivi: [{ codice: 'informazioni', nome: 'Informazioni', minuti: 20, cosa_serve: [], servizi: ['SF200'] }],
  orari: [{ giorni: ['martedi'], dalle: '15:00', alle: '17:00' }],
};

const desk = (codice: string, nome: string) => ({
  ente: 'borgo',
  codice,
  nome,
  descrizione: 'Riceve su appuntamento.',
  indirizzo: 'Piazza Grande 3, piano terra',
  orari: 'Da lunedì a venerdì, 9:00–12:00',
  telefono: '0123 000 101',
  email: `${codice}@borgo.example`,
  moduli: [],
});

/** Writes the desks and the calendars; Borgo offers the service. */
export async function writeCalendari(
  { house, clock }: Pick<Rig, 'house' | 'clock'>,
  calendari: readonly Calendario[] = [ANAGRAFE, TRIBUTI],
): Promise<void> {
  const rowOf = (dati: { ente: string; codice: string }, order: number) => ({
    ente: dati.ente,
    codice: dati.codice,
    ordine: order,
    dati_json: JSON.stringify(dati),
  });
  await house.db
    .insertInto('sportelli')
    .values([desk('anagrafe', 'Anagrafe'), desk('tributi', 'Tributi')].map(rowOf))
    .execute();
  await house.db.insertInto('calendari').values(calendari.map(rowOf)).execute();
  await writeEnte(house.db, { ...ENTI.borgo, categorie: [...ENTI.borgo.categorie, 'APPUNTAMENTO'] }, 1);
  // Enti are kept in memory for a while.
  clock.pass(11_000);
}
