/**
 * An error marked by the client as a failed call, so that it is not reported as a bug.
 * @property status of the answer; 0 when there was none (no network, time-out)
 */
export class CallError extends Error {
  readonly status: number;

  constructor(message: string, status: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'CallError';
    this.status = status;
  }
}
