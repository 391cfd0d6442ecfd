/** A sheet of devices read: what comes out of it are devices that the contract takes, or every fault by its line. */
import * as z from 'zod/mini';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { COLONNE, type Colonna, colonnaDi, colonne, daCella, daScrivere, ESEMPI, OCCORRE, VALORI } from './csv.ts';
import { celle, testoDi } from './foglio.server.ts';
import { automezzo, mezzoFisso } from './mezzo.controlli.ts';
import { type DatiMezzo, MAX_MEZZI, TIPI } from './mezzo.ts';
import { TIPO } from './valori.ts';

/** @property riga as a spreadsheet numbers it: the heading is the first */
export type ErroreRiga = { riga: number; colonna?: Colonna; testo: string };
type Valori = Partial<Record<Colonna, string>>;
type Riga = { riga: number; valori: Valori; oltre: boolean };

/** More than anyone reads at once. */
const MAX_ERRORI = 50;

/**
 * @param bytes the file as it came
 * @returns the devices of all lines, at most {@link MAX_MEZZI}
 * @throws PortalError `invalid`: `file` says what is wrong in all, `riga.12` what is wrong in a line, `altri` how much more there is
 */
export function leggiMezzi(bytes: Uint8Array): DatiMezzo[] {
  const { righe, mancano } = tabella(celle(testoDi(bytes)));
  if (righe.length === 0) throw rifiuto('Il foglio non ha mezzi: sotto l’intestazione scrivi una riga per ogni mezzo.');
  if (righe.length > MAX_MEZZI + ESEMPI.length) throw troppi(righe.length);
  const serve = righe.flatMap(({ valori }) => (valori[TIPO] === 'Automezzo' ? OCCORRE.automezzi : OCCORRE.altri));
  const assenti = mancano.filter((c) => serve.some((s) => s === c));
  if (assenti.length > 0) throw rifiuto(...assenti.map(manca));
  const letti = righe.map(controlla);
  const errori = letti.flatMap((l) => ('errori' in l ? l.errori : []));
  if (errori.length > 0) throw conErrori(errori);
  const mezzi = letti.flatMap((l) => ('mezzo' in l && !diEsempio(l.mezzo) ? [l.mezzo] : []));
  if (mezzi.length > MAX_MEZZI) throw troppi(mezzi.length);
  if (mezzi.length === 0)
    throw rifiuto('Il foglio ha solo le righe di esempio: scrivi i tuoi mezzi al loro posto e importalo di nuovo.');
  return mezzi;
}

/** The lines with something in them, by column. @throws PortalError `invalid` with every fault of the heading */
function tabella(foglio: readonly string[][]): { righe: Riga[]; mancano: Colonna[] } {
  const prima = foglio.findIndex(scritta);
  const [testata, ...resto] = foglio.slice(Math.max(0, prima));
  if (prima < 0 || !testata) throw rifiuto('Il file è vuoto: scarica il modello e scrivi una riga per ogni mezzo.');
  const nomi = testata.map((intestazione) => colonnaDi(intestazione));
  if (!nomi.some(Boolean))
    throw rifiuto(`La prima riga deve avere i nomi delle colonne: ${nomiDi(daScrivere)}. Scarica il modello.`);
  const ignote = testata.filter((intestazione, i) => intestazione.trim() && !nomi[i]).slice(0, MAX_ERRORI);
  const errori = [
    ...ignote.map((c) => `La colonna «${corto(c)}» non esiste: le colonne sono ${nomiDi(daScrivere)}.`),
    ...colonne
      .filter((c) => nomi.indexOf(c) !== nomi.lastIndexOf(c))
      .map((c) => `La colonna «${COLONNE[c]}» c’è due volte.`),
    ...OCCORRE.sempre.filter((c) => !nomi.includes(c)).map(manca),
  ];
  if (errori.length > 0) throw rifiuto(...errori);
  const righe = resto.flatMap((caselle, i): Riga[] => {
    if (!scritta(caselle)) return [];
    const valori: Valori = {};
    nomi.forEach((colonna, n) => {
      if (colonna) valori[colonna] = daCella(colonna, caselle[n] ?? '');
    });
    const oltre = caselle.some((c, n) => !nomi[n] && c.trim() !== '');
    return [{ riga: prima + i + 2, valori, oltre }];
  });
  return { righe, mancano: daScrivere.filter((c) => !nomi.includes(c)) };
}

