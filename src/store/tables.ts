export type Dialect = 'sqlite' | 'postgres';

/**
 * The schema of the store as the queries see it, on SQLite and PostgreSQL alike. Instants are milliseconds since the epoch,
 * days are `YYYY-MM-DD`, flags are 0 or 1, `*_json` holds JSON text. Owners (`proprietario`) are hashes, never cookies.
 */
export type Tables = {
  portale: { chiave: string; valore: string };
  enti: { id: string; host: string | null; ordine: number; dati_json: string };

  pratiche: Pratica;
  numeratori: { ente: string; anno: number; ultimo: number };
  eventi: Evento;
  chiavi_operatore: { id: string; pratica: string; hash: string; creata: number; scade: number };
  valutazioni: { pratica: string; stelle: number; aspetto: string | null; testo: string | null; quando: number };

  allegati: Allegato;
  allegati_pezzi: { allegato: string; variante: 'originale' | 'miniatura'; n: number; dati: Uint8Array };

  bozze: {
    proprietario: string;
    percorso: string;
    valori_json: string;
    passo: string;
    /** Idempotency key of the one send this draft leads to */
    chiave: string;
    salvata: number;
    creata: number;
    aggiornata: number;
    scade: number;
  };

  codici: { casella: string; proprietario: string; hash: string; creato: number; scade: number; tentativi: number };
  prove_email: { proprietario: string; email: string; verificata: number; scade: number; usata: number | null };
  limiti: { chiave: string; tempi_json: string; scade: number };
  invii: {
    proprietario: string;
    operazione: string;
    chiave: string;
    impronta: string;
    risposta_json: string | null;
    creato: number;
  };
  sfide_usate: { id: string; scade: number };
  posta_in_uscita: {
    id: string;
    tipo: string;
    dati_json: string;
    creata: number;
    da_inviare: number;
    tentativi: number;
    presa_fino: number;
    inviata: number | null;
    errore: string | null;
  };
  posta_sandbox: { id: string; quando: number; a: string; oggetto: string; messaggio_json: string };
};

/** A case: report (segnalazione) or request (richiesta). */
export type Pratica = {
  id: string;
  ente: string;
  tipo: 'segnalazione' | 'richiesta';
  codice: string;
  anno: number;
  numero: number;
  oggetto: string;
  descrizione: string;
  email: string;
  nome: string;
  cognome: string;
  codice_fiscale: string | null;
  telefono: string | null;
  dati_json: string;
  privacy_versione: string;
  proprietario: string;
  utente: string | null;
  stato: string;
  versione: number;
  inviata_il: number;
  presa_in_carico_il: number | null;
  chiusa_il: number | null;
  sospesa_dal: number | null;
  termine_il: string;
  protocollo_ente: string | null;
  protocollo_ente_il: string | null;
  letto_cittadino: number;
  letto_operatore: number;
  avvisato_cittadino: number | null;
  avvisato_operatore: number | null;
};

export type Evento = {
  id: string;
  pratica: string;
  n: number;
  quando: number;
  da: 'cittadino' | 'operatore' | 'sistema';
  chi: string | null;
  tipo: 'messaggio' | 'stato' | 'documento';
  testo: string | null;
  stato: string | null;
  nascosto: number | null;
  nascosto_da: string | null;
};

export type Allegato = {
  id: string;
  proprietario: string;
  pratica: string | null;
  evento: string | null;
  nome: string;
  tipo: string;
  dimensione: number;
  sha256: string;
  nota: string | null;
  categoria: string | null;
  miniatura: number;
  creato: number;
  bozza: string | null;
  nascosto: number | null;
};
