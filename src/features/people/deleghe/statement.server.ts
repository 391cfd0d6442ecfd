/** The statement of a delegate: the documents and instalments of all positions on which they act, as CSV and as PDF. */
import type { CallContext } from '../../../context.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { csvStream } from '../../../platform/csv.server.ts';
import { makePdf } from '../../../platform/pdf/pdf.server.ts';
import type { LabelledText, ReceiptContent } from '../../../platform/pdf/receipt.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { enteOfPage, enti } from '../../cases/ente/ente.server.ts';
import { formatSistema, sistemaFields } from '../../cases/ente/sistemi.ts';
import { letterheadOf } from '../../cases/ente/stemma.server.ts';
import {
  DOCUMENTO_STATI,
  OWED_DOCUMENTO_STATI,
  type StatoDocumento,
  statoOn,
} from '../../cases/posizione/documenti.ts';
import { holderOf, requireTaxCode } from './delegate.server.ts';
import type { delegheOperations } from './deleghe.contract.ts';
import { listOwedRate, listStatementDocumenti, listStatementPosizioni, type StatementPosizione } from './deleghe.db.ts';

/** Something of a position. @property numero, data of a document; '' of an instalment */
type StatementLine = {
  sistema: string;
  tipo: string;
  numero: string;
  data: string;
  scadenza: string | null;
  importo_cent: number;
  stato: StatoDocumento;
  numero_avviso: string | null;
};
/** @property sistema its name for citizens */
type StatementRow = StatementPosizione & { nome_ente: string; nome_sistema: string; lines: StatementLine[] };

/** Positions that are read at a time. */
const PART_POSIZIONI = 250;
/** More in one PDF is no document that anybody reads, and takes long to draw: the CSV has all. */
export const MAX_PDF_POSIZIONI = 2000;
const MAX_PDF_LINES = 6000;

export const statementHandlers: Pick<
  OperationHandlers<typeof delegheOperations>,
  'estrattoDeleghe' | 'estrattoDeleghePdf'
> = {
  estrattoDeleghe: async (_input, ctx) => ({
    type: 'text/csv; charset=utf-8',
    disposition: contentDisposition(`deleghe-${todayInRome(ctx.now)}.csv`),
    bytes: csvStream(csvParts(ctx)),
  }),

  estrattoDeleghePdf: async (_input, ctx) => ({
    type: 'application/pdf',
    disposition: contentDisposition(`deleghe-${todayInRome(ctx.now)}.pdf`),
    bytes: await makePdf(ctx, { kind: 'receipt', content: await readContent(ctx) }),
  }),
};

/** By holder, some positions at a time. */
async function* readStatement(ctx: CallContext): AsyncGenerator<StatementRow[]> {
  const holder = holderOf(ctx);
  const enteOf = new Map((await enti(ctx.house)).map((ente) => [ente.id, ente]));
  for (let offset = 0; ; offset += PART_POSIZIONI) {
    const posizioni = await listStatementPosizioni(ctx.db, holder, { offset, limit: PART_POSIZIONI });
    const linesOf = await readLines(ctx, posizioni);
    if (posizioni.length > 0)
      yield posizioni.map((p) => ({
        ...p,
        nome_ente: enteOf.get(p.ente)?.nome ?? p.ente,
        nome_sistema: formatSistema(sistemaFields(enteOf.get(p.ente), p.sistema)),
        lines: linesOf(p),
      }));
    if (posizioni.length < PART_POSIZIONI) return;
  }
}

async function readLines(
  ctx: CallContext,
  posizioni: readonly StatementPosizione[],
): Promise<(posizione: StatementPosizione) => StatementLine[]> {
  if (posizioni.length === 0) return () => [];
  const ids = [...new Set(posizioni.map(({ id }) => id))];
  const [documenti, rate] = await Promise.all([listStatementDocumenti(ctx.db, ids), listOwedRate(ctx.db, ids)]);
  const today = todayInRome(ctx.now);
  const documentiOf = Map.groupBy(documenti, ({ posizione }) => posizione);
  const rateOf = Map.groupBy(rate, ({ posizione }) => posizione);
  return ({ id, sistema }) => [
    ...(documentiOf.get(id) ?? []).map((d) => ({
      ...d,
      importo_cent: Number(d.importo_cent),
      stato: statoOn(d, today),
    })),
    ...(rateOf.get(id) ?? []).map(({ causale, scadenza, importo_cent, numero_avviso }) => ({
      sistema,
      tipo: causale,
      numero: '',
      data: '',
      scadenza,
      importo_cent: Number(importo_cent),
      stato: statoOn({ stato: 'da_pagare', scadenza }, today),
      numero_avviso,
    })),
  ];
}

const CSV_HEAD = [
  'Titolare',
  'Codice fiscale',
  'Intestatario',
  'Ente',
  'Codice utente',
  'Tributo',
  'Documento',
  'Numero',
  'Data',
  'Scadenza',
  'Importo',
  'Stato',
  'Codice avviso',
];

