/** An administrator sets up their ente: offices, people, data, desks and payments; reads what was changed, and takes it back. */
import * as z from 'zod/mini';
import { CODICI as OFFERTE_CODES } from '../../../data/offerta.ts';
import { ufficioSchema } from '../../../data/ufficio.ts';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { emailAddressSchema } from '../../../platform/atoms/email.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { atomSchema } from '../../../platform/atoms/localised.ts';
import { pageNumberSchema } from '../../../platform/atoms/page-number.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { defineOperation } from '../../../platform/contract.ts';

export const GESTIONE_PATH = '/api/v1/portale/gestione/{ente}';

/** The ente that the caller administers: checked before the handler. */
export const ofEnte = { ente: z.string('Scegli l’ente.') };
/** A secret that nobody reads again. @property si_legge false: it must be written again, and until then nothing is done with it */
export const storedKey = z
  .object({ finale: z.string(), scritta: z.string(), si_legge: z.boolean() })
  .register(z.globalRegistry, { id: 'ChiaveSalvata' });

const KEY_WORDS = 'Copia la chiave per intero: ha almeno 16 caratteri, senza spazi e senza accenti.';
/** A key that another system gave to the ente, as it can stand in the header of a call. So long that its last characters tell little of it. */
export const keySchema = () =>
  atomSchema(
    { clean: (s) => s.trim(), valid: (s) => /^[!-~]{16,200}$/.test(s), json: { minLength: 16, maxLength: 200 } },
    { missing: KEY_WORDS, wrong: KEY_WORDS },
  );

const ofUfficio = { ...ofEnte, ufficio: lookupIdSchema() };
/** A person of an office: the id of their account, or how the office names one who has not logged in. */
const personSchema = () => z.string('Scegli una persona.').check(z.minLength(1, 'Scegli una persona.'));

/** @property da_accesso their login says what they administer, and says it again at the next one */
const namedPerson = z
  .object({
    id: z.string(),
    nome: z.string(),
    email: z.nullable(z.string()),
    da_accesso: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'OperatoreEnte' });

const ufficioView = z.object({
  id: z.string(),
  nome: z.string(),
  /** Empty: its mails go to the mailbox of the ente */
  email: z.string(),
  servizi: z.array(z.string()),
  attivo: z.boolean(),
  incassi: z.boolean(),
  /** First and last day of an absence */
  persone: z.array(
    z.object({
      id: z.string(),
      nome: z.string(),
      assente_dal: z.nullable(z.string()),
      assente_al: z.nullable(z.string()),
      /** Their login says in which offices they work, so that this is not changed here */
      da_accesso: z.boolean(),
    }),
  ),
  /** Named for it and not logged in yet */
  attesi: z.array(z.object({ id: z.string(), nome: z.string() })),
});
export type UfficioView = z.infer<typeof ufficioView>;

const ufficiEnte = z.object({
  uffici: z.array(ufficioView),
  amministratori: z.array(namedPerson),
  /** The other operators of the ente */
  operatori: z.array(namedPerson),
});
export type UfficiEnte = z.infer<typeof ufficiEnte>;

const modificaView = z.object({
  id: z.string(),
  quando: z.string(),
  /** The administrator's name at that time */
  nome: z.string(),
  /** What was changed: `Ufficio Tributi` */
  oggetto: z.string(),
  /** Each value that changed, in words; empty: there was none */
  valori: z.array(z.object({ campo: z.string(), prima: z.string(), dopo: z.string() })),
});
export type ModificaView = z.infer<typeof modificaView>;

/** Fields of the data file. The rules of the import check them. */
const dataFields = z.record(z.string(), z.unknown());
/** A desk, a calendar or a payment service. @property dati its other fields @property visti their mark, to be sent with a change */
const dataRow = z
  .object({ codice: z.string(), dati: dataFields, visti: z.string() })
  .register(z.globalRegistry, { id: 'RigaDati' });
export type DataRow = z.infer<typeof dataRow>;
/** One of the coming days of a calendar. @property aperture hours, `HH:MM` @property liberi free times for each length of a reason */
const previewDay = z
  .object({
    giorno: z.string(),
    aperture: z.array(z.object({ dalle: z.string(), alle: z.string() })),
    prenotati: z.int(),
    liberi: z.array(z.object({ minuti: z.int(), quanti: z.int() })),
  })
  .register(z.globalRegistry, { id: 'GiornoCalendario' });
export type PreviewDay = z.infer<typeof previewDay>;
/** Bytes of an upload. The rules of the import say in words what is too large. */
const MAX_CONFINE = 512 * 1024;

