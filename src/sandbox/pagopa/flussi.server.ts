/** FdR of the test pagoPA: the tester has receipts transferred to an ente; the portal's server reads the flows. */
import * as z from 'zod/mini';
import { isoInstant, todayInRome } from '../../platform/atoms/date.ts';
import { iuvOf } from '../../platform/atoms/numero-avviso.ts';
import { MAX_FLOWS, PagopaFlow, PagopaFlowPayment } from '../../platform/pagopa-wire.ts';
import { type TypedTransfer, transferPage, wordsPage } from './pages.ts';
import type { PagopaProvider } from './provider.ts';
import { jsonResponse, pageResponse, readFields } from './responses.server.ts';
import { listAllRicevute } from './ricevute.server.ts';

const TEST_PSP = { id: 'PROVA', name: 'Banca di prova' };
const storedFlusso = z.object({ flow: PagopaFlow, payments: z.array(PagopaFlowPayment) });
type StoredFlusso = z.infer<typeof storedFlusso>;

/** As FdR words its faults. */
const faultResponse = (status: number, code: string, message: string): Response =>
  jsonResponse(status, {
    errorId: code,
    httpStatusCode: status,
    httpStatusDescription: message,
    appErrorCode: code,
    errors: [{ message }],
  });

const listQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_FLOWS)), MAX_FLOWS),
  publishedGt: z.optional(z.iso.datetime({ offset: true })),
});

const pageOf = <T>(all: readonly T[], { page, size }: { page: number; size: number }) => ({
  metadata: { pageSize: size, pageNumber: page, totPage: Math.ceil(all.length / size) },
  count: all.length,
  data: all.slice((page - 1) * size, page * size),
});

/** `GET …/fdrs`: the flows of an ente that were published after an instant. */
export async function listFlussi(provider: PagopaProvider, ente: string, query: URLSearchParams): Promise<Response> {
  const asked = z.safeParse(listQuery, Object.fromEntries(query));
  if (!asked.success) return faultResponse(400, 'FDR-0400', 'The list needs a page, and an instant if any');
  const { publishedGt, ...page } = asked.data;
  const from = publishedGt === undefined ? 0 : Date.parse(publishedGt) + 1;
  const flows = await readAll(provider, ente, from);
  return jsonResponse(
    200,
    pageOf(
      flows.map(({ flow }) => ({
        fdr: flow.fdr,
        pspId: flow.sender.pspId,
        revision: flow.revision,
        published: flow.published,
        flowDate: flow.fdrDate,
      })),
      page,
    ),
  );
}

/** `GET …/fdrs/{fdr}/revisions/{revision}/psps/{pspId}` and its payments. */
export async function answerFlusso(
  { memory }: PagopaProvider,
  { ente, name, payments, query }: { ente: string; name: string; payments: boolean; query: URLSearchParams },
): Promise<Response> {
  const found = (await memory.read('flusso', `${ente}/${name}`, storedFlusso))?.dati;
  if (!found) return faultResponse(404, 'FDR-0701', 'Reporting flow not found');
  if (!payments) return jsonResponse(200, wholeFlow(found.flow));
  const asked = z.safeParse(listQuery, Object.fromEntries(query));
  if (!asked.success) return faultResponse(400, 'FDR-0400', 'The list needs a page');
  return jsonResponse(200, pageOf(found.payments, asked.data));
}

/** With what the contract requires and the portal does not read. */
const wholeFlow = (flow: StoredFlusso['flow']) => ({
  status: 'PUBLISHED',
  ...flow,
  sender: {
    ...flow.sender,
    type: 'LEGAL_PERSON',
    id: TEST_PSP.id,
    pspBrokerId: TEST_PSP.id,
    channelId: `${TEST_PSP.id}_01`,
  },
  receiver: {
    ...flow.receiver,
    id: flow.receiver.organizationId,
    organizationName: `Ente ${flow.receiver.organizationId}`,
  },
});

const MOST_FLOWS = 10_000;

async function readAll({ memory, now }: PagopaProvider, ente: string, from: number): Promise<StoredFlusso[]> {
  const range = { prefix: `${ente}/`, from, to: now() + 1, skip: 0, take: MOST_FLOWS };
  return (await memory.list('flusso', range, storedFlusso)).found.map(({ dati }) => dati);
}