const scritta = (caselle: readonly string[]): boolean => caselle.some((c) => c.trim() !== '');
const nomiDi = (di: readonly Colonna[]): string => di.map((c) => COLONNE[c]).join(', ');
const corto = (s: string): string => (s.length > 40 ? `${s.slice(0, 40)}…` : s);
const manca = (c: Colonna): string =>
  `Manca la colonna «${COLONNE[c]}»${OCCORRE.automezzi.some((a) => a === c) ? ', che serve per gli automezzi' : ''}: aggiungila, o parti dal modello.`;

function controlla({ riga, valori, oltre }: Riga): { mezzo: DatiMezzo } | { errori: ErroreRiga[] } {
  const { stato = '', stima: _, ...scritti } = valori;
  const errori: ErroreRiga[] = [];
  const no = (testo: string, colonna?: Colonna) => errori.push({ riga, testo, ...(colonna && { colonna }) });
  if (oltre)
    no('ci sono più valori che colonne. Controlla i separatori, o metti tra virgolette il testo che ne contiene uno.');
  if (/^(variazione|cessazione)\b/i.test(stato))
    no('il mezzo è già della posizione: dal foglio si aggiungono solo mezzi nuovi. Togli la riga.', 'stato');
  const tipo = scritti[TIPO] ?? '';
  const noto = Object.hasOwn(TIPI, tipo);
  const schema = tipo === 'Automezzo' ? automezzo : mezzoFisso;
  const esito = z.safeParse<z.ZodMiniType<DatiMezzo>>(schema, scritti);
  for (const { path, message } of esito.success ? [] : esito.error.issues) {
    const colonna = path[0] as Colonna;
    // Which of the others it has depends on the type.
    if (!noto && !OCCORRE.sempre.some((c) => c === colonna)) continue;
    const valori = Object.values(VALORI[colonna] ?? {});
    // The sheet has no list of countries to choose from.
    if (colonna === 'targa' && scritti.targa) {
      no(TARGA, colonna);
      continue;
    }
    no(valori.length > 0 ? `${message} Scrivi uno di questi valori: ${valori.join('; ')}.` : message, colonna);
  }
  if (noto) for (const c of daScrivere.filter((c) => !(c in schema.shape) && estranea(c, scritti))) no(ESTRANEO, c);
  errori.sort((a, b) => posto(a) - posto(b));
  return errori.length > 0 || !esito.success ? { errori } : { mezzo: esito.data };
}

const TARGA =
  'Controlla la targa: quelle italiane sono come AB123CD, davanti a una straniera scrivi la sigla del paese, come CH:ZH123456.';
const ESTRANEO = 'questo tipo di mezzo non ha questo dato. Lascia vuota la casella, o controlla il tipo.';
/** One piece is what a vehicle is. */
const estranea = (c: Colonna, valori: Valori): boolean =>
  Boolean(valori[c]) && !(c === 'quantita' && valori.quantita === '1');
const posto = ({ colonna }: ErroreRiga): number => (colonna ? colonne.indexOf(colonna) : -1);

const uguale = (mezzo: DatiMezzo): string => JSON.stringify(Object.entries(mezzo).sort());
let esempi: Set<string> | undefined;
/** Told by what they say: a spreadsheet may have written them another way. */
function diEsempio(mezzo: DatiMezzo): boolean {
  esempi ??= new Set(
    ESEMPI.flatMap((valori) => {
      const scritti = Object.entries(valori).map(([c, v]) => [c, daCella(c as Colonna, v)]);
      const letto = controlla({ riga: 0, valori: Object.fromEntries(scritti), oltre: false });
      return 'mezzo' in letto ? [uguale(letto.mezzo)] : [];
    }),
  );
  return esempi.has(uguale(mezzo));
}

const troppi = (n: number) =>
  rifiuto(
    `Il foglio ha ${n} mezzi: in una dichiarazione ce ne stanno al massimo ${MAX_MEZZI}. Dividili in più dichiarazioni.`,
  );

const rifiuto = (...testi: string[]) => new PortalError('invalid', { fields: { file: testi } });

function conErrori(errori: readonly ErroreRiga[]): PortalError {
  const quanti = errori.length === 1 ? 'c’è un errore' : `ci sono ${errori.length} errori`;
  const fields: FieldErrors = { file: [`Non abbiamo importato niente: nel foglio ${quanti}.`] };
  for (const { riga, colonna, testo } of errori.slice(0, MAX_ERRORI)) {
    const dove = colonna ? `Riga ${riga}, colonna ${COLONNE[colonna]}` : `Riga ${riga}`;
    const nome = `riga.${riga}`;
    fields[nome] = [...(fields[nome] ?? []), `${dove}: ${testo}`];
  }
  const altri = errori.length - MAX_ERRORI;
  if (altri > 0) fields.altri = [altri === 1 ? 'E un altro errore.' : `E altri ${altri} errori.`];
  return new PortalError('invalid', { fields });
}