async function* csvParts(ctx: CallContext) {
  yield [CSV_HEAD];
  for await (const rows of readStatement(ctx)) {
    const part = rows.flatMap((row) =>
      row.lines.map((line) => [
        row.delegante_nome,
        row.delegante,
        row.intestatario,
        row.nome_ente,
        row.codice_utente,
        line.sistema,
        line.tipo,
        line.numero,
        line.data,
        line.scadenza ?? '',
        formatAmount(line.importo_cent),
        DOCUMENTO_STATI[line.stato],
        line.numero_avviso ?? '',
      ]),
    );
    if (part.length > 0) yield part;
  }
}

/** "1234,50", as spreadsheets read it. */
const formatAmount = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');

async function readContent(ctx: CallContext): Promise<ReceiptContent> {
  const { rows, isWhole } = await readRows(ctx);
  const { house, host } = ctx;
  return statementContent(rows, {
    ente: await letterheadOf(house, await enteOfPage(house, host)),
    delegato: fullName(requireTaxCode(ctx)),
    isWhole,
    sandbox: house.settings.mode === 'sandbox',
    createdAt: ctx.now,
  });
}

/** As many as one PDF has. */
async function readRows(ctx: CallContext): Promise<{ rows: StatementRow[]; isWhole: boolean }> {
  const rows: StatementRow[] = [];
  let lines = 0;
  for await (const part of readStatement(ctx))
    for (const row of part) {
      lines += row.lines.length;
      if (rows.length === MAX_PDF_POSIZIONI || lines > MAX_PDF_LINES) return { rows, isWhole: false };
      rows.push(row);
    }
  return { rows, isWhole: true };
}

type StatementContext = Pick<ReceiptContent, 'ente' | 'sandbox' | 'createdAt'> & { delegato: string; isWhole: boolean };

const isOwed = ({ stato }: StatementLine): boolean => OWED_DOCUMENTO_STATI.includes(stato);
const owedBy = (rows: readonly StatementRow[]): number =>
  rows.flatMap(({ lines }) => lines.filter(isOwed)).reduce((sum, { importo_cent }) => sum + importo_cent, 0);

/** What the PDF says, before it is drawn: a part for each holder, in it a row for each position. */
function statementContent(
  rows: readonly StatementRow[],
  { delegato, isWhole, ...context }: StatementContext,
): ReceiptContent {
  const holders = Map.groupBy(rows, ({ ditta, delegante }) => ditta ?? delegante);
  return {
    ...context,
    title: 'Estratto delle posizioni delegate',
    number: '',
    facts: [
      ['Agisce con delega', delegato],
      ['Persone e ditte', String(holders.size)],
      ['Posizioni', String(rows.length)],
      ['Da pagare in tutto', formatEuro(owedBy(rows))],
      ...(isWhole ? [] : [['Non è tutto', NOT_WHOLE] satisfies LabelledText]),
      ...(rows.length > 0 ? [] : [['Nessuna posizione', 'Non agisci per nessuno.'] satisfies LabelledText]),
    ],
    sections: [...holders].map(([holder, own]) => ({
      title: holderText(holder, own[0]),
      facts: own.map((row): LabelledText => [posizioneText(row), linesText(row)]),
    })),
    footer:
      'La situazione è quella del momento in cui il documento è stato creato. Vale solo per orientarsi: per pagare e per ogni altra cosa usa il portale.',
  };
}

/** A firm, by whom it lets the delegate act, or a person with their tax code. */
const holderText = (holder: string, of: StatementRow | undefined): string =>
  of?.ditta ? `${holder}, con delega di ${of.delegante_nome}` : `${of?.delegante_nome ?? ''}, ${holder}`;

const NOT_WHOLE = 'Le posizioni sono troppe per un documento solo: qui ci sono le prime, tutte sono nel file CSV.';

const posizioneText = ({ nome_sistema, codice_utente, nome_ente }: StatementRow): string =>
  `${nome_sistema}, codice utente ${codice_utente} (${nome_ente})`;

const linesText = (row: StatementRow): string =>
  row.lines.length === 0
    ? 'Nessun documento.'
    : [...row.lines.map(lineText), `Da pagare: ${formatEuro(owedBy([row]))}`].join('\n');

/** "Avviso di pagamento D-1 del 20 ottobre 2026: 300,00 €, scadeva il 10 novembre 2026, codice avviso 3010 1110…" */
function lineText({ tipo, numero, data, scadenza, importo_cent, stato, numero_avviso }: StatementLine): string {
  const what = [tipo, numero, data && withArticle('del', dateInWords(data))].filter(Boolean).join(' ');
  const pays = OWED_DOCUMENTO_STATI.includes(stato);
  const state = pays && scadenza ? dueText(stato, scadenza) : DOCUMENTO_STATI[stato].toLowerCase();
  const code = pays && numero_avviso ? [`codice avviso ${groupDigits(numero_avviso)}`] : [];
  return [`${what}: ${formatEuro(importo_cent)}`, state, ...code].join(', ');
}

const dueText = (stato: StatoDocumento, scadenza: string): string =>
  stato === 'scaduto'
    ? `scadeva ${withArticle('il', dateInWords(scadenza))}`
    : `da pagare entro ${withArticle('il', dateInWords(scadenza))}`;
