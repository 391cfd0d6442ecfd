/** A shopkeeper or an agency declares new advertising devices, changes of them, or that they have ceased. */
import * as z from 'zod/mini';
import { dateSchema } from '../../../platform/atoms/date-schema.ts';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { longTextSchema, optionalSchema, optionalTickSchema, textSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput, PDF_BRAKES } from '../../../platform/contract.ts';
import { filesAllegati } from '../../cases/allegati/allegati.checks.ts';
import { richiedente } from '../../cases/richiedente/richiedente.checks.ts';
import { allegatiMezzo, automezzo, datesInOrder, fixedMezzo, keysOf } from './mezzo.checks.ts';
import { TIPI_DICHIARAZIONE, type TipoDichiarazione } from './mezzo.ts';
import {
  answeredDichiarazione,
  answeredMezzo,
  declaredMezzo,
  dichiarazione,
  shownMezzo,
  writtenMezzo,
} from './shown.ts';

const apiPath = '/api/v1/mezzi_pubblicitari';
const portalPath = '/api/v1/portale/mezzi_pubblicitari';
/** An agency types dozens of devices in an hour. */
const mezzoBrakes = [
  { by: 'visitor', times: 1500, minutes: 60 },
  { by: 'address', times: 5000, minutes: 60 },
] as const;

const dichiarazioneFields = {
  dichiarazione: lookupIdSchema(),
  id: z.optional(lookupIdSchema()),
  allegati: allegatiMezzo,
};

/** A declaration, with the e-mail address and side by which another party sees its case. */
const viewerFields = {
  id: lookupIdSchema(),
  email: z.optional(z.string()),
  vista: z.optional(z.enum(['cittadino', 'operatore'])),
};

const cessazione = z.object({
  dichiarazione: lookupIdSchema(),
  Id: lookupIdSchema(),
  dal: dateSchema({ missing: 'Scrivi da quando il mezzo non c’è più.' }),
  motivo: longTextSchema({
    max: 500,
    required: 'Scrivi perché il mezzo cessa: ad esempio rimosso, venduto, attività chiusa.',
  }),
});
/** 201 for a device that is new. */
const httpStatusOf = ({ nuovo }: z.output<typeof declaredMezzo>) => (nuovo ? 201 : 200);

