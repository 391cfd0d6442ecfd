import { expect, test } from 'vitest';
import { PortalError } from '../errors.ts';
import { silentMonitoring } from './monitoring.server.ts';

const where = { route: '/segnalazione', operation: 'segnalazioneNew' };

function listening() {
  const lines: string[] = [];
  return { lines, monitoring: silentMonitoring((line) => lines.push(line)) };
}

test('a bug is one log line with its place and its stack, once', () => {
  const { lines, monitoring } = listening();
  const bug = new TypeError('x is not a function');
  monitoring.report(bug, where);
  monitoring.report(bug, where);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...where,
    level: 'error',
    name: 'TypeError',
    message: bug.message,
  });
  expect(lines[0]).toContain('monitoring.server.test.ts');
});

test('errors of calls leave no log line', () => {
  const { lines, monitoring } = listening();
  monitoring.report(new PortalError('not_found'), where);
  monitoring.report(new PortalError('unavailable'), where);
  expect(lines).toEqual([]);
});

test('neither line breaks nor terminal codes nor personal data get into the log', () => {
  const { lines, monitoring } = listening();
  monitoring.report(new Error('a\r\n{"level":"ok"}\u001b[31m\u009b31m\u2028 anna@posta.it'), where);
  monitoring.report('anna@posta.it', { route: '/segnalazione/chat/anna@posta.it/Zk7?x=1' });
  for (const line of lines) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for these characters
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028]|anna|Zk7/);
    JSON.parse(line);
  }
  expect(lines).toHaveLength(2);
});

test('without a provider a span only runs its work', async () => {
  const { monitoring } = listening();
  expect(await monitoring.span('/segnalazione', () => Promise.resolve(7))).toBe(7);
  await monitoring.flush(1);
});
