/** One part of `npm run check`: what it holds, and how it looks. */
export type CheckPart = {
  name: string;
  /** What is promised when it passes */
  promise: string;
  /** @returns what is wrong, a line each (none: it passes), and what to show in either case */
  look(options: CheckOptions): Promise<CheckResult>;
};

export type CheckOptions = {
  /** Absolute path of the project, with a final slash */
  root: string;
  /** Write what is generated instead of comparing it */
  write: boolean;
};

export type CheckResult = { faults: string[]; notes?: string[] };
