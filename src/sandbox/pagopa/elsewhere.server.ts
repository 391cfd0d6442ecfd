/** A notice that is paid without the portal, as at a bank or in an app: the tester types what is printed on the letter. */
import * as z from 'zod/mini';
import { centsSchema } from '../../platform/atoms/cents.ts';
import { numeroAvvisoSchema } from '../../platform/atoms/numero-avviso.ts';
import { elsewherePage, type TypedElsewhere, wordsPage } from './pages.ts';
import type { PagopaProvider } from './provider.ts';
import { pageResponse, readFields } from './responses.server.ts';
import { isPaid, takePayment } from './ricevute.server.ts';

const MINUTE_MS = 60_000;

const elsewhereForm = z.object({
  ente: z
    .string('Scrivi il codice fiscale dell’ente: 11 cifre.')
    .check(z.trim(), z.regex(/^\d{11}$/, 'Scrivi il codice fiscale dell’ente: 11 cifre.')),
  avviso: numeroAvvisoSchema(),
  importo: centsSchema('Scrivi l’importo, ad esempio 45,50.'),
  attesa: z.coerce.number().check(z.gte(0), z.lte(60)),
});

/** The form, and the payment. A receipt can be as late as a bank’s. */
export async function answerElsewhere(provider: PagopaProvider, request: Request): Promise<Response> {
  if (request.method !== 'POST') return pageResponse(200, elsewherePage({}, []));
  const typed: TypedElsewhere = Object.fromEntries(await readFields(request));
  const form = z.safeParse(elsewhereForm, typed);
  if (!form.success)
    return pageResponse(
      422,
      elsewherePage(
        typed,
        form.error.issues.map(({ message }) => message),
      ),
    );
  const { ente, avviso, importo, attesa } = form.data;
  const notice = {
    noticeNumber: avviso,
    fiscalCode: ente,
    amount: importo,
    companyName: 'Ente',
    description: 'Avviso pagato in banca',
  };
  if (await isPaid(provider, notice)) return pageResponse(422, elsewherePage(typed, ['Questo avviso è già pagato.']));
  await takePayment(provider, notice, undefined, { receiptCount: 1, delay: attesa * MINUTE_MS, slowFor: 0 });
  return pageResponse(200, paidPage);
}

const paidPage = wordsPage(
  'Avviso pagato',
  '<p>Il portale legge l’elenco delle ricevute ogni cinque minuti: poi l’avviso risulta pagato.</p>',
);
