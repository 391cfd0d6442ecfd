/** A report as Open311 sends it, in the fields of the portal's own form, and the faults of those fields in the standard's names. Pure. */
import type { ReceivedFields } from '../../../platform/body.server.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { LUOGO_REQUIRED } from '../../services/segnalazione/segnalazione.fields.ts';

/** Characters of a title. */
const MAX_TITLE = 80;

const textOf = (value: unknown): unknown => (value === undefined ? '' : value);

/** The standard has no title: it is the first line of the description, before which FixMyStreet writes `title:`. */
function titleOf(description: unknown): unknown {
  if (typeof description !== 'string') return description;
  const lines = description.split(/[\r\n]/).map((line) => line.replace(/^title:/i, ''));
  const first = lines.find((line) => /[^\s\p{C}]/u.test(line)) ?? '';
  const letters = [...first.replace(/[\s\p{Cc}]+/gu, ' ').trim()];
  if (letters.length <= MAX_TITLE) return letters.join('');
  const cut = letters.slice(0, MAX_TITLE - 1).join('');
  // Whole words, unless that leaves too little.
  const end = cut.lastIndexOf(' ');
  return `${end > MAX_TITLE / 2 ? cut.slice(0, end) : cut}…`;
}

/** The fields that the form's schema checks. Device, account and attributes have no place in a report. */
export const reportFields = (ente: string, sent: ReceivedFields): ReceivedFields => ({
  ente,
  codice: textOf(sent.service_code),
  lat: sent.lat,
  lon: sent.long,
  indirizzo: sent.address_string,
  oggetto: titleOf(textOf(sent.description)),
  descrizione: textOf(sent.description),
  nome: textOf(sent.first_name),
  cognome: textOf(sent.last_name),
  email: textOf(sent.email),
  telefono: sent.phone,
});

const DEGREES_WORDS = 'la coordinata si scrive in gradi decimali (WGS 84), ad esempio 12.4924.';

const STANDARD_NAMES: Readonly<Record<string, string>> = {
  ente: 'jurisdiction_id',
  codice: 'service_code',
  indirizzo: 'address_string',
  lat: 'lat',
  lon: 'long',
  fuori_confine: 'lat, long',
  oggetto: 'description',
  descrizione: 'description',
  nome: 'first_name',
  cognome: 'last_name',
  email: 'email',
  telefono: 'phone',
};

/** In place of the form's words, which speak of what is on its page. */
const STANDARD_WORDS: Readonly<Record<string, string>> = {
  lat: DEGREES_WORDS,
  lon: DEGREES_WORDS,
  fuori_confine: 'il punto è fuori dal territorio del Comune.',
  [LUOGO_REQUIRED]: 'manca il luogo: lat e long, oppure address_string.',
};

/** A sentence for each field that is wrong. */
export function faultsOfFields(errors: FieldErrors): string[] {
  const told = Object.entries(errors).filter(([field]) => field !== 'oggetto' || !errors.descrizione);
  return told.map(([field, [first = '']]) => {
    const words = STANDARD_WORDS[field] ?? STANDARD_WORDS[first] ?? first;
    return `${STANDARD_NAMES[field] ?? field}: ${words}`;
  });
}
