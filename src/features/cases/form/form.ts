/** The types of a form that services, page and island agree on: its description, what was typed, its state. */
import type * as z from 'zod/mini';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import type { FileCategoria } from '../allegati/file-limits.ts';
import type { TipoPratica } from '../pratica/stati.ts';
import type { RESIDENZA } from '../utente/utente.contract.ts';
import type { FormSteps } from './steps.ts';

/** As typed, by the names of the fields; kept in the draft. */
export type FormValues = Record<string, string>;

export type FormStep = 'privacy' | 'dati' | 'riepilogo';

/** Said where the privacy text was not accepted, by the form and by the call. */
export const PRIVACY_REQUIRED = 'Per continuare dichiara di aver letto l’informativa sulla privacy.';

/**
 * One form of the portal: what its page and its island show, and what it is checked by; the same steps, rules and words in both.
 */
export type FormDefinition = {
  /** Path of its page; its draft and files are kept under it */
  path: string;
  /** Name of the service, in titles */
  servizio: string;
  /** What it opens */
  tipo: TipoPratica;
  /** Name of the second step */
  dataStep: string;
  /** Fields of that step from top to bottom, `file` and `otp` among them: errors are told in this order, the others are kept */
  fieldNames: readonly string[];
  /** Categories of files beside the form's own, each in a field of its own, `file_{categoria}`; and the words of a send that misses it */
  categorie?: Readonly<Partial<Record<FileCategoria, string>>>;
  /** What to attach, said beside the field and where there is no file of the form's own; without it files are the citizen's choice */
  fileRequirement?: string;
  /** The boxes of the second step, each '': one that is not ticked is not sent */
  boxes?: FormValues;
  /** Field at which the error of another name is shown */
  shownAt?: Record<string, string>;
  /** Fields that take the residence of a citizen who is logged in, by what the profile calls its parts */
  residenza?: Readonly<Record<(typeof RESIDENZA)[number], string>>;
  /** Fields that a link to the form may fill in */
  linkFields?: readonly string[];
  /** When they are pages of their own; else they stand in the query of one */
  steps?: FormSteps<FormStep>;
  /** Checks what is sent but for the privacy text */
  schema: z.ZodMiniType;
  /** What is sent, made of what stands in the fields; without it they are sent as they are */
  body?(values: FormValues): Record<string, unknown>;
  /** What the schema cannot see: files that a role calls for */
  alsoWrong?(filled: FilledForm, definition: FormDefinition): FieldErrors;
};

/**
 * What has been filled in so far. @property emailConfirmed is the e-mail in `values` confirmed by its code?
 * @property identita is a citizen logged in?
 */
export type FilledForm = {
  values: FormValues;
  allegati: readonly Pick<ShownAllegato, 'Id' | 'categoria'>[];
  emailConfirmed: boolean;
  identita?: boolean | undefined;
};

/** The field of a form's own files, or of a category. */
export const fileField = (categoria?: string | undefined): string => (categoria ? `file_${categoria}` : 'file');

/** The form at one moment. @property sendKey key of the one send, '' before the first draft @property message what belongs to no field */
export type FormState = {
  step: FormStep;
  values: FormValues;
  allegati: ShownAllegato[];
  sendKey: string;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

/** What the page gives every form. */
export type FormProps = {
  state: FormState;
  token: string;
  /** The address whose code was typed right, or '' */
  confirmedEmail: string;
  /** Name of the page's body, for the title of the window */
  enteName: string;
  /** Name of the body when the host decides it: then nobody chooses */
  fixedEnte: string | undefined;
  /** Address of the full privacy text */
  privacy: string;
  /** Name and tax code come from the login: nobody changes them here */
  identita: boolean | undefined;
  /** `chiedi`: the question before saving; else days (7), months (12) or 0 for which it was saved */
  draftSaving: string | undefined;
};
