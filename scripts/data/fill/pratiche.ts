/** The cases of a filled store, with the words by which operators find them. */
import { sql } from 'kysely';
import { nameToSort, searchParts, searchTextOf } from '../../../src/features/cases/pratica/pratica-search.ts';
import type { StatoPratica } from '../../../src/features/cases/pratica/stati.ts';
import { addDays, todayInRome } from '../../../src/platform/atoms/date.ts';
import type { Evento, Pratica } from '../../../src/store/tables.ts';
import { ALL_ENTI, enteOf, type FilledStore, LARGE_ENTE } from './enti.ts';
import { cognomeOf, mixedNumber, nomeOf, pickValue } from './spread.ts';

/** Out of a hundred cases: ten are open. */
const STATI: [StatoPratica, number][] = [
  ['inviata', 4],
  ['in_elaborazione', 5],
  ['da_integrare', 1],
  ['conclusa', 60],
  ['accettata', 20],
  ['rifiutata', 7],
  ['ritirata', 3],
];
const COSE = ['Lampione spento', 'Buca pericolosa', 'Rifiuti abbandonati', 'Albero caduto', 'Cartello divelto'];
const VIE = ['Garibaldi', 'Mazzini', 'Cavour', 'Verdi', 'Manzoni', 'Dante', 'Roma', 'Marconi', 'Leopardi', 'Galilei'];
const CODICI = Array.from({ length: 30 }, (_, n) => `SF${310 + n * 10}`);
const DAYS = 3 * 365;
const DAY = 86_400_000;
const YEAR = 2026;
/** Both engines take at most 32,766 values in a statement. */
const BATCH = 500;
/** One case in so many is of somebody whose name is rare. */
const RARE = 10_000;
export const RARE_NAME = 'Zefirelli';
export const CODICE_FISCALE = 'RSSMRA80A01H501U';
/** Persons who have cases of the large ente. */
const ASSIGNEES = 20;
const assigneeId = (n: number): string => `incaricata-${n}`;
const UFFICIO = 'ufficio-carico';

const statoOf = (n: number): StatoPratica => {
  let left = mixedNumber(n, 1) % 100;
  for (const [stato, share] of STATI) {
    if (left < share) return stato;
    left -= share;
  }
  return 'conclusa';
};

/**
 * @property pratiche how many cases @property enti how many enti share them @property now when the last one came, in ms since 1970
 * @property persona who has a part of the large ente's, and works in its office
 */
export type PraticheOrder = { pratiche: number; enti: number; now: number; persona?: string | undefined };

function praticaOf(n: number, { pratiche: total, enti, now }: PraticheOrder, numbers: Map<string, number>): Pratica {
  const ente = enteOf(n, { enti, choice: mixedNumber(n, 2) });
  const numero = (numbers.get(ente) ?? 0) + 1;
  numbers.set(ente, numero);
  const stato = statoOf(n);
  // In the order in which they arrived, as numbers are given.
  const inviata_il = now - Math.floor(((total - n) / total) * DAYS * DAY) - 1;
  const isOpen = ['inviata', 'in_elaborazione', 'da_integrare'].includes(stato);
  const answered = Math.min(now, inviata_il + (mixedNumber(n, 18) % (30 * DAY)));
  const assigned = ente === LARGE_ENTE && isOpen && mixedNumber(n, 3) % 4 !== 0;
  return {
    id: `pratica-${n.toString(36).padStart(8, '0')}-${mixedNumber(n, 4).toString(36)}`,
    ufficio: `ufficio-${n.toString(36).padStart(8, '0')}-${mixedNumber(n, 5).toString(36)}`,
    ente,
    tipo: 'segnalazione',
    codice: pickValue(CODICI, n, 6),
    anno: YEAR,
    numero,
    oggetto: `${pickValue(COSE, n, 7)} in via ${pickValue(VIE, n, 8)} ${mixedNumber(n, 9) % 200}`,
    descrizione: 'Si vede dalla strada, davanti al portone, da qualche settimana. '.repeat(4),
    email: `persona${n}@posta.example`,
    nome: nomeOf(n, 10),
    cognome: mixedNumber(n, 11) % RARE === 0 ? RARE_NAME : cognomeOf(n, 12),
    codice_fiscale: mixedNumber(n, 17) % RARE === 0 ? CODICE_FISCALE : null,
    telefono: null,
    dati_json: '{}',
    privacy_versione: '1',
    proprietario: `v${n}`,
    utente: null,
    stato,
    versione: 2,
    inviata_il,
    presa_in_carico_il: stato === 'in_elaborazione' ? answered : null,
    chiusa_il: isOpen ? null : answered,
    sospesa_dal: stato === 'da_integrare' ? answered : null,
    // Open ones are due from two weeks ago to two months from now.
    termine_il: addDays(todayInRome(isOpen ? now : inviata_il), isOpen ? (mixedNumber(n, 13) % 75) - 14 : 30),
    protocollo_ente: mixedNumber(n, 14) % RARE === 0 ? `PG-${n}` : null,
    protocollo_ente_il: null,
    protocollo_ente_registro: null,
    protocollo_ente_classifica: null,
    protocollo_ente_fascicolo: null,
    protocollo_atteso_dal: null,
    letto_cittadino: 1,
    letto_operatore: mixedNumber(n, 15) % (isOpen ? 5 : 200) === 0 ? 1 : 2,
    avvisato_cittadino: null,
    avvisato_operatore: null,
    senza_risposta: 0,
    host: null,
    canale: null,
    prima_risposta_il: stato === 'inviata' ? null : answered,
    priorita: mixedNumber(n, 19) % RARE === 0 ? 'alta' : null,
    etichette: '',
    delega: null,
    area: null,
    lat: null,
    lon: null,
    pubblica: null,
    doppione_di: null,
    assegnata_ufficio: ente === LARGE_ENTE && n % 3 === 0 ? UFFICIO : null,
    assegnata_a: assigned ? assigneeId(mixedNumber(n, 16) % ASSIGNEES) : null,
  };
}

