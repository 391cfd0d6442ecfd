/**
 * The people of the sandbox. They are in no register (their tax codes have the place Z999, which does not exist) and their
 * e-mails end in `.example`. Each is described on the login page of the sandbox's identity provider.
 */

export type Cittadino = {
  id: string;
  nome: string;
  cognome: string;
  codice_fiscale: string;
  /** null: the identity has no address, which is possible with CIE */
  email: string | null;
  telefono: string | null;
  /** What can be tried as this person */
  description: string;
};
/** @property enti, amministra ids of the enti they work for, and of those they administer */
export type Dipendente = Omit<Cittadino, 'telefono'> & { enti: string[]; amministra?: string[] };

/** @property identificativo by which another country names them; they have no tax code */
export type Straniero = Omit<Cittadino, 'codice_fiscale'> & { codice_fiscale: ''; identificativo: string };

export const CITTADINI: readonly Cittadino[] = [
  {
    id: 'mario',
    nome: 'Mario',
    cognome: 'Rossi',
    codice_fiscale: 'RSSMRA80A01Z999Y',
    email: 'mario.rossi@posta.example',
    telefono: '+393330000001',
    description: 'Ha posizioni a Borgosereno e a Portolieve, documenti in ogni stato e dichiarazioni.',
  },
  {
    id: 'anna',
    nome: 'Anna',
    cognome: 'Bianchi',
    codice_fiscale: 'BNCNNA85M41Z999R',
    email: 'anna.bianchi@posta.example',
    telefono: null,
    description: 'Ha una posizione a Collelume. Prova ad aggiungerne un’altra con i codici di una lettera.',
  },
  {
    id: 'luca',
    nome: 'Luca',
    cognome: 'Verdi',
    codice_fiscale: 'VRDLCU72P15Z999A',
    email: 'luca.verdi@posta.example',
    telefono: '+393330000003',
    description: 'Legale rappresentante di un’impresa che ha una posizione a Borgosereno.',
  },
  {
    id: 'giulia',
    nome: 'Giulia',
    cognome: 'Ferri',
    codice_fiscale: 'FRRGLI90E52Z999Q',
    email: null,
    telefono: null,
    description: 'Accede per la prima volta: nessuna posizione, e l’identità non comunica un’e-mail.',
  },
  {
    id: 'paolo',
    nome: 'Paolo',
    cognome: 'Conti',
    codice_fiscale: 'CNTPLA55S03Z999I',
    email: 'paolo.conti@posta.example',
    telefono: null,
    description: 'Ha inviato segnalazioni come ospite: può portarle nella sua area riservata.',
  },
];

/** They log in with eIDAS. */
export const STRANIERI: readonly Straniero[] = [
  {
    id: 'ingrid',
    nome: 'Ingrid',
    cognome: 'Lindqvist',
    codice_fiscale: '',
    identificativo: 'SE/IT/199001019802',
    email: 'ingrid.lindqvist@posta.example',
    telefono: null,
    description: 'Accede dalla Svezia, senza un codice fiscale italiano: invia segnalazioni e ne segue l’esito.',
  },
];

/** The administrator of each ente, and of the first a second operator. Their offices are in `demo/uffici.ts`. */
export const DIPENDENTI: readonly Dipendente[] = [
  {
    id: 'olga',
    nome: 'Olga',
    cognome: 'Neri',
    codice_fiscale: 'NREOLG80A41Z999O',
    email: 'olga.neri@borgosereno.example',
    enti: ['borgosereno'],
    amministra: ['borgosereno'],
    description: 'Risponde per il Comune di Borgosereno, all’Ufficio tributi, e lo amministra.',
  },
  {
    id: 'piero',
    nome: 'Piero',
    cognome: 'Fabbri',
    codice_fiscale: 'FBBPRI78D12Z999D',
    email: 'piero.fabbri@borgosereno.example',
    enti: ['borgosereno'],
    description: 'Risponde per il Comune di Borgosereno, all’Ufficio tecnico.',
  },
  {
    id: 'carlo',
    nome: 'Carlo',
    cognome: 'Galli',
    codice_fiscale: 'GLLCRL75C10Z999A',
    email: 'carlo.galli@collelume.example',
    enti: ['collelume'],
    amministra: ['collelume'],
    description: 'Risponde per il Comune di Collelume e lo amministra.',
  },
  {
    id: 'sofia',
    nome: 'Sofia',
    cognome: 'Marini',
    codice_fiscale: 'MRNSFO88L44Z999M',
    email: 'sofia.marini@portolieve.example',
    enti: ['portolieve'],
    amministra: ['portolieve'],
    description: 'Risponde per la Città di Portolieve e la amministra.',
  },
];
