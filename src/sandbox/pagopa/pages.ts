/** Pages of the test pagoPA: plain forms, in the frame of the sandbox's other pages. */
import { formatEuro } from '../../platform/atoms/euro.ts';
import { escapeHtml } from '../../platform/html.ts';
import type { CartRequest } from '../../platform/pagopa-wire.ts';
import { renderFrame, type SandboxPage } from '../idp.page.ts';
import { CARRELLO_CHOICES, type CarrelloChoice } from './carrello-choices.ts';
import { PAGOPA_PATH } from './settings.ts';

const PAGOPA_BANNER = 'Questa non è pagoPA: nessun denaro si muove.';

const pageFrame = (title: string, content: string, returnUrls: readonly string[] = []): SandboxPage =>
  renderFrame(title, content, { banner: PAGOPA_BANNER, returnUrls });

export function carrelloPage({ paymentNotices, emailNotice, returnUrls }: CartRequest): SandboxPage {
  const total = paymentNotices.reduce((sum, { amount }) => sum + amount, 0);
  const avvisi = paymentNotices.map(
    ({ companyName, description, noticeNumber, fiscalCode, amount }) => `<li>
<h2>${escapeHtml(description)}</h2>
<p>${escapeHtml(companyName)} (${fiscalCode})<br>Codice avviso: ${noticeNumber.replace(/(\d{4})(?=\d)/g, '$1 ')}<br>Importo: <strong>${formatEuro(amount)}</strong></p>
</li>`,
  );
  const choices = (Object.keys(CARRELLO_CHOICES) as CarrelloChoice[])
    .filter((choice) => choice !== 'paga_in_parte' || paymentNotices.length > 1)
    .map(
      (choice) => `<li>
<p id="${choice}-che">${escapeHtml(CARRELLO_CHOICES[choice].explanation)}</p>
<button type="submit" name="scelta" value="${choice}" aria-describedby="${choice}-che">${escapeHtml(CARRELLO_CHOICES[choice].name)}</button>
</li>`,
    );
  return pageFrame(
    'Come deve andare questo pagamento?',
    `<p>Al posto delle pagine di pagoPA, qui scegli tu che cosa succede.</p>
<ul>
${avvisi.join('\n')}
</ul>
<p>Totale: <strong>${formatEuro(total)}</strong></p>
${emailNotice ? `<p>La ricevuta di pagoPA andrebbe a ${escapeHtml(emailNotice)}.</p>` : ''}
<form method="post">
<h2>Scegli</h2>
<ul>
${choices.join('\n')}
</ul>
</form>
<p><a href="${PAGOPA_PATH}">Fai rispondere male pagoPA</a></p>
<p><a href="${PAGOPA_PATH}/altrove">Paga un avviso senza il portale</a></p>
<p><a href="${PAGOPA_PATH}/riversa">Riversa all’ente quello che è stato pagato</a></p>`,
    Object.values(returnUrls),
  );
}

/** @param content trusted HTML @param returnUrl address of the portal that a link leads to */
export const wordsPage = (title: string, content: string, returnUrl?: string): SandboxPage =>
  pageFrame(title, content + (returnUrl ? `<p><a href="${escapeHtml(returnUrl)}">Torna al portale</a></p>` : ''));

type FaultTables = { faults: Readonly<Record<string, string>>; places: Readonly<Record<string, string>> };

export function faultsPage(current: { fault: string; place: string }, { faults, places }: FaultTables): SandboxPage {
  const radioButtons = (name: string, chosen: string, table: Readonly<Record<string, string>>) =>
    Object.entries(table)
      .map(
        ([value, words]) =>
          `<p><label><input type="radio" name="${name}" value="${value}"${chosen === value ? ' checked' : ''}> ${escapeHtml(words)}</label></p>`,
      )
      .join('\n');
  return pageFrame(
    'Guasti di pagoPA',
    `<p>Scegli come pagoPA risponde al portale, per vedere che cosa legge chi paga. Vale per tutti, finché non lo cambi.</p>
<form method="post">
<fieldset>
<legend>Guasto</legend>
${radioButtons('guasto', current.fault, faults)}
</fieldset>
<fieldset>
<legend>Dove</legend>
${radioButtons('dove', current.place, places)}
</fieldset>
<p><button type="submit">Salva</button></p>
</form>`,
  );
}

/** What was typed into the form of a payment elsewhere. */
export type TypedElsewhere = { [field in 'ente' | 'avviso' | 'importo' | 'attesa']?: string };

/** A form with what a letter says. @param errors sentences, shown above it */
export function elsewherePage(typed: TypedElsewhere, errors: readonly string[]): SandboxPage {
  const field = (name: keyof TypedElsewhere, label: string) =>
    `<p><label for="${name}">${label}</label><br><input id="${name}" name="${name}" inputmode="decimal" value="${escapeHtml(typed[name] ?? '')}"></p>`;
  const wait = (minutes: number, words: string) =>
    `<option value="${minutes}"${typed.attesa === String(minutes) ? ' selected' : ''}>${words}</option>`;
  return pageFrame(
    'Paga un avviso senza il portale',
    `<p>Come in banca, in tabaccheria o nell’app IO: il portale non sa che l’avviso è pagato, finché non legge la ricevuta.</p>
${errors.map((error) => `<p role="alert"><strong>${escapeHtml(error)}</strong></p>`).join('\n')}
<form method="post">
${field('ente', 'Codice fiscale dell’ente')}
${field('avviso', 'Numero dell’avviso')}
${field('importo', 'Importo in euro')}
<p><label for="attesa">La ricevuta arriva</label><br><select id="attesa" name="attesa">
${wait(0, 'subito')}
${wait(2, 'dopo 2 minuti')}
${wait(20, 'dopo 20 minuti')}
</select></p>
<p><button type="submit">Paga</button></p>
</form>`,
  );
}

/** What was typed into the form of a transfer. */
export type TypedTransfer = { [field in 'ente' | 'come']?: string };

/** A form that has all that was paid to an ente transferred. @param errors sentences, shown above it */
export function transferPage(typed: TypedTransfer, errors: readonly string[]): SandboxPage {
  const way = (value: string, words: string) =>
    `<option value="${value}"${typed.come === value ? ' selected' : ''}>${words}</option>`;
  return pageFrame(
    'Riversa all’ente quello che è stato pagato',
    `<p>Come fanno le banche ogni giorno: un solo bonifico con tutti i pagamenti, e un flusso di rendicontazione che dice quali sono.</p>
${errors.map((error) => `<p role="alert"><strong>${escapeHtml(error)}</strong></p>`).join('\n')}
<form method="post">
<p><label for="ente">Codice fiscale dell’ente</label><br><input id="ente" name="ente" inputmode="numeric" value="${escapeHtml(typed.ente ?? '')}"></p>
<p><label for="come">Il flusso</label><br><select id="come" name="come">
${way('giusto', 'è giusto')}
${way('somma', 'dichiara un centesimo di troppo')}
${way('revocato', 'revoca il primo pagamento')}
${way('revisione', 'è una nuova revisione dell’ultimo')}
</select></p>
<p><button type="submit">Riversa</button></p>
</form>`,
  );
}
