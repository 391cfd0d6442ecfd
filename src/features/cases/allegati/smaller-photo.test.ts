import { expect, test } from 'vitest';
import { shrunkSides } from './smaller-photo.ts';

test('a large photo keeps its proportion, and its longest side becomes 2560 pixels', () => {
  expect(shrunkSides({ width: 4000, height: 3000 })).toEqual({ width: 2560, height: 1920 });
  expect(shrunkSides({ width: 3000, height: 4000 })).toEqual({ width: 1920, height: 2560 });
  expect(shrunkSides({ width: 16_000, height: 1000 })).toEqual({ width: 2560, height: 160 });
});

test('a photo within the limit keeps its sides', () => {
  expect(shrunkSides({ width: 2560, height: 1440 })).toEqual({ width: 2560, height: 1440 });
  expect(shrunkSides({ width: 1, height: 1 })).toEqual({ width: 1, height: 1 });
});
