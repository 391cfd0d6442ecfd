/** In what capacity somebody asks (richiedente), and the fields of who asks. Server and browser. */
import type { FileCategoria } from '../allegati/file-limits.ts';

export const RUOLI = {
  persona_fisica: 'Persona fisica, per me',
  titolare_ditta_individuale: 'Titolare di ditta individuale',
  legale_rappresentante: 'Legale rappresentante',
  tutore: 'Tutore',
  curatore: 'Curatore',
  altro: 'Altro',
} as const;
export type Ruolo = keyof typeof RUOLI;

/** Which block a role asks for (product rule); of `altro` either may be filled in. */
export const asksForFirm = (ruolo: string | undefined): boolean =>
  ruolo === 'titolare_ditta_individuale' || ruolo === 'legale_rappresentante';
export const asksForPersona = (ruolo: string | undefined): boolean => ruolo === 'tutore' || ruolo === 'curatore';

/** Fields of the block from top to bottom: part of a form's `campi`. */
export const RICHIEDENTE_FIELDS = [
  'nome',
  'cognome',
  'codice_fiscale',
  'email',
  'otp',
  'telefono',
  'ruolo',
  'richiedente_titolo',
  'ragione_sociale',
  'partita_iva',
  'rappresentato_nome',
  'rappresentato_cognome',
  'rappresentato_codice_fiscale',
  'file_titolo_rappresentanza',
  'file_documento_identita',
] as const;

/** Files that the block asks for, beside the form's own; and what is said of one that is missing. */
export const RICHIEDENTE_CATEGORIE = {
  titolo_rappresentanza: 'Allega il documento che prova il tuo ruolo: visura, decreto di nomina, delega firmata.',
  documento_identita: 'Allega un tuo documento di identità, fronte e retro.',
} as const satisfies Partial<Record<FileCategoria, string>>;
