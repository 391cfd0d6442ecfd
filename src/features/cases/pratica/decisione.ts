/** The fields of a decision beside accept and reject: dates and amounts that differ from the request. Server and browser. */
import type { FieldErrors } from '../../../platform/errors.ts';

/** Names of the fields in calls and forms. */
export const DECISIONE_FIELDS = ['decisione_importo', 'decisione_dal', 'decisione_al', 'decisione_scelta'] as const;
type DecisioneFieldName = (typeof DECISIONE_FIELDS)[number];
export type DecisioneFields = {
  decisione_importo?: number | undefined;
  decisione_dal?: string | undefined;
  decisione_al?: string | undefined;
  decisione_scelta?: string | undefined;
};

/** @property importo whole cents @property dal, @property al days `YYYY-MM-DD` @property scelta one of the service's own list @property files number of files sent with it */
export type Decisione = {
  importo?: number | undefined;
  dal?: string | undefined;
  al?: string | undefined;
  scelta?: string | undefined;
  files?: number;
};

export const decisioneOf = (c: DecisioneFields): Decisione => ({
  importo: c.decisione_importo,
  dal: c.decisione_dal,
  al: c.decisione_al,
  scelta: c.decisione_scelta,
});

/** One thing that an operator is asked beside yes or no. */
export type DecisioneField = { name: DecisioneFieldName; label: string; hint: string } & (
  | { kind: 'euro' | 'date' }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
);

const isOffered = (
  asks: readonly DecisioneField[],
  name: DecisioneFieldName,
  value: string | number | undefined,
): boolean =>
  asks.every((field) => field.name !== name || field.kind !== 'choice' || field.options.some((o) => o.value === value));

/** Refuses a field that would have no effect, so that no operator believes to have granted it. */
export function checkDecisione(
  typed: DecisioneFields,
  { asks, accepts }: { asks: readonly DecisioneField[]; accepts: boolean },
): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of DECISIONE_FIELDS) {
    if (typed[name] === undefined) continue;
    if (!asks.some((field) => field.name === name))
      errors[name] = ['Per questo servizio il campo non serve: lascialo vuoto.'];
    else if (!isOffered(asks, name, typed[name])) errors[name] = ['Scegli una voce dell’elenco.'];
    else if (!accepts) errors[name] = ['Vale solo se accetti la richiesta: scegli «Accetta», o lascia vuoto il campo.'];
  }
  return errors;
}
