/** The fields that every back end of this kind has in its answers; what the portal's pages show beyond them is not among these. */
import { type BackEndReply, jsonReply } from './laravel.ts';

/** Names of fields; a record says what is kept of the rows within one. */
type Kept = readonly (string | { readonly [name: string]: Kept })[];

const FILE: Kept = ['Id', 'nome', 'tipo', 'dimensione'];
const MEZZO_FILE: Kept = [...FILE, 'categoria'];
const EVENTO: Kept = ['id', 'quando', 'da', 'chi', 'tipo', 'testo', 'stato', { allegati: FILE }];
const OPENED: Kept = ['id', 'protocollo', 'stato', 'inviata_il', 'termine_il', 'chat'];
const POSIZIONE: Kept = [
  'Id',
  'codice_utente',
  'ente',
  'sistema',
  'intestatario',
  'ruolo',
  'idRappresentanza',
  'da_pagare_cent',
];
const DOCUMENTO: Kept = [
  'Id',
  'numero',
  'tipo',
  'sistema',
  'ente',
  'data',
  'scadenza',
  'importo_cent',
  'stato',
  'iuv',
  'numero_avviso',
  'azioni',
  'pdf',
];
const SERVIZIO: Kept = ['codice', 'nome', 'importo_cent', { campi: ['nome', 'etichetta', 'tipo', 'obbligatorio'] }];
const MEZZO: Kept = [
  'Id',
  'Tipologia_impianto_publicitario__c',
  'targa',
  'categoria_veicolo',
  'indirizzo',
  'quantita',
  'testo',
  'dal',
  'al',
  'facce',
  'illuminazione',
  'larghezza_cm',
  'altezza_cm',
  'mezzo',
  'cessazione',
  { allegati: MEZZO_FILE },
];
const DICHIARAZIONE: Kept = ['Id', 'tipo', 'ente', 'stato', 'posizione', 'richiedente', 'protocollo', { mezzi: MEZZO }];

/** By the path of the route; a call that is not here answers with no more anyway. */
const KEPT: Readonly<Record<string, Kept>> = {
  '/api/v1/generic/ente': ['Id', 'Nome', 'CodiceFiscale', 'Categorie'],
  '/api/v1/generic/segnalazione/list': [
    'id',
    'protocollo',
    'codice',
    'oggetto',
    'ente',
    'stato',
    'inviata_il',
    'termine_il',
    'email',
    'messaggi_non_letti',
  ],
  '/api/v1/generic/segnalazione/detail': [
    'id',
    'protocollo',
    'tipo',
    'codice',
    'oggetto',
    'descrizione',
    'ente',
    'stato',
    'inviata_il',
    'presa_in_carico_il',
    'termine_il',
    'dati',
    { allegati: FILE, eventi: EVENTO },
    'altri_prima',
  ],
  '/api/v1/generic/segnalazione/commento': EVENTO,
  '/api/v1/generic/segnalazione/new': OPENED,
  '/api/v1/generic/documento/upload': FILE,
  '/api/v1/posizione/new': POSIZIONE,
  '/api/v1/posizione/list': POSIZIONE,
  '/api/v1/posizione/documents/list/{id}/{codice}': DOCUMENTO,
  '/api/v1/posizione/documents/check': DOCUMENTO,
  '/api/v1/dichiarazione/list': ['Id', 'tipo', 'ente', 'data', 'stato', 'protocollo'],
  '/api/v1/riesame/documento': DOCUMENTO,
  '/api/v1/istanza-tributi/check-documenti': DOCUMENTO,
  '/api/v1/rateizzazione/documento': [{ documenti: DOCUMENTO }, 'totale_cent', 'rate_min', 'rate_max'],
  '/api/v1/proroga/documento/check': [...DOCUMENTO, 'scadenza_massima'],
  '/api/v1/mezzi_pubblicitari/dichiarazioni/{id}': DICHIARAZIONE,
  '/api/v1/mezzi_pubblicitari/correlati/auto/{id?}': MEZZO,
  '/api/v1/mezzi_pubblicitari/correlati/altro/{id?}': MEZZO,
  '/api/v1/mezzi_pubblicitari/correlati/cessazione/auto': MEZZO,
  '/api/v1/mezzi_pubblicitari/correlati/cessazione/altro': MEZZO,
  '/api/v1/mezzi_pubblicitari/posizione/{id}': MEZZO,
  '/api/v1/payments/pagopa/elenco-servizi/PPA/{ente}': SERVIZIO,
  '/api/v1/payments/pagopa/elenco-servizi/LINK/{ente}': SERVIZIO,
  '/api/v1/payments/pagopa/check': [
    'IUV',
    'numero_avviso',
    'dominioEC',
    'ente',
    'causale',
    'importo_cent',
    'scadenza',
    'stato',
  ],
  '/api/v1/payments/pagopa/ricevuta': ['stato', 'IUV', 'ente', 'causale', 'importo_cent', 'pagato_il', 'ricevuta'],
};

function keep(value: unknown, kept: Kept): unknown {
  if (Array.isArray(value)) return value.map((one) => keep(one, kept));
  if (typeof value !== 'object' || value === null) return value;
  const within = Object.assign({}, ...kept.filter((one) => typeof one === 'object')) as Record<string, Kept>;
  const entries = Object.entries(value).flatMap(([name, one]): [string, unknown][] => {
    const inner = within[name];
    if (inner) return [[name, keep(one, inner)]];
    return kept.includes(name) ? [[name, one]] : [];
  });
  return Object.fromEntries(entries);
}

/** @param path of the route @returns the answer without the fields that not every back end has */
export function leanReply(path: string, reply: BackEndReply): BackEndReply {
  const kept = KEPT[path];
  if (!kept || reply.type !== 'application/json' || reply.status >= 300) return reply;
  const { data, ...envelope } = JSON.parse(String(reply.body));
  return jsonReply(reply.status, { ...envelope, data: keep(data, kept) }, reply.headers);
}
