import { expect, test } from 'vitest';
import { createQuota } from './quota.ts';

const rig = () => {
  let at = 0;
  return { quota: createQuota(() => at), pass: (ms: number) => (at += ms) };
};

test('a key takes 150 requests in five seconds, and says how long to wait for more', () => {
  const { quota, pass } = rig();
  for (let n = 0; n < 50; n++) expect(quota.take('uno', 2)).toBe(0);
  pass(2000);
  for (let n = 0; n < 25; n++) expect(quota.take('uno', 2)).toBe(0);
  expect(quota.take('uno', 2)).toBe(3000);
  expect(quota.take('altro', 2)).toBe(0);
  pass(3000);
  expect(quota.take('uno', 2)).toBe(0);
});

test('what may use a part of it leaves the rest to others', () => {
  const { quota } = rig();
  for (let n = 0; n < 75; n++) expect(quota.take('uno', 1, 0.5)).toBe(0);
  expect(quota.take('uno', 1, 0.5)).toBe(5000);
  expect(quota.take('uno', 2)).toBe(0);
});

test('a key that was asked to wait takes nothing until then', () => {
  const { quota, pass } = rig();
  quota.pause('uno', 7000);
  expect(quota.take('uno', 1)).toBe(7000);
  pass(7000);
  expect(quota.take('uno', 1)).toBe(0);
});
