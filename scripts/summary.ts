/** @returns the numbers of the last line `N passed, N failed`; a run that ended badly and counted no failure has one all the same */
export function countResults(said: string, ended: boolean): { passed: number; failed: number } {
  const last = [...said.matchAll(/^(\d+) passed, (\d+) failed\s*$/gm)].at(-1);
  const [passed, failed] = [Number(last?.[1] ?? 0), Number(last?.[2] ?? 0)];
  return { passed, failed: ended ? failed : Math.max(1, failed) };
}
