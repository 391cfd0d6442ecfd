/** Receipts of the test pagoPA: made at its page, kept by body and IUV, told as XML to who asks for them. */
import { randomInt } from 'node:crypto';
import { iuvDi } from '../../platform/atoms/numero-avviso.ts';
import type { CartRequest } from '../../platform/pagopa-wire.ts';
import type { Banco } from './banco.ts';
import { problema } from './risposte.server.ts';

export type Notice = CartRequest['paymentNotices'][number];
/** @property da from when it is told, epoch ms @property lentaFino until then whoever asks waits */
type Ricevuta = { id: string; notice: Notice; pagato: number; da: number; lentaFino: number };

/** How a notice is paid. @property volte receipts, each with an id of its own @property dopo ms until they are told @property lenta ms in which the answer keeps waiting */
export type Pagata = { volte: number; dopo: number; lenta: number };

/** Longer than the portal waits for an answer (8 s). */
export const ATTESA_MS = 10_000;

const chiave = ({ fiscalCode, noticeNumber }: Notice) => `${fiscalCode}/${iuvDi(noticeNumber)}`;

/** Paid, or being paid by somebody whose receipt is still to come. */
export async function pagato({ memoria }: Banco, notice: Notice): Promise<boolean> {
  return (await memoria.leggi('ricevute', chiave(notice))) !== undefined;
}

/** A notice is paid once: of two at the same time one counts. */
export async function incassa({ memoria, now }: Banco, notice: Notice, { volte, dopo, lenta }: Pagata): Promise<void> {
  const quando = now();
  const dati = Array.from(
    { length: volte },
    (): Ricevuta => ({
      id: Array.from({ length: 32 }, () => randomInt(16).toString(16)).join(''),
      notice,
      pagato: quando,
      da: quando + dopo,
      lentaFino: quando + lenta,
    }),
  );
  await memoria.aggiungi('ricevute', chiave(notice), { dati, quando });
}

/** `GET …/receipts/{iuv}` */
export async function rispondiRicevute(banco: Banco, ente: string, iuv: string): Promise<Response> {
  const adesso = banco.now();
  const voce = await banco.memoria.leggi('ricevute', `${ente}/${iuv}`);
  const tutte = (voce?.dati ?? []) as Ricevuta[];
  if (tutte.some(({ lentaFino }) => adesso < lentaFino)) await banco.attendi(ATTESA_MS);
  const dette = tutte.filter(({ da }) => da <= adesso);
  if (dette.length === 0) return problema(404, 'Not found the receipt', `Not found a receipt with iuv ${iuv}`);
  const documento = dette.map(inXml).join('\n');
  return new Response(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${dette.length > 1 ? `<receipts>\n${documento}\n</receipts>` : documento}\n`,
    { headers: { 'content-type': 'application/xml' } },
  );
}

const sicuro = (testo: string) => testo.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`);
const euro = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** As the receipts service keeps what the node sent it (paSendRT). */
function inXml({ id, notice, pagato }: Ricevuta): string {
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
        <creditorReferenceId>${iuvDi(noticeNumber)}</creditorReferenceId>
        <paymentAmount>${euro(amount)}</paymentAmount>
        <description>${sicuro(description)}</description>
        <companyName>${sicuro(companyName)}</companyName>
        <debtor>
            <uniqueIdentifier>
                <entityUniqueIdentifierType>F</entityUniqueIdentifierType>
                <entityUniqueIdentifierValue>ANONIMO</entityUniqueIdentifierValue>
            </uniqueIdentifier>
            <fullName>Ambiente di prova</fullName>
        </debtor>
        <transferList>
            <transfer>
                <idTransfer>1</idTransfer>
                <transferAmount>${euro(amount)}</transferAmount>
                <fiscalCodePA>${fiscalCode}</fiscalCodePA>
                <IBAN>IT60X0542811101000000123456</IBAN>
                <remittanceInformation>${sicuro(description)}</remittanceInformation>
                <transferCategory>9/0000000AP/</transferCategory>
            </transfer>
        </transferList>
        <idPSP>PROVA</idPSP>
        <PSPCompanyName>Banca di prova</PSPCompanyName>
        <idChannel>PROVA_01</idChannel>
        <channelDescription>web</channelDescription>
        <paymentMethod>creditCard</paymentMethod>
        <paymentDateTime>${new Date(pagato).toISOString()}</paymentDateTime>
    </receipt>
</paSendRTReq>`;
}
