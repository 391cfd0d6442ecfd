/** The back end behind the portal of the bench: the double of a Laravel application, in a process of its own. */
import { sanctumServer } from '../doubles/sanctum.ts';

await sanctumServer({ port: Number(process.env.PORT), stateful: ['127.0.0.1:*'], lenientBot: true });
console.log('pronto');
