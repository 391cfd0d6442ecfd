/** The crest of an ente as a small PNG, for papers and mails: neither of them shows a drawing (SVG). */
import type { PortalHouse } from '../../../context.ts';
import { ChildEnded, createChildPool } from '../../../platform/children.server.ts';
import { createMadeCache } from '../../../platform/made.server.ts';
import type { PdfEnte } from '../../../platform/pdf/drawing.server.ts';
import { readImage } from './ente.server.ts';
import type { Ente } from './ente.ts';
import type { PaintedStemma, StemmaBytes } from './stemma-child.server.ts';

const paintStemma = createChildPool<StemmaBytes, PaintedStemma>(new URL('./stemma-child.server.ts', import.meta.url), {
  ms: 5_000,
  megabytes: 256,
});

/** Some KB for each ente, by the hash of the crest. */
const paintedCrests = createMadeCache<Uint8Array | undefined>({
  most: 4 << 20,
  weigh: (picture) => picture?.byteLength ?? 1,
});

/**
 * @returns undefined without a crest, and for one that cannot be painted: a paper or a mail is as good without it
 * @throws PortalError `unavailable` when the machine is too busy: what needs the crest is made later
 */
export async function readStemma(
  house: PortalHouse,
  { id: ente, stemma }: Pick<Ente, 'id' | 'stemma'>,
): Promise<Uint8Array | undefined> {
  if (!stemma) return undefined;
  const { impronta } = stemma;
  return paintedCrests.get(`${ente}/${impronta}`, () => paintStored(house, { ente, impronta }));
}

async function paintStored(
  house: PortalHouse,
  address: { ente: string; impronta: string },
): Promise<Uint8Array | undefined> {
  const stored = await readImage(house, address);
  if (!stored) return undefined;
  const painted = await paintStemma({ bytes: stored.dati }).catch((error: unknown) => {
    if (error instanceof ChildEnded) return { fault: error.message };
    throw error;
  });
  if ('picture' in painted) return painted.picture;
  house.monitoring.report(new Error(`Stemma che non si può disegnare: ${painted.fault}`), { route: 'stemma' });
  return undefined;
}

/** The ente as it stands at the top of a paper. */
export async function letterheadOf(house: PortalHouse, ente: Ente): Promise<PdfEnte> {
  const { nome, colore, contatti } = ente;
  return { nome, colore, indirizzo: contatti.indirizzo, stemma: await readStemma(house, ente) };
}
