/** The blocks of the summary; a variation shows old and new values. */
import { dateInWords } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { type SummaryFile, summaryFiles } from '../../cases/allegati/SummaryFiles.tsx';
import type { FormValues } from '../../cases/form/form.ts';
import { richiedenteRows } from '../../cases/richiedente/RichiedenteFields.tsx';
import { SEARCH_FROM } from './mezzi-list.ts';
import { FILE_MEZZO, type FileMezzo } from './mezzo.ts';
import {
  FIELD_LABELS,
  fieldText,
  isDeclared,
  listDifferences,
  type MezzoFields,
  mezzoText,
  mezzoTitle,
} from './mezzo-text.ts';
import type { ShownDeclaredMezzo, ShownDichiarazione } from './shown.ts';
import { DICHIARAZIONE_TEXTS, stepAddress } from './steps.ts';

type SummaryItems = SummaryBlock['items'];

const CATEGORIA_ENTRIES = Object.entries(FILE_MEZZO) as [FileMezzo, string][];
const fileItems = (files: readonly SummaryFile[]): SummaryItems =>
  CATEGORIA_ENTRIES.map(([c, label]) => ({ name: label, value: summaryFiles(files)(c) }));
const withValue = (items: SummaryItems): SummaryItems => items.filter((v) => v.value);

/** All fields but the type, which is the heading. */
const FIELD_ENTRIES = Object.entries(FIELD_LABELS).slice(1) as [keyof MezzoFields, string][];

/** @param isShort shows a new one in one line, because there are many */
function mezzoItems(m: ShownDeclaredMezzo, isShort: boolean): SummaryItems {
  const { cessazione, prima: before } = m;
  if (cessazione)
    return [
      { name: 'Mezzo', value: mezzoText(before ?? m) },
      { name: 'Non c’è più dal', value: dateInWords(cessazione.dal) },
      { name: 'Perché', value: cessazione.motivo },
    ];
  if (isShort && !before) return [{ name: 'Mezzo', value: mezzoText(m) }];
  if (m.azione === 'nuovo' || !before)
    return FIELD_ENTRIES.map(([field, label]) => ({ name: label, value: fieldText(m, field) }));
  return [
    { name: 'Mezzo com’è ora', value: mezzoText(before) },
    ...listDifferences(before, m).map(({ label, before: old, after }) => ({
      name: label,
      value: (
        <>
          <span className="visually-hidden">Prima: </span>
          <del>{old || 'non indicato'}</del>
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden">, dopo: </span>
          <b>{after || 'non indicato'}</b>
        </>
      ),
    })),
  ];
}

/** @param cent a year, or null when the ente has no tariff */
const stimaText = (cent: number | null): string =>
  cent === null ? '' : `${formatEuro(cent)} all’anno (è una stima: l’importo lo stabilisce l’ente)`;

/**
 * @param values of the applicant @param files of the applicant
 * @returns the blocks from top to bottom, each with a link to change it
 */
export function summaryBlocks(
  d: ShownDichiarazione,
  values: FormValues,
  files: readonly SummaryFile[],
): SummaryBlock[] {
  const { Id, tipo, posizione } = d;
  const declared = d.mezzi.filter(isDeclared);
  const isShort = declared.length > SEARCH_FROM;
  const mezzi = declared.map((m, at): SummaryBlock => {
    const query = m.cessazione ? `?cessa=${m.mezzo}` : `?mezzo=${m.Id}`;
    const cost = m.cessazione || m.stima_cent === null ? '' : stimaText(m.stima_cent);
    return {
      title: mezzoTitle(m, at + 1),
      editHref: stepAddress('mezzi', Id, query),
      items: withValue([...mezzoItems(m, isShort), ...fileItems(m.allegati), { name: 'Canone stimato', value: cost }]),
    };
  });
  return [
    {
      title: 'Dichiarazione',
      editHref: stepAddress('tipo', Id),
      items: [
        { name: 'Che cosa dichiari', value: DICHIARAZIONE_TEXTS[tipo].name },
        { name: 'Ente', value: d.nome_ente },
        { name: 'Posizione', value: posizione?.codice_utente ?? 'Nessuna' },
      ],
    },
    {
      title: 'Richiedente',
      editHref: stepAddress('richiedente', Id),
      items: richiedenteRows(values, summaryFiles(files)),
    },
    ...mezzi,
    { title: 'Allegati della dichiarazione', editHref: stepAddress('allegati', Id), items: fileItems(d.allegati) },
    {
      title: 'Canone stimato',
      items: [
        {
          name: tipo === 'nuovo' ? 'Per tutti i mezzi' : 'Per i mezzi che restano',
          value: stimaText(d.stima_cent) || 'L’ente ti comunica l’importo quando esamina la dichiarazione.',
        },
      ],
    },
  ];
}
