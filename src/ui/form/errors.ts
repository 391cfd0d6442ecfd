/** Messages by field name, as the contract's check returns them, with the names in the order of the form. */
export type FormErrors = Record<string, string[] | undefined>;

/** The message to show beside a field: the first of its errors, undefined when there is none. */
export function firstErrorOf(errors: FormErrors | undefined, name: string): string | undefined {
  return errors?.[name]?.[0];
}

/** First message of each field that has one, in the order of the keys. */
export function firstErrors(errors: FormErrors | undefined): { name: string; message: string }[] {
  return Object.keys(errors ?? {}).flatMap((name) => {
    const message = firstErrorOf(errors, name);
    return message ? [{ name, message }] : [];
  });
}
