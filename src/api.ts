/** TABLE 2: every operation of the API, gathered from the features' contracts under the tags of the OpenAPI document. */

import { allegatoOperations } from './features/cases/allegati/allegati.contract.ts';
import { bozzaOperations } from './features/cases/bozza/bozza.contract.ts';
import { otherDeviceOperations } from './features/cases/bozza/other-device.contract.ts';
import { chatOperations } from './features/cases/chat/chat.contract.ts';
import { messaggiOperations } from './features/cases/chat/messaggi.contract.ts';
import { enteOperations } from './features/cases/ente/ente.contract.ts';
import { otpOperations } from './features/cases/otp/otp.contract.ts';
import { ownPosizioniOperations } from './features/cases/posizione/documenti-own.contract.ts';
import { posizioneOperations } from './features/cases/posizione/posizione.contract.ts';
import { bozzaOperatoreOperations } from './features/cases/pratica/bozza-operatore.contract.ts';
import { dittaOperations } from './features/cases/pratica/ditta.contract.ts';
import { doppioniOperations } from './features/cases/pratica/doppioni.contract.ts';
import { praticaEsternaOperations } from './features/cases/pratica/esterna.contract.ts';
import { etichetteOperations } from './features/cases/pratica/etichette.contract.ts';
import { incaricoOperations } from './features/cases/pratica/incarico.contract.ts';
import { letturaOperations } from './features/cases/pratica/lettura.contract.ts';
import { ownPraticheOperations } from './features/cases/pratica/own-pratiche.contract.ts';
import { praticaOperations } from './features/cases/pratica/pratica.contract.ts';
import { praticaChangesOperations } from './features/cases/pratica/pratica-changes.contract.ts';
import { praticaFollowOperations } from './features/cases/pratica/pratica-follow.contract.ts';
import { presaOperations } from './features/cases/pratica/presa.contract.ts';
import { presenzaOperations } from './features/cases/pratica/presenza.contract.ts';
import { protocolloEnteOperations } from './features/cases/pratica/protocollo-ente.contract.ts';
import { richiedenteKnownOperations } from './features/cases/pratica/richiedente-known.contract.ts';
import { storiaOperations } from './features/cases/pratica/storia.contract.ts';
import { sceltaDocumentiOperations } from './features/cases/scelta-documenti/scelta.contract.ts';
import { seguitaOperations } from './features/cases/segnalazione-seguita/seguita.contract.ts';
import { promemoriaOperations } from './features/cases/utente/promemoria.contract.ts';
import { utenteOperations } from './features/cases/utente/utente.contract.ts';
import { verificaOperations } from './features/cases/verifica/verifica.contract.ts';
import { accessoOperations } from './features/people/accesso/accesso.contract.ts';
import { agendaOperations } from './features/people/agenda/agenda.contract.ts';
import { delegheOperations } from './features/people/deleghe/deleghe.contract.ts';
import { appIoOperations } from './features/people/gestione/app-io.contract.ts';
import { convenzioneOperations } from './features/people/gestione/convenzione.contract.ts';
import { gestioneOperations } from './features/people/gestione/gestione.contract.ts';
import { programmiOperations } from './features/people/gestione/programmi.contract.ts';
import { protocolloOperations } from './features/people/gestione/protocollo.contract.ts';
import { importazioniOperations } from './features/people/importazioni/importazioni.contract.ts';
import { tracciatiOperations } from './features/people/importazioni/tracciati.contract.ts';
import { incassiOperations } from './features/people/incassi/incassi.contract.ts';
import { riversamentiOperations } from './features/people/incassi/riversamenti.contract.ts';
import { andamentoOperations } from './features/people/operatore/andamento.contract.ts';
import { bulkOperations } from './features/people/operatore/bulk.contract.ts';
import { changesOperations } from './features/people/operatore/changes.contract.ts';
import { counterOperations } from './features/people/operatore/counter.contract.ts';
import { countsOperations } from './features/people/operatore/counts.contract.ts';
import { operatoreOperations } from './features/people/operatore/operatore.contract.ts';
import { praticheMapOperations } from './features/people/operatore/pratiche-map.contract.ts';
import { visteOperations } from './features/people/operatore/viste.contract.ts';
import { calendarioOperations } from './features/people/profilo/calendario.contract.ts';
import { datiOperations } from './features/people/profilo/dati.contract.ts';
import { openDataOperations } from './features/town/open-data/open-data.contract.ts';
import { pubblicazioneOperations } from './features/town/pubblicazione/pubblicazione.contract.ts';
import { segnalazioniOperations } from './features/town/segnalazioni/segnalazioni.contract.ts';
import { trasparenzaOperations } from './features/town/trasparenza/trasparenza.contract.ts';
import type { ApiOperation } from './platform/contract.ts';
import { SERVICE_ROWS, serviceOperations, type UnionToIntersection } from './services.ts';

