/** Notes the processor time of each file of unit tests, when it is measured where the time goes. */
import { afterAll } from 'vitest';
import { processorMs } from './processor.ts';
import { TIMES_FILE } from './test-times.ts';

if (TIMES_FILE) {
  const before = processorMs();
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook needs
  afterAll(({}, suite) => {
    suite.file.meta.processor = processorMs() - before;
  });
}
