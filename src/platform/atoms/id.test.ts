import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { idSchema } from './id.ts';

test.each(['1', 'A-z_0123456789ab', 'a'.repeat(100), '3f2504e0-4f89-41d3-9a0c-0305e82c3301'])('%s is an id', (id) => {
  expect(z.parse(idSchema(), id)).toBe(id);
});

test.each([
  'a'.repeat(101),
  '../../etc/passwd1',
  '169.254.169.254/',
  '@evil.example.org',
  'aaaaaaaaaaaaaaaa\n',
  ' aaaaaaaaaaaaaaaa',
  'aaaaaaaaaaaaaaa%00',
  'ааааааааааааааааа',
  "aaaaaaaaaaaaaaaa' OR 1",
  '',
])('%j is refused', (id) => {
  expect(z.safeParse(idSchema(), id).success).toBe(false);
});
