/**
 * The markup of one row of the list, as text: two hundred rows through an Astro template double the time of the page, and the
 * script of the list asks for single rows. `safeHtml` escapes what citizens wrote.
 */
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { escapeHtml } from '../../../platform/html.ts';
import { type MezzoRow, placeOf, statoText, titleOf } from './mezzi-list.ts';
import type { TipoDichiarazione } from './mezzo.ts';
import { listDifferences, mezzoText } from './mezzo-text.ts';

/** Markup that is escaped already. */
export type SafeHtml = { readonly html: string };

type HtmlValue = string | number | SafeHtml | readonly SafeHtml[];

/** Escapes every text that is put in, but not its own results. */
export function safeHtml(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): SafeHtml {
  let all = parts[0] as string;
  for (let at = 0; at < values.length; at++) all += renderValue(values[at] as HtmlValue) + (parts[at + 1] as string);
  return { html: all };
}

function renderValue(v: HtmlValue): string {
  if (typeof v === 'string') return escapeHtml(v);
  if (typeof v === 'number') return String(v);
  if ('html' in v) return v.html;
  let all = '';
  for (const h of v) all += h.html;
  return all;
}

const EMPTY_HTML = safeHtml``;

export function renderRow(row: MezzoRow, tipo: TipoDichiarazione): SafeHtml {
  const { id, stato, declared, cancelled, mezzo } = row;
  if (stato === 'tolto') {
    return safeHtml`<li id="mezzo-${id}" class="tolto"><h3>${titleOf(row)}</h3><p>Tolto. ${placeOf(mezzo)}</p><p>${renderButton('rimetti', row, 'Annulla')}</p></li>`;
  }
  const mark = tipo === 'nuovo' ? EMPTY_HTML : safeHtml` <b class="stato ${stato}">${statoText(row)}</b>`;
  const changes = stato === 'modificato' && declared?.prima ? listDifferences(declared.prima, mezzo) : [];
  return safeHtml`<li id="mezzo-${id}"><h3>${titleOf(row)}${mark}</h3><p>${mezzoText(mezzo)}</p>${[
    ...changes.map(
      (c) =>
        safeHtml`<p class="cambio">${c.label}: era ${c.before || 'vuoto'}, diventa <b>${c.after || 'vuoto'}</b></p>`,
    ),
    ...(row.busy ? [safeHtml`<p class="cambio">${BUSY_TEXT}</p>`] : []),
    ...(stato === 'cessa' ? [safeHtml`<p class="cambio">Perché: ${declared?.cessazione?.motivo ?? ''}</p>`] : []),
    ...(cancelled
      ? [
          safeHtml`<p>${CANCELLED_TEXTS[cancelled]} annullata. ${renderButton('rimetti', row, `Rimetti la ${CANCELLED_LOWER[cancelled]}`)}</p>`,
        ]
      : []),
  ]}<p>${renderFooter(row)}</p><p>${renderAzioni(row, tipo)}</p></li>`;
}

const BUSY_TEXT =
  'Su questo mezzo c’è già una dichiarazione in corso: potrai cambiarlo quando l’ente avrà deciso su quella.';

const CANCELLED_TEXTS = { variazione: 'Modifica', cessazione: 'Cessazione' } as const;
const CANCELLED_LOWER = { variazione: 'modifica', cessazione: 'cessazione' } as const;

function renderFooter({ stato, declared, mezzo }: MezzoRow): SafeHtml {
  const n = declared?.allegati.length ?? 0;
  const file = n === 0 ? 'Nessun file' : n === 1 ? '1 file' : `${n} file`;
  if (stato === 'cessa' || mezzo.stima_cent === null) return safeHtml`${file}`;
  return safeHtml`${file} · Stima annua: <b>${formatEuro(mezzo.stima_cent)}</b>`;
}

function renderAzioni(row: MezzoRow, tipo: TipoDichiarazione): readonly SafeHtml[] {
  if (row.busy && row.stato === 'invariato') return [];
  const ceaseLink = (word: string) => renderLink('cessa', row, word);
  switch (row.stato) {
    case 'nuovo':
      return [
        renderLink('mezzo', row, 'Modifica'),
        renderButton('duplica', row, 'Duplica'),
        renderButton('togli', row, 'Togli'),
      ];
    case 'modificato':
      return [renderLink('mezzo', row, 'Modifica'), renderButton('togli', row, 'Annulla la modifica')];
    case 'cessa':
      return [ceaseLink('Cambia la cessazione'), renderButton('togli', row, 'Annulla la cessazione')];
    default:
      return tipo === 'cessazione' ? [ceaseLink('Cessa')] : [renderLink('mezzo', row, 'Modifica'), ceaseLink('Cessa')];
  }
}

const renderLink = (key: 'mezzo' | 'cessa', row: MezzoRow, word: string): SafeHtml =>
  safeHtml`<a href="?${key}=${row.id}" aria-label="${word} ${titleOf(row)}">${word}</a>`;

/** A button names the row of the declaration, if the device has one. */
const renderButton = (azione: string, row: MezzoRow, word: string): SafeHtml =>
  safeHtml`<button name="_azione" value="${azione}:${row.declared?.Id ?? row.id}" aria-label="${word} ${titleOf(row)}">${word}</button>`;

/** "3 mezzi. Canone annuo stimato: 120,00 €", or that the ente will tell the amount. */
export function renderTotals(countText: string, stima_cent: number | null): SafeHtml {
  const canone =
    stima_cent === null
      ? safeHtml`L’importo del canone te lo comunica l’ente.`
      : safeHtml`Canone annuo stimato in tutto: <b>${formatEuro(stima_cent)}</b>. È una stima: l’importo lo stabilisce l’ente.`;
  return safeHtml`<p id="totali"><b>${countText}.</b> ${canone}</p>`;
}
