/** The offices of the three invented enti, what goes to each, and which of the sandbox's operators work there. */
import { DIPENDENTI } from '../persone.ts';
import { ENTI } from './enti.ts';

/** What is seen in the street; the other codes are about money and permits. */
const STREET_CODES = ['SF510', 'SF310', 'SF410', 'SF140', 'SF420'];

const codesOf = (ente: string) => ENTI.find(({ id }) => id === ente)?.categorie ?? [];
const emailOf = (person: string) => ({ email: DIPENDENTI.find(({ id }) => id === person)?.email });

export const UFFICI = [
  { ente: 'borgosereno', nome: 'Ufficio tecnico', servizi: STREET_CODES, persone: [emailOf('piero')] },
  {
    ente: 'borgosereno',
    nome: 'Ufficio tributi',
    servizi: codesOf('borgosereno').filter((codice) => !STREET_CODES.includes(codice)),
    persone: [emailOf('olga')],
  },
  { ente: 'collelume', nome: 'Ufficio unico', servizi: codesOf('collelume'), persone: [emailOf('carlo')] },
  { ente: 'portolieve', nome: 'Sportello unico', servizi: codesOf('portolieve'), persone: [emailOf('sofia')] },
];
