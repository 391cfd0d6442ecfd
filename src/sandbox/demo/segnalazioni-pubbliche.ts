/** Some sixty public reports over the last year in the three municipalities of the demo, as their operators would have released them. */

import type { Ente } from '../../features/cases/ente/ente.ts';
import { addDays } from '../../platform/atoms/date.ts';
import { type GeoBorder, isWithin } from '../../platform/border.ts';
import type { SegnalazionePubblica, StatoPubblico } from '../../store/tables.ts';
import { houseAt, INVENTED_TOWNS } from '../town/town.ts';
import { DEMO_SCENES } from './scene.ts';

type DemoProblem = { codice: string; titolo: string; descrizione: string; risposta: string };

const DEMO_PROBLEMS: readonly DemoProblem[] = [
  {
    codice: 'SF510',
    titolo: 'Lampione spento',
    descrizione: 'Il lampione non si accende da qualche sera e il marciapiede resta al buio.',
    risposta: 'La lampada è stata sostituita.',
  },
  {
    codice: 'SF310',
    titolo: 'Buca nell’asfalto',
    descrizione: 'C’è una buca larga mezzo metro: chi va in bicicletta la deve evitare andando in mezzo alla strada.',
    risposta: 'La buca è stata chiusa dalla squadra di manutenzione.',
  },
  {
    codice: 'SF410',
    titolo: 'Rifiuti abbandonati',
    descrizione: 'Accanto ai cassonetti ci sono un materasso e sacchi aperti.',
    risposta: 'I rifiuti sono stati raccolti.',
  },
  {
    codice: 'SF310',
    titolo: 'Strisce pedonali cancellate',
    descrizione: 'Le strisce davanti alla fermata non si vedono quasi più.',
    risposta: 'Le strisce sono state ridipinte.',
  },
  {
    codice: 'SF420',
    titolo: 'Ramo pericolante',
    descrizione: 'Un ramo spezzato pende sopra la panchina.',
    risposta: 'Il ramo è stato tagliato e l’albero controllato.',
  },
  {
    codice: 'SF510',
    titolo: 'Luce che lampeggia',
    descrizione: 'La luce si accende e si spegne di continuo per tutta la notte.',
    risposta: 'Il contatto è stato riparato.',
  },
  {
    codice: 'SF410',
    titolo: 'Cestino pieno',
    descrizione: 'Il cestino è pieno da giorni e le carte volano in strada.',
    risposta: 'Il cestino è stato svuotato; ora la raccolta passa due volte la settimana.',
  },
];

/** How many each municipality has. */
const REPORT_COUNTS: Readonly<Record<string, number>> = { borgosereno: 36, collelume: 14, portolieve: 12 };

/** @property caller who told the office of it, as the case keeps them */
export type PublicReport = {
  row: SegnalazionePubblica;
  tappe: { giorno: string; stato: StatoPubblico }[];
  caller: { nome: string; cognome: string; telefono: string };
  /** SVG of what its photo shows; most reports have none */
  scene: string | undefined;
};

const DEMO_CALLERS = [
  ['Rosa', 'Marchetti'],
  ['Aldo', 'Ferrante'],
  ['Ines', 'Colombo'],
  ['Dario', 'Villa'],
  ['Lidia', 'Serra'],
] as const;

/** @param today `YYYY-MM-DD` @param now in ms since 1970 @returns those of types that the municipality publishes */
export function publicReports(ente: Ente, today: string, now: number): PublicReport[] {
  const streets = INVENTED_TOWNS.find((town) => town.ente === ente.id)?.streets ?? [];
  const published = DEMO_PROBLEMS.filter(
    ({ codice }) => ente.categorie.includes(codice) && ente.pubblicazione?.[codice],
  );
  if (streets.length === 0 || published.length === 0) return [];
  return Array.from({ length: REPORT_COUNTS[ente.id] ?? 0 }, (_, n) => {
    const problem = published[n % published.length] as DemoProblem;
    const street = streets[(n * 5) % streets.length] as (typeof streets)[number];
    const number = 1 + ((n * 7) % street.numbers);
    const [lat, lon] = houseAt(street, number) ?? [];
    // The newest yesterday, the oldest almost a year ago, closer together towards today.
    const giorno = addDays(today, -1 - Math.floor((n * n * 340) / 36 ** 2));
    const stato: StatoPubblico = n < 2 ? 'ricevuta' : n < 5 ? 'in_lavorazione' : 'conclusa';
    const began = addDays(giorno, 1 + (n % 3));
    const closed = stato === 'conclusa' ? addDays(began, 2 + (n % 11)) : null;
    const isHere = ({ confine }: { confine?: GeoBorder | undefined }) =>
      lat !== undefined && lon !== undefined && confine !== undefined && isWithin(confine, { lat, lon });
    const area = ente.aree?.find(isHere)?.id ?? null;
    return {
      row: {
        id: `demo-${ente.id}-${n + 1}`,
        ente: ente.id,
        codice: problem.codice,
        area,
        giorno,
        stato,
        chiusa: closed && (closed < today ? closed : today),
        visibile: 1,
        rilasciata: now,
        titolo: problem.titolo,
        descrizione: problem.descrizione,
        luogo: `${street.name} ${number}`,
        risposta: stato === 'conclusa' ? problem.risposta : null,
        lat: lat === undefined ? null : Number(lat.toFixed(4)),
        lon: lon === undefined ? null : Number(lon.toFixed(4)),
        aggiornata: now,
        doppione_di: null,
      },
      caller: callerOf(n),
      scene: n % 3 === 0 ? DEMO_SCENES[problem.titolo] : undefined,
      tappe: [
        { giorno, stato: 'ricevuta' },
        ...(stato === 'ricevuta' ? [] : [{ giorno: began, stato: 'in_lavorazione' as const }]),
        ...(closed ? [{ giorno: closed < today ? closed : today, stato }] : []),
      ],
    };
  });
}

function callerOf(n: number): PublicReport['caller'] {
  const [nome, cognome] = DEMO_CALLERS[n % DEMO_CALLERS.length] as (typeof DEMO_CALLERS)[number];
  return { nome, cognome, telefono: `0123 4567${String(10 + (n % 90))}` };
}
