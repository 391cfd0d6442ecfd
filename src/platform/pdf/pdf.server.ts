/** Makes the documents that are asked for (PDF) in a child process: one of hundreds of rows takes half a second of processor. */
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { CallContext } from '../../context.ts';
import { ChildEnded, createChildPool } from '../children.server.ts';
import { PortalError } from '../errors.ts';
import { createMadeCache } from '../made.server.ts';
import { createTurns, workOwnerOf } from '../turns.server.ts';
import type { DrawnPdf, PdfOrder } from './pdf-child.server.ts';

const BUSY_MESSAGE = 'Stiamo preparando molti documenti in questo momento. Riprova tra un minuto.';
/** One at a time: on a small machine the pages keep a core. */
const inTurn = createTurns({ atOnce: 1, ms: 10_000, busy: BUSY_MESSAGE });

const drawInChild = createChildPool<PdfOrder, DrawnPdf>(new URL('./pdf-child.server.ts', import.meta.url), {
  ms: 15_000,
  megabytes: 256,
});

/** Some hundred receipts. */
const drawnPdfs = createMadeCache<Uint8Array>({ most: 16 << 20, weigh: (bytes) => bytes.byteLength });

/**
 * The document as it was drawn for the same data before, or drawn now. Those who ask for the same one at once wait for one drawing.
 * @throws PortalError `unavailable` when too many wait, or when it cannot be drawn in its time
 */
export function makePdf(ctx: CallContext, order: PdfOrder): Promise<Uint8Array> {
  return drawnPdfs.get(versionOf(order), () => inTurn(workOwnerOf(ctx), () => drawPdf(order)));
}

async function drawPdf(order: PdfOrder): Promise<Uint8Array> {
  const answer = await drawInChild(order).catch((cause: unknown) => {
    if (!(cause instanceof ChildEnded)) throw cause;
    throw new PortalError('unavailable', { message: BUSY_MESSAGE, retryAfter: 60, cause });
  });
  if ('fault' in answer) throw new Error(answer.fault);
  return answer.bytes;
}

/** Two documents of the same data are the same one. A draft says when it was drawn, which is no datum of it. */
function versionOf({ kind, content }: PdfOrder): string {
  const data = 'draft' in content && content.draft ? { ...content, createdAt: 0 } : content;
  return createHash('sha256')
    .update(serialize([kind, data]))
    .digest('base64url');
}
