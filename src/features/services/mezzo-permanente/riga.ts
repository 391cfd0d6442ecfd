/**
 * The markup of one row of the list. As text: two hundred rows through a template of the page cost twice the page, and who has
 * scripts gets a row by itself when it has changed. What people wrote is made harmless by `html`.
 */
import { euro } from '../../../platform/atoms/euro.ts';
import { escaped } from '../../../platform/html.ts';
import { doveDi, type Riga, statoInParole, titoloDi } from './elenco.ts';
import type { Operazione } from './mezzo.ts';
import { differenze, mezzoInParole } from './parole.ts';

/** Markup that is ready. */
export type Html = { readonly html: string };

type Dentro = string | number | Html | readonly Html[];

/** Every text put in is escaped; only what this has made goes in as it is. */
export function html(parti: TemplateStringsArray, ...valori: readonly Dentro[]): Html {
  let tutto = parti[0] as string;
  for (let at = 0; at < valori.length; at++) tutto += scritto(valori[at] as Dentro) + (parti[at + 1] as string);
  return { html: tutto };
}

function scritto(v: Dentro): string {
  if (typeof v === 'string') return escaped(v);
  if (typeof v === 'number') return String(v);
  if ('html' in v) return v.html;
  let tutto = '';
  for (const h of v) tutto += h.html;
  return tutto;
}

const NIENTE = html``;

/** Text of the place and the rest, in one line below the title. */
export function rigaHtml(riga: Riga, tipo: Operazione): Html {
  const { id, stato, detto, annullata, mezzo } = riga;
  if (stato === 'tolto') {
    return html`<li id="mezzo-${id}" class="tolto"><h3>${titoloDi(riga)}</h3><p>Tolto. ${doveDi(mezzo)}</p><p>${bottone('rimetti', riga, 'Annulla')}</p></li>`;
  }
  const segno = tipo === 'nuovo' ? NIENTE : html` <b class="stato ${stato}">${statoInParole(riga)}</b>`;
  const cambi = stato === 'modificato' && detto?.prima ? differenze(detto.prima, mezzo) : [];
  return html`<li id="mezzo-${id}"><h3>${titoloDi(riga)}${segno}</h3><p>${mezzoInParole(mezzo)}</p>${[
    ...cambi.map(
      (c) => html`<p class="cambio">${c.etichetta}: era ${c.prima || 'vuoto'}, diventa <b>${c.dopo || 'vuoto'}</b></p>`,
    ),
    ...(riga.occupata ? [html`<p class="cambio">${OCCUPATA}</p>`] : []),
    ...(stato === 'cessa' ? [html`<p class="cambio">Perché: ${detto?.cessazione?.motivo ?? ''}</p>`] : []),
    ...(annullata
      ? [
          html`<p>${ANNULLATE[annullata]} annullata. ${bottone('rimetti', riga, `Rimetti la ${MINUSCOLE[annullata]}`)}</p>`,
        ]
      : []),
  ]}<p>${inFondo(riga)}</p><p>${azioni(riga, tipo)}</p></li>`;
}

const OCCUPATA =
  'Su questo mezzo c’è già una dichiarazione in corso: potrai cambiarlo quando l’ente avrà deciso su quella.';

const ANNULLATE = { variazione: 'Modifica', cessazione: 'Cessazione' } as const;
const MINUSCOLE = { variazione: 'modifica', cessazione: 'cessazione' } as const;

/** Files and estimate. */
function inFondo({ stato, detto, mezzo }: Riga): Html {
  const n = detto?.allegati.length ?? 0;
  const file = n === 0 ? 'Nessun file' : n === 1 ? '1 file' : `${n} file`;
  if (stato === 'cessa' || mezzo.stima_cent === null) return html`${file}`;
  return html`${file} · Stima annua: <b>${euro(mezzo.stima_cent)}</b>`;
}

function azioni(riga: Riga, tipo: Operazione): readonly Html[] {
  if (riga.occupata && riga.stato === 'invariato') return [];
  const cessa = (parola: string) => collegamento('cessa', riga, parola);
  switch (riga.stato) {
    case 'nuovo':
      return [
        collegamento('mezzo', riga, 'Modifica'),
        bottone('duplica', riga, 'Duplica'),
        bottone('togli', riga, 'Togli'),
      ];
    case 'modificato':
      return [collegamento('mezzo', riga, 'Modifica'), bottone('togli', riga, 'Annulla la modifica')];
    case 'cessa':
      return [cessa('Cambia la cessazione'), bottone('togli', riga, 'Annulla la cessazione')];
    default:
      return tipo === 'cessazione' ? [cessa('Cessa')] : [collegamento('mezzo', riga, 'Modifica'), cessa('Cessa')];
  }
}

const collegamento = (chiave: 'mezzo' | 'cessa', riga: Riga, parola: string): Html =>
  html`<a href="?${chiave}=${riga.id}" aria-label="${parola} ${titoloDi(riga)}">${parola}</a>`;

/** Its row of the declaration is what a button speaks of. */
const bottone = (azione: string, riga: Riga, parola: string): Html =>
  html`<button name="_azione" value="${azione}:${riga.detto?.Id ?? riga.id}" aria-label="${parola} ${titoloDi(riga)}">${parola}</button>`;

/** "3 mezzi. Canone annuo stimato: 120,00 €", or that the body will tell it. */
export function totaliHtml(quanti: string, stima_cent: number | null): Html {
  const canone =
    stima_cent === null
      ? html`L’importo del canone te lo comunica l’ente.`
      : html`Canone annuo stimato in tutto: <b>${euro(stima_cent)}</b>. È una stima: l’importo lo stabilisce l’ente.`;
  return html`<p id="totali"><b>${quanti}.</b> ${canone}</p>`;
}
