/** A shopkeeper or an agency declares advertising devices, says what has changed of them, or that they are no more. */
import * as z from 'zod/mini';
import { data } from '../../../platform/atoms/data.ts';
import { idCercato } from '../../../platform/atoms/identificativo.ts';
import { casellaLibera, facoltativo, testo, testoLungo } from '../../../platform/atoms/testo.ts';
import { file, operation } from '../../../platform/contract.ts';
import { filesAllegati } from '../../cases/allegati/allegati.controlli.ts';
import { richiedente } from '../../cases/richiedente/richiedente.controlli.ts';
import { allegatiMezzo, automezzo, chiavi, mezzoFisso, ordineDate } from './mezzo.controlli.ts';
import { OPERAZIONI, type Operazione, tipiMezzo } from './mezzo.ts';

/** A device as it is shown: of a position, or of a declaration. What its type does not have is not there. */
export const mezzoMostrato = z.object({
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
  /** Estimated yearly fee in euro cents; null when the body has told no tariff */
  stima_cent: z.nullable(z.number()),
});
export type MezzoMostrato = z.infer<typeof mezzoMostrato>;

const fileMostrato = z.object({
  Id: z.string(),
  categoria: z.string(),
  nome: z.string(),
  tipo: z.string(),
  dimensione: z.number(),
  miniatura: z.boolean(),
});

/**
 * What a declaration says of a device. @property mezzo the position's device it is about @property prima that device as it is,
 * when this says something else; a device of the position of which nothing is said has `Id` = `mezzo` and neither `prima` nor
 * `cessazione` @property cessazione from when it is no more, and why @property tolto it was removed and may be put back
 */
export const mezzoDichiarato = z.extend(mezzoMostrato, {
  azione: z.enum(chiavi<Operazione>(OPERAZIONI)),
  mezzo: z.optional(z.string()),
  prima: z.optional(mezzoMostrato),
  cessazione: z.optional(z.object({ dal: z.string(), motivo: z.string() })),
  tolto: z.optional(z.boolean()),
  /** Another declaration about this device of the position is sent and not decided */
  occupato: z.optional(z.boolean()),
  /** Said by the call that has just made it */
  nuovo: z.optional(z.boolean()),
  allegati: z.array(fileMostrato),
});
export type MezzoDichiaratoMostrato = z.infer<typeof mezzoDichiarato>;

/** @property stato `bozza` until it is sent, then as in the list of declarations @property richiedente null until it is told */
export const dichiarazione = z.object({
  Id: z.string(),
  tipo: z.enum(chiavi<Operazione>(OPERAZIONI)),
  stato: z.enum(['bozza', 'inviata', 'accettata', 'rifiutata']),
  ente: z.string(),
  nome_ente: z.string(),
  posizione: z.nullable(z.object({ Id: z.string(), codice_utente: z.string() })),
  richiedente: z.nullable(z.looseObject({})),
  mezzi: z.array(mezzoDichiarato),
  /** Files of the declaration itself */
  allegati: z.array(fileMostrato),
  /** Estimated yearly fee of all devices that go on standing, in euro cents; null when the body has told no tariff */
  stima_cent: z.nullable(z.number()),
  /** Once sent */
  pratica: z.nullable(
    z.object({
      id: z.string(),
      protocollo: z.string(),
      stato: z.string(),
      inviata_il: z.string(),
      termine_il: z.string(),
      chat: z.string(),
    }),
  ),
  protocollo: z.nullable(z.string()),
});
export type DichiarazioneMostrata = z.infer<typeof dichiarazione>;

const radice = '/api/v1/mezzi_pubblicitari';
const propria = '/api/v1/portale/mezzi_pubblicitari';
/** An agency writes down dozens of devices in an hour. */
const freni = [
  { by: 'visitor', times: 1500, minutes: 60 },
  { by: 'address', times: 5000, minutes: 60 },
] as const;

const diUnaDichiarazione = { dichiarazione: idCercato(), id: z.optional(idCercato()), allegati: allegatiMezzo };

/** A declaration, with the address and side by which somebody who did not make it sees its case. */
const chiVede = {
  id: idCercato(),
  email: z.optional(z.string()),
  vista: z.optional(z.enum(['cittadino', 'operatore'])),
};

const cessazione = z.object({
  dichiarazione: idCercato(),
  Id: idCercato(),
  dal: data({ missing: 'Scrivi da quando il mezzo non c’è più.' }),
  motivo: testoLungo({
    max: 500,
    required: 'Scrivi perché il mezzo cessa: ad esempio rimosso, venduto, attività chiusa.',
  }),
});
/** 201 for a device that is new. */
const statoDi = ({ nuovo }: z.output<typeof mezzoDichiarato>) => (nuovo ? 201 : 200);

