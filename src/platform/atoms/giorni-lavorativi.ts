/**
 * Working days of an Italian office: Monday to Friday but for public holidays (L. 260/1949, L. 54/1977, D.P.R. 792/1985,
 * L. 336/2000, L. 151/2025) and the day of the town's patron saint. Days are `YYYY-MM-DD`. Server and browser.
 */
import { aggiungiGiorni } from './date.ts';

const FISSE = ['01-01', '01-06', '04-25', '05-01', '06-02', '08-15', '11-01', '12-08', '12-25', '12-26'];
/** Saint Francis, from 2026 on. */
const SAN_FRANCESCO = '10-04';

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function pasqua(anno: number): string {
  const a = anno % 19;
  const b = Math.floor(anno / 100);
  const c = anno % 100;
  const correzione = b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + correzione + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  const due = (x: number) => String(x).padStart(2, '0');
  return `${anno}-${due(Math.floor(n / 31))}-${due((n % 31) + 1)}`;
}

/** @param patrono day of the patron saint, `MM-DD`; 29 February comes in leap years only */
export function festivo(day: string, patrono?: string | null): boolean {
  const anno = Number(day.slice(0, 4));
  const giorno = day.slice(5);
  return (
    FISSE.includes(giorno) ||
    (giorno === SAN_FRANCESCO && anno >= 2026) ||
    giorno === patrono ||
    day === aggiungiGiorni(pasqua(anno), 1)
  );
}

export function lavorativo(day: string, patrono?: string | null): boolean {
  const settimana = new Date(day).getUTCDay();
  return settimana !== 0 && settimana !== 6 && !festivo(day, patrono);
}

/** @returns the n-th working day after a day; with 0 the day itself, whatever it is */
export function dopoLavorativi(day: string, n: number, patrono?: string | null): string {
  let giorno = day;
  for (let restano = n; restano > 0; ) {
    giorno = aggiungiGiorni(giorno, 1);
    if (lavorativo(giorno, patrono)) restano--;
  }
  return giorno;
}
