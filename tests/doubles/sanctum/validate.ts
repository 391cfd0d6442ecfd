/** Laravel's validation: rules per field, with dots for nested ones, and the answer 422 with all errors at once. */
import type { BackEndFields } from './body.ts';
import { jsonReply, RouteRefusal, redirectTo } from './laravel.ts';

/** Field → rules, as in Laravel: `required|email|in:a,b`. A field without `required` may be missing or empty. */
export type FieldRules = Readonly<Record<string, string>>;
/** Field → Italian sentences, as the back end's language file has them. */
export type FieldFaults = Record<string, string[]>;

/** @returns the value under a name with dots */
export const valueAt = (fields: BackEndFields, name: string): unknown =>
  name.split('.').reduce<unknown>((value, key) => (value as BackEndFields | null | undefined)?.[key], fields);

/** @returns the value as a text, '' when there is none */
export const textAt = (fields: BackEndFields, name: string): string => {
  const value = valueAt(fields, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

type RuleCheck = {
  holds: (value: unknown, argument: string) => boolean;
  english: (label: string) => string;
  italian: (name: string) => string;
};

const isText = (value: unknown): value is string => typeof value === 'string';
const TRUE_VALUES: readonly unknown[] = [true, 1, '1', 'true', 'on', 'yes'];

const RULE_CHECKS: Readonly<Record<string, RuleCheck>> = {
  string: {
    holds: isText,
    english: (label) => `The ${label} field must be a string.`,
    italian: (name) => `Il campo ${name} deve essere una stringa.`,
  },
  email: {
    holds: (value) => isText(value) && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
    english: (label) => `The ${label} field must be a valid email address.`,
    italian: (name) => `Il campo ${name} non è un indirizzo e-mail valido.`,
  },
  in: {
    holds: (value, argument) => argument.split(',').includes(String(value)),
    english: (label) => `The selected ${label} is invalid.`,
    italian: (name) => `Il valore scelto per ${name} non è valido.`,
  },
  accepted: {
    holds: (value) => TRUE_VALUES.includes(value),
    english: (label) => `The ${label} field must be accepted.`,
    italian: (name) => `Il campo ${name} deve essere accettato.`,
  },
  integer: {
    holds: (value) => /^-?\d+$/.test(String(value)),
    english: (label) => `The ${label} field must be an integer.`,
    italian: (name) => `Il campo ${name} deve essere un numero intero.`,
  },
  array: {
    holds: (value) => typeof value === 'object',
    english: (label) => `The ${label} field must be an array.`,
    italian: (name) => `Il campo ${name} deve essere un elenco.`,
  },
  date: {
    holds: (value) => isText(value) && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
    english: (label) => `The ${label} field must match the format Y-m-d.`,
    italian: (name) => `Il campo ${name} deve essere una data AAAA-MM-GG.`,
  },
  tax_code: {
    holds: (value) =>
      isText(value) && /^[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPRST][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]$/i.test(value),
    english: (label) => `The ${label} field format is invalid.`,
    italian: (name) => `Il campo ${name} non è un codice fiscale valido.`,
  },
};

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** @throws RouteRefusal 422 with every field that breaks a rule */
export function requireValid(fields: BackEndFields, rules: FieldRules, back: string): void {
  const errors: FieldFaults = {};
  const messages: string[] = [];
  for (const [name, line] of Object.entries(rules)) {
    const value = valueAt(fields, name);
    // Laravel writes the underscores of a name as blanks.
    const label = name.replaceAll('_', ' ');
    const tell = (english: string, italian: string) => {
      errors[name] = [...(errors[name] ?? []), italian];
      messages.push(english);
    };
    for (const rule of line.split('|')) {
      const [kind = '', argument = ''] = rule.split(/:(.*)/);
      if (kind === 'present') {
        if (value === undefined) tell(`The ${label} field must be present.`, `Il campo ${name} deve essere presente.`);
      } else if (kind === 'required') {
        if (isMissing(value)) tell(`The ${label} field is required.`, `Il campo ${name} è obbligatorio.`);
      } else if (!isMissing(value)) {
        const check = RULE_CHECKS[kind];
        if (!check) throw new Error(`no rule ${kind}`);
        if (!check.holds(value, argument)) tell(check.english(label), check.italian(name));
      }
    }
  }
  if (messages.length > 0) throw refuseFields(errors, back, messages);
}

/**
 * The answer to wrong fields. A browser that does not ask for JSON is sent back to where it came from, as Laravel does.
 * @param messages the same in English, for the first line
 */
export function refuseFields(errors: FieldFaults, back: string, messages = Object.values(errors).flat()): RouteRefusal {
  const [first = '', ...others] = messages;
  const more = others.length > 0 ? ` (and ${others.length} more error${others.length > 1 ? 's' : ''})` : '';
  return new RouteRefusal(jsonReply(422, { message: first + more, errors }), redirectTo(back));
}
