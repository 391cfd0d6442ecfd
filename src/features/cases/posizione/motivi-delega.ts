/** Why somebody acts for a person who does not give the delegation themselves. Pure. */
import type { MotivoDelega } from '../../../store/tables.ts';

export const MOTIVO_CODES = [
  'erede',
  'tutore',
  'curatore',
  'amministratore_sostegno',
  'assistenza',
] as const satisfies readonly MotivoDelega[];

/** As the form asks for it. */
export const MOTIVI_DELEGA: Readonly<Record<MotivoDelega, string>> = {
  erede: 'Sono erede',
  tutore: 'Sono tutore o tutrice',
  curatore: 'Sono curatore o curatrice',
  amministratore_sostegno: 'Sono amministratore o amministratrice di sostegno',
  assistenza: 'Mi prendo cura di questa persona',
};

/** As a delegation says it: "come erede". */
export const MOTIVO_WORDS: Readonly<Record<MotivoDelega, string>> = {
  erede: 'erede',
  tutore: 'tutore',
  curatore: 'curatore',
  amministratore_sostegno: 'amministratore di sostegno',
  assistenza: 'persona che se ne prende cura',
};
