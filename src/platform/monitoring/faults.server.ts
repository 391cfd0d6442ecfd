/** Logs the faults of the store and of the systems outside: the first at once, then a count a minute, then that it answers again. */
import { writeLog } from '../log.server.ts';
import { maskText } from './mask.ts';
import { createSeries } from './series.ts';

/** What the portal depends on, by its name in metrics → its name in the log. */
const SYSTEM_WORDS = {
  postgres: 'PostgreSQL',
  sqlite: 'SQLite',
  mail: 'Posta',
  pagopa: 'pagoPA',
  mooney: 'Mooney',
  protocol: 'Protocollo',
  'app-io': 'App IO',
  identity: 'Accesso',
  geocoder: 'Indirizzi',
  'bot-check': 'Verifica automatica',
  scanner: 'Antivirus',
  tiles: 'Mappe',
  files: 'Deposito dei file',
  traces: 'Tracce',
  upstream: 'Sistema a monte',
} as const;
export type SystemName = keyof typeof SYSTEM_WORDS;

const wordsOf = (system: string): string => SYSTEM_WORDS[system as SystemName];

const faultSeries = createSeries({
  every: 60_000,
  calm: 5_000,
  first: (system, why) => writeLog('error', `${wordsOf(system)}: errore`, { system, why }),
  more: (system, why, times) => writeLog('error', `${wordsOf(system)}: altri errori`, { system, why, times }),
  over: (system, { ms, times }) =>
    writeLog('info', `${wordsOf(system)} risponde di nuovo`, { system, away_s: Math.round(ms / 1000), times }),
});

/** Notes a fault. @returns nothing: the caller still throws the error */
export function systemFault(system: SystemName, error: unknown): void {
  faultSeries.fault(system, whyOf(error), performance.now());
}

/** Notes that the system did its work. Reading proves nothing about a store whose disk is full: only what was written does. */
export const systemWell = (system: SystemName): void => faultSeries.well(system, () => performance.now());

/** Faults of each system since the process started. */
export const faultCounts: ReadonlyMap<string, number> = faultSeries.counts;

/**
 * The cause in a few words without personal data. A mail server's answer may hold an address or a name: of it only the codes are
 * told.
 */
export function whyOf(error: unknown): string {
  const chain: (NodeJS.ErrnoException & { responseCode?: unknown })[] = [];
  for (let link = error; link instanceof Error && !chain.includes(link); link = link.cause) chain.push(link);
  // Words for the citizen say nothing about the cause.
  const causes = chain.filter(({ name }) => name !== 'PortalError');
  const [own = chain[0]] = causes;
  if (!own) return typeof error;
  if (own.responseCode !== undefined) return `${own.code ?? ''} ${Number(own.responseCode)}`.trim();
  const message = maskText(own.message || own.name).slice(0, 200);
  const innermost = causes.findLast(({ code }) => /^\w+$/.test(String(code ?? '')))?.code;
  return innermost && !message.includes(innermost) ? `${message} (${innermost})` : message;
}
