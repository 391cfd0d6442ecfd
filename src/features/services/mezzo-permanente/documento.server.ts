/** A declaration of advertising devices as a document: marked as a draft until it is sent, old beside new. */

import { dateInWords, instantInWords } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { PdfEnte } from '../../../platform/pdf/drawing.server.ts';
import { makePdf } from '../../../platform/pdf/pdf.server.ts';
import type { LabelledText, ReceiptContent } from '../../../platform/pdf/receipt.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { letterheadOf } from '../../cases/ente/stemma.server.ts';
import type { Richiedente } from '../../cases/richiedente/richiedente.checks.ts';
import { capacityFacts } from '../../cases/richiesta/richiesta.server.ts';
import { readVisibleDichiarazione } from './accesso.server.ts';
import { dichiarazioneFileName } from './csv.server.ts';
import type { mezziOperations } from './mezzo.contract.ts';
import { FILE_MEZZO, type FileMezzo, TIPI_DICHIARAZIONE } from './mezzo.ts';
import { declaredText, isDeclared, mezzoTitle } from './mezzo-text.ts';
import type { ShownDeclaredMezzo, ShownDichiarazione } from './shown.ts';

/** @property createdAt epoch ms, of a draft: one that was sent has the date of sending, and gives the same bytes each time */
export type DocumentoContext = {
  ente: PdfEnte;
  sandbox: boolean;
  createdAt: number;
};

/** Its content, before the PDF is drawn. */
export function documentoOf(d: ShownDichiarazione, { ente, sandbox, createdAt }: DocumentoContext): ReceiptContent {
  const { pratica, posizione, richiedente, allegati } = d;
  const mezzi = d.mezzi.filter(isDeclared);
  return {
    ente,
    title: 'Dichiarazione di mezzi pubblicitari',
    number: d.protocollo ?? '',
    facts: [
      ['Che cosa si dichiara', TIPI_DICHIARAZIONE[d.tipo]],
      ...optionalFact('Posizione', posizione?.codice_utente),
      ...optionalFact('Inviata il', pratica && instantInWords(Date.parse(pratica.inviata_il))),
      ...optionalFact('Da concludere entro il', pratica && dateInWords(pratica.termine_il)),
      ['Mezzi dichiarati', String(mezzi.length)],
      [
        d.tipo === 'nuovo' ? 'Stima del canone di un anno' : 'Stima del canone di un anno, per i mezzi che restano',
        d.stima_cent === null ? 'L’importo lo comunica l’ente.' : `${formatEuro(d.stima_cent)}. ${STIMA_NOTE}`,
      ],
    ],
    sections: [
      ...(richiedente ? [{ title: 'Chi dichiara', facts: richiedenteFacts(richiedente) }] : []),
      { title: 'Mezzi pubblicitari', facts: mezzi.map((m, i): LabelledText => [mezzoTitle(m, i + 1), fullText(m)]) },
      ...(allegati.length > 0 ? [{ title: 'Allegati della dichiarazione', facts: allegati.map(fileFact) }] : []),
    ],
    footer: pratica
      ? 'Le informazioni che hai fornito hanno valore di dichiarazione.'
      : 'Questa è una bozza: la dichiarazione vale da quando la invii.',
    draft: !pratica,
    sandbox,
    createdAt: pratica ? Date.parse(pratica.inviata_il) : createdAt,
  };
}

const STIMA_NOTE = 'È una stima: l’importo lo stabilisce l’ente.';

const optionalFact = (label: string, value: string | null | undefined): LabelledText[] =>
  value ? [[label, value]] : [];

function fullText(m: ShownDeclaredMezzo): string {
  const stima = m.cessazione || m.stima_cent === null ? [] : [`Stima di un anno: ${formatEuro(m.stima_cent)}`];
  const files = m.allegati.map((a) => fileFact(a).join(': '));
  return [declaredText(m), ...stima, ...files].join('\n');
}

const fileFact = ({ categoria, nome }: { categoria: string; nome: string }): LabelledText => [
  FILE_MEZZO[categoria as FileMezzo] ?? 'Allegato',
  nome,
];

/** The applicant of a draft may be incomplete. */
function richiedenteFacts(typed: Record<string, unknown>): LabelledText[] {
  const r = typed as Partial<Richiedente>;
  return [
    ...optionalFact('Nome e cognome', fullName(r)),
    ...optionalFact('Codice fiscale', r.codice_fiscale),
    ...optionalFact('E-mail', r.email),
    ...optionalFact('Telefono', r.telefono),
    ...capacityFacts({ ruolo: 'persona_fisica', ...typed } as Richiedente),
  ];
}

export const documentoHandlers: Pick<OperationHandlers<typeof mezziOperations>, 'esportaMezziPdf'> = {
  esportaMezziPdf: async (input, ctx) => {
    const d = await readVisibleDichiarazione(ctx, input);
    const ente = await letterheadOf(ctx.house, await enteOfPage(ctx.house, '', d.ente));
    const sandbox = ctx.house.settings.mode === 'sandbox';
    const content = documentoOf(d, { ente, sandbox, createdAt: ctx.now });
    const bytes = await makePdf(ctx, { kind: 'receipt', content });
    return { type: 'application/pdf', bytes, disposition: contentDisposition(dichiarazioneFileName(d, 'pdf')) };
  },
};
