/** Props and words of the tab with the positions. Server and browser. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { formatSistema, type OfSistema } from '../../cases/ente/sistemi.ts';
import type { Posizione } from '../../cases/posizione/posizione.checks.ts';

export type PosizioniProps = {
  posizioni: Posizione[] | 'failed';
  /** Anti-forgery token and idempotency key of the forms that are sent without JavaScript */
  token: string;
  sendKey: string;
  /** What was typed in the form that is shown again */
  values: { codice_utente?: string | undefined; codice_controllo?: string | undefined };
  errors?: FieldErrors | undefined;
  /** An error that belongs to no field */
  message?: string | undefined;
  /** `Id` of the position that the citizen asks to remove */
  removeId?: string | undefined;
  done?: DoneAction;
  /** The form that the citizen came for, and its purpose: the infinitive after "Per" */
  servizio?: string | undefined;
  purpose?: string | undefined;
};

export const DONE_MESSAGES = {
  aggiunta: 'Posizione aggiunta: la trovi nell’elenco.',
  tolta: 'Posizione tolta dalla tua area riservata. Per riaverla aggiungila di nuovo con i due codici.',
} as const;
export type DoneAction = keyof typeof DONE_MESSAGES;

/** Roles by their value on the wire; a citizen who holds the position personally needs no word. */
const RUOLI: Readonly<Record<string, string>> = {
  persona_fisica: 'intestata a te',
  titolare_ditta_individuale: 'come titolare di ditta individuale',
  legale_rappresentante: 'come legale rappresentante',
  tutore: 'come tutore',
  curatore: 'come curatore',
  delegato: 'per delega',
};

export const ruoloInWords = (ruolo: string): string => RUOLI[ruolo] ?? 'aggiunta con i codici';

/** "Tassa sui rifiuti, codice utente 123": names a position in a sentence. */
export const posizioneInWords = (posizione: OfSistema & Pick<Posizione, 'codice_utente'>): string =>
  `${formatSistema(posizione)}, codice utente ${posizione.codice_utente}`;
