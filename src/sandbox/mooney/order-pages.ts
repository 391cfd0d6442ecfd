/** Pages of the sandbox's Mooney: the list of orders, and one order with its possible outcomes. Plain forms. */
import { instantInWords } from '../../platform/atoms/date.ts';
import { groupDigits } from '../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../platform/atoms/euro.ts';
import { escapeHtml } from '../../platform/html.ts';
import { renderFrame, type SandboxPage } from '../idp.page.ts';
import { type MooneyOrder, type OrderStatus, voucherOf } from './order.ts';
import { ORDER_CHOICES } from './order-choices.ts';
import { MOONEY_PATH } from './settings.ts';

const MOONEY_BANNER = 'Questa pagina sta al posto di Mooney: nessun pagamento è vero.';

const ORDER_STATUSES: Readonly<Record<OrderStatus, { name: string; returnTo: keyof MooneyOrder['returnUrls'] }>> = {
  CREATED: { name: 'da pagare', returnTo: 'cancel' },
  PENDING: { name: 'in attesa: da pagare in tabaccheria', returnTo: 'pending' },
  PAID: { name: 'pagato', returnTo: 'ok' },
  EXPIRED: { name: 'scaduto', returnTo: 'error' },
  CANCELLED: { name: 'annullato', returnTo: 'cancel' },
  FAILED: { name: 'non riuscito', returnTo: 'error' },
};

/**
 * @property detto the state that it reports @property quando when it was or will be sent, ms @property stato last answer of the
 * portal; 0: none
 */
type NotificationView = {
  evento: string;
  told: OrderStatus;
  quando: number;
  sent: boolean;
  stato: number | null;
  tentativi: number;
};

export function orderPage(order: MooneyOrder, notifications: readonly NotificationView[]): SandboxPage {
  const { name, returnTo } = ORDER_STATUSES[order.status];
  const choices = Object.entries(ORDER_CHOICES).filter(([, { from }]) => from.includes(order.status));
  const rows = choices.map(
    ([key, { button, explanation }], i) => `<li>
<p id="${key}-spiega">${escapeHtml(explanation)}</p>
<button${i === 0 ? '' : ' class="altro"'} type="submit" name="scelta" value="${key}" aria-describedby="${key}-spiega">${escapeHtml(button)}</button>
</li>`,
  );
  const content = `<p>${escapeHtml(order.description)}<br>
Importo: <strong>${formatEuro(order.amount)}</strong><br>
Avviso ${order.notice.number} dell’ente ${order.notice.creditor}<br>
Stato: <strong>${name}</strong>${order.status === 'PENDING' ? `<br>\nCodice per il negozio: <strong>${groupDigits(voucherOf(order).code)}</strong>` : ''}</p>
${rows.length > 0 ? `<h2>Che cosa deve succedere?</h2>\n<form method="post">\n<ul>\n${rows.join('\n')}\n</ul>\n</form>` : ''}
${notifications.length > 0 ? `<h2>Notifiche al portale</h2>\n<ol>\n${notifications.map(notificationItem).join('\n')}\n</ol>` : ''}
<p><a href="${escapeHtml(order.returnUrls[returnTo])}">Torna al portale</a></p>
<p><a href="${MOONEY_PATH}">Tutti gli ordini di prova</a></p>`;
  return renderFrame(`Mooney di prova: ${formatEuro(order.amount)}`, content, {
    banner: MOONEY_BANNER,
    returnUrls: Object.values(order.returnUrls),
  });
}

function notificationItem({ evento, told, quando, sent, stato, tentativi }: NotificationView): string {
  const tries = tentativi === 1 ? 'al primo tentativo' : `dopo ${tentativi} tentativi`;
  const answer = stato ? `il portale ha risposto ${stato} ${tries}` : `il portale non ha risposto ${tries}`;
  const progress = sent ? answer : `${tentativi === 0 ? 'non ancora partita' : answer}, parte`;
  return `<li>Evento ${evento.slice(-4)}, ${ORDER_STATUSES[told].name}: ${progress}, ${instantInWords(quando)}</li>`;
}

export function ordersPage(orders: readonly MooneyOrder[]): SandboxPage {
  const rows = orders.map(
    ({ orderId, description, amount, status }) =>
      `<li><a href="${MOONEY_PATH}/paga/${orderId}">${escapeHtml(description)}</a><br>${formatEuro(amount)}, ${ORDER_STATUSES[status].name}</li>`,
  );
  const list = `<ul>\n${rows.join('\n')}\n</ul>`;
  const empty = '<p>Non c’è ancora nessun ordine: scegli un avviso sul portale e pagalo con Mooney.</p>';
  return renderFrame('Mooney di prova: ordini', rows.length > 0 ? list : empty, { banner: MOONEY_BANNER });
}

export const unknownOrderPage = (): SandboxPage =>
  renderFrame(
    'Ordine sconosciuto',
    `<p>Questo ordine non c’è. <a href="/">Torna al portale</a> e apri un nuovo pagamento.</p>`,
    {
      banner: MOONEY_BANNER,
    },
  );