export const operations = {
  nuovaDichiarazioneMezzi: operation({
    summary: 'Anyone begins a declaration of advertising devices: new ones, a variation, or a cessation.',
    method: 'POST',
    path: `${radice}/new`,
    access: 'anyone',
    input: z.object({
      tipo: z.enum(chiavi<Operazione>(OPERAZIONI), 'Scegli che cosa vuoi dichiarare.'),
      ente: facoltativo(testo({ max: 60 })),
      posizione: facoltativo(testo({ max: 64 })),
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
  }),
  leggiDichiarazioneMezzi: operation({
    summary: 'Who makes a declaration of advertising devices reads it, as a draft or as it was sent.',
    method: 'GET',
    path: `${radice}/dichiarazioni/{id}`,
    access: 'anyone',
    input: z.object({ id: idCercato() }),
    output: dichiarazione,
  }),
  scriviDichiarazioneMezzi: operation({
    summary: 'Who makes a declaration of advertising devices changes who declares and its files, or sends it.',
    method: 'POST',
    path: `${radice}/dichiarazioni/{id}`,
    access: 'anyone',
    input: z.object({
      id: idCercato(),
      richiedente: z.optional(richiedente),
      allegati: allegatiMezzo,
      filesAllegati,
      invia: casellaLibera(),
      privacy: casellaLibera(),
    }),
    output: dichiarazione,
    creates: true,
    bot: 'spent',
    // Its answer is the whole declaration, which is kept under the key of the send.
    brakes: [
      { by: 'visitor', times: 120, minutes: 60 },
      { by: 'address', times: 600, minutes: 60 },
    ],
  }),
  scriviAutomezzo: operation({
    summary: 'Who makes a declaration adds a vehicle with advertising, or changes one of it.',
    method: 'POST',
    path: `${radice}/correlati/auto/{id?}`,
    access: 'anyone',
    input: z.object({ ...automezzo.shape, ...diUnaDichiarazione }),
    output: mezzoDichiarato,
    status: statoDi,
    creates: true,
    bot: 'checked',
    brakes: freni,
  }),
  scriviMezzoFisso: operation({
    summary: 'Who makes a declaration adds an advertising device that is no vehicle, or changes one of it.',
    method: 'POST',
    path: `${radice}/correlati/altro/{id?}`,
    access: 'anyone',
    input: z.object({ ...mezzoFisso.shape, ...diUnaDichiarazione }).check(ordineDate),
    output: mezzoDichiarato,
    status: statoDi,
    creates: true,
    bot: 'checked',
    brakes: freni,
  }),
  cessaAutomezzo: operation({
    summary: 'Who makes a declaration says that a vehicle of the position carries advertising no more.',
    method: 'POST',
    path: `${radice}/correlati/cessazione/auto`,
    access: 'anyone',
    input: cessazione,
    output: mezzoDichiarato,
    status: 200,
    creates: true,
    bot: 'checked',
    brakes: freni,
  }),
  cessaMezzoFisso: operation({
    summary: 'Who makes a declaration says that a device of the position stands no more.',
    method: 'POST',
    path: `${radice}/correlati/cessazione/altro`,
    access: 'anyone',
    input: cessazione,
    output: mezzoDichiarato,
    status: 200,
    creates: true,
    bot: 'checked',
    brakes: freni,
  }),
  togliMezzo: operation({
    summary:
      'Who makes a declaration removes a device from it, or takes back what it says of one of the position: once, then it is not there.',
    method: 'DELETE',
    path: `${radice}/correlati/{id}`,
    access: 'anyone',
    input: z.object({ id: idCercato() }),
    output: z.void(),
    status: 204,
  }),
  rimettiMezzo: operation({
    summary: 'Who removed a device from a declaration puts it back.',
    method: 'POST',
    path: `${propria}/correlati/{id}/rimetti`,
    access: 'anyone',
    input: z.object({ id: idCercato() }),
    output: mezzoDichiarato,
    brakes: freni,
  }),
  duplicaMezzo: operation({
    summary: 'Who makes a declaration adds a new device like one of it, without its files.',
    method: 'POST',
    path: `${propria}/correlati/{id}/duplica`,
    access: 'anyone',
    input: z.object({ id: idCercato() }),
    output: mezzoDichiarato,
    status: 201,
    creates: true,
    brakes: freni,
  }),
  mezziPosizione: operation({
    summary: 'Who holds a position, or opened it by its two codes, lists its advertising devices.',
    method: 'GET',
    path: `${radice}/posizione/{id}`,
    access: 'anyone',
    input: z.object({ id: idCercato() }),
    output: z.array(mezzoMostrato),
  }),
  mieDichiarazioniMezzi: operation({
    summary:
      'Who has begun declarations of advertising devices and not sent them finds them again, the last one touched first.',
    method: 'GET',
    path: `${propria}/dichiarazioni`,
    access: 'anyone',
    input: z.object({}),
    output: z.array(
      z.object({
        Id: z.string(),
        tipo: z.enum(chiavi<Operazione>(OPERAZIONI)),
        nome_ente: z.string(),
        codice_utente: z.nullable(z.string()),
        mezzi: z.number(),
        aggiornata: z.string(),
      }),
    ),
  }),
  importaMezzi: operation({
    summary:
      'Who makes a declaration adds its devices from a CSV sheet: all of them, or none and what is wrong line by line.',
    method: 'POST',
    path: `${propria}/dichiarazioni/{id}/importa`,
    access: 'anyone',
    input: z.object({
      id: idCercato(),
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
  }),
  esportaMezziCsv: operation({
    summary: 'Who makes a declaration, or takes part in its case, downloads its devices as a CSV sheet.',
    method: 'GET',
    path: `${propria}/dichiarazioni/{id}/csv`,
    access: 'anyone',
    input: z.object(chiVede),
    output: file,
  }),
  esportaMezziPdf: operation({
    summary: 'Who makes a declaration, or takes part in its case, downloads it as a document (PDF).',
    method: 'GET',
    path: `${propria}/dichiarazioni/{id}/pdf`,
    access: 'anyone',
    input: z.object(chiVede),
    output: file,
  }),
  modelloMezziCsv: operation({
    summary: 'Anyone downloads the CSV sheet to fill in, with a line of each kind as an example.',
    method: 'GET',
    path: `${propria}/modello.csv`,
    access: 'anyone',
    input: z.object({}),
    output: file,
  }),
  tariffaMezzi: operation({
    summary: 'Anyone asks by which tariff a body charges advertising devices; null when it has told none.',
    method: 'GET',
    path: `${propria}/tariffa`,
    access: 'anyone',
    input: z.object({ ente: testo({ max: 60, required: 'Indica l’ente.' }) }),
    output: z.nullable(z.looseObject({})),
  }),
};
