/** Documents of the positions of the sandbox. Days count from the day of the first start, numbers are always the same. */
import { addDays } from '../../platform/atoms/date.ts';
import { cifreControlloOf, iuvOf } from '../../platform/atoms/numero-avviso.ts';
import { POSIZIONI } from './posizioni.ts';

type Stato = 'da_pagare' | 'scaduto' | 'in_pagamento' | 'pagato' | 'rateizzato' | 'annullato';

/** @property numero last digits of document and notice number @property giorni from today to the day of the document, and to the due date */
type DocumentoDemo = {
  posizione: string;
  numero: number;
  tipo: (year: number) => string;
  importo_cent: number;
  stato: Stato;
  giorni: [data: number, scadenza: number];
  /** Without one it cannot be paid with pagoPA */
  withoutAvviso?: true;
};

const DOCUMENTI: readonly DocumentoDemo[] = [
  ...documentiOf('BS-100101', [
    [1, (a) => `TARI ${a}, acconto`, 9320, 'da_pagare', [-25, 65]],
    [2, (a) => `TARI ${a}, saldo`, 18640, 'da_pagare', [-25, 155]],
    [3, (a) => `TARI ${a - 1}, saldo`, 17950, 'scaduto', [-300, -35]],
    [4, (a) => `TARI ${a - 1}, acconto`, 8975, 'in_pagamento', [-340, -160]],
    [5, (a) => `TARI ${a - 2}, saldo`, 17210, 'pagato', [-690, -520]],
    [6, (a) => `TARI ${a - 3}, rata unica`, 24680, 'rateizzato', [-1050, -900]],
    [7, (a) => `TARI ${a - 4}, conguaglio`, 3120, 'annullato', [-1400, -1300]],
  ]),
  ...documentiOf('PL-300303', [
    [1, () => 'Multa, sollecito di pagamento', 4830, 'da_pagare', [-15, 45]],
    [2, () => 'Mensa scolastica, sollecito', 12600, 'da_pagare', [-10, 50]],
    [3, () => 'Servizio idrico, sollecito', 6790, 'scaduto', [-120, -60]],
  ]),
  ...documentiOf('BS-200202', [
    [1, (a) => `Canone per la pubblicità ${a}`, 124000, 'da_pagare', [-30, 90]],
    [2, (a) => `Canone per la pubblicità ${a - 1}`, 118500, 'rateizzato', [-390, -270]],
    [3, (a) => `Canone per la pubblicità ${a - 2}`, 112250, 'pagato', [-760, -640]],
  ]),
  ...documentiOf('CL-400404', [
    [1, (a) => `Occupazione di suolo ${a}, passo carrabile`, 5640, 'da_pagare', [-40, 80]],
    [2, (a) => `Occupazione di suolo ${a - 1}, passo carrabile`, 5520, 'pagato', [-405, -285]],
  ]),
  ...documentiOf('CL-500505', [
    [1, (a) => `Tassa rifiuti ${a}, rata unica`, 14375, 'da_pagare', [-20, 70]],
    [2, (a) => `Tassa rifiuti ${a - 1}, rata unica`, 13980, 'scaduto', [-385, -230]],
  ]),
];

type DocumentoTuple = [
  numero: number,
  tipo: DocumentoDemo['tipo'],
  cent: number,
  stato: Stato,
  giorni: [number, number],
];

function documentiOf(posizione: string, tuples: readonly DocumentoTuple[]): DocumentoDemo[] {
  return tuples.map(([numero, tipo, importo_cent, stato, giorni]) => ({
    posizione,
    numero,
    tipo,
    importo_cent,
    stato,
    giorni,
    ...(stato === 'annullato' && { withoutAvviso: true }),
  }));
}

/** @returns a notice number with its check digits: aux digit 3, and the digits of the position in its middle */
function avviso(codice: string, numero: number): string {
  const first16 = `301${codice.replace(/\D/g, '').padStart(10, '0')}${String(numero).padStart(3, '0')}`;
  return first16 + cifreControlloOf(first16);
}

/** @param today `YYYY-MM-DD` */
export function documenti(today: string) {
  const year = Number(today.slice(0, 4));
  return DOCUMENTI.flatMap(({ posizione: codice_utente, numero, tipo, importo_cent, stato, giorni, withoutAvviso }) => {
    const posizione = POSIZIONI.find((p) => p.codice_utente === codice_utente);
    if (!posizione) return [];
    const [day, scadenza] = giorni.map((n) => addDays(today, n)) as [string, string];
    const numero_avviso = avviso(codice_utente, numero);
    return [
      {
        ente: posizione.ente,
        codice_utente,
        sistema: posizione.sistema,
        numero: `${codice_utente}-${String(numero).padStart(2, '0')}`,
        tipo: tipo(year),
        data: day,
        scadenza,
        importo_cent,
        stato,
        ...(!withoutAvviso && { iuv: iuvOf(numero_avviso), numero_avviso }),
      },
    ];
  });
}
