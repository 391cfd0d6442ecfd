/** The parts of `npm run check` that other programs do: Biome for style, Astro for types, knip for what nothing uses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CheckPart } from './part.ts';

export const stylePart: CheckPart = {
  name: 'style',
  promise: 'formatted and linted (biome)',
  look: async ({ root, write }) => ({ faults: await runTool(root, 'biome', ['check', ...(write ? ['--write'] : [])]) }),
};

/** `astro check` reads the .ts and .tsx of the project as well as the .astro: `tsc` beside it would repeat its errors. */
export const typesPart: CheckPart = {
  name: 'types',
  promise: 'no error of types, Astro files included (astro check)',
  look: async ({ root }) => ({
    faults: await runTool(root, 'astro', ['check', '--minimumFailingSeverity', 'warning']),
  }),
};

/** What only its own file uses is not exported, and what nothing uses is not there. */
export const unusedPart: CheckPart = {
  name: 'unused',
  promise: 'every file and every export is used (knip)',
  look: async ({ root }) => ({ faults: await runTool(root, 'knip', []) }),
};

/** @param env what the tool reads beside the environment of this process @returns nothing when the tool finds no error, else its output */
export async function runTool(root: string, tool: string, words: string[], env = {}): Promise<string[]> {
  const child = spawn(join(root, 'node_modules/.bin', tool), words, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  const [code] = await once(child, 'close');
  return code === 0 ? [] : [said.trim() || `${tool} ended with ${code}`];
}
