import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { otpSchema } from './otp.ts';

test.each([
  ['123456', '123456'],
  ['000000', '000000'],
  [' 123 456\u00a0', '123456'],
  ['\u202a123456\u202c\n', '123456'],
])('%j is the code %s', (typed, code) => {
  expect(z.parse(otpSchema(), typed)).toBe(code);
});

test.each([
  [true],
  [0],
  [123456],
  [['123456']],
  [{ $ne: 1 }],
  ['١٢٣٤٥٦'],
  ['１２３４５６'],
  ['12345'],
  ['1234567'],
  ['12345a'],
  ['1e5000'],
  ['+12345'],
  [''],
  [null],
  [undefined],
])('%j only looks like a code', (lookAlike) => {
  expect(z.safeParse(otpSchema(), lookAlike).success).toBe(false);
});
