/** The callers of a call, and what it takes and costs beside its fields, in English sentences: for docs/api.md and the OpenAPI document. */
import type { ApiOperation, CallAccess, CallBrake } from './contract.ts';

const CALLER_WORDS: Readonly<Record<CallAccess, string>> = {
  anyone: 'Needs no login.',
  login: 'Needs a login.',
  citizen: 'Needs the login of a citizen.',
  operator: 'Needs the login of an operator.',
  administrator: 'Needs the login of an administrator of the ente.',
};

/** @returns who may make it */
export const callersInWords = ({ access, scope }: ApiOperation): string[] => [
  CALLER_WORDS[access],
  ...(scope ? [`A program makes it with a key that opens \`${scope}\`.`] : []),
];

/** @returns what it takes and costs, a sentence each */
export const factsInWords = ({ creates, bot, upload, anyOrigin, brakes = [] }: ApiOperation): string[] => [
  ...(creates ? ['Creates: takes an idempotency key.'] : []),
  ...(bot === 'spent' ? ['Spends a bot-check token.'] : []),
  ...(bot === 'checked' ? ['Takes a bot-check token; without one it goes through.'] : []),
  ...(upload ? [`Takes a file of up to ${upload / 1024 / 1024} MB, as multipart.`] : []),
  ...(anyOrigin ? ['Pages of every site may read it.'] : []),
  ...brakes.map(brakeInWords),
];

const COUNTED_BY = { visitor: 'a visitor', address: 'a network address' } as const;

const brakeInWords = ({ by, times, minutes }: CallBrake) =>
  `At most ${times} in ${minutes} minutes for ${COUNTED_BY[by]}.`;
