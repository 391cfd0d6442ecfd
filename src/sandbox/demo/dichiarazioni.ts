/** Declarations that the people of the sandbox have made, in each state. */
import { addDays } from '../../platform/atoms/date.ts';
import { CITTADINI } from '../persone.ts';

type DichiarazioneDemo = [
  chi: string,
  ente: string,
  numero: string,
  tipo: string,
  giorni: number,
  stato: string,
  protocollo?: string,
];

const DICHIARAZIONI: readonly DichiarazioneDemo[] = [
  ['mario', 'borgosereno', 'TARI-0101', 'TARI: inizio occupazione di un’abitazione', -700, 'accettata', '4512'],
  ['mario', 'borgosereno', 'TARI-0102', 'TARI: richiesta di riduzione per il compostaggio', -12, 'inviata', '9177'],
  [
    'mario',
    'borgosereno',
    'TARI-0103',
    'TARI: richiesta di esenzione per un locale inagibile',
    -210,
    'rifiutata',
    '7023',
  ],
  ['mario', 'portolieve', 'OSAP-0303', 'Occupazione di suolo: ponteggio per lavori edili', -3, 'bozza'],
  ['anna', 'collelume', 'OSAP-0404', 'Occupazione di suolo: passo carrabile', -405, 'accettata', '1288'],
  ['luca', 'borgosereno', 'ICP-0202', 'Pubblicità: dichiarazione dei mezzi pubblicitari', -390, 'accettata', '5540'],
];

/** @param today `YYYY-MM-DD` */
export function dichiarazioni(today: string) {
  return DICHIARAZIONI.flatMap(([chi, ente, numero, tipo, giorni, stato, registerNumber]) => {
    const persona = CITTADINI.find(({ id }) => id === chi);
    const day = addDays(today, giorni);
    const protocollo = registerNumber && `${day.slice(0, 4)}/${registerNumber}`;
    return persona
      ? [
          {
            ente,
            codice_fiscale: persona.codice_fiscale,
            numero,
            tipo,
            data: day,
            stato,
            ...(protocollo && { protocollo }),
          },
        ]
      : [];
  });
}
