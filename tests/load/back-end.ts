/** The back end behind the portal of the bench: the double of a Laravel application, before a portal in a process of its own. */
import { laravelDouble } from '../doubles/laravel.ts';
import { portal } from '../portal.ts';

const { PORT, PUBLIC_URL = '' } = process.env;
const behind = await portal({ PUBLIC_URL, TRUST_PROXY: '1', LIMITS_FACTOR: '1000000' });
const double = await laravelDouble(behind, { port: Number(PORT) });
process.once('SIGTERM', async () => {
  await double.close();
  await behind.end();
});
console.log('pronto');