export const MODIFICHE_PAGE_SIZE = 25;
const WRONG_PAGE = 'Le pagine vanno da 1 a 1000.';

/**
 * The values that the caller has read before changing them, as {@link seenMark} names them: when they are others by now, the
 * change is refused in words that say who changed what. Without it the last change counts.
 */
export const ofSeen = { visti: optionalSchema(z.string()) };
/** Of the record of the ente, which many change: the mark of the fields to be changed, or of all of them as `datiEnte` gives it. */
const SEEN_WANTED = 'Leggi prima i dati: «visti» dice su quali valori è fatta la modifica.';
const mustSeen = { visti: z.string(SEEN_WANTED).check(z.minLength(1, SEEN_WANTED)) };
/** What becomes of appointments that a calendar does not cover any more: they stay, or their citizens choose another time. */
/** An appointment that a calendar would not cover any more. */
const outsideAppuntamento = z.object({ inizio: z.string(), motivo: z.string() });

const FUORI_ORARIO = ['restano', 'avvisa'] as const;
export type FuoriOrario = (typeof FUORI_ORARIO)[number];
export const fuoriOrarioSchema = () =>
  optionalSchema(z.enum(FUORI_ORARIO, 'Scegli se gli appuntamenti restano, o se avvisare chi li ha.'));
/** One row of a section of the data file. Without `codice` a new one, without `dati` it goes. */
const rowChange = { ...ofEnte, ...ofSeen, codice: optionalSchema(z.string()), dati: z.optional(dataFields) };

const changedThing = z.object({ id: z.string() });
const { nome, email, servizi, attivo, incassi } = ufficioSchema().shape;
/** Each is written once, however often it is sent. */
export const CHANGE_ROW = {
  method: 'POST',
  access: 'administrator',
  creates: true,
  output: changedThing,
  brakes: [{ by: 'visitor', times: 300, minutes: 60 }],
} as const;

