/** What `/operatore/riversamenti` and `/operatore/riversamento` show: settlement flows, the cash book, and the payments of one flow. */
import type { AstroGlobal } from 'astro';
import { callWithFields } from '../../../call.server.ts';
import { inItalian } from '../../../platform/atoms/count-words.ts';
import { dateInWords, shortDate } from '../../../platform/atoms/date.ts';
import { groupDigits } from '../../../platform/atoms/digit-groups.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { refuseBooks } from './books.server.ts';
import { QUESTIONE_NAMES } from './incasso-words.ts';
import type { FlussoView, Riversamenti, Riversamento } from './riversamenti.contract.ts';

const FLUSSI_PATH = '/operatore/riversamenti';

type FlussoLine = {
  href: string;
  nome: string;
  da: string;
  day: string;
  pagamenti: string;
  importo: string;
  credited: string;
  warnings: string[];
};
type MovimentoLine = { name: string; cells: string[] };

/** @property done what a cash book brought, in words @property unmatched movements that name a flow which the portal does not have */
export type RiversamentiView = {
  ente: string;
  refused: string | undefined;
  typed: { dal?: string | undefined; al?: string | undefined };
  errors: FieldErrors;
  message: string | undefined;
  done: string | undefined;
  title: string;
  total: string;
  lines: FlussoLine[];
  unmatched: MovimentoLine[];
  nextHref?: string;
  incassiHref: string;
  token: string;
  key: string;
};

