/** The types of a form that services, page and island agree on: its description, what was typed, its state. */
import type * as z from 'zod/mini';
import type { ApiCall, ApiOperation } from '../../../platform/contract.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import type { FileCategoria } from '../allegati/file-limits.ts';
import type { BozzaConflict } from '../bozza/bozza-conflict.ts';
import type { useCoda } from '../coda/useCoda.ts';
import type { openedPratica } from '../pratica/pratica.contract.ts';
import type { TipoPratica } from '../pratica/stati.ts';
import type { FormLogin } from '../utente/identita.ts';
import type { RESIDENZA } from '../utente/utente.contract.ts';
import type { FormSteps } from './advance.ts';

/** As typed, by the names of the fields; kept in the draft. */
export type FormValues = Record<string, string>;

export type FormStep = 'privacy' | 'dati' | 'riepilogo';

/** Error of the form and of the call if the privacy text was not accepted. */
export const PRIVACY_REQUIRED = 'Per continuare dichiara di aver letto l’informativa sulla privacy.';

/** What a form of its own says. */
export type FormOptions = {
  /** Path of its page; its draft and files are kept under it */
  path: string;
  /** Name of the service, in titles */
  servizio: string;
  /** Kind of case that it opens */
  tipo: TipoPratica;
  /** Fields of the data from top to bottom, with `file` and `otp`: errors are shown in this order; the draft keeps all but these two */
  fieldNames: readonly string[];
  /** Categories of files beside the form's own, each in a field `file_{categoria}`, with the error if its file is missing */
  categorie?: Readonly<Partial<Record<FileCategoria, string>>>;
  /** What to attach: hint of the form's own files, and the error if there is none. Without it files are optional */
  fileRequirement?: string;
  /** The boxes among the fields, each '', because a browser does not send one that is not ticked */
  boxes?: FormValues;
  /** Field at which the error of another name is shown */
  shownAt?: Record<string, string>;
  /** Fields that take the residence of a logged-in citizen, by the names of the profile */
  residenza?: Readonly<Record<(typeof RESIDENZA)[number], string>>;
  /** Fields that a link to the form may fill in */
  linkFields?: readonly string[];
  /** Checks what is sent but for the privacy text */
  schema: z.ZodMiniType;
  /** Makes the body of the call from the fields; without it they are sent as they are */
  body?(values: FormValues): Record<string, unknown>;
  /** Errors beyond the schema, such as files that a role requires */
  alsoWrong?(filled: FilledForm, options: FormOptions): FieldErrors;
};

/** One form of the portal: what it shows and how it is checked, with the same steps, rules and words in its page and its island. */
export type FormDefinition<S extends string = string> = FormOptions & { steps: FormSteps<S, FilledForm> };

/** How one form behaves in the browser. */
export type FormBehaviour = {
  definition: FormDefinition<FormStep>;
  invio: ApiCall<ApiOperation<z.ZodMiniType, typeof openedPratica>>;
  /** Values that the page around the form depends on: when they have changed, the step is another page (product rule) */
  pageFields: readonly string[];
  /** Without a connection it waits in the browser, and is sent when it is back */
  useCoda?: typeof useCoda;
  /** Errors beyond the schema that the browser can find, from an ente's own list for example */
  check?(values: FormValues): FieldErrors;
};

/**
 * What has been filled in so far. @property emailConfirmed is the e-mail in `values` confirmed by its code?
 * @property login of a citizen
 */
export type FilledForm = {
  values: FormValues;
  allegati: readonly Pick<ShownAllegato, 'Id' | 'categoria'>[];
  emailConfirmed: boolean;
  login?: FormLogin | undefined;
  /** Found beyond the definition: by the server, an ente's own list or the check of a code */
  otherErrors?: FieldErrors | undefined;
};

/** The field of a form's own files, or of a category. */
export const fileField = (categoria?: string | undefined): string => (categoria ? `file_${categoria}` : 'file');

/** The form at one moment. @property salvata the person asked for the draft to be kept @property sendKey key of the one send, '' before the first draft @property message what belongs to no field */
export type FormState<S extends string = FormStep> = {
  step: S;
  values: FormValues;
  allegati: ShownAllegato[];
  sendKey: string;
  /** When the draft that is shown was changed last, '' without one; undefined: it is not asked whether another page has changed it */
  vista?: string | undefined;
  salvata?: boolean | undefined;
  /** Why the draft was not saved, and what may be kept */
  conflict?: BozzaConflict | undefined;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

/** What the page gives every form. */
export type FormProps<S extends string = FormStep> = {
  state: FormState<S>;
  token: string;
  /** The address that the citizen has confirmed, or '' */
  confirmedEmail: string;
  /** Name of the page's ente, for the title of the window */
  enteName: string;
  /** The ente that the data go to, as the subject of a sentence */
  recipient: string;
  /** Name of the ente if the host decides it; the citizen does not choose one then */
  fixedEnte: string | undefined;
  /** Address of the full privacy text */
  privacy: string;
  /** A guest may take the draft to another device */
  travels?: true | undefined;
  /** Of a citizen; left out for guests, who are most, to keep the page within the first round trip */
  login: FormLogin | undefined;
  /** `chiedi`: asks before saving. `7` days, `12` months or `0` (this browser session): how long the draft was saved for */
  draftSaving: string | undefined;
  /** The form as it is without a connection: it sends nothing, and knows nobody */
  isShell?: true;
};
