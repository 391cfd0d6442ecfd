/** Which rows of which table are an ente's own: what leaves with it when it is exported, and goes when it is deleted. */
import { type RawBuilder, sql } from 'kysely';
import type { StoreTables } from '../store/tables.ts';

type OwnRows = ((ente: string) => RawBuilder<unknown>) | null;

const byEnte: OwnRows = (ente) => sql`ente = ${ente}`;
const byPratica: OwnRows = (ente) => sql`pratica in (select id from pratiche where ente = ${ente})`;
const ofPraticaOrDocumento = (ente: string) =>
  sql`(pratica in (select id from pratiche where ente = ${ente}) or documento in (select id from documenti where ente = ${ente}))`;
const byPubblica: OwnRows = (ente) => sql`segnalazione in (select id from segnalazioni_pubbliche where ente = ${ente})`;
const byUfficio: OwnRows = (ente) => sql`ufficio in (select id from uffici where ente = ${ente})`;
const byPosizione: OwnRows = (ente) => sql`posizione in (select id from posizioni where ente = ${ente})`;
const byPagamento: OwnRows = (ente) => sql`pagamento in (select pagamento from pagamenti_avvisi where ente = ${ente})`;

/** @returns the rows of a table that are the ente's; undefined: the table holds none */
export const enteRows = (ente: string, table: string): RawBuilder<unknown> | undefined =>
  ENTE_ROWS[table as keyof typeof ENTE_ROWS]?.(ente);

/** What the store itself keeps by triggers is not among them. Null: not the ente's. What a person has not sent yet is the person's, and what lapses within hours belongs to its store. */
export const ENTE_ROWS: Record<Exclude<keyof StoreTables, 'somme_incassi' | 'cambiamenti'>, OwnRows> = {
  enti: (ente) => sql`id = ${ente}`,
  immagini: byEnte,
  uffici: byEnte,
  uffici_attesi: byUfficio,
  uffici_persone: byUfficio,
  amministratori: byEnte,
  offerte: byEnte,
  sportelli: byEnte,
  servizi_pagamento: byEnte,
  calendari: byEnte,
  // A time that is only held belongs to who fills in a form.
  appuntamenti: (ente) => sql`ente = ${ente} and pratica is not null`,
  modifiche: byEnte,
  promemoria: byEnte,
  cancellazioni: byEnte,
  numeratori: byEnte,

  pratiche: byEnte,
  pratiche_parole: byEnte,
  eventi: byPratica,
  chiavi_operatore: byPratica,
  valutazioni: byPratica,
  mappe: byPratica,
  segnalazioni_pubbliche: byEnte,
  tappe_pubbliche: byPubblica,
  foto_pubbliche: byPubblica,
  segnalazioni_seguite: byPubblica,
  programmi: byEnte,
  webhook: byEnte,
  webhook_in_ritardo: byPratica,
  consegne_webhook: byPratica,
  importazioni: byEnte,
  tracciati: byEnte,
  numeri_cambiamenti: byEnte,
  etichette: byEnte,
  ditte: byEnte,
  segnalazioni_attese: byEnte,
  richieste_open311: byPratica,
  pratiche_esterne: byPratica,
  messaggi_esterni: byPratica,
  atti: byPratica,
  consultazioni: byPratica,
  allegati: ofPraticaOrDocumento,
  allegati_pezzi: (ente) => sql`allegato in (select id from allegati where ${ofPraticaOrDocumento(ente)})`,
  richieste_documenti: byPratica,
  bolli: byEnte,
  permessi: byPratica,
  targhe: byEnte,

  posizioni: byEnte,
  rappresentanze: byPosizione,
  deleghe: (ente) =>
    sql`id in (select n.delega from deleghe_posizioni n join posizioni p on p.id = n.posizione where p.ente = ${ente})`,
  deleghe_posizioni: byPosizione,
  documenti: byEnte,
  dichiarazioni: byEnte,
  mezzi: byEnte,
  dichiarazioni_mezzi: (ente) => sql`ente = ${ente} and pratica is not null`,
  mezzi_dichiarati: (ente) =>
    sql`dichiarazione in (select id from dichiarazioni_mezzi where ente = ${ente} and pratica is not null)`,

  avvisi: byEnte,
  // A cart may hold notices of several enti: each gets the attempt with its own notices.
  pagamenti: (ente) => sql`id in (select pagamento from pagamenti_avvisi where ente = ${ente})`,
  pagamenti_avvisi: byEnte,
  ricevute: byEnte,
  letture_ricevute: byEnte,
  letture_flussi: byEnte,
  flussi: byEnte,
  flussi_pagamenti: byEnte,
  accrediti: byEnte,
  decisioni_incassi: byEnte,
  convenzioni: byEnte,
  sistemi_protocollo: byEnte,
  protocolli: byEnte,
  chiavi_io: byEnte,
  messaggi_io: byEnte,
  valutazioni_pagamenti: byPagamento,
  notifiche: byPagamento,

  // Everybody whom those rows name.
  utenti: (ente) => sql`id in (
    select utente from pratiche where ente = ${ente} union select assegnata_a from pratiche where ente = ${ente}
    union select chi from atti where ente = ${ente}
    union select c.chi from consultazioni c join pratiche p on p.id = c.pratica where p.ente = ${ente}
    union select chi from modifiche where ente = ${ente}
    union select utente from amministratori where ente = ${ente}
    union select o.utente from uffici_persone o join uffici u on u.id = o.ufficio where u.ente = ${ente}
    union select utente from messaggi_io where ente = ${ente}
    union select f.utente from segnalazioni_seguite f join segnalazioni_pubbliche s on s.id = f.segnalazione where s.ente = ${ente}
    union select g.utente from pagamenti g join pagamenti_avvisi v on v.pagamento = g.id where v.ente = ${ente})`,

  portale: null,
  per_conto: null,
  bozze: null,
  bozze_operatori: null,
  presenze: null,
  viste: null,
  codici: null,
  prove_email: null,
  limiti: null,
  invii: null,
  sfide_usate: null,
  posta_in_uscita: null,
  posta_sandbox: null,
  accessi: null,
  concessioni: null,
  fornitori_sandbox: null,
};
