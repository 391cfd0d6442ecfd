/** What a citizen wants to be reminded of, when, and where. Pure. */
import * as z from 'zod/mini';
import { midnightInRome } from '../../../platform/atoms/date.ts';

/** What the portal reminds of by itself. */
export const REMINDER_KINDS = {
  pagamenti: 'Pagamenti in scadenza',
  appuntamenti: 'Appuntamenti, il giorno prima',
  permessi: 'Permessi di sosta, due settimane prima che scadano',
} as const;
export type ReminderKind = keyof typeof REMINDER_KINDS;

/** So many days before a payment is due, the earliest first. */
export const REMINDER_DAYS = [14, 7, 3] as const;

const MORNING_MS = 9 * 3600_000;

/** When the reminders of a day leave: no telephone rings before. @param day `YYYY-MM-DD` @returns nine o'clock in Rome, epoch ms */
export const reminderTime = (day: string): number => midnightInRome(day) + MORNING_MS;

/** Where the profile lets them be chosen. */
export const REMINDERS_ANCHOR = '/area-riservata/profilo-utente#promemoria';

/** `automatico`: on one channel alone, whichever is nearer to the person. */
export const REMINDER_WAYS = {
  automatico: 'Su App IO; per e-mail se lì non ti possiamo scrivere',
  email: 'Per e-mail',
  entrambi: 'Per e-mail e su App IO',
} as const;
export type ReminderWay = keyof typeof REMINDER_WAYS;

const oneOf = <Key extends string>(words: Readonly<Record<Key, string>>) =>
  z.enum(Object.keys(words) as [Key, ...Key[]]);

export const promemoriaChoice = z
  .object({
    cosa: z.array(oneOf(REMINDER_KINDS)),
    giorni: z.array(z.literal(REMINDER_DAYS)),
    dove: oneOf(REMINDER_WAYS),
  })
  .register(z.globalRegistry, { id: 'Promemoria' });
export type PromemoriaChoice = z.infer<typeof promemoriaChoice>;

const DEFAULT_CHOICE: PromemoriaChoice = {
  cosa: ['pagamenti', 'appuntamenti', 'permessi'],
  giorni: [7],
  dove: 'automatico',
};

/** @param json as stored; null: the person has chosen nothing yet */
export const readChoice = (json: string | null): PromemoriaChoice =>
  json === null ? DEFAULT_CHOICE : promemoriaChoice.parse(JSON.parse(json));

/**
 * Which of the chosen reminders is the one for today: that of seven days from the seventh day on, until that of three takes over.
 * @param left days until the payment is due @returns undefined: too early, or not wanted
 */
export function reminderDueIn({ cosa, giorni }: PromemoriaChoice, left: number): number | undefined {
  if (!cosa.includes('pagamenti') || left < 1) return undefined;
  const reached = giorni.filter((days) => left <= days);
  return reached.length > 0 ? Math.min(...reached) : undefined;
}
