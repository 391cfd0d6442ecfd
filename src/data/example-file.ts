/** A file with a row of every section, for docs/data.md: as text, to show how one is written. */
export const EXAMPLE_FILE = `{
  "enti": [
    {
      "id": "portale",
      "nome": "Portale del cittadino",
      "motto": "I servizi online dei Comuni",
      "regione": "Regione di esempio",
      "colore": "#0066cc",
      "contatti": { "indirizzo": "Via Roma 1, 00000 Esempio", "email": "assistenza@portale.esempio.it" }
    },
    {
      "id": "esempio",
      "nome": "Comune di Esempio",
      "motto": "Un comune da vivere",
      "regione": "Regione di esempio",
      "codice_fiscale": "80000015554",
      "host": "servizi.comune.esempio.it",
      "colore": "#007a52",
      "contatti": { "indirizzo": "Piazza del Municipio 1, 00000 Esempio", "email": "urp@comune.esempio.it" },
      "url": { "prenotazione": "https://www.comune.esempio.it/prenota" },
      "caselle": { "*": "protocollo@comune.esempio.it", "SF410": "ambiente@comune.esempio.it" },
      "categorie": ["SF510", "SF310", "SF410"],
      "giorni": { "SF410": 10 }
    }
  ],
  "uffici": [
    {
      "ente": "esempio",
      "nome": "Ufficio tecnico",
      "email": "tecnico@comune.esempio.it",
      "servizi": ["SF510", "SF310", "SF410"],
      "persone": [{ "email": "piero.fabbri@comune.esempio.it" }, { "sub": "8f14e45f" }]
    }
  ],
  "posizioni": [
    {
      "ente": "esempio",
      "codice_utente": "TR-000417",
      "codice_controllo": "9XK4P2",
      "sistema": "Rifiuti TARI",
      "intestatario": "Maria Bianchi"
    }
  ],
  "rappresentanze": [
    { "ente": "esempio", "codice_utente": "TR-000417", "codice_fiscale": "BNCNNA85M41Z999R", "ruolo": "persona_fisica" }
  ],
  "documenti": [
    {
      "ente": "esempio",
      "codice_utente": "TR-000417",
      "sistema": "Rifiuti TARI",
      "numero": "2026-TR-000417-1",
      "tipo": "TARI 2026, acconto",
      "data": "2026-03-02",
      "scadenza": "2026-06-16",
      "importo_cent": 9320,
      "stato": "da_pagare",
      "numero_avviso": "301011100007347557"
    }
  ],
  "cessazioni": [
    { "ente": "esempio", "codice_utente": "TR-000300" },
    { "ente": "esempio", "codice_utente": "TR-000417", "codice_fiscale": "VRDLCU72P15Z999A", "dal": "2026-11-20" },
    { "ente": "esempio", "sistema": "Rifiuti TARI", "numero": "2025-TR-000417-4" }
  ],
  "avvisi": [
    {
      "ente": "esempio",
      "numero_avviso": "301012600000000114",
      "causale": "Mensa scolastica, novembre 2026",
      "importo_cent": 6400,
      "scadenza": "2026-12-10",
      "stato": "da_pagare",
      "debitore": "BNCNNA85M41Z999R"
    }
  ],
  "dichiarazioni": [
    {
      "ente": "esempio",
      "codice_fiscale": "BNCNNA85M41Z999R",
      "numero": "TARI-88",
      "tipo": "TARI: inizio occupazione",
      "data": "2026-01-15",
      "stato": "accettata",
      "protocollo": "2026/1204"
    }
  ],
  "mezzi": [
    {
      "ente": "esempio",
      "codice": "IMP-0001",
      "codice_utente": "TR-000417",
      "tipo": "Cartello",
      "indirizzo": "Via Roma 1",
      "quantita": 2,
      "testo": "Bar Sport",
      "facce": "Bifacciale",
      "illuminazione": "Opaco",
      "larghezza_cm": 100,
      "altezza_cm": 70
    },
    {
      "ente": "esempio",
      "codice": "IMP-0002",
      "codice_utente": "TR-000417",
      "tipo": "Automezzo",
      "targa": "AB123CD",
      "categoria_veicolo": "sotto_30q",
      "facce": "Bifacciale",
      "illuminazione": "Opaco",
      "larghezza_cm": 200,
      "altezza_cm": 80,
      "cessato_dal": "2026-12-31"
    }
  ],
  "sportelli": [
    {
      "ente": "esempio",
      "codice": "tributi",
      "nome": "Tributi",
      "descrizione": "Tassa rifiuti e pagamenti a rate.",
      "percorso": "/area-riservata",
      "indirizzo": "Piazza del Municipio 1, 00000 Esempio",
      "orari": "Da lunedì a venerdì 9:00–12:30.",
      "telefono": "06 1234567",
      "email": "tributi@comune.esempio.it",
      "moduli": [{ "nome": "Richiesta di rimborso", "url": "https://www.comune.esempio.it/rimborso.pdf" }]
    }
  ],
  "calendari": [
    {
      "ente": "esempio",
      "codice": "tributi",
      "nome": "Ufficio tributi",
      "tipo": "Tributi",
      "sportello": "tributi",
      "postazioni": 2,
      "motivi": [
        {
          "codice": "tassa-rifiuti",
          "nome": "Tassa rifiuti",
          "minuti": 20,
          "cosa_serve": ["Documento di identità", "Ultimo avviso ricevuto"],
          "servizi": ["ISTANZA", "SF200"]
        }
      ],
      "orari": [{ "giorni": ["lunedi", "mercoledi"], "dalle": "09:00", "alle": "12:30", "dal": "2026-09-01" }],
      "chiusure": [
        { "dal": "2026-12-24", "al": "2026-12-31", "motivo": "feste di fine anno" },
        { "dal": "2027-01-11", "dalle": "09:00", "alle": "10:30", "motivo": "formazione" }
      ],
      "aperture_straordinarie": [{ "giorno": "2026-12-12", "dalle": "09:00", "alle": "12:00" }],
      "preavviso_ore": 24,
      "orizzonte_giorni": 60,
      "massimo_per_persona": 2,
      "limite_modifica_ore": 24
    }
  ],
  "offerte": [
    {
      "ente": "esempio",
      "codice": "SF500",
      "cimiteri": [{ "codice": "maggiore", "nome": "Cimitero maggiore" }],
      "tipi": [{ "codice": "loculo", "nome": "Loculo" }, { "codice": "terra", "nome": "Tomba a terra" }]
    },
    {
      "ente": "esempio",
      "codice": "SF300",
      "zone": [{ "codice": "a", "nome": "Zona A, centro storico" }],
      "prezzi": [{ "tipo": "residente", "durata": "annuale", "importo_cent": 6000 }],
      "max_targhe": 2
    },
    {
      "ente": "esempio",
      "codice": "SF100",
      "al_mq_cent": 4000,
      "luminoso_percento": 50,
      "tipi": [{ "tipo": "Telo", "percento": 80 }],
      "fasce": [{ "da_cm2": 55000, "percento": 150 }, { "da_cm2": 90000, "percento": 200 }],
      "veicoli": [{ "categoria": "sotto_30q", "annuo_cent": 4958 }, { "categoria": "sopra_30q", "annuo_cent": 7437 }]
    }
  ],
  "servizi_pagamento": [
    {
      "ente": "esempio",
      "codice": "sosta-giornaliera",
      "nome": "Permesso di sosta giornaliero",
      "elenchi": ["PPA", "LINK"],
      "campi": [
        { "nome": "targa", "etichetta": "Targa", "tipo": "targa", "obbligatorio": true },
        { "nome": "giorno", "etichetta": "Giorno di sosta", "tipo": "data", "obbligatorio": true }
      ],
      "importo_cent": 800,
      "modificabili": ["giorno"],
      "tassonomia": "9/0101108TS/"
    }
  ]
}`;
