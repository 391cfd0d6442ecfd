/** What the overview of the reserved area says: what is owed and until when, and which cases come first. Pure. */
import type { PortalHouse } from '../../../context.ts';
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import type { OwnDocumento } from '../../cases/posizione/documenti-own.contract.ts';
import { isOpenStato, type PraticaEnding, type StatoPratica } from '../../cases/pratica/stati.ts';
import { linkedAvvisoOf, payTogetherAddress } from '../../services/paga-online/fornitori.ts';
import type { OwnAvviso } from '../../services/paga-online/own-avvisi.contract.ts';
import { azioniOf } from './azioni.ts';
import { pendingPagamenti } from './documenti.ts';
import { isLate, type PraticaListItem } from './pratiche.ts';
import { scadenze } from './scadenze.ts';
import { schedaPath } from './schede.ts';

/**
 * Something to pay that is among the due dates. @property subject what it is for
 * @property giorno day, `YYYY-MM-DD`; null without a due date
 * @property linked its notice, as the address of the page that pays names it; null when it cannot be paid here any more
 * @property inVerifica a payment of the citizen's waits for its outcome
 */
export type OpenDebt = {
  subject: string;
  nome_ente: string;
  giorno: string | null;
  importo_cent: number;
  linked: string | null;
  inVerifica: boolean;
};

type OwnPagamento = { numero_avviso: string; altri: readonly string[]; stato: string };
type DebtLists = {
  documenti: readonly OwnDocumento[];
  avvisi: readonly OwnAvviso[];
  pagamenti: readonly OwnPagamento[];
};

/**
 * The debts of the tab with the due dates, in its order, instalments included.
 * @param codiceFiscale tax code of an ente by its id
 */
export function debtsOf(
  services: PortalHouse['services'],
  { documenti, avvisi, pagamenti }: DebtLists,
  codiceFiscale: (ente: string) => string | undefined,
): OpenDebt[] {
  const pending = pendingPagamenti(pagamenti);
  return scadenze(documenti, [], avvisi, []).flatMap((s): OpenDebt[] => {
    if (s.kind === 'pratica' || s.kind === 'appuntamento') return [];
    if (s.kind === 'avviso') {
      const { ente, nome_ente, numero_avviso, causale: subject, importo_cent, paga } = s.avviso;
      const linked = paga ? linkedAvvisoOf(numero_avviso, codiceFiscale(ente) ?? '') : null;
      return [{ subject, nome_ente, giorno: s.giorno, importo_cent, linked, inVerifica: pending.has(numero_avviso) }];
    }
    const { tipo: subject, nome_ente, importo_cent, numero_avviso = '', ente } = s.documento;
    const dominioEC = codiceFiscale(ente);
    const canPay = azioniOf(services, s.documento, dominioEC).some((a) => a.azione === 'paga');
    const linked = canPay ? linkedAvvisoOf(numero_avviso, dominioEC ?? '') : null;
    return [{ subject, nome_ente, giorno: s.giorno, importo_cent, linked, inVerifica: pending.has(numero_avviso) }];
  });
}

/** @property payable those that can be paid now: here, and not paid already with an outcome still to come */
export type DebtGroup = { debts: OpenDebt[]; cent: number; payable: OpenDebt[] };

const groupOf = (debts: OpenDebt[]): DebtGroup => ({
  debts,
  cent: debts.reduce((sum, d) => sum + d.importo_cent, 0),
  payable: debts.filter((d) => d.linked !== null && !d.inVerifica),
});

/**
 * What is overdue, what comes next and all of it.
 * @property next the debts of the next due date
 */
export function sumDebts(debts: readonly OpenDebt[], today: string) {
  const coming = debts.flatMap((d) => (d.giorno !== null && d.giorno >= today ? [d.giorno] : [])).sort()[0];
  return {
    overdue: groupOf(debts.filter((d) => d.giorno !== null && d.giorno < today)),
    next: coming === undefined ? null : { giorno: coming, ...groupOf(debts.filter((d) => d.giorno === coming)) },
    all: groupOf([...debts]),
  };
}

/** The address that pays these debts: together where each has a notice, else from the list of the due dates. */
export function payPath(payable: readonly OpenDebt[]): string {
  const linked = payable.flatMap(({ linked }) => linked ?? []);
  return linked.length > 0 && linked.length === payable.length ? payTogetherAddress(linked) : schedaPath('scadenze');
}

/** "7 dicembre", and with its year when it is not this one. */
export const nearDateInWords = (giorno: string, today: string): string =>
  dateInWords(giorno).replace(` ${today.slice(0, 4)}`, '');

/** Open cases, those that wait for the citizen first; within each group the given order is kept. */
export function sortOpenPratiche(pratiche: readonly PraticaListItem[]): PraticaListItem[] {
  const waits = (p: PraticaListItem) => +(p.stato === 'da_integrare');
  return pratiche.filter((p) => isOpenStato(p.stato as StatoPratica)).toSorted((a, b) => waits(b) - waits(a));
}

/** When the citizen gets an answer, or is expected, in words. @param today date in Rome */
export function answerInWords(p: PraticaListItem, ending: PraticaEnding, today: string): string {
  if (p.esterna)
    return `La segue ${p.esterna.programma}${p.stato === 'da_integrare' ? ', che aspetta una tua risposta' : ''}.`;
  const day = nearDateInWords(p.termine_il, today);
  if (p.stato === 'da_integrare') return 'L’ufficio aspetta la tua risposta: il termine è fermo.';
  if (ending === 'visita')
    return p.termine_il < today ? 'Il giorno dell’appuntamento è passato.' : `Ti aspettiamo ${withArticle('il', day)}.`;
  if (isLate(p, today)) return `L’ufficio doveva risponderti entro ${withArticle('il', day)}: chiedi notizie.`;
  return `Avrai risposta entro ${withArticle('il', day)}.`;
}
