import { atom, type OwnWords } from './localised.ts';

const FORM = /^[A-Za-z0-9_-]{16,64}$/;

/** An opaque id made by the portal (at least 128 random bits). Nobody types it: the words speak of the link. */
export const identificativo = (own?: OwnWords) =>
  atom(
    { valid: (s) => FORM.test(s), json: { pattern: FORM.source } },
    {
      missing: 'Manca l’identificativo: apri di nuovo la pagina dal collegamento che hai ricevuto.',
      wrong: 'L’identificativo non è corretto: apri di nuovo la pagina dal collegamento che hai ricevuto.',
    },
    own,
  );
