/** What the back end holds in memory: two citizens, positions with documents and devices, cases, files, payments. */
import { randomBytes } from 'node:crypto';

/** A municipality that the back end serves. @property id as in `Ente__c` */
export type BackEndEnte = { id: string; nome: string; codice_fiscale: string };

/** The invented municipalities of the sandbox. */
export const SANDBOX_ENTI: readonly BackEndEnte[] = [
  { id: 'borgosereno', nome: 'Comune di Borgosereno', codice_fiscale: '80000015554' },
  { id: 'collelume', nome: 'Comune di Collelume', codice_fiscale: '80000025553' },
  { id: 'portolieve', nome: 'Città di Portolieve', codice_fiscale: '80000035552' },
];

export const CATEGORIE = [
  'SF500',
  'SF510',
  'SF120',
  'SF100',
  'SF110',
  'SF130',
  'SF310',
  'SF300',
  'SF200',
  'SF210',
  'SF220',
  'SF230',
  'SF410',
  'SF140',
  'SF420',
  'SPORTELLO',
  'ISTANZA',
];

export type BackEndPerson = {
  Id: string;
  nome: string;
  cognome: string;
  codice_fiscale: string;
  email: string;
  contatti: { email: string; telefono: string | null };
  residenza: Record<string, string>;
};

export type BackEndDocumento = {
  Id: string;
  numero: string;
  tipo: string;
  data: string;
  scadenza: string | null;
  importo_cent: number;
  stato: 'da_pagare' | 'scaduto' | 'in_pagamento' | 'pagato' | 'rateizzato' | 'annullato';
  numero_avviso: string | null;
  /** The time to pay it is over: its notice cannot be paid any more */
  isClosed: boolean;
  richieste: { azione: string; pratica: BackEndPratica }[];
};

export type BackEndPosizione = {
  Id: string;
  codice_utente: string;
  codice_controllo: string;
  ente: string;
  sistema: string;
  intestatario: string;
  /** Tax code of a citizen → their link with the position */
  rappresentanze: Map<string, { ruolo: string; idRappresentanza: string }>;
  documenti: BackEndDocumento[];
  mezzi: BackEndMezzo[];
};

export type BackEndMezzo = { Id: string; Tipologia_impianto_publicitario__c: string; [field: string]: unknown };

/** @property owner visitor who may attach it @property isAttached part of a case */
export type BackEndFile = {
  Id: string;
  nome: string;
  tipo: string;
  dimensione: number;
  sha256: string;
  nota?: string;
  categoria?: string;
  owner: string;
  isAttached: boolean;
};

export type BackEndEvento = {
  id: string;
  n: number;
  quando: string;
  da: 'cittadino' | 'operatore' | 'sistema';
  chi?: string;
  tipo: 'messaggio' | 'stato' | 'documento';
  testo?: string;
  stato?: string;
  allegati: unknown[];
};

/** @property cittadino tax code, null for a guest's @property readUpTo place up to which the citizen has read */
export type BackEndPratica = {
  id: string;
  protocollo: string;
  tipo: 'segnalazione' | 'richiesta';
  codice: string;
  oggetto: string;
  descrizione: string;
  ente: string;
  stato: string;
  inviata_il: string;
  termine_il: string;
  chiusa_il?: string;
  email: string;
  cittadino: string | null;
  dati: Record<string, unknown>;
  allegati: unknown[];
  eventi: BackEndEvento[];
  readUpTo: number;
};

/** @property owner visitor who began it @property pratica once it is sent */
export type BackEndDichiarazione = {
  Id: string;
  tipo: string;
  ente: string;
  posizione: BackEndPosizione | null;
  richiedente: Record<string, unknown> | null;
  mezzi: (BackEndMezzo & { isRemoved?: boolean })[];
  allegati: unknown[];
  owner: string;
  pratica: BackEndPratica | null;
};

export type BackEndAvviso = {
  IUV: string;
  numero_avviso: string;
  dominioEC: string;
  ente: string;
  causale: string;
  importo_cent: number;
};
export type BackEndPagamento = {
  riferimento: string;
  numero: string;
  fornitore: 'pagopa' | 'mooney';
  stato: 'pagato' | 'in_verifica' | 'non_completato' | 'annullato' | 'scaduto';
  pagato_il?: string;
  avvisi: BackEndAvviso[];
};

export type Town = ReturnType<typeof makeTown>;

/** Eighteen letters and digits, as Salesforce makes them. */
export const newId = (): string => `a0B${randomBytes(30).toString('base64').replace(/\W/g, '').slice(0, 15)}`;

