/** The figures of speed that stand in docs/bench.md, for the report. */
import { type KeptFigures, keptFigures } from '../load/figures.ts';

export type SpeedTable = KeptFigures & { caption: string };

/** By the place in the document. */
const CAPTIONS: Readonly<Record<string, string>> = {
  lighthouse: 'Che cosa trova Lighthouse su un telefono',
  bytes: 'Byte trasferiti per pagina, prima visita e visita successiva',
  'slow-line': 'Prima comparsa della pagina su una linea lenta (Slow 3G)',
  presses: 'Risposta ai gesti con un processore quattro volte più lento',
  'bare-astro': 'Tempo di processore del server, accanto a una pagina Astro vuota',
};

/** @returns those that were measured */
export const speedTables = (): SpeedTable[] =>
  Object.entries(CAPTIONS).flatMap(([part, caption]) => {
    const kept = keptFigures('bench.md', part);
    return kept ? [{ ...kept, caption }] : [];
  });