/** The calls beside those of the services. @property description what they are about */
const ROOM_TAGS = [
  {
    name: 'enti',
    description: 'The municipalities of this portal, and the services that each offers.',
    operations: enteOperations,
  },
  { name: 'codici-email', description: 'One-time codes that confirm an e-mail address.', operations: otpOperations },
  {
    name: 'allegati',
    description: 'Files for a form or a message, and those of a case.',
    operations: allegatoOperations,
  },
  {
    name: 'bozze',
    description: 'Drafts of forms, of a visitor or a citizen.',
    operations: { ...bozzaOperations, ...otherDeviceOperations },
  },
  {
    name: 'pratiche',
    description:
      'One case and its timeline, for its citizen, the operators of its ente and their programs: read it, answer, decide, rate it.',
    operations: {
      ...ownPraticheOperations,
      ...praticaOperations,
      ...praticaFollowOperations,
      ...presaOperations,
      ...praticaEsternaOperations,
      ...protocolloEnteOperations,
      ...chatOperations,
      ...messaggiOperations,
    },
  },
  {
    name: 'operatore',
    description: 'The cases of an ente, for its operators and programs: lists, what has changed, assignments, figures.',
    operations: {
      ...operatoreOperations,
      ...changesOperations,
      ...praticheMapOperations,
      ...countsOperations,
      ...counterOperations,
      ...bulkOperations,
      ...visteOperations,
      ...andamentoOperations,
      ...incaricoOperations,
      ...etichetteOperations,
      ...storiaOperations,
      ...dittaOperations,
      ...presenzaOperations,
      ...bozzaOperatoreOperations,
      ...praticaChangesOperations,
      ...letturaOperations,
      ...richiedenteKnownOperations,
      ...doppioniOperations,
    },
  },
  {
    name: 'agenda',
    description: 'Who comes to an office by appointment, for its operators.',
    operations: agendaOperations,
  },
  {
    name: 'incassi',
    description: 'What came in at an ente, for those who keep its books and their programs.',
    operations: { ...incassiOperations, ...riversamentiOperations },
  },
  {
    name: 'gestione',
    description: 'What an administrator sets up for their ente: offices, people, looks, services, keys of programs.',
    operations: {
      ...gestioneOperations,
      ...convenzioneOperations,
      ...protocolloOperations,
      ...appIoOperations,
      ...programmiOperations,
    },
  },
  {
    name: 'importazioni',
    description: 'Files of the systems of an ente: who represents whom, positions, documents and notices.',
    operations: { ...importazioniOperations, ...tracciatiOperations },
  },
  {
    name: 'posizioni',
    description: 'Positions of a taxpayer, and their documents.',
    operations: { ...posizioneOperations, ...ownPosizioniOperations, ...sceltaDocumentiOperations },
  },
  {
    name: 'deleghe',
    description: 'A citizen lets another one act on their positions.',
    operations: delegheOperations,
  },
  { name: 'seguite', description: 'Public reports followed by mail.', operations: seguitaOperations },
  {
    name: 'persona',
    description:
      'The person who is logged in: login, contacts, residence, their data as a file, their calendar and reminders.',
    operations: {
      ...accessoOperations,
      ...utenteOperations,
      ...datiOperations,
      ...calendarioOperations,
      ...promemoriaOperations,
    },
  },
  { name: 'verifica', description: 'The bot check and its challenges.', operations: verificaOperations },
  {
    name: 'segnalazioni-pubbliche',
    description: 'What everybody reads of reports, and what operators let everybody read.',
    operations: { ...segnalazioniOperations, ...pubblicazioneOperations },
  },
  {
    name: 'dati-aperti',
    description: 'Open data: public reports in the formats of others, and how fast an ente answers.',
    operations: { ...openDataOperations, ...trasparenzaOperations },
  },
] as const satisfies readonly ApiTag[];

type ApiTag = { name: string; description: string; operations: Readonly<Record<string, ApiOperation>> };

/** Every operation under its tag. */
export const API_TAGS: readonly ApiTag[] = [
  ...SERVICE_ROWS.map(({ tag, operations }) => ({ ...tag, operations })),
  ...ROOM_TAGS,
];

const roomOperations = Object.assign({}, ...ROOM_TAGS.map(({ operations }) => operations)) as UnionToIntersection<
  (typeof ROOM_TAGS)[number]['operations']
>;

export const apiOperations = { ...serviceOperations, ...roomOperations };
