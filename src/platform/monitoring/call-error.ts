/**
 * A call that failed: marked by the client that made it, so that nobody takes it for a bug.
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
