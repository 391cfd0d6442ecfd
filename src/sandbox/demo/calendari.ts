/** When the counters of two of the invented enti receive by appointment; the third has its own agenda elsewhere. */
const PROXY_NEEDED = 'Delega e documento di chi delega, se vieni per un’altra persona';
const DOCUMENT_NEEDED = 'Documento di identità';

export const CALENDARI = [
  {
    ente: 'borgosereno',
    codice: 'anagrafe',
    nome: 'Ufficio anagrafe',
    tipo: 'Anagrafe',
    sportello: 'urp',
    postazioni: 2,
    motivi: [
      {
        codice: 'carta-identita',
        nome: 'Carta d’identità',
        minuti: 20,
        cosa_serve: [
          'Una fototessera recente',
          'La carta scaduta, oppure la denuncia se l’hai persa',
          'Tessera sanitaria',
        ],
        servizi: [],
      },
      {
        codice: 'residenza',
        nome: 'Cambio di residenza',
        minuti: 30,
        cosa_serve: [DOCUMENT_NEEDED, 'Contratto di affitto o atto di acquisto della casa', PROXY_NEEDED],
        servizi: [],
      },
      {
        codice: 'certificati',
        nome: 'Certificati e informazioni',
        minuti: 10,
        cosa_serve: [DOCUMENT_NEEDED, PROXY_NEEDED],
        servizi: ['SF510', 'SF310', 'SF410', 'SF140', 'SF420'],
      },
    ],
    orari: [
      { giorni: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi'], dalle: '09:00', alle: '12:30' },
      { giorni: ['martedi', 'giovedi'], dalle: '15:00', alle: '17:00' },
    ],
    preavviso_ore: 2,
    orizzonte_giorni: 60,
    massimo_per_persona: 2,
    limite_modifica_ore: 24,
  },
  {
    ente: 'borgosereno',
    codice: 'tributi',
    nome: 'Ufficio tributi',
    tipo: 'Tributi',
    sportello: 'tributi',
    postazioni: 1,
    motivi: [
      {
        codice: 'tassa-rifiuti',
        nome: 'Tassa rifiuti',
        minuti: 20,
        cosa_serve: [DOCUMENT_NEEDED, 'L’ultimo avviso che hai ricevuto', PROXY_NEEDED],
        servizi: ['ISTANZA'],
      },
      {
        codice: 'rate-e-solleciti',
        nome: 'Rate, solleciti e avvisi contestati',
        minuti: 30,
        cosa_serve: [DOCUMENT_NEEDED, 'L’avviso o il sollecito di cui vuoi parlare', PROXY_NEEDED],
        servizi: ['SF200', 'SF210', 'SF220', 'SF230'],
      },
      {
        codice: 'pubblicita',
        nome: 'Manifesti, insegne e suolo pubblico',
        minuti: 20,
        cosa_serve: [DOCUMENT_NEEDED, 'Bozza o fotografia dell’insegna, se ce l’hai'],
        servizi: ['SF100', 'SF110', 'SF120', 'SF130'],
      },
    ],
    orari: [{ giorni: ['lunedi', 'mercoledi'], dalle: '09:00', alle: '13:00' }],
    preavviso_ore: 24,
    orizzonte_giorni: 90,
    massimo_per_persona: 1,
    limite_modifica_ore: 48,
  },
  {
    ente: 'collelume',
    codice: 'sportello-unico',
    nome: 'Sportello al cittadino',
    tipo: 'Sportello unico',
    sportello: 'sportello-unico',
    postazioni: 1,
    motivi: [
      {
        codice: 'certificati',
        nome: 'Certificati e carta d’identità',
        minuti: 15,
        cosa_serve: [DOCUMENT_NEEDED, 'Una fototessera recente, per la carta d’identità'],
        servizi: [],
      },
      {
        codice: 'tributi',
        nome: 'Tributi',
        minuti: 20,
        cosa_serve: [DOCUMENT_NEEDED, 'L’avviso di cui vuoi parlare', PROXY_NEEDED],
        servizi: ['ISTANZA', 'SF200', 'SF210', 'SF220', 'SF230'],
      },
      {
        codice: 'altro',
        nome: 'Altre pratiche',
        minuti: 15,
        cosa_serve: [DOCUMENT_NEEDED],
        servizi: [],
      },
    ],
    orari: [
      { giorni: ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'sabato'], dalle: '08:30', alle: '12:00' },
    ],
    preavviso_ore: 12,
    orizzonte_giorni: 45,
    massimo_per_persona: 2,
    limite_modifica_ore: 24,
  },
];
