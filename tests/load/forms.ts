/** The pages of the bench that show the data step of each request. */
import { formOnDocuments, stepAfterPrivacy } from '../../scripts/check/visit.ts';
import { Citizen } from '../citizen.ts';
import type { LoadTable } from './measure.ts';

const ON_DOCUMENTI = ['riesame', 'rateizza-un-pagamento', 'rinegozia-un-pagamento', 'istanza-contribuente'];
const OTHER_SERVICES = ['allacciamento-lampade-votive', 'abbonamento-parcheggi', 'affissione-manifesti'];

const RICHIESTE: readonly string[] = [...ON_DOCUMENTI, ...OTHER_SERVICES];

/** The data step of every request, each with its own visitor and draft. @returns the pages by name of the service */
export async function openForms(base: string): Promise<LoadTable> {
  const pages: LoadTable = {};
  for (const servizio of RICHIESTE) {
    const citizen = new Citizen(base);
    const path = ON_DOCUMENTI.includes(servizio)
      ? await formOnDocuments(citizen, servizio)
      : await stepAfterPrivacy(citizen, `/servizio/${servizio}?passo=privacy`);
    pages[servizio] = { requests: [{ path, headers: { cookie: citizen.cookies } }] };
  }
  return pages;
}
