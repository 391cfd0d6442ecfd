/** Lays out the ricevuta that a citizen downloads for a payment, from the proofs of payment that the provider gave. */
import { istanteInParole } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { inGruppi } from '../../../platform/atoms/gruppi.ts';
import { iuvDi } from '../../../platform/atoms/numero-avviso.ts';
import { type Fact, type Receipt, receiptPdf } from '../../../platform/pdf/receipt.server.ts';
import type { Ricevuta } from '../../../store/tables.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { NOMI_FORNITORI } from './fornitori.ts';

/**
 * @property riferimento id of the payment: what the citizen names when they ask about it
 * @property ricevute at least one @property enti bodies of the notices by id
 * @property intestazione body on top: the one that was paid, the portal for several
 */
export type DatiRicevuta = {
  riferimento: string;
  ricevute: readonly Ricevuta[];
  intestazione: Ente;
  enti: ReadonlyMap<string, Ente>;
  sandbox: boolean;
};

/**
 * The receipt of a payment as PDF: one section for each notice. The payer is not in it: whoever owes a notice that another
 * paid gets the same paper.
 */
export function ricevutaPdf(dati: DatiRicevuta): Promise<Buffer> {
  return receiptPdf(ricevutaDi(dati));
}

/** What stands in it, before it is drawn. */
export function ricevutaDi({ riferimento, ricevute, intestazione, enti, sandbox }: DatiRicevuta): Receipt {
  const { nome, colore, contatti } = intestazione;
  const diversi = new Set(ricevute.map((r) => r.ente)).size > 1;
  const ultima = Math.max(...ricevute.map((r) => r.pagato_il));
  return {
    ente: { nome, colore, indirizzo: contatti.indirizzo },
    title: 'Ricevuta di pagamento',
    number: riferimento,
    facts: [
      ...(diversi ? [] : enteDi(enti, ricevute[0]?.ente)),
      ['Pagato il', `${istanteInParole(ultima)} (ora italiana)`],
      ['Pagato con', [...new Set(ricevute.map((r) => NOMI_FORNITORI[r.fornitore]))].join(', ')],
      ['Totale', euro(ricevute.reduce((sum, r) => sum + r.importo_cent, 0))],
      ['Riferimento del pagamento', riferimento],
    ],
    sections: ricevute.map((r, i) => ({
      title: ricevute.length > 1 ? `Avviso ${i + 1} di ${ricevute.length}` : 'Che cosa hai pagato',
      facts: [...(diversi ? enteDi(enti, r.ente) : []), ...fatti(r)],
    })),
    footer:
      'Questo documento attesta il pagamento degli avvisi indicati, come lo ha confermato il fornitore del servizio di pagamento. Conservalo.',
    sandbox,
    createdAt: ultima,
  };
}

function enteDi(enti: ReadonlyMap<string, Ente>, id: string | undefined): Fact[] {
  const ente = id === undefined ? undefined : enti.get(id);
  if (!ente) return [['Ente', id ?? '']];
  return [
    ['Ente', ente.nome],
    ['Codice fiscale dell’ente', ente.codice_fiscale],
  ];
}

function fatti(r: Ricevuta): Fact[] {
  return [
    ['Causale', r.causale],
    ['Codice avviso', inGruppi(r.numero_avviso)],
    ['IUV', iuvDi(r.numero_avviso)],
    ['Importo', euro(r.importo_cent)],
    ['Pagato il', `${istanteInParole(r.pagato_il)} (ora italiana)`],
    ...(r.intermediario ? [['Intermediario', r.intermediario] as Fact] : []),
    [`Identificativo ${NOMI_FORNITORI[r.fornitore]}`, r.rif],
    ...(r.doppia ? [['Attenzione', DOPPIA] as Fact] : []),
  ];
}

const DOPPIA =
  'L’avviso risultava già pagato con un’altra ricevuta. Contatta l’ente per il rimborso e mostra questo documento.';
