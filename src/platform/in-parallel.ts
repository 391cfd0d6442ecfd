/** Waits for several things at once, each under its name. */

/** @returns what each has become @throws what the first that fails throws */
export async function inParallel<T extends Record<string, unknown>>(
  named: T,
): Promise<{ [Name in keyof T]: Awaited<T[Name]> }> {
  const become = await Promise.all(Object.entries(named).map(async ([name, value]) => [name, await value]));
  return Object.fromEntries(become);
}
