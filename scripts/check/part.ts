/** The type of one part of `npm run check`: its promise, and the function that checks it. */
export type CheckPart = {
  name: string;
  /** The promise that holds when it passes */
  promise: string;
  /** @returns the errors, a line each (none: it passes), and lines to print in either case */
  look(options: CheckOptions): Promise<CheckResult>;
};

export type CheckOptions = {
  /** Absolute path of the project, with a final slash */
  root: string;
  /** Write generated files instead of comparing them */
  write: boolean;
};

export type CheckResult = { faults: string[]; notes?: string[] };
