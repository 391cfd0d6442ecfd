/** Faults of the test pagoPA, switched on by the tester: the portal must cope with each. */
import * as z from 'zod/mini';
import { faultsPage } from './pages.ts';
import type { PagopaProvider } from './provider.ts';
import { pageResponse, problemResponse, readFields, redirectTo } from './responses.server.ts';
import { SLOW_ANSWER_MS } from './ricevute.server.ts';
import { PAGOPA_PATH } from './settings.ts';

const FAULT_NAMES = {
  nessuno: 'Nessuno: tutto risponde',
  lento: 'Risponde dopo 10 secondi, più di quanto il portale aspetta',
  limite: 'Troppe chiamate (429): chiede di aspettare 5 secondi',
  fermo: 'Fuori servizio (503)',
  spazzatura: 'Risponde con una pagina web al posto dei dati',
  altrove: 'Manda a un altro sito',
} as const;
const PLACE_NAMES = {
  tutto: 'Ovunque',
  carrelli: 'Quando si apre il pagamento',
  posizioni: 'Quando si crea un pagamento spontaneo',
  ricevute: 'Quando si chiede la ricevuta',
  elenco: 'Quando si legge l’elenco delle ricevute',
  flussi: 'Quando si leggono i flussi di rendicontazione',
} as const;
type FaultKind = keyof typeof FAULT_NAMES;
export type FaultPlace = keyof typeof PLACE_NAMES;

const faultSetting = z.object({
  fault: z.custom<FaultKind>((name) => typeof name === 'string' && Object.hasOwn(FAULT_NAMES, name)),
  place: z.custom<FaultPlace>((name) => typeof name === 'string' && Object.hasOwn(PLACE_NAMES, name)),
});
type FaultSetting = z.infer<typeof faultSetting>;

const NO_FAULT: FaultSetting = { fault: 'nessuno', place: 'tutto' };

const readSetting = async ({ memory }: PagopaProvider): Promise<FaultSetting> =>
  (await memory.read('ambiente', 'guasto', z.catch(faultSetting, NO_FAULT)))?.dati ?? NO_FAULT;

/** @returns the faulty answer, if this service is to give one; a slow one waits here and then answers well */
export async function faultyAnswer(
  provider: PagopaProvider,
  servizio: Exclude<FaultPlace, 'tutto'>,
): Promise<Response | undefined> {
  const { fault, place } = await readSetting(provider);
  if (place !== 'tutto' && place !== servizio) return undefined;
  switch (fault) {
    case 'lento':
      await provider.wait(SLOW_ANSWER_MS);
      return undefined;
    case 'limite': {
      const response = problemResponse(429, 'Too many requests', 'Rate limit is exceeded');
      response.headers.set('retry-after', '5');
      return response;
    }
    case 'fermo':
      return problemResponse(503, 'Service unavailable', 'The service is unavailable');
    case 'spazzatura':
      return new Response('<!doctype html><title>Manutenzione</title><p>Torniamo presto.</p>', {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      });
    case 'altrove':
      return redirectTo('https://altrove.example/c/1', 302);
    default:
      return undefined;
  }
}

/** The page with the switches. */
export async function answerFaults(provider: PagopaProvider, request: Request): Promise<Response> {
  if (request.method !== 'POST')
    return pageResponse(200, faultsPage(await readSetting(provider), { faults: FAULT_NAMES, places: PLACE_NAMES }));
  const form = await readFields(request);
  const [fault, place] = [String(form.get('guasto')), String(form.get('dove'))];
  if (!Object.hasOwn(FAULT_NAMES, fault) || !Object.hasOwn(PLACE_NAMES, place)) {
    return pageResponse(422, faultsPage(await readSetting(provider), { faults: FAULT_NAMES, places: PLACE_NAMES }));
  }
  await provider.memory.write('ambiente', 'guasto', { dati: { fault, place }, quando: provider.now() });
  return redirectTo(provider.publicUrl + PAGOPA_PATH);
}
