/** Providers in hand: what they are asked is kept, what they answer is told by the test. */
import {
  type Aperto,
  type Carrello,
  type EsitoFornitore,
  type Fornitore,
  PaymentError,
  type Payments,
  type PosizioneDebitoria,
  ProviderDown,
  type Rifiuto,
} from '../../src/platform/payments.ts';

const MINUTE = 60_000;

/**
 * @property carrelli carts that were opened, oldest first
 * @property guasto set: every call fails so
 */
export type PaymentsDouble = Payments & {
  carrelli: Carrello[];
  posizioni: PosizioneDebitoria[];
  annullati: string[];
  /** References it was asked the outcome of */
  chiesti: string[];
  guasto: Rifiuto | null;
  /** From now on this is what became of the attempt */
  di(riferimento: string, stato: EsitoFornitore['stato'], over?: Partial<Pagata>): EsitoFornitore;
  reset(): void;
};

/** How a paid receipt differs from what was asked */
type Pagata = { importo_cent: number; pagato_il: number; rif: string; quanti: number };

/** @param now clock of the house, for the life of carts and the instants of receipts */
export function paymentsDouble(fornitore: Fornitore, now: () => number): PaymentsDouble {
  const carrelli: Carrello[] = [];
  const posizioni: PosizioneDebitoria[] = [];
  const annullati: string[] = [];
  const chiesti: string[] = [];
  const esiti = new Map<string, EsitoFornitore>();
  const mooney = fornitore === 'mooney';
  const su = () => {
    if (double.guasto === 'away') throw new ProviderDown('il fornitore di prova è giù');
    if (double.guasto) throw new PaymentError(double.guasto, 'il fornitore di prova è guasto');
  };
  const double: PaymentsDouble = {
    fornitore,
    nome: mooney ? 'Mooney' : 'pagoPA',
    limiti: mooney
      ? { avvisi: 1, min_cent: 1_00, max_cent: 999_99 }
      : { avvisi: 5, min_cent: 1, max_cent: 99_999_999_999 },
    origini: [`https://${fornitore}.example`],
    carrelli,
    posizioni,
    annullati,
    chiesti,
    guasto: null,
    apri: async (carrello): Promise<Aperto> => {
      carrelli.push(carrello);
      su();
      const rif = `${fornitore}-${carrelli.length}`;
      const life = (mooney ? 48 * 60 : 10) * MINUTE;
      return { redirect: `https://${fornitore}.example/c/${rif}`, rif, scade: now() + life };
    },
    esito: async ({ riferimento }) => {
      chiesti.push(riferimento);
      su();
      return esiti.get(riferimento) ?? { stato: 'aperto', ricevute: [] };
    },
    di: (riferimento, stato, over = {}) => {
      const { quanti, rif, ...cambi } = over;
      const avvisi = carrelli.find((c) => c.riferimento === riferimento)?.avvisi ?? [];
      const ricevute = (stato === 'pagato' ? avvisi.slice(0, quanti) : []).map((a) => ({
        ...{ dominioEC: a.dominioEC, numero_avviso: a.numero_avviso, importo_cent: a.importo_cent },
        ...{ rif: rif ?? `rt-${riferimento}`, pagato_il: now(), intermediario: 'Banca di prova' },
        ...cambi,
      }));
      const esito = { stato, ricevute };
      esiti.set(riferimento, esito);
      return esito;
    },
    reset: () => {
      for (const list of [carrelli, posizioni, annullati, chiesti]) list.length = 0;
      esiti.clear();
      double.guasto = null;
    },
    ...(mooney
      ? {
          annulla: async ({ riferimento }: { riferimento: string }) => {
            su();
            if ((esiti.get(riferimento)?.stato ?? 'aperto') === 'pagato') return false;
            annullati.push(riferimento);
            esiti.set(riferimento, { stato: 'annullato', ricevute: [] });
            return true;
          },
        }
      : {
          segregazione: () => '01',
          creaPosizione: async (posizione: PosizioneDebitoria) => {
            su();
            posizioni.push(posizione);
          },
        }),
  };
  return double;
}
