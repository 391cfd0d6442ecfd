/** Loaded into a host before its own code (`--import`, with `--expose-gc`): at SIGUSR2 it tidies its memory and says what is left. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  console.log(`heap ${process.memoryUsage().heapUsed}`);
});
