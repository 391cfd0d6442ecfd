/** Receipts of the test pagoPA: made at its page, stored by ente and IUV, returned as XML, and listed by the day of the payment. */
import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { addDays, isDate, midnightInRome } from '../../platform/atoms/date.ts';
import { iuvOf } from '../../platform/atoms/numero-avviso.ts';
import { CartNotice, MAX_RECEIPTS } from '../../platform/pagopa-wire.ts';
import type { PagopaProvider } from './provider.ts';
import { jsonResponse, problemResponse } from './responses.server.ts';

/** @property da when it becomes visible, epoch ms @property slowUntil until then answers about it are slow */
const storedRicevuta = z.object({
  id: z.string(),
  notice: CartNotice,
  /** Address of the person who paid */
  email: z.optional(z.string()),
  pagato: z.number(),
  da: z.number(),
  // Receipts from before it had this name are not slow.
  slowUntil: z._default(z.number(), 0),
});
type Ricevuta = z.infer<typeof storedRicevuta>;

/**
 * How a notice is paid. @property volte receipts, each with an id of its own @property dopo ms until they are visible @property
 * lenta ms during which answers are slow
 */
export type PaymentPlan = { receiptCount: number; delay: number; slowFor: number };

/** Longer than the portal waits for an answer (8 s). */
export const SLOW_ANSWER_MS = 10_000;

const ricevutaKey = ({ fiscalCode, noticeNumber }: CartNotice) => `${fiscalCode}/${iuvOf(noticeNumber)}`;

/** Paid, or being paid with a receipt still to come. */
export async function isPaid({ memory }: PagopaProvider, notice: CartNotice): Promise<boolean> {
  return (await memory.read('ricevute', ricevutaKey(notice), z.unknown())) !== undefined;
}

/** A notice is paid once: of two simultaneous payments one counts. */
export async function takePayment(
  { memory, now }: PagopaProvider,
  notice: CartNotice,
  email: string | undefined,
  { receiptCount, delay, slowFor }: PaymentPlan,
): Promise<void> {
  const at = now();
  const ricevute = Array.from(
    { length: receiptCount },
    (): Ricevuta => ({
      id: Array.from({ length: 32 }, () => randomInt(16).toString(16)).join(''),
      notice,
      email,
      pagato: at,
      da: at + delay,
      slowUntil: at + slowFor,
    }),
  );
  await memory.add('ricevute', ricevutaKey(notice), { dati: ricevute, quando: at });
}

/** All receipts of an ente that are visible, the oldest first. */
export async function listAllRicevute({ memory, now }: PagopaProvider, ente: string): Promise<Ricevuta[]> {
  const range = { prefix: `${ente}/`, from: 0, to: now() + 1, skip: 0, take: Number.MAX_SAFE_INTEGER };
  const { found } = await memory.list('ricevute', range, z.array(storedRicevuta));
  return found.flatMap(({ dati }) => dati).filter(({ da }) => da <= now());
}

const DEFAULT_PAGE = 20;
const pageQuery = z.object({
  pageNum: z._default(z.coerce.number().check(z.gte(0)), 0),
  pageSize: z._default(z.coerce.number().check(z.gte(1), z.lte(MAX_RECEIPTS)), DEFAULT_PAGE),
  from: z.string().check(z.refine(isDate)),
  to: z.string().check(z.refine(isDate)),
});

/** `GET …/receipts`: what was paid on these days, however it was paid. A page beyond the last is an error, as at the real one. */
export async function listRicevute(provider: PagopaProvider, ente: string, query: URLSearchParams): Promise<Response> {
  const asked = z.safeParse(pageQuery, Object.fromEntries(query));
  if (!asked.success) return problemResponse(400, 'Bad request', 'The list needs a page and two days');
  const { pageNum, pageSize, from, to } = asked.data;
  const range = {
    prefix: `${ente}/`,
    from: midnightInRome(from),
    to: midnightInRome(addDays(to, 1)),
    skip: pageNum * pageSize,
    take: pageSize,
  };
  const { found, count } = await provider.memory.list('ricevute', range, z.array(storedRicevuta));
  const totalPages = Math.ceil(count / pageSize);
  if (pageNum > 0 && pageNum >= totalPages) return problemResponse(404, 'Not found', 'There is no such page');
  const now = provider.now();
  const results = found.flatMap(({ dati: [first] }) =>
    first && first.da <= now
      ? {
          organizationFiscalCode: ente,
          iuv: iuvOf(first.notice.noticeNumber),
          debtor: 'ANONIMO',
          paymentDateTime: new Date(first.pagato).toISOString(),
          status: 'PAID',
        }
      : [],
  );
  return jsonResponse(200, { currentPageNumber: pageNum, length: results.length, totalPages, results });
}

