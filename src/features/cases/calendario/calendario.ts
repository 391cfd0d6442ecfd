/** When one counter of an ente receives by appointment, and for what. Server and browser. */
import type { Giorno } from '../../../platform/atoms/apertura.ts';

/**
 * @property codice never changes; unique for the ente @property nome such as "Ufficio anagrafe"
 * @property tipo kind of office, by which people look for it: "Anagrafe", "Tributi"
 * @property sportello code of the counter whose address, hours and contacts it has @property postazioni desks at once, 1 to 50
 * @property preavviso_ore earliest booking: so many hours from now @property orizzonte_giorni latest: so many days from now, at most 365
 * @property massimo_per_persona future appointments that one person may have here
 * @property limite_modifica_ore moved or cancelled until so many hours before
 */
export type Calendario = {
  ente: string;
  codice: string;
  nome: string;
  tipo: string;
  sportello: string;
  postazioni: number;
  motivi: MotivoCalendario[];
  orari: OrarioCalendario[];
  chiusure: ChiusuraCalendario[];
  aperture_straordinarie: { giorno: string; dalle: string; alle: string }[];
  preavviso_ore: number;
  orizzonte_giorni: number;
  massimo_per_persona: number;
  limite_modifica_ore: number;
};

/**
 * What people come for. @property minuti 5 to 240, a multiple of 5 @property cosa_serve what to bring
 * @property servizi codes of services whose pages lead here; may be empty
 */
export type MotivoCalendario = {
  codice: string;
  nome: string;
  minuti: number;
  cosa_serve: string[];
  servizi: string[];
};

/** Weekly hours. @property dalle `HH:MM`, like `alle` @property dal first day, `YYYY-MM-DD` @property al last one */
type OrarioCalendario = {
  giorni: Giorno[];
  dalle: string;
  alle: string;
  dal?: string | undefined;
  al?: string | undefined;
};

/** Closed days, or some hours of each of them. @property dal first day, `YYYY-MM-DD` @property al last one */
export type ChiusuraCalendario = {
  dal: string;
  al: string;
  motivo?: string | undefined;
  dalle?: string | undefined;
  alle?: string | undefined;
};