export const mezziOperations = {
  nuovaDichiarazioneMezzi: defineOperation({
    summary: 'Anyone begins a declaration of advertising devices: new ones, a variation, or a cessation.',
    method: 'POST',
    path: `${apiPath}/new`,
    access: 'anyone',
    input: z.object({
      tipo: z.enum(keysOf<TipoDichiarazione>(TIPI_DICHIARAZIONE), 'Scegli che cosa vuoi dichiarare.'),
      ente: optionalSchema(textSchema({ max: 60 })),
      posizione: optionalSchema(textSchema({ max: 64 })),
      richiedente: z.optional(richiedente),
    }),
    output: z.object({ Id: z.string() }),
    status: 201,
    creates: true,
    bot: 'checked',
    brakes: [
      { by: 'visitor', times: 60, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
    fails: ['forbidden'],
  }),
  leggiDichiarazioneMezzi: defineOperation({
    summary: 'The owner of a declaration of advertising devices reads it, as a draft or as it was sent.',
    method: 'GET',
    path: `${apiPath}/dichiarazioni/{id}`,
    access: 'anyone',
    input: z.object({ id: lookupIdSchema() }),
    output: dichiarazione,
    answer: answeredDichiarazione,
    fails: ['forbidden'],
  }),
  scriviDichiarazioneMezzi: defineOperation({
    summary: 'The owner of a declaration of advertising devices changes its applicant and its files, or sends it.',
    method: 'POST',
    path: `${apiPath}/dichiarazioni/{id}`,
    access: 'anyone',
    input: z.object({
      id: lookupIdSchema(),
      richiedente: z.optional(richiedente),
      allegati: allegatiMezzo,
      filesAllegati,
      invia: optionalTickSchema(),
      privacy: optionalTickSchema(),
    }),
    output: dichiarazione,
    answer: answeredDichiarazione,
    creates: true,
    bot: 'spent',
    // The answer that is kept under the key of the send is the whole declaration.
    brakes: [
      { by: 'visitor', times: 120, minutes: 60 },
      { by: 'address', times: 600, minutes: 60 },
    ],
    fails: ['forbidden'],
  }),
  scriviAutomezzo: defineOperation({
    summary: 'The owner of a declaration adds a vehicle with advertising, or changes one in it.',
    method: 'POST',
    path: `${apiPath}/correlati/auto/{id?}`,
    access: 'anyone',
    input: z.object({ ...automezzo.shape, ...dichiarazioneFields }),
    output: declaredMezzo,
    answer: writtenMezzo,
    status: httpStatusOf,
    creates: true,
    bot: 'checked',
    brakes: mezzoBrakes,
    fails: ['forbidden'],
  }),
  scriviMezzoFisso: defineOperation({
    summary: 'The owner of a declaration adds an advertising device that is not a vehicle, or changes one in it.',
    method: 'POST',
    path: `${apiPath}/correlati/altro/{id?}`,
    access: 'anyone',
    input: z.object({ ...fixedMezzo.shape, ...dichiarazioneFields }).check(datesInOrder),
    output: declaredMezzo,
    answer: writtenMezzo,
    status: httpStatusOf,
    creates: true,
    bot: 'checked',
    brakes: mezzoBrakes,
    fails: ['forbidden'],
  }),
  cessaAutomezzo: defineOperation({
    summary: 'The owner of a declaration declares that a vehicle of the position no longer carries advertising.',
    method: 'POST',
    path: `${apiPath}/correlati/cessazione/auto`,
    access: 'anyone',
    input: cessazione,
    output: declaredMezzo,
    answer: () => answeredMezzo,
    status: 200,
    creates: true,
    bot: 'checked',
    brakes: mezzoBrakes,
    fails: ['forbidden'],
  }),
  cessaMezzoFisso: defineOperation({
    summary: 'The owner of a declaration declares that a device of the position no longer exists.',
    method: 'POST',
    path: `${apiPath}/correlati/cessazione/altro`,
    access: 'anyone',
    input: cessazione,
    output: declaredMezzo,
    answer: () => answeredMezzo,
    status: 200,
    creates: true,
    bot: 'checked',
    brakes: mezzoBrakes,
    fails: ['forbidden'],
  }),
  togliMezzo: defineOperation({
    summary:
      'The owner of a declaration removes a device from it, or withdraws its entry about one of the position; the second time it is not found.',
    method: 'DELETE',
    path: `${apiPath}/correlati/{id}`,
    access: 'anyone',
    input: z.object({ id: lookupIdSchema() }),
    output: z.void(),
    status: 204,
    fails: ['forbidden'],
  }),
  rimettiMezzo: defineOperation({
    summary: 'The owner of a declaration restores a device that they removed from it.',
    method: 'POST',
    path: `${portalPath}/correlati/{id}/rimetti`,
    access: 'anyone',
    input: z.object({ id: lookupIdSchema() }),
    output: declaredMezzo,
    brakes: mezzoBrakes,
    fails: ['forbidden'],
  }),
  duplicaMezzo: defineOperation({
    summary: 'The owner of a declaration adds a copy of one of its devices, without the files.',
    method: 'POST',
    path: `${portalPath}/correlati/{id}/duplica`,
    access: 'anyone',
    input: z.object({ id: lookupIdSchema() }),
    output: declaredMezzo,
    status: 201,
    creates: true,
    brakes: mezzoBrakes,
    fails: ['forbidden'],
  }),
  mezziPosizione: defineOperation({
    summary: 'The holder of a position, or a visitor who opened it by its two codes, lists its advertising devices.',
    method: 'GET',
    path: `${apiPath}/posizione/{id}`,
    access: 'anyone',
    input: z.object({ id: lookupIdSchema() }),
    output: z.array(shownMezzo),
    fails: ['forbidden'],
  }),
  mieDichiarazioniMezzi: defineOperation({
    summary: 'A visitor or citizen lists their unsent declarations of advertising devices, the last changed first.',
    method: 'GET',
    path: `${portalPath}/dichiarazioni`,
    access: 'anyone',
    input: z.object({}),
    output: z.array(
      z.object({
        Id: z.string(),
        tipo: z.enum(keysOf<TipoDichiarazione>(TIPI_DICHIARAZIONE)),
        nome_ente: z.string(),
        codice_utente: z.nullable(z.string()),
        mezzi: z.number(),
        aggiornata: z.string(),
      }),
    ),
  }),
  importaMezzi: defineOperation({
    summary:
      'The owner of a declaration imports devices from a CSV sheet: all of them, or none and the errors line by line.',
    method: 'POST',
    path: `${portalPath}/dichiarazioni/{id}/importa`,
    access: 'anyone',
    input: z.object({
      id: lookupIdSchema(),
      file: z.instanceof(File, { error: 'Scegli il foglio CSV da importare.' }),
    }),
    output: z.object({ importati: z.number() }),
    status: 201,
    creates: true,
    upload: 1024 * 1024,
    brakes: [
      { by: 'visitor', times: 60, minutes: 60 },
      { by: 'address', times: 300, minutes: 60 },
    ],
    fails: ['forbidden'],
  }),
  esportaMezziCsv: defineOperation({
    summary: 'The owner of a declaration, or a participant of its case, downloads its devices as a CSV sheet.',
    method: 'GET',
    path: `${portalPath}/dichiarazioni/{id}/csv`,
    access: 'anyone',
    input: z.object(viewerFields),
    output: fileOutput,
    fails: ['forbidden'],
  }),
  esportaMezziPdf: defineOperation({
    summary: 'The owner of a declaration, or a participant of its case, downloads it as a document (PDF).',
    method: 'GET',
    path: `${portalPath}/dichiarazioni/{id}/pdf`,
    access: 'anyone',
    input: z.object(viewerFields),
    output: fileOutput,
    brakes: PDF_BRAKES,
    fails: ['forbidden'],
  }),
  modelloMezziCsv: defineOperation({
    summary: 'Anyone downloads the CSV sheet to fill in, with a line of each kind as an example.',
    method: 'GET',
    path: `${portalPath}/modello.csv`,
    access: 'anyone',
    kept: true,
    input: z.object({}),
    output: fileOutput,
  }),
  tariffaMezzi: defineOperation({
    summary: 'Anyone asks for the tariff of an ente for advertising devices; null when it has none.',
    method: 'GET',
    path: `${portalPath}/tariffa`,
    access: 'anyone',
    kept: true,
    input: z.object({ ente: textSchema({ max: 60, required: 'Indica l’ente.' }) }),
    output: z.nullable(z.looseObject({})),
  }),
};
