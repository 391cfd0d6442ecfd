/** Migration 1, the public side of reports, which knows neither the case nor its citizen. */
import { type SqlBool, sql } from 'kysely';
import { bigint, filled, integer, key, optional, partOf, type Schema, text, uniqueText } from './columns.ts';

/** Of the public side: on lists, and with a page. */
const VISIBLE = sql<SqlBool>`"visibile" = 1`;

/** Public reports, their followers, and the programs that send reports. */
export async function makePublicReports({ table, index, bytes }: Schema): Promise<void> {
  await table('segnalazioni_pubbliche', {
    id: key,
    ente: text,
    codice: text,
    area: optional.text,
    giorno: text,
    stato: text,
    chiusa: optional.text,
    visibile: integer,
    rilasciata: optional.bigint,
    titolo: optional.text,
    descrizione: optional.text,
    risposta: optional.text,
    luogo: optional.text,
    lat: optional.degrees,
    lon: optional.degrees,
    aggiornata: bigint,
    doppione_di: optional.text,
  }).execute();
  // Of each, its list in order; what is not to be seen is in none of them.
  await index('segnalazioni_pubbliche_elenco', 'segnalazioni_pubbliche', 'ente giorno id', VISIBLE);
  await index('segnalazioni_pubbliche_tipo', 'segnalazioni_pubbliche', 'ente codice giorno id', VISIBLE);
  await index('segnalazioni_pubbliche_stato', 'segnalazioni_pubbliche', 'ente stato giorno id', VISIBLE);
  await index('segnalazioni_pubbliche_area', 'segnalazioni_pubbliche', 'ente area giorno id', VISIBLE);
  // How many were closed since a day.
  await index('segnalazioni_pubbliche_chiuse', 'segnalazioni_pubbliche', 'ente chiusa', VISIBLE);
  // When they were last changed, which the description of the open data says.
  await index(
    'segnalazioni_pubbliche_cambiate',
    'segnalazioni_pubbliche',
    'ente aggiornata',
    sql<SqlBool>`${VISIBLE} and rilasciata is not null`,
  );
  // A band of latitude; what a pin shows is read from the index.
  await index(
    'segnalazioni_pubbliche_punto',
    'segnalazioni_pubbliche',
    'ente lat lon codice stato giorno area id',
    sql<SqlBool>`${VISIBLE} and lat is not null`,
  );
  await index('segnalazioni_pubbliche_doppioni', 'segnalazioni_pubbliche', 'doppione_di', filled('doppione_di'));
  await table('tappe_pubbliche', {
    segnalazione: partOf('segnalazioni_pubbliche'),
    n: integer,
    giorno: text,
    stato: text,
  })
    .addPrimaryKeyConstraint('tappe_pubbliche_pk', ['segnalazione', 'n'])
    .execute();
  await table('foto_pubbliche', {
    id: key,
    segnalazione: partOf('segnalazioni_pubbliche'),
    n: integer,
    larghezza: integer,
    altezza: integer,
    dati: bytes,
    piccola: bytes,
  }).execute();
  await index('foto_pubbliche_segnalazione', 'foto_pubbliche', 'segnalazione n');
  await table('segnalazioni_seguite', {
    id: key,
    segnalazione: partOf('segnalazioni_pubbliche'),
    casella: optional.text,
    utente: optional.text,
    creata: bigint,
    non_risolta: optional.integer,
  })
    .addUniqueConstraint('segnalazioni_seguite_una_volta', ['segnalazione', 'casella'])
    .execute();
  // What a person follows: for their own data, and when they are forgotten.
  await index('segnalazioni_seguite_casella', 'segnalazioni_seguite', 'casella');
  await index('segnalazioni_seguite_utente', 'segnalazioni_seguite', 'utente', filled('utente'));
  // How many said that a closing solved nothing.
  await index(
    'segnalazioni_seguite_non_risolte',
    'segnalazioni_seguite',
    'segnalazione non_risolta',
    filled('non_risolta'),
  );
  await table('programmi', {
    id: key,
    ente: text,
    nome: text,
    email: text,
    garantisce: integer,
    all_ora: integer,
    al_giorno: integer,
    hash: uniqueText,
    creato: bigint,
    usato: optional.bigint,
    revocato: optional.bigint,
  }).execute();
  await index('programmi_ente', 'programmi', 'ente');
  await table('segnalazioni_attese', {
    id: key,
    ente: text,
    programma: partOf('programmi'),
    email: text,
    dati_json: text,
    creata: bigint,
    scade: bigint,
    richiesta: optional.text,
  }).execute();
  await index('segnalazioni_attese_programma', 'segnalazioni_attese', 'programma');
  await index('segnalazioni_attese_email', 'segnalazioni_attese', 'email');
  await index('segnalazioni_attese_scade', 'segnalazioni_attese', 'scade');
}
