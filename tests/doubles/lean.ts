/** The fields that every back end has in its answers; what the portal's pages show beyond them is not among these. */
import type { apiOperations } from '../../src/api.ts';

const FILE = 'Id nome tipo dimensione';
const EVENTO = `id quando da chi tipo testo stato allegati ${FILE}`;
const POSIZIONE = 'Id codice_utente ente sistema intestatario ruolo idRappresentanza da_pagare_cent';
const DOCUMENTO = 'Id numero tipo sistema ente data scadenza importo_cent stato iuv numero_avviso azioni pdf';
const MEZZO = `Id Tipologia_impianto_publicitario__c targa categoria_veicolo indirizzo quantita testo dal al facce illuminazione
  larghezza_cm altezza_cm mezzo cessazione allegati categoria ${FILE}`;
const DICHIARAZIONE = `Id tipo ente stato posizione richiedente protocollo mezzi ${MEZZO}`;

/** Names of a call's fields and of those within its lists; a call that is not here answers with no more anyway. */
const KEPT: { readonly [Name in keyof typeof apiOperations]?: string } = {
  listaEnti: 'Id Nome CodiceFiscale Categorie',
  listaSegnalazioni: 'id protocollo codice oggetto ente stato inviata_il termine_il email messaggi_non_letti',
  dettaglioPratica: `protocollo codice oggetto descrizione ente inviata_il presa_in_carico_il termine_il dati eventi altri_prima ${EVENTO}`,
  commenta: EVENTO,
  inviaSegnalazione: 'id protocollo stato inviata_il termine_il chat',
  caricaFile: FILE,
  nuovaPosizione: POSIZIONE,
  listaPosizioni: POSIZIONE,
  documentiPosizione: DOCUMENTO,
  controllaPosizione: DOCUMENTO,
  listaDichiarazioni: 'Id tipo ente data stato protocollo',
  documentoRiesame: DOCUMENTO,
  controllaDocumentiIstanza: DOCUMENTO,
  documentiRateizzazione: `documenti totale_cent rate_min rate_max ${DOCUMENTO}`,
  documentoProroga: `${DOCUMENTO} scadenza_massima`,
  leggiDichiarazioneMezzi: DICHIARAZIONE,
  scriviDichiarazioneMezzi: DICHIARAZIONE,
  scriviAutomezzo: MEZZO,
  scriviMezzoFisso: MEZZO,
  cessaAutomezzo: MEZZO,
  cessaMezzoFisso: MEZZO,
  mezziPosizione: MEZZO,
  serviziPagamento: 'codice nome importo_cent campi',
  controllaAvviso: 'IUV numero_avviso dominioEC ente causale importo_cent scadenza stato',
  esitoPagamento: 'stato IUV ente causale importo_cent pagato_il ricevuta',
};

/** What a citizen wrote, or an ente set: there are no fields of the portal's in it. */
const WHOLE = new Set(['campi', 'cessazione', 'dati', 'richiedente']);

/** @param data of a success @returns what every back end has of it */
export const leanData = (name: keyof typeof apiOperations, data: unknown): unknown =>
  keep(data, KEPT[name]?.split(/\s+/));

function keep(value: unknown, kept: readonly string[] | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => keep(one, kept));
  if (typeof value !== 'object' || value === null || !kept) return value;
  const entries = Object.entries(value).filter(([name]) => kept.includes(name));
  return Object.fromEntries(entries.map(([name, one]) => [name, WHOLE.has(name) ? one : keep(one, kept)]));
}
