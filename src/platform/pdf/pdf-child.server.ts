/** Runs in a process of its own (`pdf.server.ts`): draws one document after the other. */
import { answerJobs } from '../child.server.ts';
import { type PermessoContent, permessoPdf } from './permesso.server.ts';
import { type ReceiptContent, receiptPdf } from './receipt.server.ts';

/** The messages between the processes: what a document says, and the document or the reason why there is none. */
export type PdfOrder = { kind: 'receipt'; content: ReceiptContent } | { kind: 'permesso'; content: PermessoContent };
export type DrawnPdf = { bytes: Uint8Array } | { fault: string };

answerJobs<PdfOrder, DrawnPdf>(async (order) => {
  try {
    const bytes = order.kind === 'receipt' ? await receiptPdf(order.content) : await permessoPdf(order.content);
    return { bytes };
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
});