const transferForm = z.object({
  ente: z
    .string('Scrivi il codice fiscale dell’ente: 11 cifre.')
    .check(z.trim(), z.regex(/^\d{11}$/, 'Scrivi il codice fiscale dell’ente: 11 cifre.')),
  come: z.enum(['giusto', 'somma', 'revocato', 'revisione'], 'Scegli come va.'),
});

/** The form, and a flow of all that was paid since the last one. */
export async function answerTransfer(provider: PagopaProvider, request: Request): Promise<Response> {
  if (request.method !== 'POST') return pageResponse(200, transferPage({}, []));
  const typed: TypedTransfer = Object.fromEntries(await readFields(request));
  const refuse = (words: string[]) => pageResponse(422, transferPage(typed, words));
  const form = z.safeParse(transferForm, typed);
  if (!form.success) return refuse(form.error.issues.map(({ message }) => message));
  const { ente, come } = form.data;
  const flows = await readAll(provider, ente, 0);
  const last = flows.at(-1);
  if (come === 'revisione' && !last) return refuse(['Non c’è ancora un flusso da rivedere.']);
  const payments = come === 'revisione' && last ? last.payments : await paymentsSince(provider, ente, flows);
  if (payments.length === 0) return refuse(['Dall’ultimo flusso nessuno ha pagato questo ente.']);
  const made = makeFlusso(provider.now(), { ente, come, payments, last, count: flows.length });
  const { fdr, revision } = made.flow;
  await provider.memory.add('flusso', `${ente}/${fdr}/${revision}/${TEST_PSP.id}`, {
    dati: made,
    quando: provider.now(),
  });
  return pageResponse(200, transferredPage(made, ente));
}

/** What was paid and has its receipt, and is in no flow yet. */
async function paymentsSince(provider: PagopaProvider, ente: string, flows: readonly StoredFlusso[]) {
  const transferred = new Set(flows.flatMap(({ payments }) => payments.map(({ iur }) => iur)));
  const receipts = (await listAllRicevute(provider, ente)).filter(({ id }) => !transferred.has(id));
  return receipts.map(({ id, notice, pagato }, i) => ({
    index: i + 1,
    iuv: iuvOf(notice.noticeNumber),
    iur: id,
    idTransfer: 1,
    pay: notice.amount / 100,
    payStatus: 'EXECUTED' as const,
    payDate: isoInstant(pagato),
  }));
}

type NewFlusso = Pick<StoredFlusso, 'payments'> & {
  ente: string;
  come: z.infer<typeof transferForm>['come'];
  last: StoredFlusso | undefined;
  count: number;
};

function makeFlusso(now: number, { ente, come, payments, last, count }: NewFlusso): StoredFlusso {
  const day = todayInRome(now);
  const again = come === 'revisione' && last ? last.flow : undefined;
  const sum = payments.reduce((cents, { pay }) => cents + Math.round(pay * 100), 0);
  return {
    flow: {
      fdr: again?.fdr ?? `${day}${TEST_PSP.id}-${String(count + 1).padStart(4, '0')}`,
      revision: (again?.revision ?? 0) + 1,
      fdrDate: isoInstant(now),
      regulation: `TRN${String(now).slice(-10)}`,
      published: isoInstant(now),
      sender: { pspId: TEST_PSP.id, pspName: TEST_PSP.name },
      receiver: { organizationId: ente },
      totPayments: payments.length,
      sumPayments: (come === 'somma' ? sum + 1 : sum) / 100,
    },
    payments: payments.map((payment, i) =>
      come === 'revocato' && i === 0 ? { ...payment, payStatus: 'REVOKED' } : payment,
    ),
  };
}

const transferredPage = ({ flow, payments }: StoredFlusso, ente: string) =>
  wordsPage(
    'Flusso pubblicato',
    `<p>Flusso <strong>${flow.fdr}</strong>, revisione ${flow.revision}: ${payments.length} pagamenti. Il portale legge i flussi una volta all’ora.</p>
<p>Una riga del giornale di cassa della banca, da caricare in Incassi:</p>
<pre>Data;Importo;Causale
${flow.fdrDate.slice(0, 10)};${flow.sumPayments.toFixed(2).replace('.', ',')};/PUR/LGPE-RIVERSAMENTO/URI/${flow.fdr}</pre>
<p>Ente ${ente}</p>`,
  );
