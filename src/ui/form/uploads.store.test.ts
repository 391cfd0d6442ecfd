import { beforeEach, expect, test } from 'vitest';
import type { FieldErrors } from '../../platform/errors.ts';
import { $uploads, queueUpload, waitForUploads } from './uploads.store.ts';

beforeEach(() => $uploads.set(undefined));

/** An upload that ends when the test says so. */
function heldUpload() {
  let end: (refused: FieldErrors) => void = () => {};
  let isStarted = false;
  const over = new Promise<FieldErrors>((resolve) => {
    end = resolve;
  });
  const upload = () => {
    isStarted = true;
    return over;
  };
  return { upload, end, isStarted: () => isStarted };
}
const REFUSED: FieldErrors = { file: ['rotto.pdf: Accettiamo file PDF.'] };

test('a button that waits is told why a file was refused, and the next button is not held up', async () => {
  const held = heldUpload();
  const queued = queueUpload(held.upload, () => true);
  const waiting = waitForUploads();
  held.end(REFUSED);
  await queued;

  expect(await waiting).toEqual(REFUSED);
  expect(await waitForUploads()).toEqual({});
});

test('a refusal that its field showed holds up no button', async () => {
  await queueUpload(
    async () => REFUSED,
    () => true,
  );

  expect($uploads.get()).toBeUndefined();
  expect(await waitForUploads()).toEqual({});
});

test('a refusal of a field that has left the screen is told once, at the next button', async () => {
  await queueUpload(
    async () => REFUSED,
    () => false,
  );

  expect(await waitForUploads()).toEqual(REFUSED);
  expect(await waitForUploads()).toEqual({});
});

test('files chosen while others are on their way are sent after them, and one wait covers both', async () => {
  const [first, second] = [heldUpload(), heldUpload()];
  const queued = [queueUpload(first.upload, () => true), queueUpload(second.upload, () => true)];
  const waiting = waitForUploads();
  await Promise.resolve();
  expect([first.isStarted(), second.isStarted()]).toEqual([true, false]);

  first.end(REFUSED);
  await queued[0];
  expect($uploads.get()).toBeDefined();
  second.end({ file_documento_identita: ['supera i 10 MB.'] });

  expect(await waiting).toEqual({ ...REFUSED, file_documento_identita: ['supera i 10 MB.'] });
  await queued[1];
  expect($uploads.get()).toBeUndefined();
});

test('where nothing is on its way nothing is waited for', async () => {
  expect(await waitForUploads()).toEqual({});
});
