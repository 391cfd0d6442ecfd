/** A test waits for what it needs. Where time itself is what it needs, it says so beside the pause. */
import type { CheckPart } from './part.ts';
import { readTree } from './sources.ts';

const PAUSE = /\bwaitForTimeout\(|(?<![.\w])(?:pause|sleep|pg_sleep)\(|=> setTimeout\(\w+, /;

/** @returns a sentence for each pause without a reason on its line or on the one before */
export function barePauses(path: string, text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, i) => {
    const isBare = PAUSE.test(line) && ![line, lines[i - 1] ?? ''].some((near) => near.includes('//'));
    return isBare
      ? [`${path}:${i + 1}: a pause without a reason: wait for what is needed, or say why it takes time`]
      : [];
  });
}

export const pausesPart: CheckPart = {
  name: 'pauses',
  promise: 'tests wait for what they need, and no fixed time without a reason',
  look: async ({ root }) => {
    const files = ['src', 'scripts', 'tests'].flatMap((folder) => [...readTree(root, folder)]);
    const tests = files.filter(([path]) => /^tests\/(?!load\/)|\.test\.tsx?$/.test(path));
    return { faults: tests.flatMap(([path, text]) => barePauses(path, text)) };
  },
};
