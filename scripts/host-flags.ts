/** What V8 is told when the host starts, here and in the unit of docs/deploy.md. */
export const HOST_FLAGS = [
  // Young memory, in MB: with less it is collected too often, with V8's own choice the process grows by 90 MB for no less work.
  '--max-semi-space-size=16',
];
