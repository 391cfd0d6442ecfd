/** Lays out the ricevuta that a citizen downloads for a payment, from the proofs of payment that the provider gave. */
import { instantInWords } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import type { PdfEnte } from '../../../platform/pdf/drawing.server.ts';
import type { LabelledText, ReceiptContent } from '../../../platform/pdf/receipt.server.ts';
import type { Ricevuta } from '../../../store/tables.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { FORNITORE_NAMES } from './fornitori.ts';

/**
 * @property numero of the payment, which the citizen quotes in questions about it
 * @property ricevute at least one
 * @property enti the enti of the notices by id
 * @property holders names of those for whom delegates paid, by id of the receipt
 * @property letterhead the paid ente; the portal for several
 */
export type RicevutaData = {
  numero: string;
  ricevute: readonly Ricevuta[];
  holders?: ReadonlyMap<string, string>;
  letterhead: PdfEnte;
  enti: ReadonlyMap<string, Ente>;
  sandbox: boolean;
};

/**
 * What the receipt of a payment says, one section for each notice. It does not name the payer: a debtor whose notice another person
 * paid gets the same document.
 */
export function buildRicevuta({ numero, ricevute, holders, letterhead, enti, sandbox }: RicevutaData): ReceiptContent {
  const severalEnti = new Set(ricevute.map((r) => r.ente)).size > 1;
  const latest = Math.max(...ricevute.map((r) => r.pagato_il));
  return {
    ente: letterhead,
    title: 'Ricevuta di pagamento',
    number: numero,
    facts: [
      ...(severalEnti ? [] : enteFacts(enti, ricevute[0]?.ente)),
      ['Pagato il', `${instantInWords(latest)} (ora italiana)`],
      ['Pagato con', [...new Set(ricevute.map((r) => FORNITORE_NAMES[r.fornitore]))].join(', ')],
      ['Totale', formatEuro(ricevute.reduce((sum, r) => sum + r.importo_cent, 0))],
    ],
    sections: ricevute.map((r, i) => ({
      title: ricevute.length > 1 ? `Avviso ${i + 1} di ${ricevute.length}` : 'Che cosa hai pagato',
      facts: [...(severalEnti ? enteFacts(enti, r.ente) : []), ...holderFacts(holders?.get(r.id)), ...ricevutaFacts(r)],
    })),
    footer:
      'Questo documento attesta il pagamento degli avvisi indicati, come lo ha confermato il fornitore del servizio di pagamento. Conservalo.',
    sandbox,
    createdAt: latest,
  };
}

function enteFacts(enti: ReadonlyMap<string, Ente>, id: string | undefined): LabelledText[] {
  const ente = id === undefined ? undefined : enti.get(id);
  if (!ente) return [['Ente', id ?? '']];
  return [
    ['Ente', ente.nome],
    ['Codice fiscale dell’ente', ente.codice_fiscale],
  ];
}

const holderFacts = (name: string | undefined): LabelledText[] =>
  name ? [['Pagato per conto di', `${name}, con la sua delega`]] : [];

function ricevutaFacts(r: Ricevuta): LabelledText[] {
  return [
    ['Causale', r.causale],
    ['Codice avviso', groupDigits(r.numero_avviso)],
    ['IUV', iuvOf(r.numero_avviso)],
    ['Importo', formatEuro(r.importo_cent)],
    ['Pagato il', `${instantInWords(r.pagato_il)} (ora italiana)`],
    ...(r.intermediario ? [['Intermediario', r.intermediario] as LabelledText] : []),
    [`Identificativo ${FORNITORE_NAMES[r.fornitore]}`, r.rif],
    ...(r.doppia ? [['Attenzione', PAID_TWICE_TEXT] as LabelledText] : []),
  ];
}

const PAID_TWICE_TEXT =
  'L’avviso risultava già pagato con un’altra ricevuta. Contatta l’ente per il rimborso e mostra questo documento.';
