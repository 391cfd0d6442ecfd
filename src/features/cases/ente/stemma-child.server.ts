/** Runs in a process of its own (`stemma.server.ts`): paints a crest as a small PNG, which documents and mails can show. */
import sharp from 'sharp';
import { answerJobs } from '../../../platform/child.server.ts';

/** The messages between the processes: a crest, SVG or PNG, and its picture or the reason why there is none. */
export type StemmaBytes = { bytes: Uint8Array };
export type PaintedStemma = { picture: Uint8Array } | { fault: string };

/** Pixels of a side: three times those of a mail, and enough for print. */
const STEMMA_SIDE = 144;

sharp.cache(false);
sharp.concurrency(1);

answerJobs<StemmaBytes, PaintedStemma>(async ({ bytes }) => {
  try {
    const picture = await sharp(bytes, { density: 288, limitInputPixels: 64_000_000 })
      .resize(STEMMA_SIDE, STEMMA_SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ palette: true, colours: 128, effort: 8 })
      .toBuffer();
    return { picture };
  } catch (error) {
    return { fault: String(error) };
  }
});
