/** Processes the outbox entries of payments: asks for an outcome, publishes an avviso, or fills in the mail to the payer. */
import type { OutboxDelivery, PortalHouse } from '../../../context.ts';
import { dateInWords, instantInWords } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { deliveryOf } from '../../../platform/outbox.server.ts';
import { enteOfPage, siteOf } from '../../cases/ente/ente.server.ts';
import { casellaOf, type Ente, type EnteMail } from '../../cases/ente/ente.ts';
import { avvisoKeyText } from './avvisi.db.ts';
import { publishAvviso } from './avviso-pratica.server.ts';
import { LIVE_STATI } from './esiti.ts';
import { esitoAddress, FORNITORE_NAMES, payAddress } from './fornitori.ts';
import { listGivenBack } from './journal.db.ts';
import { numeroOfTentativo } from './numero-pagamento.server.ts';
import {
  type FailedStato,
  type MailPagamento,
  renderDoubleDebtorMail,
  renderDoubleMail,
  renderDoubleOfficeMail,
  renderFailedMail,
  renderFoundPaidMail,
  renderPaidMail,
  renderPendingMail,
  renderRefundedMail,
} from './pagamento.mail.ts';
import {
  AVVISO_DOUBLE_DEBITORE,
  AVVISO_PUBLISHING,
  PAGAMENTO_DOUBLE,
  PAGAMENTO_DOUBLE_UFFICIO,
  PAGAMENTO_FAILED,
  PAGAMENTO_FOUND_PAID,
  PAGAMENTO_PAID,
  PAGAMENTO_PENDING,
  PAGAMENTO_REFUNDED,
  PAGAMENTO_VERIFICA,
} from './pagamento-outbox.ts';
import { lastLinkDay, ricevutaLink } from './ricevuta.server.ts';
import { listRicevuteOf } from './ricevute.db.ts';
import { findContatto } from './tentativi.db.ts';
import { readTentativo, type Tentativo } from './tentativo-read.server.ts';
import { verifyPagamento } from './verifica.server.ts';

/**
 * The work of each kind of outbox row about a payment, and the mail that it sends; null: no mail. The mail is written when it is sent, from
 * the state of that moment: a payment that has gone through meanwhile has a row of its own.
 * @throws PortalError `unavailable` while a provider does not have the outcome; the row is tried again
 * @throws PortalError `not_found` when there is no such payment
 */