export const gestioneOperations = {
  ufficiEnte: defineOperation({
    summary: 'An administrator reads the offices of their ente, who works there, and who administers the ente.',
    method: 'GET',
    path: `${GESTIONE_PATH}/uffici`,
    access: 'administrator',
    input: z.object(ofEnte),
    output: ufficiEnte,
  }),
  salvaUfficio: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator adds an office to their ente, or changes or closes one.',
    path: `${GESTIONE_PATH}/uffici`,
    input: z.object({
      ...ofEnte,
      /** Without it a new office */
      ufficio: optionalSchema(lookupIdSchema()),
      ...ofSeen,
      nome,
      email: optionalSchema(email),
      servizi,
      attivo,
      incassi,
    }),
  }),
  aggiungiPersona: defineOperation({
    ...CHANGE_ROW,
    summary:
      'An administrator adds a person to an office by e-mail; a person who has not logged in yet joins at the login.',
    path: `${GESTIONE_PATH}/uffici/{ufficio}/persone`,
    input: z.object({ ...ofUfficio, email: emailAddressSchema() }),
  }),
  togliPersona: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator removes a person from an office.',
    path: `${GESTIONE_PATH}/uffici/{ufficio}/persone/togli`,
    input: z.object({ ...ofUfficio, persona: personSchema() }),
  }),
  assenzaPersona: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator says from when to when a person of an office is absent.',
    path: `${GESTIONE_PATH}/uffici/{ufficio}/persone/assenza`,
    input: z
      .object({
        ...ofUfficio,
        persona: personSchema(),
        dal: optionalSchema(dateSchema()),
        al: optionalSchema(dateSchema()),
      })
      .check(
        z.refine((a) => !a.dal || !a.al || a.dal <= a.al, {
          path: ['al'],
          error: 'L’ultimo giorno viene prima del primo.',
        }),
      ),
  }),
  aggiungiAmministratore: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator lets another operator of their ente administer it, too.',
    path: `${GESTIONE_PATH}/amministratori`,
    input: z.object({ ...ofEnte, persona: personSchema() }),
  }),
  togliAmministratore: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator takes that right from another or from themselves; the last one keeps it.',
    path: `${GESTIONE_PATH}/amministratori/togli`,
    input: z.object({ ...ofEnte, persona: personSchema() }),
  }),
  datiEnte: defineOperation({
    summary:
      'An administrator reads the data of their ente, its desks and payments, and what it offers, as a data file has them.',
    method: 'GET',
    path: `${GESTIONE_PATH}/dati`,
    access: 'administrator',
    input: z.object(ofEnte),
    output: z.object({
      dati: dataFields,
      /** The mark of `dati`, to be sent with a change */
      visti: z.string(),
      offerte: z.record(z.string(), dataFields),
      sportelli: z.array(dataRow),
      calendari: z.array(dataRow),
      servizi_pagamento: z.array(dataRow),
    }),
  }),
  salvaDati: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator changes some fields of the data of their ente; a field that is null goes.',
    path: `${GESTIONE_PATH}/dati`,
    input: z.object({ ...ofEnte, ...mustSeen, dati: dataFields }),
  }),
  provaDati: defineOperation({
    summary:
      'An administrator has such a change checked, and reads what the data would be; no data change, and a new picture is kept until the next change.',
    method: 'POST',
    path: `${GESTIONE_PATH}/dati/prova`,
    access: 'administrator',
    brakes: CHANGE_ROW.brakes,
    input: z.object({ ...ofEnte, dati: dataFields }),
    output: z.object({ dati: dataFields }),
  }),
  provaRiga: defineOperation({
    summary:
      'An administrator has a desk or a payment service checked, and reads what it would be; nothing is changed.',
    method: 'POST',
    path: `${GESTIONE_PATH}/{sezione}/prova`,
    access: 'administrator',
    input: z.object({
      ...ofEnte,
      sezione: z.enum(['sportelli', 'servizi_pagamento'], 'Le sezioni sono sportelli e servizi_pagamento.'),
      dati: dataFields,
    }),
    output: z.object({ dati: dataFields }),
  }),
  salvaConfine: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator uploads the border of their ente (GeoJSON), or removes it by sending none.',
    path: `${GESTIONE_PATH}/confine`,
    upload: MAX_CONFINE,
    input: z.object({
      ...ofEnte,
      ...ofSeen,
      file: z.optional(z.instanceof(File, { error: 'Scegli un file GeoJSON.' })),
    }),
  }),
  salvaSportello: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator adds a service to the desk of their ente, or changes or removes one.',
    path: `${GESTIONE_PATH}/sportelli`,
    input: z.object(rowChange),
  }),
  salvaCalendario: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator adds a calendar of appointments to their ente, or changes or removes one.',
    path: `${GESTIONE_PATH}/calendari`,
    input: z.object({ ...rowChange, fuori_orario: fuoriOrarioSchema() }),
  }),
  provaCalendario: defineOperation({
    summary:
      'An administrator has a calendar checked, and reads its coming two weeks and the appointments that it would not cover any more; nothing is changed.',
    method: 'POST',
    path: `${GESTIONE_PATH}/calendari/anteprima`,
    access: 'administrator',
    input: z.object({ ...ofEnte, codice: optionalSchema(z.string()), dati: dataFields }),
    output: z.object({
      dati: dataFields,
      giorni: z.array(previewDay),
      fuori_orario: z.array(outsideAppuntamento),
    }),
  }),
  salvaServizioPagamento: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator adds something that can be paid without a notice, or changes or removes it.',
    path: `${GESTIONE_PATH}/servizi-pagamento`,
    input: z.object(rowChange),
  }),
  salvaOfferta: defineOperation({
    ...CHANGE_ROW,
    summary:
      'An administrator changes what their ente offers and charges for a service; without `dati` the offer goes.',
    path: `${GESTIONE_PATH}/offerte/{codice}`,
    input: z.object({
      ...ofEnte,
      ...ofSeen,
      codice: z.enum(OFFERTE_CODES, 'Questo servizio non ha un’offerta.'),
      dati: z.optional(dataFields),
    }),
  }),
  modificheEnte: defineOperation({
    summary: 'An administrator reads who changed what in their ente, the last change first.',
    method: 'GET',
    path: `${GESTIONE_PATH}/modifiche`,
    access: 'administrator',
    input: z.object({
      ...ofEnte,
      pagina: pageNumberSchema(WRONG_PAGE, { max: 1000, digits: 4 }),
    }),
    output: z.object({ modifiche: z.array(modificaView), totale: z.int() }),
  }),
  ripristina: defineOperation({
    ...CHANGE_ROW,
    summary: 'An administrator sets back what one change has changed, which is a change of its own.',
    path: `${GESTIONE_PATH}/modifiche/{modifica}/ripristina`,
    input: z.object({ ...ofEnte, modifica: lookupIdSchema(), fuori_orario: fuoriOrarioSchema() }),
  }),
  provaRipristina: defineOperation({
    summary:
      'An administrator reads which appointments a calendar would not cover any more if one change were set back; nothing is changed.',
    method: 'GET',
    path: `${GESTIONE_PATH}/modifiche/{modifica}/ripristina`,
    access: 'administrator',
    input: z.object({ ...ofEnte, modifica: lookupIdSchema() }),
    output: z.object({ fuori_orario: z.array(outsideAppuntamento) }),
  }),
};