/** What the citizen sent, and what came of it since: another state, or another word of the citizen's. */
function eventiOf({ id, stato, inviata_il, prima_risposta_il }: Pratica): Evento[] {
  const evento = { pratica: id, chi: null, testo: null, nascosto: null, nascosto_da: null };
  const sent = {
    ...evento,
    id: `e-${id}`,
    n: 1,
    quando: inviata_il,
    da: 'sistema',
    tipo: 'stato',
    stato: 'inviata',
  } as const;
  const next = { ...evento, id: `f-${id}`, n: 2, quando: prima_risposta_il ?? inviata_il };
  return [
    sent,
    stato === 'inviata'
      ? { ...next, da: 'cittadino', tipo: 'messaggio', testo: 'È ancora così.', stato: null }
      : { ...next, da: stato === 'ritirata' ? 'cittadino' : 'operatore', tipo: 'stato', stato },
  ];
}

/** Names stay the same for each of those who have cases of the large ente. */
const assigneeName = (n: number): string => `${cognomeOf(n, 20)} ${nomeOf(n, 21)} ${n}`;

export async function fillPratiche({ db, dialect }: FilledStore, order: PraticheOrder): Promise<void> {
  const { pratiche: total, persona } = order;
  await db
    .insertInto('uffici')
    .values({
      id: UFFICIO,
      ente: LARGE_ENTE,
      nome: 'Ufficio di carico',
      email: '',
      servizi_json: '[]',
      attivo: 1,
      incassi: 0,
    })
    .execute();
  const numbers = new Map<string, number>();
  for (let n = 0; n < total; n += BATCH) {
    const pratiche = Array.from({ length: Math.min(BATCH, total - n) }, (_, i) => {
      const pratica = praticaOf(n + i, order, numbers);
      const assignee = pratica.assegnata_a?.split('-')[1];
      return {
        ...pratica,
        ...(persona && pratica.assegnata_a === assigneeId(0) && { assegnata_a: persona }),
        cerca: searchTextOf(searchParts(pratica)),
        richiedente: nameToSort(pratica),
        assegnata_nome: assignee ? assigneeName(Number(assignee)) : '',
      };
    });
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('eventi').values(pratiche.flatMap(eventiOf)).execute();
      await tx.insertInto('pratiche').values(pratiche).execute();
    });
  }
  await fillWords({ db, dialect });
  if (persona)
    await db
      .insertInto('uffici_persone')
      .values({ ufficio: UFFICIO, utente: persona, assente_dal: null, assente_al: null })
      .execute();
  await db
    .insertInto('numeratori')
    .values([...numbers].map(([ente, ultimo]) => ({ ente, anno: YEAR, ultimo })))
    .execute();
}

/** From the texts of the cases, sorted: a row after the other is at the end of the table. Cases of the demo have their words. */
async function fillWords({ db, dialect }: FilledStore): Promise<void> {
  const split =
    dialect === 'postgres'
      ? sql`pratiche cross join lateral unnest(string_to_array(ltrim(cerca), ' ')) with ordinality as part(value, key)`
      : sql`pratiche cross join json_each('["' || replace(ltrim(cerca), ' ', '","') || '"]') as part`;
  await sql`insert into pratiche_parole (ente, stato, parola, precedente, pratica)
    select ente, stato, part.value, lag(part.value, 1, '') over (partition by pratiche.id order by part.key), pratiche.id
    from ${split} where ente like ${ALL_ENTI} order by 1, 2, 3, 5`.execute(db);
}
