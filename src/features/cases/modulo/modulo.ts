/** The types of a form that services, page and island agree on: its description, what was typed, its state. */
import type * as z from 'zod/mini';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import type { CategoriaFile } from '../allegati/limiti.ts';
import type { TipoPratica } from '../pratica/stati.ts';
import type { RESIDENZA } from '../utente/utente.contract.ts';

/** As typed, by the names of the fields; kept in the draft. */
export type Valori = Record<string, string>;

export const PASSI = ['privacy', 'dati', 'riepilogo'] as const;
export type Passo = (typeof PASSI)[number];

/** Said where the privacy text was not accepted, by the form and by the call. */
export const PRIVACY = 'Per continuare dichiara di aver letto l’informativa sulla privacy.';

/**
 * One form of the portal: what its page and its island show, and what it is checked by; the same steps, rules and words in both.
 */
export type Modulo = {
  /** Path of its page; its draft and files are kept under it */
  percorso: string;
  /** Name of the service, in titles */
  servizio: string;
  /** What it opens */
  tipo: TipoPratica;
  /** Name of the second step */
  dati: string;
  /** Fields of that step from top to bottom, `file` and `otp` among them: errors are told in this order, the others are kept */
  campi: readonly string[];
  /** Categories of files beside the form's own, each in a field of its own, `file_{categoria}`; and the words of a send that misses it */
  categorie?: Readonly<Partial<Record<CategoriaFile, string>>>;
  /** What to attach, said beside the field and where there is no file of the form's own; without it files are the citizen's choice */
  serveFile?: string;
  /** The boxes of the second step, each '': one that is not ticked is not sent */
  caselle?: Valori;
  /** Field at which the error of another name is shown */
  altrove?: Record<string, string>;
  /** Fields that take the residence of a citizen who is logged in, by what the profile calls its parts */
  residenza?: Readonly<Record<(typeof RESIDENZA)[number], string>>;
  /** Fields that a link to the form may fill in */
  dalLink?: readonly string[];
  /** Where the page leads after a button, when the steps are pages of their own; else they stand in the query of one */
  indirizzo?(passo: Passo, segue: string): string;
  /** Checks what is sent but for the privacy text */
  schema: z.ZodMiniType;
  /** What is sent, made of what stands in the fields; without it they are sent as they are */
  body?(valori: Valori): Record<string, unknown>;
  /** What the schema cannot see: files that a role calls for */
  alsoWrong?(compilato: Compilato, modulo: Modulo): FieldErrors;
};

/**
 * What has been filled in so far. @property confermata is the e-mail in `valori` confirmed by its code?
 * @property identita is a citizen logged in?
 */
export type Compilato = {
  valori: Valori;
  allegati: readonly Pick<AllegatoMostrato, 'Id' | 'categoria'>[];
  confermata: boolean;
  identita?: boolean | undefined;
};

/** The field of a form's own files, or of a category. */
export const campoFile = (categoria?: string | undefined): string => (categoria ? `file_${categoria}` : 'file');

/** The form at one moment. @property chiave key of the one send, '' before the first draft @property messaggio what belongs to no field */
export type Stato = {
  passo: Passo;
  valori: Valori;
  allegati: AllegatoMostrato[];
  chiave: string;
  errori?: FieldErrors | undefined;
  messaggio?: string | undefined;
};

/** What the page gives every form. */
export type ModuloProps = {
  stato: Stato;
  token: string;
  /** The address whose code was typed right, or '' */
  confermata: string;
  /** Name of the page's body, for the title of the window */
  nomeEnte: string;
  /** Name of the body when the host decides it: then nobody chooses */
  fisso: string | undefined;
  /** Address of the full privacy text */
  privacy: string;
  /** Name and tax code come from the login: nobody changes them here */
  identita: boolean | undefined;
  /** `chiedi`: the question before saving; else days (7), months (12) or 0 for which it was saved */
  salva: string | undefined;
};
