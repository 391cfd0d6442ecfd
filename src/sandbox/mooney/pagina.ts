/** Pages of the sandbox's Mooney: the list of orders, and one order with what may happen to it. Plain forms. */
import { istanteInParole } from '../../platform/atoms/date.ts';
import { euro } from '../../platform/atoms/euro.ts';
import { escaped } from '../../platform/html.ts';
import { frame, type Page } from '../idp.page.ts';
import type { Ordine, StatoOrdine } from './ordine.ts';
import { SCELTE } from './scelte.ts';
import { MOONEY_PATH } from './settings.ts';

const BANNER = 'Questa pagina sta al posto di Mooney: nessun pagamento è vero.';

const STATI: Readonly<Record<StatoOrdine, { nome: string; ritorno: keyof Ordine['returnUrls'] }>> = {
  CREATED: { nome: 'da pagare', ritorno: 'cancel' },
  PENDING: { nome: 'in attesa: da pagare in tabaccheria', ritorno: 'pending' },
  PAID: { nome: 'pagato', ritorno: 'ok' },
  EXPIRED: { nome: 'scaduto', ritorno: 'error' },
  CANCELLED: { nome: 'annullato', ritorno: 'cancel' },
  FAILED: { nome: 'non riuscito', ritorno: 'error' },
};

/**
 * @property detto the state it tells @property quando when it left or is to leave, ms @property stato last answer of
 * the portal; 0: none
 */
type Notifica = {
  evento: string;
  detto: StatoOrdine;
  quando: number;
  spedita: boolean;
  stato: number | null;
  tentativi: number;
};

export function paginaOrdine(ordine: Ordine, notifiche: readonly Notifica[]): Page {
  const { nome, ritorno } = STATI[ordine.status];
  const scelte = Object.entries(SCELTE).filter(([, { da }]) => da.includes(ordine.status));
  const righe = scelte.map(
    ([chiave, { bottone, spiega }], i) => `<li>
<p id="${chiave}-spiega">${escaped(spiega)}</p>
<button${i === 0 ? '' : ' class="altro"'} type="submit" name="scelta" value="${chiave}" aria-describedby="${chiave}-spiega">${escaped(bottone)}</button>
</li>`,
  );
  const content = `<p>${escaped(ordine.description)}<br>
Importo: <strong>${euro(ordine.amount)}</strong><br>
Avviso ${ordine.notice.number} dell’ente ${ordine.notice.creditor}<br>
Stato: <strong>${nome}</strong></p>
${righe.length > 0 ? `<h2>Che cosa deve succedere?</h2>\n<form method="post">\n<ul>\n${righe.join('\n')}\n</ul>\n</form>` : ''}
${notifiche.length > 0 ? `<h2>Notifiche al portale</h2>\n<ol>\n${notifiche.map(rigaNotifica).join('\n')}\n</ol>` : ''}
<p><a href="${escaped(ordine.returnUrls[ritorno])}">Torna al portale</a></p>
<p><a href="${MOONEY_PATH}">Tutti gli ordini di prova</a></p>`;
  return frame(`Mooney di prova: ${euro(ordine.amount)}`, content, { banner: BANNER });
}

function rigaNotifica({ evento, detto, quando, spedita, stato, tentativi }: Notifica): string {
  const volte = tentativi === 1 ? 'al primo tentativo' : `dopo ${tentativi} tentativi`;
  const risposta = stato ? `il portale ha risposto ${stato} ${volte}` : `il portale non ha risposto ${volte}`;
  const poi = spedita ? risposta : `${tentativi === 0 ? 'non ancora partita' : risposta}, parte`;
  return `<li>Evento ${evento.slice(-4)}, ${STATI[detto].nome}: ${poi}, ${istanteInParole(quando)}</li>`;
}

export function paginaOrdini(ordini: readonly Ordine[]): Page {
  const righe = ordini.map(
    ({ orderId, description, amount, status }) =>
      `<li><a href="${MOONEY_PATH}/paga/${orderId}">${escaped(description)}</a><br>${euro(amount)}, ${STATI[status].nome}</li>`,
  );
  const elenco = `<ul>\n${righe.join('\n')}\n</ul>`;
  const vuoto = '<p>Non c’è ancora nessun ordine: scegli un avviso sul portale e pagalo con Mooney.</p>';
  return frame('Mooney di prova: ordini', righe.length > 0 ? elenco : vuoto, { banner: BANNER });
}

export const paginaIgnota = (): Page =>
  frame(
    'Ordine sconosciuto',
    `<p>Questo ordine non c’è. <a href="/">Torna al portale</a> e apri un nuovo pagamento.</p>`,
    {
      banner: BANNER,
    },
  );
