/**
 * The one error of the portal. Handlers throw it, the API and the pages turn it into a status and Italian words; browser and
 * server read it in the same shape.
 */
export type ErrorCode = keyof typeof PORTAL_ERRORS;

/**
 * Code → HTTP status and the words a citizen reads unless the throwing code gives its own (product rule: never a status alone).
 */
export const PORTAL_ERRORS = {
  anonymous: { status: 401, message: 'Per continuare devi accedere.' },
  forbidden: { status: 403, message: 'Questa operazione non ti è consentita.' },
  not_found: { status: 404, message: 'Non abbiamo trovato quello che cerchi.' },
  conflict: { status: 409, message: 'In questo momento l’operazione non è possibile.' },
  too_large: { status: 413, message: 'I dati inviati sono troppo grandi.' },
  wrong_type: { status: 415, message: 'Questo tipo di contenuto non è accettato.' },
  token: {
    status: 419,
    message: 'La pagina è rimasta aperta troppo a lungo. Riprova: quello che hai scritto è ancora qui.',
  },
  invalid: { status: 422, message: 'Alcuni dati non sono corretti.' },
  too_many: { status: 429, message: 'Hai fatto troppi tentativi.' },
  failed: { status: 500, message: 'Non siamo riusciti a completare l’operazione. Riprova tra poco.' },
  send_failed: { status: 502, message: 'Non siamo riusciti a inviare il messaggio. Riprova tra poco.' },
  unavailable: { status: 503, message: 'Il servizio non è disponibile in questo momento. Riprova tra poco.' },
} as const;

/** Field name → sentences, the first of which is shown. */
export type FieldErrors = Record<string, string[]>;

/**
 * The errors of a schema, in the same shape for server and browser.
 * @returns field name → sentences; a nested field is named by its path with dots, the whole by `_`
 */
export function fieldErrors(error: { issues: readonly { path: PropertyKey[]; message: string }[] }): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const name = issue.path.join('.') || '_';
    fields[name] = [...(fields[name] ?? []), issue.message];
  }
  return fields;
}

export const hasNoErrors = (fields: FieldErrors = {}): boolean => Object.keys(fields).length === 0;

/** @throws PortalError `invalid` when a field is wrong */
export function requireNoErrors(fields: FieldErrors): void {
  if (!hasNoErrors(fields)) throw new PortalError('invalid', { fields });
}

/** @property reason distinguishes errors of one status for programs: PAGAMENTO_DUPLICATO */
export type ErrorDetail = {
  message?: string | undefined;
  fields?: FieldErrors | undefined;
  retryAfter?: number | undefined;
  reason?: string | undefined;
  cause?: unknown;
};

/** What is away may be back after so many seconds, unless the throwing code knows better. */
const AWAY_SECONDS = 5;

/** @property retryAfter seconds to wait, with code `too_many`, and always with `unavailable` */
export class PortalError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;
  readonly reason: string | undefined;

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    const wait =
      code === 'too_many' && !detail.message && detail.retryAfter ? ` ${waitInWords(detail.retryAfter)}` : '';
    super((detail.message ?? PORTAL_ERRORS[code].message) + wait, { cause: detail.cause });
    this.name = 'PortalError';
    this.code = code;
    this.fields = detail.fields;
    this.retryAfter = detail.retryAfter ?? (code === 'unavailable' ? AWAY_SECONDS : undefined);
    this.reason = detail.reason;
  }

  get status(): number {
    return PORTAL_ERRORS[this.code].status;
  }
}

/** Whether what was asked of is away, and may be back soon: the store, a provider, a server of mails. */
export const isAway = (error: unknown): error is PortalError =>
  error instanceof PortalError && error.code === 'unavailable';

/** @param seconds how long to wait @returns an Italian sentence, rounded up so that the citizen does not come back too early */
export function waitInWords(seconds: number): string {
  if (seconds < 60) return `Riprova tra ${seconds === 1 ? 'un secondo' : `${seconds} secondi`}.`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `Riprova tra ${minutes === 1 ? 'un minuto' : `${minutes} minuti`}.`;
  const hours = Math.ceil(minutes / 60);
  return `Riprova tra ${hours === 1 ? 'un’ora' : `${hours} ore`}.`;
}
