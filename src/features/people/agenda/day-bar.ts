/** A day at a glance: a row for each desk, with its open hours and what is taken of them. Pure. */
import { hourOf } from '../../cases/calendario/words.ts';
import type { AgendaDay, AppuntamentoAgenda } from './agenda.contract.ts';

const HOUR_MS = 3_600_000;

/** From and width in per cent of the bar. */
type BarPart = { x: number; width: number };
/**
 * @property open hours, the same for all desks @property desks what is taken at each @property hours names of the full hours, and where
 * they stand
 */
export type DayBar = {
  open: BarPart[];
  desks: (BarPart & { stato: AppuntamentoAgenda['stato'] })[][];
  hours: { name: string; x: number }[];
};

/** @returns undefined for a day without hours and appointments */
export function dayBar({ aperture, appuntamenti }: AgendaDay, postazioni: number): DayBar | undefined {
  const spans = [...aperture, ...appuntamenti].map(
    ({ inizio, fine }) => [Date.parse(inizio), Date.parse(fine)] as const,
  );
  if (spans.length === 0) return undefined;
  const from = Math.floor(Math.min(...spans.map(([start]) => start)) / HOUR_MS) * HOUR_MS;
  const until = Math.ceil(Math.max(...spans.map(([, end]) => end)) / HOUR_MS) * HOUR_MS;
  const share = (ms: number) => Math.round((ms / (until - from)) * 10_000) / 100;
  const part = ({ inizio, fine }: { inizio: string; fine: string }): BarPart => ({
    x: share(Date.parse(inizio) - from),
    width: share(Date.parse(fine) - Date.parse(inizio)),
  });
  // A desk that was taken away may still have appointments.
  const count = Math.max(postazioni, ...appuntamenti.map(({ postazione }) => postazione));
  return {
    open: aperture.map(part),
    desks: Array.from({ length: count }, (_, n) =>
      appuntamenti.filter(({ postazione }) => postazione === n + 1).map((a) => ({ ...part(a), stato: a.stato })),
    ),
    hours: Array.from({ length: (until - from) / HOUR_MS }, (_, n) => ({
      name: hourOf(from + n * HOUR_MS)
        .slice(0, 2)
        .replace(/^0/, ''),
      x: share(n * HOUR_MS),
    })),
  };
}
