/** Parses what the store has of a position's devices, and of devices in a declaration. */
import * as z from 'zod/mini';
import type { DeclaredMezzo } from '../../../store/tables.ts';
import { keysOf } from './mezzo.checks.ts';
import {
  type CategoriaVeicolo,
  FACCE,
  type Facce,
  fixedTipi,
  LIGHTING_KINDS,
  type LightingKind,
  type MezzoData,
  VEICOLI,
} from './mezzo.ts';

const sharedFields = {
  facce: z.enum(keysOf<Facce>(FACCE)),
  illuminazione: z.enum(keysOf<LightingKind>(LIGHTING_KINDS)),
  larghezza_cm: z.number(),
  altezza_cm: z.number(),
};

/** Without the rules for what is typed: those may change, and what was taken in stays. */
export const storedMezzo: z.ZodMiniType<MezzoData> = z.discriminatedUnion('Tipologia_impianto_publicitario__c', [
  z.object({
    Tipologia_impianto_publicitario__c: z.literal('Automezzo'),
    targa: z.string(),
    categoria_veicolo: z.enum(keysOf<CategoriaVeicolo>(VEICOLI)),
    ...sharedFields,
  }),
  z.object({
    Tipologia_impianto_publicitario__c: z.enum(fixedTipi),
    indirizzo: z.string(),
    quantita: z.number(),
    testo: z.string(),
    dal: z.optional(z.string()),
    al: z.optional(z.string()),
    ...sharedFields,
  }),
]);

/** What is said of a device of a position, or by a row that adds or changes one. */
export const mezzoDataOf = ({ tipo, dati_json }: { tipo: string; dati_json: string }): MezzoData =>
  storedMezzo.parse({ ...z.looseObject({}).parse(JSON.parse(dati_json)), Tipologia_impianto_publicitario__c: tipo });

const storedCessazione = z.object({ dal: z.string(), motivo: z.string() });

/** The day on which a declared device ends, and the reason. */
export const cessazioneOf = ({ dati_json }: Pick<DeclaredMezzo, 'dati_json'>) =>
  storedCessazione.parse(JSON.parse(dati_json));
