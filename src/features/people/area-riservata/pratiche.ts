/** The citizen's cases as the area lists them: groups by state, order, names. Pure. */
import type { Stato } from '../../cases/pratica/stati.ts';
import type { PraticaInElenco as PraticaMia } from '../../services/segnalazione/mie.contract.ts';

export type { PraticaMia };

/** Filters of the list (words of the national model). Drafts are no cases yet: `bozza` has no state. */
export const GRUPPI = [
  { id: 'bozza', nome: 'In bozza' },
  { id: 'inviate', nome: 'Inviate', stato: 'inviata' },
  { id: 'in-lavorazione', nome: 'In lavorazione', stato: 'in_elaborazione' },
  { id: 'da-integrare', nome: 'Da integrare', stato: 'da_integrare' },
  { id: 'accettate', nome: 'Accettate', stato: 'accettata' },
  { id: 'rifiutate', nome: 'Rifiutate', stato: 'rifiutata' },
  { id: 'concluse', nome: 'Concluse', stato: 'conclusa' },
  { id: 'ritirate', nome: 'Ritirate', stato: 'ritirata' },
] as const satisfies readonly { id: string; nome: string; stato?: Stato }[];
export type Gruppo = (typeof GRUPPI)[number]['id'];

/** What the state of a case is called in the list: short, and said to the citizen. */
export const STATI_IN_ELENCO: Readonly<Record<Stato, string>> = {
  inviata: 'Inviata',
  in_elaborazione: 'In lavorazione',
  da_integrare: 'Da integrare',
  conclusa: 'Conclusa',
  accettata: 'Accettata',
  rifiutata: 'Rifiutata',
  ritirata: 'Ritirata',
};

/** @returns how many cases each group has; groups of withdrawn cases and drafts count what they are given */
export function conta(pratiche: readonly Pick<PraticaMia, 'stato'>[], bozze: number): Record<Gruppo, number> {
  const numbers = GRUPPI.map((g) => [
    g.id,
    'stato' in g ? pratiche.filter((p) => p.stato === g.stato).length : bozze,
  ]) as [Gruppo, number][];
  return Object.fromEntries(numbers) as Record<Gruppo, number>;
}

/** @param chiesto from the query, anything at all @returns undefined for all of them */
export function gruppoDi(chiesto: string | null): Gruppo | undefined {
  return GRUPPI.find((g) => g.id === chiesto)?.id;
}

/** The cases of a group; of drafts there are none among them. */
export function delGruppo<P extends Pick<PraticaMia, 'stato'>>(pratiche: readonly P[], gruppo?: Gruppo): P[] {
  if (!gruppo) return [...pratiche];
  const found = GRUPPI.find((g) => g.id === gruppo);
  return pratiche.filter((p) => found && 'stato' in found && p.stato === found.stato);
}

/** Columns that a click orders by, with the way a first click orders. */
export const COLONNE = {
  numero: { nome: 'Numero', verso: 'giu' },
  servizio: { nome: 'Servizio', verso: 'su' },
  data: { nome: 'Data', verso: 'giu' },
  stato: { nome: 'Stato', verso: 'su' },
  scadenza: { nome: 'Termine', verso: 'su' },
} as const;
export type Colonna = keyof typeof COLONNE;
/** @property verso `su` from the smallest, `giu` from the greatest */
export type Ordine = { colonna: Colonna; verso: 'su' | 'giu' };
export const PRIMO_ORDINE: Ordine = { colonna: 'data', verso: 'giu' };

/** @param colonna, @param verso from the query, anything at all: newest first when it is no order */
export function ordineDi(colonna: string | null, verso: string | null): Ordine {
  if (colonna === null || !Object.hasOwn(COLONNE, colonna)) return PRIMO_ORDINE;
  const known = colonna as Colonna;
  return { colonna: known, verso: verso === 'su' || verso === 'giu' ? verso : COLONNE[known].verso };
}

/** What a click on the head of a column asks for: the other way round when the list is ordered by it already. */
export function prossimoOrdine(ora: Ordine, colonna: Colonna): Ordine {
  if (ora.colonna !== colonna) return { colonna, verso: COLONNE[colonna].verso };
  return { colonna, verso: ora.verso === 'su' ? 'giu' : 'su' };
}

const ORDINE_STATI: readonly string[] = GRUPPI.flatMap((g) => ('stato' in g ? [g.stato] : []));

const CHIAVI: Readonly<Record<Colonna, (p: PraticaMia, nameOf: NameOf) => string>> = {
  // Numbers are counted per body.
  numero: (p) => `${p.protocollo} ${p.ente}`,
  servizio: (p, nameOf) => nameOf(p.codice),
  data: (p) => p.inviata_il,
  stato: (p) => String(ORDINE_STATI.indexOf(p.stato)),
  scadenza: (p) => p.termine_il,
};

/** Name of a service by its code. */
type NameOf = (codice: string) => string;

/** A new list; among equals the newest first. */
export function ordina(
  pratiche: readonly PraticaMia[],
  { colonna, verso }: Ordine,
  nameOf: NameOf = (codice) => codice,
): PraticaMia[] {
  const chiave = CHIAVI[colonna];
  const segno = verso === 'su' ? 1 : -1;
  const confronta = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return pratiche.toSorted(
    (a, b) => segno * confronta(chiave(a, nameOf), chiave(b, nameOf)) || confronta(b.inviata_il, a.inviata_il),
  );
}

/** Cases for the messages: what is unread first, then the newest. */
export function perMessaggi(pratiche: readonly PraticaMia[]): PraticaMia[] {
  const letta = (p: PraticaMia) => +(p.messaggi_non_letti === 0);
  return ordina(pratiche, PRIMO_ORDINE).toSorted((a, b) => letta(a) - letta(b));
}