const DAY_MS = 86_400_000;
/** @param days from today */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** An instant as Laravel writes it: UTC, with six places. */
export const phpInstant = (ms = Date.now()): string => new Date(ms).toISOString().replace('Z', '000Z');

/** @returns a notice number with aux digit 3: the last two digits are the others modulo 93 */
function avvisoNumber(serial: number): string {
  const first = `377${String(serial).padStart(13, '0')}`;
  return first + String(Number(first) % 93).padStart(2, '0');
}
/** Of a notice number with aux digit 3. */
export const iuvIn = (numeroAvviso: string): string => numeroAvviso.slice(1);

/** @param enti those served; positions are spread over the first two */
export function makeTown(enti: readonly BackEndEnte[]) {
  let serial = 0;
  const nextProtocollo = () => `${new Date().getUTCFullYear()}/${String(++serial).padStart(6, '0')}`;
  const nextAvviso = () => avvisoNumber(++serial);
  const [first, second = first] = enti;
  if (!first || !second) throw new Error('the back end serves no municipality');

  const taxpayer = person('Chiara', 'Moretti', 'MRTCHR83B54Z999P', 'chiara.moretti@posta.example');
  const representative = person('Davide', 'Sala', 'SLADVD69L07Z999F', 'davide.sala@posta.example');

  const documento = (
    numero: string,
    tipo: string,
    importo_cent: number,
    stato: BackEndDocumento['stato'],
    days: readonly [data: number, scadenza: number],
  ): BackEndDocumento => ({
    Id: newId(),
    numero,
    tipo,
    importo_cent,
    stato,
    data: dayFromNow(days[0]),
    scadenza: dayFromNow(days[1]),
    numero_avviso: stato === 'annullato' ? null : nextAvviso(),
    isClosed: false,
    richieste: [],
  });
  const held = (by: BackEndPerson, ruolo = 'persona_fisica') =>
    new Map([[by.codice_fiscale, { ruolo, idRappresentanza: newId() }]]);

  const posizioni: BackEndPosizione[] = [
    {
      Id: newId(),
      codice_utente: 'RX-7001',
      codice_controllo: 'AB12CD',
      ente: first.id,
      sistema: 'Rifiuti TARI',
      intestatario: 'Chiara Moretti',
      rappresentanze: held(taxpayer),
      mezzi: [],
      documenti: [
        documento('RX-7001-01', 'TARI, acconto', 9320, 'da_pagare', [-25, 65]),
        documento('RX-7001-02', 'TARI, saldo', 18_640, 'da_pagare', [-25, 155]),
        documento('RX-7001-03', 'TARI dell’anno scorso, saldo', 17_950, 'scaduto', [-300, -35]),
        documento('RX-7001-04', 'TARI dell’anno scorso, acconto', 8975, 'in_pagamento', [-340, -160]),
        documento('RX-7001-05', 'TARI di due anni fa', 17_210, 'pagato', [-690, -520]),
        documento('RX-7001-06', 'TARI di tre anni fa', 24_680, 'rateizzato', [-1050, -900]),
        documento('RX-7001-07', 'TARI, conguaglio', 3120, 'annullato', [-1400, -1300]),
      ],
    },
    {
      Id: newId(),
      codice_utente: 'RX-7002',
      codice_controllo: 'EF34GH',
      ente: second.id,
      sistema: 'CRC',
      intestatario: 'Chiara Moretti',
      rappresentanze: held(taxpayer),
      mezzi: [],
      documenti: [
        documento('RX-7002-01', 'Mensa scolastica, sollecito', 12_600, 'da_pagare', [-10, 50]),
        { ...documento('RX-7002-02', 'Multa, sollecito', 6790, 'scaduto', [-420, -360]), isClosed: true },
      ],
    },
    {
      Id: newId(),
      codice_utente: 'RX-7003',
      codice_controllo: 'IJ56KL',
      ente: first.id,
      sistema: 'ICP',
      intestatario: 'Sala Insegne S.r.l.',
      rappresentanze: held(representative, 'legale_rappresentante'),
      documenti: [documento('RX-7003-01', 'Canone per la pubblicità', 124_000, 'da_pagare', [-30, 90])],
      mezzi: [
        fixedMezzo('Cartello', 'Via Roma 12', 'Sala Insegne'),
        fixedMezzo('Freccia', 'Strada provinciale 7', 'Agriturismo Il Gelso'),
        {
          Id: newId(),
          Tipologia_impianto_publicitario__c: 'Automezzo',
          targa: 'GA123BC',
          categoria_veicolo: 'sotto_30q',
          facce: 'Bifacciale',
          illuminazione: 'Opaco',
          larghezza_cm: 220,
          altezza_cm: 90,
          stima_cent: null,
        },
      ],
    },
    {
      Id: newId(),
      codice_utente: 'RX-7004',
      codice_controllo: 'MN78PQ',
      ente: second.id,
      sistema: 'OSAP',
      intestatario: 'Davide Sala',
      rappresentanze: new Map(),
      mezzi: [],
      documenti: [
        documento('RX-7004-01', 'Occupazione di suolo, passo carrabile', 5640, 'da_pagare', [-40, 80]),
        documento('RX-7004-02', 'Occupazione di suolo dell’anno scorso', 5520, 'pagato', [-405, -285]),
      ],
    },
  ];

  const pratiche = new Map<string, BackEndPratica>();
  const town = {
    enti,
    citizens: [taxpayer, representative] as readonly BackEndPerson[],
    posizioni,
    pratiche,
    files: new Map<string, BackEndFile>(),
    dichiarazioni: new Map<string, BackEndDichiarazione>(),
    pagamenti: new Map<string, BackEndPagamento>(),
    /** Notices made for payments without one */
    avvisi: [] as BackEndAvviso[],
    codes: new Map<string, string>(),
    /** Declarations of earlier years, from other offices */
    oldDichiarazioni: [
      {
        Id: newId(),
        cittadino: taxpayer.codice_fiscale,
        tipo: 'TARI: riduzione per il compostaggio',
        ente: first.id,
        data: dayFromNow(-12),
        stato: 'inviata',
        protocollo: '2026/009177',
      },
    ],
    nextAvviso,
    nextProtocollo,
    nomeOf: (ente: string) => enti.find(({ id }) => id === ente)?.nome ?? ente,
    /** Opens a case with the event of its sending. */
    openPratica(
      pratica: Pick<
        BackEndPratica,
        'tipo' | 'codice' | 'oggetto' | 'descrizione' | 'ente' | 'email' | 'cittadino' | 'dati' | 'allegati'
      >,
    ): BackEndPratica {
      const opened: BackEndPratica = {
        id: newId(),
        protocollo: nextProtocollo(),
        stato: 'inviata',
        ...pratica,
        inviata_il: phpInstant(),
        termine_il: dayFromNow(30),
        eventi: [],
        readUpTo: 1,
      };
      pratiche.set(opened.id, opened);
      addEvento(opened, { da: 'sistema', tipo: 'stato', stato: 'inviata', allegati: [] });
      return opened;
    },
  };

  const known = town.openPratica({
    tipo: 'segnalazione',
    codice: 'SF510',
    oggetto: 'Lampione spento',
    ente: first.id,
    dati: { indirizzo: 'Via Roma 12' },
    descrizione: 'Il lampione è spento da una settimana.',
    email: taxpayer.email,
    allegati: [],
    cittadino: taxpayer.codice_fiscale,
  });
  answerAsOperator(known, { testo: 'Mandiamo una squadra.', stato: 'in_elaborazione' });
  return town;
}

