/** What V8 is told when the host starts, here and in the unit of docs/deploy.md. */
export const HOST_FLAGS = [
  // Young memory, in MB: less is collected too often, more stays with the process.
  '--max-semi-space-size=16',
  // V8 would put what once lived long straight into old memory, where it holds its whole request (decision 7).
  '--no-allocation-site-pretenuring',
];
