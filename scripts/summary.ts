/** @returns the numbers of the last line `N passed, N failed`; a run with a bad exit code has at least one failure */
export function countResults(said: string, ended: boolean): { passed: number; failed: number } {
  const last = [...said.matchAll(/^(\d+) passed, (\d+) failed\s*$/gm)].at(-1);
  const [passed, failed] = [Number(last?.[1] ?? 0), Number(last?.[2] ?? 0)];
  return { passed, failed: ended ? failed : Math.max(1, failed) };
}
