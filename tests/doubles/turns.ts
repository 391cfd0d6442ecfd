/** Makes a host that imports it tell, each time it gets SIGUSR2, how long its event loop was held up at most since the last time. */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  writeFileSync(process.env.TURNS_FILE ?? '', String(delay.max / 1e6));
  delay.reset();
});
