/** Payments without a notice at the three invented enti. Their taxonomy codes only have the right form. */
import type { ServizioPagamento } from '../../features/services/paga-online/servizio-fields.ts';

const targa = { nome: 'targa', etichetta: 'Targa del veicolo', tipo: 'targa', obbligatorio: true } as const;
const giorno = (label: string) => ({ nome: 'giorno', etichetta: label, tipo: 'data', obbligatorio: true }) as const;

export const SERVIZI_PAGAMENTO: readonly (ServizioPagamento & { ente: string })[] = [
  {
    ente: 'borgosereno',
    codice: 'mensa',
    nome: 'Mensa scolastica',
    descrizione: 'Ricarica dei pasti di un alunno delle scuole del Comune.',
    elenchi: ['PPA', 'LINK'],
    campi: [
      {
        nome: 'alunno',
        etichetta: 'Codice fiscale dell’alunno',
        tipo: 'codice_fiscale',
        obbligatorio: true,
        aiuto: 'È sulla tessera sanitaria. Può essere diverso da quello di chi paga.',
      },
      { nome: 'classe', etichetta: 'Scuola e classe', tipo: 'testo', obbligatorio: false },
    ],
    min_cent: 500,
    max_cent: 30_000,
    modificabili: ['classe', 'importo'],
    tassonomia: '9/0101100IM/',
  },
  {
    ente: 'borgosereno',
    codice: 'certificati',
    nome: 'Diritti di segreteria per certificati',
    elenchi: ['PPA'],
    campi: [
      {
        nome: 'certificato',
        etichetta: 'Certificato richiesto',
        tipo: 'testo',
        obbligatorio: true,
        aiuto: 'Ad esempio: stato di famiglia.',
      },
    ],
    importo_cent: 520,
    tassonomia: '9/0101101IM/',
  },
  {
    ente: 'borgosereno',
    codice: 'sosta-giornaliera',
    nome: 'Permesso di sosta giornaliero',
    descrizione: 'Vale per un veicolo e per un giorno nelle strisce blu del centro.',
    elenchi: ['LINK'],
    campi: [targa, giorno('Giorno di sosta')],
    importo_cent: 800,
    modificabili: ['giorno'],
    tassonomia: '9/0101102IM/',
  },
  {
    ente: 'collelume',
    codice: 'verbale',
    nome: 'Violazione del codice della strada',
    descrizione: 'Per un verbale lasciato sul veicolo, prima che arrivi l’avviso per posta.',
    elenchi: ['PPA'],
    campi: [
      targa,
      {
        nome: 'verbale',
        etichetta: 'Numero del verbale',
        tipo: 'numero',
        obbligatorio: true,
        aiuto: 'In alto a destra sul foglio, solo cifre.',
      },
      giorno('Giorno del verbale'),
    ],
    min_cent: 1000,
    max_cent: 500_000,
    tassonomia: '9/0101103IM/',
  },
  {
    ente: 'collelume',
    codice: 'biblioteca',
    nome: 'Contributo volontario per la biblioteca',
    elenchi: ['PPA', 'LINK'],
    campi: [{ nome: 'dedica', etichetta: 'Dedica', tipo: 'testo', obbligatorio: false }],
    min_cent: 100,
    modificabili: ['importo', 'dedica'],
    tassonomia: '9/0101104IM/',
  },
  {
    ente: 'portolieve',
    codice: 'ztl',
    nome: 'Ingresso nella zona a traffico limitato',
    descrizione: 'Un ingresso di un giorno al centro storico.',
    elenchi: ['PPA', 'LINK'],
    campi: [targa, giorno('Giorno di ingresso')],
    importo_cent: 1200,
    modificabili: ['targa', 'giorno'],
    tassonomia: '9/0101105IM/',
  },
  {
    ente: 'portolieve',
    codice: 'impianti-sportivi',
    nome: 'Tessera degli impianti sportivi',
    elenchi: ['PPA', 'LINK'],
    campi: [
      {
        nome: 'atleta',
        etichetta: 'Codice fiscale di chi usa la tessera',
        tipo: 'codice_fiscale',
        obbligatorio: true,
      },
    ],
    importo_cent: 3000,
    tassonomia: '9/0101106IM/',
  },
];
