/** Payment providers for tests: they record what they are asked, and a test sets what they answer. */
import { addDays, todayInRome } from '../../src/platform/atoms/date.ts';
import { iuvOf } from '../../src/platform/atoms/numero-avviso.ts';
import {
  type AvvisoToPay,
  type Carrello,
  type DebtPosition,
  FLUSSO_PAGE,
  type FlowPayment,
  type FlussiQuery,
  type FlussoKey,
  type Fornitore,
  type FornitoreCarrello,
  type FornitoreEsito,
  type FornitoreFlusso,
  type FornitoreRicevuta,
  type PaidQuery,
  PaymentError,
  type PaymentFailure,
  type PaymentsPort,
  ProviderDown,
} from '../../src/platform/payments.ts';

const MINUTE = 60_000;

/**
 * @property carrelli carts that were opened, oldest first
 * @property paid receipts in the provider's list of what was paid, so many of them on a page
 * @property listed the pages that were asked for @property onRead called before a receipt is read
 * @property fault when set, every call fails this way @property tried the keys that were tried; one that begins with «sbagliata» is refused
 */
export type PaymentsDouble = PaymentsPort & {
  carrelli: Carrello[];
  posizioni: DebtPosition[];
  cancelled: string[];
  /** References whose outcome was asked for */
  asked: string[];
  paid: FornitoreRicevuta[];
  perPage: number;
  listed: PaidQuery[];
  onRead: (iuv: string) => void;
  /** Settlement flows, of which each page has so many payments @property onPage called before a page of payments is answered */
  flows: { dominioEC: string; flusso: FornitoreFlusso; payments: FlowPayment[] }[];
  flowPage: number;
  onPage: (page: number) => void;
  fault: PaymentFailure | null;
  tried: { dominioEC: string; key?: string | undefined }[];
  /** Sets the outcome of an attempt from now on */
  settle(riferimento: string, stato: FornitoreEsito['stato'], over?: Partial<PaidDifferences>): FornitoreEsito;
  reset(): void;
};

/** How a paid receipt differs from what was asked for, and what it says of the payer */
type PaidDifferences = { importo_cent: number; pagato_il: number; rif: string; count: number; payerEmail: string };

