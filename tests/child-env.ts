/** What every process that a test starts has of the environment of the tests. */
import { join } from 'node:path';

/** With the code that Node has compiled once: a run starts the portal and its commands some hundred times. */
export const CHILD_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'),
};
