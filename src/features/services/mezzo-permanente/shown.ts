/** Devices and declarations as calls answer with them, those of a back end too. */
import * as z from 'zod/mini';
import { orEmpty, orNull, replacedBy } from '../../../platform/back-end/answer.ts';
import type { AnswerFacts } from '../../../platform/contract.ts';
import { openedPratica } from '../../cases/pratica/pratica.contract.ts';
import { keysOf } from './mezzo.checks.ts';
import { TIPI_DICHIARAZIONE, type TipoDichiarazione, tipiMezzo } from './mezzo.ts';

/** A device of a position or a declaration as it is shown. Fields that its type does not have are absent. */
export const shownMezzo = z
  .object({
    Id: z.string(),
    Tipologia_impianto_publicitario__c: z.enum(tipiMezzo),
    targa: z.optional(z.string()),
    categoria_veicolo: z.optional(z.string()),
    indirizzo: z.optional(z.string()),
    quantita: z.optional(z.number()),
    testo: z.optional(z.string()),
    dal: z.optional(z.string()),
    al: z.optional(z.string()),
    facce: z.string(),
    illuminazione: z.string(),
    larghezza_cm: z.number(),
    altezza_cm: z.number(),
    /** Estimated yearly fee in euro cents; null when the ente has no tariff */
    stima_cent: orNull(z.number()),
  })
  .register(z.globalRegistry, { id: 'Mezzo' });
export type ShownMezzo = z.infer<typeof shownMezzo>;

const shownFile = z
  .object({
    Id: z.string(),
    categoria: z.string(),
    nome: z.string(),
    tipo: z.string(),
    dimensione: z.number(),
    miniatura: z.boolean(),
    nota: z.optional(z.string()),
  })
  .register(z.globalRegistry, { id: 'AllegatoMezzo' });

/**
 * A device in a declaration. @property mezzo the position's device it is about @property prima that device before the change;
 * a device of the position that stays as it is has `Id` = `mezzo` and neither `prima` nor `cessazione`
 * @property cessazione from when it has ceased, and why @property tolto it was removed and may be put back
 */
export const declaredMezzo = z
  .extend(shownMezzo, {
    azione: z.enum(keysOf<TipoDichiarazione>(TIPI_DICHIARAZIONE)),
    mezzo: z.optional(z.string()),
    prima: z.optional(shownMezzo),
    cessazione: z.optional(z.object({ dal: z.string(), motivo: z.string() })),
    tolto: z.optional(z.boolean()),
    /** Another declaration about this device of the position is sent and not decided */
    occupato: z.optional(z.boolean()),
    /** True in the answer of the call that has just made it */
    nuovo: z.optional(z.boolean()),
    allegati: z.array(shownFile),
  })
  .register(z.globalRegistry, { id: 'MezzoDichiarato' });
export type ShownDeclaredMezzo = z.infer<typeof declaredMezzo>;

/** @property stato `bozza` until it is sent, then as in the list of declarations @property richiedente null until it is typed */
export const dichiarazione = z
  .object({
    Id: z.string(),
    tipo: z.enum(keysOf<TipoDichiarazione>(TIPI_DICHIARAZIONE)),
    stato: z.enum(['bozza', 'inviata', 'accettata', 'rifiutata']),
    ente: z.string(),
    nome_ente: z.string(),
    posizione: orNull(z.object({ Id: z.string(), codice_utente: z.string() })),
    richiedente: orNull(z.looseObject({})),
    mezzi: z.array(declaredMezzo),
    /** Files of the declaration itself */
    allegati: z.array(shownFile),
    /** Estimated yearly fee of all devices that remain, in euro cents; null when the ente has no tariff */
    stima_cent: orNull(z.number()),
    /** Once sent */
    pratica: orNull(openedPratica),
    protocollo: orNull(z.string()),
  })
  .register(z.globalRegistry, { id: 'DichiarazioneMezzi' });
export type ShownDichiarazione = z.infer<typeof dichiarazione>;

const answeredFiles = orEmpty(z.extend(shownFile, { miniatura: replacedBy(false) }));

/** As a back end answers. */
export const answeredMezzo = z.extend(declaredMezzo, {
  azione: z._default(declaredMezzo.shape.azione, 'nuovo'),
  allegati: answeredFiles,
});

/** As a back end answers when it is written: one that had no id is new. */
export const writtenMezzo = ({ fields }: AnswerFacts) =>
  fields.id === undefined ? z.extend(answeredMezzo, { nuovo: z._default(z.boolean(), true) }) : answeredMezzo;

export const answeredDichiarazione = ({ enteName }: AnswerFacts) =>
  z.pipe(
    z.extend(dichiarazione, {
      stato: z.optional(dichiarazione.shape.stato),
      nome_ente: z.optional(z.string()),
      mezzi: orEmpty(z.extend(answeredMezzo, { azione: z.optional(declaredMezzo.shape.azione) })),
      allegati: answeredFiles,
    }),
    z.transform((one) => ({
      ...one,
      stato: one.stato ?? (one.protocollo ? 'inviata' : 'bozza'),
      nome_ente: one.nome_ente ?? enteName(one.ente),
      mezzi: one.mezzi.map((mezzo) => ({ ...mezzo, azione: mezzo.azione ?? one.tipo })),
    })),
  );
