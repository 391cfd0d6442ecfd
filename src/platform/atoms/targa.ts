/** Number plates: Italian ones in their current and older forms, foreign ones by country. Server and browser. */
import { atomSchema, type OwnWords } from './localised.ts';
import { normaliseTarga, PAESE_NAMES, type Paese } from './targa-format.ts';

/** Letters of Italian plates since 1994: without I, O, Q, U (d.P.R. 495/1992, app. XII). */
const PLATE_LETTER = '[A-HJ-NPR-TV-Z]';
/** Provinces as they stood on plates until 1994; Rome in full. */
const PLATE_PROVINCES =
  'ROMA|AG|AL|AN|AO|AP|AQ|AR|AT|AV|BA|BG|BL|BN|BO|BR|BS|BZ|CA|CB|CE|CH|CL|CN|CO|CR|CS|CT|CZ|EN|FE|FG|FI|FO|FR|GE|GO|GR|IM|IS|KR|LC|LE|LI|LO|LT|LU|MC|ME|MI|MN|MO|MS|MT|NA|NO|NU|OR|PA|PC|PD|PE|PG|PI|PN|PO|PR|PS|PT|PV|PZ|RA|RC|RE|RG|RI|RM|RN|RO|SA|SI|SO|SP|SR|SS|SV|TA|TE|TN|TO|TP|TR|TS|TV|UD|VA|VB|VC|VE|VI|VR|VT|VV';

/** Every form of a country's plates; a country without an entry has the general form. */
const PLATE_FORMS: Partial<Record<Paese, RegExp>> = {
  IT: new RegExp(
    [
      // Cars since 1994, motorcycles since 1999.
      `${PLATE_LETTER}{2}\\d{3}${PLATE_LETTER}{2}`,
      `${PLATE_LETTER}{2}\\d{5}`,
      // Mopeds since 2006: without vowels, 0 and 1.
      'X[2-9BCDFGHJKLMNPRSTVWXYZ]{5}',
      // Province and figures, until 1994 (motorcycles 1999). The largest provinces have a letter among the figures.
      `(?:${PLATE_PROVINCES})(?:\\d{1,6}|[A-Z]\\d{5}|\\d[A-Z]\\d{4}|\\d{5}[A-Z])`,
    ]
      .map((form) => `^${form}$`)
      .join('|'),
  ),
  AL: /^[A-Z]{2}\d{3}[A-Z]{2}$|^[A-Z]{2}\d{4}[A-Z]$/,
  BG: /^[A-Z]{1,2}\d{4}[A-Z]{1,2}$/,
  DE: /^[A-ZÄÖÜ]{1,3}[A-Z]{1,2}\d{1,4}[EH]?$/,
  FR: /^[A-HJ-NP-TV-Z]{2}\d{3}[A-HJ-NP-TV-Z]{2}$|^\d{1,4}[A-Z]{1,3}(?:\d{2}|2[AB]|97\d)$/,
  PL: /^[A-Z]{2,3}(?=[A-Z\d]*\d)[A-Z\d]{4,5}$|^[A-Z]\d[A-Z\d]{3,5}$/,
  PT: /^(?:[A-Z]{2}|\d{2}){3}$/,
  GB: /^[A-Z]{2}\d{2}[A-Z]{3}$|^[A-Z]\d{1,3}[A-Z]{3}$|^[A-Z]{3}\d{1,3}[A-Z]$|^[A-Z]{1,3}\d{1,4}$|^\d{1,4}[A-Z]{1,3}$/,
  RO: /^(?:B\d{2,3}|[A-Z]{2}\d{2})[A-Z]{3}$|^[A-Z]{1,2}\d{3,6}$/,
  SM: /^[A-Z]\d{4}$|^\d{1,5}$/,
  ES: /^\d{4}[BCDFGHJ-NPR-TV-Z]{3}$|^[A-Z]{1,3}\d{4}[A-Z]{1,2}$|^[A-Z]{1,2}\d{1,6}$/,
  CH: /^(?:AG|AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH)\d{1,6}$/,
  UA: /^[A-Z]{2}\d{4}[A-Z]{2}$/,
  VA: /^(?:SCV|CV)\d{1,5}$/,
};
/** Two to ten letters and figures, at least one figure. */
const GENERAL_FORM = /^(?=.*\d)[\p{Lu}\d]{2,10}$/u;

/** @param normalised as {@link normaliseTarga} gives it */
export function isTarga(normalised: string): boolean {
  const [targa = '', paese = 'IT'] = normalised.split(':').reverse();
  if (!Object.hasOwn(PAESE_NAMES, paese)) return false;
  return (PLATE_FORMS[paese as Paese] ?? GENERAL_FORM).test(targa);
}

/** A plate: `AB123CD`, or `CH:ZH123456` with the country's code before a foreign one. */
export const targaSchema = (own?: OwnWords) =>
  atomSchema(
    { clean: normaliseTarga, valid: isTarga, json: { examples: ['AB123CD', 'CH:ZH123456'] } },
    {
      missing: 'Scrivi la targa.',
      wrong: 'Controlla la targa e il paese: quelle italiane sono come AB123CD.',
    },
    own,
  );