export const PAGAMENTO_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(PAGAMENTO_VERIFICA, async ({ pagamento }, house) => {
    await verifyPagamento(house, pagamento);
    return null;
  }),
  deliveryOf(AVVISO_PUBLISHING, async (avviso, house) => {
    await publishAvviso(house, avviso);
    return null;
  }),
  deliveryOf(PAGAMENTO_PAID, async (data, house) => {
    const q = await readMailContext(house, data.pagamento);
    const { pagamento, avvisi, ricevute } = q.tentativo;
    if (pagamento.stato !== 'pagato') return null;
    const withRicevuta = new Set(ricevute.map(avvisoKeyText));
    return letteraOf(
      q,
      renderPaidMail({
        ...q.base,
        // Only notices with a receipt of this attempt: a receipt of several possible payers belongs to none of them.
        avvisi: mailAvvisi(avvisi.filter((a) => withRicevuta.has(avvisoKeyText(a)))),
        importo: formatEuro(ricevute.reduce((sum, r) => sum + Number(r.importo_cent), 0)),
        paidAt: instantInWords(Math.max(...ricevute.map((r) => r.pagato_il))),
        ricevutaUrl: ricevutaLink(house, pagamento.id, q.site),
        validUntil: dateInWords(lastLinkDay(house.now())),
        esitoUrl: q.esitoUrl,
      }),
    );
  }),
  deliveryOf(PAGAMENTO_FOUND_PAID, async (data, house) => {
    const q = await readMailContext(house, data.pagamento);
    return letteraOf(q, renderFoundPaidMail({ ...q.base, esitoUrl: q.esitoUrl }));
  }),
  deliveryOf(PAGAMENTO_DOUBLE, async (data, house) => {
    const q = await readMailContext(house, data.pagamento);
    return letteraOf(q, renderDoubleMail({ ...q.base, esitoUrl: q.esitoUrl }));
  }),
  deliveryOf(AVVISO_DOUBLE_DEBITORE, async ({ ente: enteId, numero_avviso, utente }, house) => {
    const email = await findContatto(house.db, utente);
    // Their login was deleted meanwhile.
    if (!email) return null;
    const ente = await enteOfPage(house, '', enteId);
    const avvisi = [{ numero: groupDigits(numero_avviso), ente: ente.nome }];
    const areaUrl = `${await siteOf(house, ente.host)}/area-riservata?scheda=pagamenti`;
    return { to: email, ente, testo: renderDoubleDebtorMail({ ente, avvisi, areaUrl }) };
  }),
  deliveryOf(PAGAMENTO_DOUBLE_UFFICIO, async (key, house) => {
    const ente = await enteOfPage(house, '', key.ente);
    const ricevute = await listRicevuteOf(house.db, key);
    const text = renderDoubleOfficeMail({
      ente,
      numero: groupDigits(key.numero_avviso),
      causale: ricevute[0]?.causale ?? '',
      ricevute: ricevute.map(
        (r) =>
          `${instantInWords(r.pagato_il)}, ${formatEuro(r.importo_cent)}, ${FORNITORE_NAMES[r.fornitore]}, ${r.rif}`,
      ),
    });
    return { to: casellaOf(ente, '*') ?? ente.contatti.email, ente, testo: text };
  }),
  deliveryOf(PAGAMENTO_REFUNDED, async (data, house) => {
    const q = await readMailContext(house, data.pagamento);
    const given = new Set((await listGivenBack(house.db, q.tentativo.ricevute)).map(avvisoKeyText));
    // The office took it back meanwhile.
    if (given.size === 0) return null;
    const avvisi = mailAvvisi(q.tentativo.avvisi.filter((a) => given.has(avvisoKeyText(a))));
    return letteraOf(q, renderRefundedMail({ ...q.base, avvisi, esitoUrl: q.esitoUrl }));
  }),
  deliveryOf(PAGAMENTO_PENDING, async (data, house) => {
    const q = await readMailContext(house, data.pagamento);
    const { stato, codice_negozio, scade } = q.tentativo.pagamento;
    if (!LIVE_STATI.includes(stato) || codice_negozio === null) return null;
    const until = instantInWords(scade);
    return letteraOf(
      q,
      renderPendingMail({ ...q.base, code: groupDigits(codice_negozio), until, esitoUrl: q.esitoUrl }),
    );
  }),
  deliveryOf(PAGAMENTO_FAILED, async (data, house) => {
    const q = await readMailContext(house, data.pagamento);
    const { pagamento, avvisi, paidKeys } = q.tentativo;
    if (!isFailed(pagamento.stato)) return null;
    const unpaid = avvisi.find((a) => !paidKeys.has(avvisoKeyText(a)));
    const payUrl = unpaid && q.site + payAddress(unpaid.numero_avviso, unpaid.dominioEC);
    return letteraOf(q, renderFailedMail({ ...q.base, stato: pagamento.stato, payUrl, esitoUrl: q.esitoUrl }));
  }),
];

const isFailed = (stato: string): stato is FailedStato =>
  stato === 'non_completato' || stato === 'annullato' || stato === 'scaduto';

/** @property site origin of the host on which the payment began */
type MailContext = { tentativo: Tentativo; ente: Ente; base: MailPagamento; site: string; esitoUrl: string };

const letteraOf = ({ tentativo: { pagamento }, ente }: MailContext, text: EnteMail['testo']): EnteMail => ({
  to: pagamento.email,
  ente,
  testo: text,
});

const mailAvvisi = (avvisi: Tentativo['avvisi']): MailPagamento['avvisi'] =>
  avvisi.map((a) => ({ numero: groupDigits(a.numero_avviso), ente: a.enteName }));

async function readMailContext(house: PortalHouse, id: string): Promise<MailContext> {
  const found = await readTentativo({ house, db: house.db }, id);
  const { pagamento, avvisi } = found;
  const enteIds = new Set(avvisi.map((a) => a.ente));
  const site = await siteOf(house, pagamento.host);
  // The mail is sent in the name of the paid ente; for several enti in the name of the portal.
  const ente = await enteOfPage(house, '', enteIds.size === 1 ? avvisi[0]?.ente : undefined);
  return {
    tentativo: found,
    ente,
    base: {
      ente,
      avvisi: mailAvvisi(avvisi),
      importo: formatEuro(Number(pagamento.importo_cent)),
      fornitore: FORNITORE_NAMES[pagamento.fornitore],
      numero: numeroOfTentativo(id, found.ricevute),
    },
    site,
    esitoUrl: site + esitoAddress(id),
  };
}