const person = (nome: string, cognome: string, codice_fiscale: string, email: string): BackEndPerson => ({
  Id: newId(),
  nome,
  cognome,
  codice_fiscale,
  email,
  contatti: { email, telefono: '+393330000009' },
  residenza: {},
});

const fixedMezzo = (tipo: string, indirizzo: string, shownText: string): BackEndMezzo => ({
  Id: newId(),
  Tipologia_impianto_publicitario__c: tipo,
  indirizzo,
  quantita: 1,
  testo: shownText,
  facce: 'Bifacciale',
  illuminazione: 'Opaco',
  larghezza_cm: 120,
  altezza_cm: 80,
  stima_cent: null,
});

/** Adds to the timeline of a case. */
export function addEvento(pratica: BackEndPratica, evento: Omit<BackEndEvento, 'id' | 'n' | 'quando'>): BackEndEvento {
  const added = { id: newId(), n: pratica.eventi.length + 1, quando: phpInstant(), ...evento };
  pratica.eventi.push(added);
  return added;
}

const CLOSED: readonly string[] = ['conclusa', 'accettata', 'rifiutata', 'ritirata'];
export const isClosed = ({ stato }: BackEndPratica): boolean => CLOSED.includes(stato);

/** A text, a new state, or both. */
export type OperatorAnswer = Pick<BackEndEvento, 'testo' | 'stato'>;

/** What an operator does in the back office. */
export function answerAsOperator(pratica: BackEndPratica, answer: OperatorAnswer): void {
  if (answer.stato) pratica.stato = answer.stato;
  if (isClosed(pratica)) pratica.chiusa_il = phpInstant();
  const tipo = answer.stato ? 'stato' : 'messaggio';
  addEvento(pratica, { da: 'operatore', chi: 'Ufficio tecnico', tipo, allegati: [], ...answer });
}
