/** A report as Open311 sends it, in the fields of the portal's own form, and the faults of those fields in the standard's names. Pure. */
import * as z from 'zod/mini';
import { NO_NOME, namesOf } from '../../../platform/atoms/nome.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import { longTextSchema, textSchema } from '../../../platform/atoms/text.ts';
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

/** The fields that the form's schema checks. Of a name one half may be missing, or both. */
export const reportFields = (ente: string, sent: ReceivedFields): ReceivedFields => ({
  ente,
  codice: textOf(sent.service_code),
  lat: sent.lat,
  lon: sent.long,
  indirizzo: sent.address_string,
  oggetto: titleOf(textOf(sent.description)),
  descrizione: textOf(sent.description),
  nome: NO_NOME,
  ...namesOf({ nome: sent.first_name, cognome: sent.last_name }),
  email: textOf(sent.email),
  telefono: sent.phone,
});

const MAX_ATTRIBUTES = 50;
const attributeName = textSchema({ max: 80, required: 'manca il nome.' });
/** As long as a description, which FixMyStreet sends as an attribute, too. */
const attributeValue = longTextSchema({ max: 2000 });
const externalId = textSchema({ max: 80 });

/** Where programs write the number that a report has with them, the first that is there: GeoReport v2 has no place for it. */
const EXTERNAL_IDS = ['service_request_id', 'service_request_id_ext', 'fixmystreet_id', 'external_id'];

/** @property attributi for the office, with labels that no program can choose alone */
export type SentAttributes = { attributi?: SummaryItem[]; id_esterno?: string };

/** What else a program says of a report. A sentence for each fault goes to `faults`. */
export function readAttributes(sent: ReceivedFields, faults: string[]): SentAttributes {
  const given = Object.entries(sent).flatMap(([name, value]): [name: string, value: string][] => {
    const own = /^attribute\[(.*?)\](?:\[\])?$/s.exec(name)?.[1];
    const attribute = own ?? (EXTERNAL_IDS.includes(name) || name === 'account_id' ? name : undefined);
    const text = [value].flat().filter((one) => typeof one === 'string' && one.trim() !== '');
    return attribute === undefined || text.length === 0 ? [] : [[attribute, text.join(', ')]];
  });
  if (given.length > MAX_ATTRIBUTES) {
    faults.push(`attribute: gli attributi sono al massimo ${MAX_ATTRIBUTES}.`);
    return {};
  }
  const checked = given.map(([name, value]): [name: string, value: string] => {
    const said = (schema: z.ZodMiniType<string>, text: string) => {
      const parsed = z.safeParse(schema, text);
      if (parsed.success) return parsed.data;
      faults.push(`attribute[${name.replace(/\p{C}/gu, '').slice(0, 80)}]: ${parsed.error.issues[0]?.message}`);
      return '';
    };
    return [said(attributeName, name), said(EXTERNAL_IDS.includes(name) ? externalId : attributeValue, value)];
  });
  const id = EXTERNAL_IDS.flatMap((known) => checked.filter(([name]) => name === known))[0];
  const facts = checked.map(
    (pair): SummaryItem => [pair === id ? 'Numero nel programma' : `${pair[0]} (dal programma)`, pair[1]],
  );
  return { ...(facts.length > 0 && { attributi: facts }), ...(id && { id_esterno: id[1] }) };
}

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
  testo: 'description',
  nome: 'first_name',
  cognome: 'last_name',
  email: 'email',
  telefono: 'phone',
  file: 'media',
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
