/** The roles in which a person sends a request (richiedente), and the fields of the applicant. Server and browser. */
import type { FileCategoria } from '../allegati/file-limits.ts';

export const RUOLI = {
  persona_fisica: 'Persona fisica',
  titolare_ditta_individuale: 'Titolare di ditta individuale',
  legale_rappresentante: 'Legale rappresentante',
  tutore: 'Tutore',
  curatore: 'Curatore',
  altro: 'Altro',
} as const;
export type Ruolo = keyof typeof RUOLI;

/** The blocks that a role asks for (product rule); with `altro` the person may fill in either. */
export const asksForFirm = (ruolo: string | undefined): boolean =>
  ruolo === 'titolare_ditta_individuale' || ruolo === 'legale_rappresentante';
export const asksForPersona = (ruolo: string | undefined): boolean => ruolo === 'tutore' || ruolo === 'curatore';

/** Fields of the applicant, from top to bottom, as part of a form's `fieldNames`. */
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

/** Files that the applicant may have to send, with the error for a missing one. */
export const RICHIEDENTE_CATEGORIE = {
  titolo_rappresentanza: 'Allega il documento che prova il tuo ruolo: visura, decreto di nomina, delega firmata.',
  documento_identita: 'Allega un tuo documento di identità, fronte e retro.',
} as const satisfies Partial<Record<FileCategoria, string>>;