/** @throws PortalError `not_found` for an ente that is not the operator's */
export async function openRiversamentiPage(astro: AstroGlobal): Promise<RiversamentiView | Response> {
  const { url, locals } = astro;
  const { ctx } = locals;
  const form = await readForm(astro);
  const sent = form && (await sendGiornale(astro, form));
  if (sent instanceof Response) return sent;
  const query = Object.fromEntries(
    ['ente', 'dal', 'al', 'dopo'].flatMap((name) => {
      const value = url.searchParams.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const { found, refusal } = await readRiversamenti(ctx, query);
  const error = sent ?? refusal;
  if (error) failWith(astro, error);
  const ente = found?.ente ?? query.ente ?? ctx.user?.incassi[0] ?? '';
  if (ente) locals.ente = await enteOfPage(ctx.house, url.hostname, ente);
  const { dopo: _, ...days } = query;
  return {
    ente,
    refused: refusal?.code === 'forbidden' ? refusal.message : undefined,
    typed: found ? { dal: found.dal, al: found.al } : query,
    errors: error?.fields ?? {},
    message: sent && !sent.fields ? sent.message : undefined,
    done: form ? undefined : doneInWords(url.searchParams.get('fatto')),
    title: found ? `Flussi dal ${dateInWords(found.dal)} al ${dateInWords(found.al)}` : 'Flussi',
    total: found ? totalInWords(found.totale) : '',
    lines: (found?.flussi ?? []).map(lineOf),
    unmatched: (found?.senza_flusso ?? []).map(({ data, importo_cent, causale }) => ({
      name: shortDate(data),
      cells: [formatEuro(importo_cent), causale],
    })),
    ...(found?.dopo && { nextHref: `${FLUSSI_PATH}?${new URLSearchParams({ ...days, dopo: found.dopo })}` }),
    incassiHref: `/operatore/incassi?${new URLSearchParams({ ente })}`,
    token: locals.token(),
    key: randomId(),
  };
}

/** Wrong days are told beside their fields, and what was typed stays. */
async function readRiversamenti(
  ctx: AstroGlobal['locals']['ctx'],
  query: Record<string, string>,
): Promise<{ found?: Riversamenti; refusal?: PortalError }> {
  try {
    return { found: await callWithFields('riversamenti', query, ctx) };
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.fields || error.code === 'forbidden') return { refusal: error };
    throw error;
  }
}

/** @returns why it was refused, or where to go */
async function sendGiornale(astro: AstroGlobal, form: PageForm): Promise<PortalError | Response> {
  if (form.error) return form.error;
  const { url, locals } = astro;
  const ente = url.searchParams.get('ente') ?? undefined;
  const sent = await attemptSend(astro, FLUSSI_PATH, () =>
    callWithFields('caricaGiornale', { ente, file: form.files.file }, locals.ctx, form.key),
  );
  if (!sent.ok) return sent.error;
  const { nuovi, gia_presenti, abbinati } = sent.data;
  const query = new URLSearchParams({ ente: sent.data.ente, fatto: [nuovi, gia_presenti, abbinati].join('.') });
  return astro.redirect(`${FLUSSI_PATH}?${query}`, 303);
}

function doneInWords(done: string | null): string | undefined {
  const [, ...counts] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(done ?? '') ?? [];
  if (counts.length < 3) return undefined;
  const [nuovi = 0, known = 0, matched = 0] = counts.map(Number);
  const news = nuovi === 1 ? 'Un movimento nuovo' : `${inItalian(nuovi)} movimenti nuovi`;
  const before = known > 0 ? ` ${inItalian(known)} c’erano già.` : '';
  return `${news}, ${inItalian(matched)} di un flusso che il portale ha.${before}`;
}

function totalInWords({ quanti, importo_cent, accreditato_cent }: Riversamenti['totale']): string {
  if (quanti === 0) return 'Nessun flusso.';
  const flows = quanti === 1 ? 'Un flusso' : `${inItalian(quanti)} flussi`;
  return `${flows}, in tutto ${formatEuro(importo_cent)}, di cui accreditati ${formatEuro(accreditato_cent)}.`;
}

const lineOf = (flusso: FlussoView): FlussoLine => ({
  href: `/operatore/riversamento?${new URLSearchParams({ flusso: flusso.id })}`,
  nome: flusso.revisione > 1 ? `${flusso.nome}, revisione ${flusso.revisione}` : flusso.nome,
  da: flusso.da,
  day: shortDate(flusso.data),
  pagamenti: inItalian(flusso.pagamenti),
  importo: formatEuro(flusso.importo_cent),
  credited: flusso.accreditato_cent === null ? 'Non ancora' : formatEuro(flusso.accreditato_cent),
  warnings: flusso.questioni.map((questione) => QUESTIONE_NAMES[questione]),
});

type PaymentLine = { iuv: string; causale: string; importo: string; href: string | null; warnings: string[] };
export type RiversamentoView = {
  line: FlussoLine;
  regolamento: string;
  read: string;
  payments: PaymentLine[];
  nextHref?: string;
  backHref: string;
};

/** @throws PortalError `not_found` */
export async function openRiversamentoPage(astro: AstroGlobal): Promise<RiversamentoView | { refused: string }> {
  const refused = refuseBooks(astro);
  if (refused) return { refused };
  const { url, locals } = astro;
  const { ctx } = locals;
  const flusso = url.searchParams.get('flusso') ?? '';
  const found = await callWithFields('riversamento', { flusso, dopo: url.searchParams.get('dopo') ?? undefined }, ctx);
  locals.ente = await enteOfPage(ctx.house, url.hostname, found.ente);
  return {
    line: lineOf(found.flusso),
    regolamento: found.flusso.regolamento,
    read: formatEuro(found.flusso.letti_cent),
    payments: found.righe.map(paymentLineOf),
    ...(found.dopo !== undefined && {
      nextHref: `/operatore/riversamento?${new URLSearchParams({ flusso, dopo: String(found.dopo) })}`,
    }),
    backHref: `${FLUSSI_PATH}?${new URLSearchParams({ ente: found.ente })}`,
  };
}

const paymentLineOf = ({ IUV, causale, importo_cent, esito, incasso }: Riversamento['righe'][number]): PaymentLine => ({
  iuv: groupDigits(IUV),
  causale: causale ?? '',
  importo: formatEuro(importo_cent),
  href: incasso && `/operatore/incasso/${incasso}`,
  warnings: [...(esito === 'REVOKED' ? ['Revocato'] : []), ...(incasso === null ? ['Senza ricevuta'] : [])],
});