/** `GET …/receipts/{iuv}` */
export async function answerRicevute(provider: PagopaProvider, ente: string, iuv: string): Promise<Response> {
  const now = provider.now();
  const entry = await provider.memory.read('ricevute', `${ente}/${iuv}`, z.array(storedRicevuta));
  const all = entry?.dati ?? [];
  if (all.some(({ slowUntil }) => now < slowUntil)) await provider.wait(SLOW_ANSWER_MS);
  const told = all.filter(({ da }) => da <= now);
  if (told.length === 0) return problemResponse(404, 'Not found the receipt', `Not found a receipt with iuv ${iuv}`);
  const xml = told.map(inXml).join('\n');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${told.length > 1 ? `<receipts>\n${xml}\n</receipts>` : xml}\n`,
    { headers: { 'content-type': 'application/xml' } },
  );
}

const escapeXml = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
const formatEuro = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** The provider that takes the payment names the payer if it knows them (ctSubject). */
const payerInXml = (email: string) => `<payer>
            <uniqueIdentifier>
                <entityUniqueIdentifierType>F</entityUniqueIdentifierType>
                <entityUniqueIdentifierValue>ANONIMO</entityUniqueIdentifierValue>
            </uniqueIdentifier>
            <fullName>Chi ha pagato</fullName>
            <e-mail>${escapeXml(email)}</e-mail>
        </payer>
        `;

/** The form in which the receipts service stores what the node sent (paSendRT). */
function inXml({ id, notice, email, pagato: paidAt }: Ricevuta): string {
  const { fiscalCode, noticeNumber, companyName, description, amount } = notice;
  return `<paSendRTReq>
    <idPA>${fiscalCode}</idPA>
    <idBrokerPA>${fiscalCode}</idBrokerPA>
    <idStation>${fiscalCode}_01</idStation>
    <receipt>
        <receiptId>${id}</receiptId>
        <noticeNumber>${noticeNumber}</noticeNumber>
        <fiscalCode>${fiscalCode}</fiscalCode>
        <outcome>OK</outcome>
        <creditorReferenceId>${iuvOf(noticeNumber)}</creditorReferenceId>
        <paymentAmount>${formatEuro(amount)}</paymentAmount>
        <description>${escapeXml(description)}</description>
        <companyName>${escapeXml(companyName)}</companyName>
        <debtor>
            <uniqueIdentifier>
                <entityUniqueIdentifierType>F</entityUniqueIdentifierType>
                <entityUniqueIdentifierValue>ANONIMO</entityUniqueIdentifierValue>
            </uniqueIdentifier>
            <fullName>Ambiente di prova</fullName>
        </debtor>
        ${email ? payerInXml(email) : ''}<transferList>
            <transfer>
                <idTransfer>1</idTransfer>
                <transferAmount>${formatEuro(amount)}</transferAmount>
                <fiscalCodePA>${fiscalCode}</fiscalCodePA>
                <IBAN>IT60X0542811101000000123456</IBAN>
                <remittanceInformation>${escapeXml(description)}</remittanceInformation>
                <transferCategory>9/0000000AP/</transferCategory>
            </transfer>
        </transferList>
        <idPSP>PROVA</idPSP>
        <PSPCompanyName>Banca di prova</PSPCompanyName>
        <idChannel>PROVA_01</idChannel>
        <channelDescription>web</channelDescription>
        <paymentMethod>creditCard</paymentMethod>
        <paymentDateTime>${new Date(paidAt).toISOString()}</paymentDateTime>
    </receipt>
</paSendRTReq>`;
}
