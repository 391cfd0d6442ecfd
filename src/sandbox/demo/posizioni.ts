/** The positions of the sandbox, with the codes of the ente's letter, and the people who may see them. */
import { CITTADINI } from '../persone.ts';

export type PosizioneDemo = {
  ente: string;
  codice_utente: string;
  codice_controllo: string;
  sistema: string;
  intestatario: string;
  /** The person of the sandbox who may see it; none before it is added by its codes */
  chi: { id: string; ruolo: string } | null;
  /** The documents in it */
  contents: string;
};

export const POSIZIONI: readonly PosizioneDemo[] = [
  {
    ente: 'borgosereno',
    codice_utente: 'BS-100101',
    codice_controllo: '7K2P9M',
    sistema: 'Rifiuti TARI',
    intestatario: 'Mario Rossi',
    chi: { id: 'mario', ruolo: 'persona_fisica' },
    contents: 'a document in each state; two to pay, which may go together',
  },
  {
    ente: 'portolieve',
    codice_utente: 'PL-300303',
    codice_controllo: 'H6D3QX',
    sistema: 'CRC',
    intestatario: 'Mario Rossi',
    chi: { id: 'mario', ruolo: 'persona_fisica' },
    contents: 'three debts in recovery, to pay or overdue, which may go together',
  },
  {
    ente: 'borgosereno',
    codice_utente: 'BS-200202',
    codice_controllo: '4F8T2W',
    sistema: 'ICP',
    intestatario: 'Verdi Insegne S.r.l.',
    chi: { id: 'luca', ruolo: 'legale_rappresentante' },
    contents: 'advertising devices; a large amount to pay and one in instalments',
  },
  {
    ente: 'collelume',
    codice_utente: 'CL-400404',
    codice_controllo: 'M3R7ZA',
    sistema: 'OSAP',
    intestatario: 'Anna Bianchi',
    chi: { id: 'anna', ruolo: 'persona_fisica' },
    contents: 'public land occupation: one to pay, one paid',
  },
  {
    ente: 'collelume',
    codice_utente: 'CL-500505',
    codice_controllo: 'T9W5KB',
    sistema: 'TARMB',
    intestatario: 'Anna Bianchi',
    chi: null,
    contents: 'the letter that came to Anna: a position without an owner, to be added with these codes',
  },
];

export const posizioni = () => POSIZIONI.map(({ chi: _, contents: _contents, ...posizione }) => posizione);

export const rappresentanze = () =>
  POSIZIONI.flatMap(({ ente, codice_utente, chi }) => {
    const persona = CITTADINI.find(({ id }) => id === chi?.id);
    return chi && persona ? [{ ente, codice_utente, codice_fiscale: persona.codice_fiscale, ruolo: chi.ruolo }] : [];
  });