/** @param now clock of the house, for the lifetime of carts and the instants of receipts */
export function paymentsDouble(fornitore: Fornitore, now: () => number): PaymentsDouble {
  const carrelli: Carrello[] = [];
  const posizioni: DebtPosition[] = [];
  const cancelled: string[] = [];
  const asked: string[] = [];
  const outcomes = new Map<string, FornitoreEsito>();
  const mooney = fornitore === 'mooney';
  const failIfTold = () => {
    if (double.fault === 'away') throw new ProviderDown('il fornitore di prova è giù');
    if (double.fault) throw new PaymentError(double.fault, 'il fornitore di prova è guasto');
  };
  const findFlow = (dominioEC: string, { psp, nome, revisione }: FlussoKey) => {
    const found = double.flows.find(
      ({ flusso, ...of }) =>
        of.dominioEC === dominioEC && flusso.psp === psp && flusso.nome === nome && flusso.revisione === revisione,
    );
    if (!found) throw new PaymentError('away', 'flussi: risposta 404');
    return found;
  };
  /** As pagoPA answers, which knows receipts and not whose cart they are of. */
  const answerByAvviso = (avvisi: readonly AvvisoToPay[]): FornitoreEsito => {
    const of = (a: AvvisoToPay) => double.paid.filter((r) => r.numero_avviso === a.numero_avviso);
    const paid = avvisi.filter((a) => of(a).length > 0).length;
    const stato = paid === 0 ? 'aperto' : paid < avvisi.length ? 'in_attesa' : 'pagato';
    return { stato, ricevute: avvisi.flatMap(of) };
  };
  const double: PaymentsDouble = {
    fornitore,
    name: mooney ? 'Mooney' : 'pagoPA',
    limits: mooney
      ? { avvisi: 1, min_cent: 1_00, max_cent: 999_99 }
      : { avvisi: 5, min_cent: 1, max_cent: 99_999_999_999 },
    origins: [`https://${fornitore}.example`],
    carrelli,
    posizioni,
    cancelled,
    asked,
    paid: [],
    perPage: 100,
    listed: [],
    onRead: () => undefined,
    flows: [],
    flowPage: FLUSSO_PAGE,
    onPage: () => undefined,
    fault: null,
    tried: [],
    open: async (carrello): Promise<FornitoreCarrello> => {
      carrelli.push(carrello);
      failIfTold();
      const rif = `${fornitore}-${carrelli.length}`;
      const life = (mooney ? 48 * 60 : 10) * MINUTE;
      return { redirect: `https://${fornitore}.example/c/${rif}`, rif, scade: now() + life };
    },
    readEsito: async ({ riferimento, avvisi }) => {
      asked.push(riferimento);
      failIfTold();
      return outcomes.get(riferimento) ?? answerByAvviso(avvisi);
    },
    settle: (riferimento, stato, over = {}) => {
      const { count, rif, ...changes } = over;
      const avvisi = carrelli.find((c) => c.riferimento === riferimento)?.avvisi ?? [];
      const ricevute = (stato === 'pagato' ? avvisi.slice(0, count) : []).map((a) => ({
        dominioEC: a.dominioEC,
        numero_avviso: a.numero_avviso,
        importo_cent: a.importo_cent,
        rif: rif ?? `rt-${riferimento}`,
        pagato_il: now(),
        intermediario: 'Banca di prova',
        ...changes,
      }));
      const outcome = { stato, ricevute };
      outcomes.set(riferimento, outcome);
      return outcome;
    },
    reset: () => {
      for (const list of [
        carrelli,
        posizioni,
        cancelled,
        asked,
        double.paid,
        double.listed,
        double.flows,
        double.tried,
      ])
        list.length = 0;
      outcomes.clear();
      double.perPage = 100;
      double.onRead = () => undefined;
      double.flowPage = FLUSSO_PAGE;
      double.onPage = () => undefined;
      double.fault = null;
    },
    ...(mooney
      ? {
          cancel: async ({ riferimento }: { riferimento: string }) => {
            failIfTold();
            if ((outcomes.get(riferimento)?.stato ?? 'aperto') === 'pagato') return false;
            cancelled.push(riferimento);
            outcomes.set(riferimento, { stato: 'annullato', ricevute: [] });
            return true;
          },
        }
      : {
          enteOf: async () => ({ segregazione: '01', iban: 'IT60X0542811101000000123456', hasKey: true }),
          checkAccess: async (access: { dominioEC: string; key?: string | undefined }) => {
            double.tried.push(access);
            failIfTold();
            return !access.key?.startsWith('sbagliata');
          },
          createDebtPosition: async (posizione: DebtPosition) => {
            failIfTold();
            posizioni.push(posizione);
          },
          listPaid: async (query: PaidQuery) => {
            double.listed.push(query);
            failIfTold();
            const { dominioEC, from, to, page } = query;
            const within = double.paid.filter((r) => {
              const day = todayInRome(r.pagato_il);
              return r.dominioEC === dominioEC && from <= day && day < addDays(to, 1);
            });
            const [first, last] = [page * double.perPage, (page + 1) * double.perPage];
            const paid = within.slice(first, last).map(({ numero_avviso }) => iuvOf(numero_avviso));
            return { paid, isLast: last >= within.length };
          },
          flussi: {
            list: async ({ dominioEC, since, page }: FlussiQuery) => {
              failIfTold();
              const flussi = double.flows
                .filter((f) => f.dominioEC === dominioEC && f.flusso.pubblicato > since)
                .map(({ flusso: { psp, nome, revisione } }) => ({ psp, nome, revisione }));
              return {
                flussi: flussi.slice((page - 1) * double.perPage, page * double.perPage),
                isLast: page * double.perPage >= flussi.length,
              };
            },
            read: async (dominioEC: string, key: FlussoKey) => {
              failIfTold();
              return findFlow(dominioEC, key).flusso;
            },
            readPayments: async (dominioEC: string, key: FlussoKey, page: number) => {
              double.onPage(page);
              failIfTold();
              const { payments } = findFlow(dominioEC, key);
              const [first, last] = [(page - 1) * double.flowPage, page * double.flowPage];
              return { payments: payments.slice(first, last), isLast: last >= payments.length };
            },
          },
          readPaid: async ({ dominioEC, iuv }: { dominioEC: string; iuv: string }) => {
            double.onRead(iuv);
            failIfTold();
            return double.paid.filter((r) => r.dominioEC === dominioEC && iuvOf(r.numero_avviso) === iuv);
          },
        }),
  };
  return double;
}
