import { formOnDocuments, stepAfterPrivacy } from '../../scripts/check/visit.ts';
import { Citizen } from '../citizen.ts';
import type { Loads } from './measure.ts';

const SU_DOCUMENTI = ['riesame', 'rateizza-un-pagamento', 'rinegozia-un-pagamento', 'istanza-contribuente'];
const ALTRI = ['allacciamento-lampade-votive', 'abbonamento-parcheggi', 'affissione-manifesti'];

const RICHIESTE: readonly string[] = [...SU_DOCUMENTI, ...ALTRI];

/** The data step of every request, each with a visitor and a draft of its own. @returns by name of the service */
export async function moduli(base: string): Promise<Loads> {
  const pagine: Loads = {};
  for (const servizio of RICHIESTE) {
    const citizen = new Citizen(base);
    const path = SU_DOCUMENTI.includes(servizio)
      ? await formOnDocuments(citizen, servizio)
      : await stepAfterPrivacy(citizen, `/servizio/${servizio}?passo=privacy`);
    pagine[servizio] = { requests: [{ path, headers: { cookie: citizen.cookies } }] };
  }
  return pagine;
}
