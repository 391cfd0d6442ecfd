/** Settlement flows at pagoPA's FdR (flussi di rendicontazione), for the ente that receives them. An answer against the contract is `away`. */
import * as z from 'zod/mini';
import { MAX_FLOWS, PagopaFlow, PagopaFlowPage, PagopaFlowPaymentPage } from '../../platform/pagopa-wire.ts';
import { FLUSSO_PAGE, type FlussiPort, type FlussoKey, PaymentError } from '../../platform/payments.ts';
import type { ProviderLine } from './line.server.ts';

type FdrAccess = { line: ProviderLine; baseUrl: string; auth(dominioEC: string): Promise<Record<string, string>> };

export function pagopaFlussi(access: FdrAccess): FlussiPort {
  const ask = <T>(dominioEC: string, path: string, schema: z.ZodMiniType<T>) => askFdr(access, dominioEC, path, schema);
  return {
    list: async ({ dominioEC, since, page }) => {
      const query = new URLSearchParams({
        publishedGt: new Date(since).toISOString(),
        page: String(page),
        size: String(MAX_FLOWS),
      });
      const { data, metadata } = await ask(dominioEC, `?${query}`, PagopaFlowPage);
      requirePage(metadata.pageNumber, page);
      return {
        flussi: data.map(({ fdr, pspId, revision }) => ({ psp: pspId, nome: fdr, revisione: revision })),
        isLast: page >= metadata.totPage || data.length === 0,
      };
    },
    read: async (dominioEC, key) => {
      const flow = await ask(dominioEC, pathOf(key), PagopaFlow);
      const { fdr, revision, sender, receiver } = flow;
      if (fdr !== key.nome || revision !== key.revisione || receiver.organizationId !== dominioEC)
        throw new PaymentError('away', 'flusso: un altro al suo posto');
      return {
        psp: key.psp,
        nome: fdr,
        revisione: revision,
        nome_psp: sender.pspName,
        data: Date.parse(flow.fdrDate),
        regolamento: flow.regulation,
        pagamenti: flow.totPayments,
        importo_cent: centsOf(flow.sumPayments),
        pubblicato: Date.parse(flow.published),
      };
    },
    readPayments: async (dominioEC, key, page) => {
      const query = new URLSearchParams({ page: String(page), size: String(FLUSSO_PAGE) });
      const { data, metadata } = await ask(dominioEC, `${pathOf(key)}/payments?${query}`, PagopaFlowPaymentPage);
      requirePage(metadata.pageNumber, page);
      return {
        payments: data.map(({ index, iuv, iur, idTransfer, pay, payStatus, payDate }) => ({
          n: index,
          iuv,
          iur,
          trasferimento: idTransfer,
          importo_cent: centsOf(pay),
          esito: payStatus,
          pagato_il: Date.parse(payDate),
        })),
        isLast: page >= metadata.totPage || data.length === 0,
      };
    },
  };
}

const pathOf = ({ psp, nome, revisione }: FlussoKey) =>
  `/${encodeURIComponent(nome)}/revisions/${revisione}/psps/${encodeURIComponent(psp)}`;

const centsOf = (euro: number): number => Math.round(euro * 100);

function requirePage(told: number, asked: number): void {
  if (told !== asked) throw new PaymentError('away', 'flussi: un’altra pagina');
}

async function askFdr<T>(
  { line, baseUrl, auth }: FdrAccess,
  dominioEC: string,
  path: string,
  schema: z.ZodMiniType<T>,
): Promise<T> {
  const { status, text } = await line(`${baseUrl}/organizations/${dominioEC}/fdrs${path}`, {
    headers: { accept: 'application/json', ...(await auth(dominioEC)) },
  });
  if (status !== 200) throw new PaymentError('away', `flussi: risposta ${status}`);
  try {
    return z.parse(schema, JSON.parse(text));
  } catch (cause) {
    throw new PaymentError('away', 'flussi: risposta incomprensibile', cause);
  }
}
