/** Pages of the test pagoPA: plain forms, in the frame of the sandbox's other pages. */
import { euro } from '../../platform/atoms/euro.ts';
import { escaped } from '../../platform/html.ts';
import type { CartRequest } from '../../platform/pagopa-wire.ts';
import { frame, type Page } from '../idp.page.ts';
import { SCELTE, type Scelta } from './scelte.ts';
import { PAGOPA_PATH } from './settings.ts';

const BANNER = 'Questa non è pagoPA: nessun denaro si muove.';

const cornice = (titolo: string, contenuto: string): Page => frame(titolo, contenuto, { banner: BANNER });

export function paginaCarrello({ paymentNotices, emailNotice }: CartRequest): Page {
  const totale = paymentNotices.reduce((somma, { amount }) => somma + amount, 0);
  const avvisi = paymentNotices.map(
    ({ companyName, description, noticeNumber, fiscalCode, amount }) => `<li>
<h2>${escaped(description)}</h2>
<p>${escaped(companyName)} (${fiscalCode})<br>Codice avviso: ${noticeNumber.replace(/(\d{4})(?=\d)/g, '$1 ')}<br>Importo: <strong>${euro(amount)}</strong></p>
</li>`,
  );
  const scelte = (Object.keys(SCELTE) as Scelta[])
    .filter((scelta) => scelta !== 'paga_in_parte' || paymentNotices.length > 1)
    .map(
      (scelta) => `<li>
<p id="${scelta}-che">${escaped(SCELTE[scelta].che)}</p>
<button type="submit" name="scelta" value="${scelta}" aria-describedby="${scelta}-che">${escaped(SCELTE[scelta].nome)}</button>
</li>`,
    );
  return cornice(
    'Come deve andare questo pagamento?',
    `<p>Al posto delle pagine di pagoPA, qui scegli tu che cosa succede.</p>
<ul>
${avvisi.join('\n')}
</ul>
<p>Totale: <strong>${euro(totale)}</strong></p>
${emailNotice ? `<p>La ricevuta di pagoPA andrebbe a ${escaped(emailNotice)}.</p>` : ''}
<form method="post">
<h2>Scegli</h2>
<ul>
${scelte.join('\n')}
</ul>
</form>
<p><a href="${PAGOPA_PATH}">Fai rispondere male pagoPA</a></p>`,
  );
}

/** @param contenuto HTML, ours @param ritorno address of the portal that a link leads to */
export const paginaParole = (titolo: string, contenuto: string, ritorno?: string): Page =>
  cornice(titolo, contenuto + (ritorno ? `<p><a href="${escaped(ritorno)}">Torna al portale</a></p>` : ''));

type Tavole = { GUASTI: Readonly<Record<string, string>>; DOVE: Readonly<Record<string, string>> };

export function paginaGuasti(ora: { guasto: string; dove: string }, { GUASTI, DOVE }: Tavole): Page {
  const scelte = (nome: 'guasto' | 'dove', tavola: Readonly<Record<string, string>>) =>
    Object.entries(tavola)
      .map(
        ([valore, parole]) =>
          `<p><label><input type="radio" name="${nome}" value="${valore}"${ora[nome] === valore ? ' checked' : ''}> ${escaped(parole)}</label></p>`,
      )
      .join('\n');
  return cornice(
    'Guasti di pagoPA',
    `<p>Scegli come pagoPA risponde al portale, per vedere che cosa legge chi paga. Vale per tutti, finché non lo cambi.</p>
<form method="post">
<fieldset>
<legend>Guasto</legend>
${scelte('guasto', GUASTI)}
</fieldset>
<fieldset>
<legend>Dove</legend>
${scelte('dove', DOVE)}
</fieldset>
<p><button type="submit">Salva</button></p>
</form>`,
  );
}
