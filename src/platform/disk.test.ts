import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { warnOfLittleRoom } from './disk.server.ts';

const linesFor = async (least: number) => {
  const lines: string[] = [];
  await warnOfLittleRoom(tmpdir(), { least, write: (line) => lines.push(line) });
  return lines.map((line) => JSON.parse(line));
};

test('the log says when little room is left on disk, and how much', async () => {
  const warning = {
    time: expect.any(String),
    level: 'warn',
    message: 'little room left on disk',
    free_mb: expect.any(Number),
  };
  expect(await linesFor(Number.MAX_SAFE_INTEGER)).toEqual([warning]);
  expect(await linesFor(0)).toEqual([]);
});
