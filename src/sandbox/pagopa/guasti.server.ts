/** Faults of the test pagoPA, switched on by who tests: the portal must cope with each. */
import type { Banco } from './banco.ts';
import { paginaGuasti } from './pagina.ts';
import { ATTESA_MS } from './ricevute.server.ts';
import { altrove, campiDi, pagina, problema } from './risposte.server.ts';
import { PAGOPA_PATH } from './settings.ts';

export const GUASTI = {
  nessuno: 'Nessuno: tutto risponde',
  lento: 'Risponde dopo 10 secondi, più di quanto il portale aspetta',
  limite: 'Troppe chiamate (429): chiede di aspettare 5 secondi',
  fermo: 'Fuori servizio (503)',
  spazzatura: 'Risponde con una pagina web al posto dei dati',
  altrove: 'Manda a un altro sito',
} as const;
export const DOVE = {
  tutto: 'Ovunque',
  carrelli: 'Quando si apre il pagamento',
  posizioni: 'Quando si crea un pagamento spontaneo',
  ricevute: 'Quando si chiede la ricevuta',
} as const;
export type Guasto = keyof typeof GUASTI;
export type Dove = keyof typeof DOVE;
type Ambiente = { guasto: Guasto; dove: Dove };

const SANO: Ambiente = { guasto: 'nessuno', dove: 'tutto' };

const letto = async ({ memoria }: Banco): Promise<Ambiente> =>
  ((await memoria.leggi('ambiente', 'guasto'))?.dati as Ambiente | undefined) ?? SANO;

/** @returns the faulty answer, if this service has to give one; a slow one is slow here and then answers well */
export async function guasto(banco: Banco, servizio: Exclude<Dove, 'tutto'>): Promise<Response | undefined> {
  const { guasto, dove } = await letto(banco);
  if (dove !== 'tutto' && dove !== servizio) return undefined;
  switch (guasto) {
    case 'lento':
      await banco.attendi(ATTESA_MS);
      return undefined;
    case 'limite': {
      const risposta = problema(429, 'Too many requests', 'Rate limit is exceeded');
      risposta.headers.set('retry-after', '5');
      return risposta;
    }
    case 'fermo':
      return problema(503, 'Service unavailable', 'The service is unavailable');
    case 'spazzatura':
      return new Response('<!doctype html><title>Manutenzione</title><p>Torniamo presto.</p>', {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    case 'altrove':
      return altrove('https://altrove.example/c/1', 302);
    default:
      return undefined;
  }
}

/** The page with the switches. */
export async function rispondiGuasti(banco: Banco, request: Request): Promise<Response> {
  if (request.method !== 'POST') return pagina(200, paginaGuasti(await letto(banco), { GUASTI, DOVE }));
  const form = await campiDi(request);
  const [scelto, dove] = [String(form.get('guasto')), String(form.get('dove'))];
  if (!Object.hasOwn(GUASTI, scelto) || !Object.hasOwn(DOVE, dove)) {
    return pagina(422, paginaGuasti(await letto(banco), { GUASTI, DOVE }));
  }
  await banco.memoria.scrivi('ambiente', 'guasto', { dati: { guasto: scelto, dove }, quando: banco.now() });
  return altrove(banco.publicUrl + PAGOPA_PATH);
}
