/** The V8 flags of the host, used by `npm start` and by the unit of docs/deploy.md. */
export const HOST_FLAGS = [
  // Young generation, in MB: with less it is collected too often; with V8's default the process grows by 90 MB for no more work.
  '--max-semi-space-size=16',
];
