/** What can be done with a document, and where: a link is shown only once its screen exists. Pure. */
import { SCREENS } from '../../routes.ts';
import { AZIONI, type AzioneDocumento, azioniDocumento } from '../posizione/documenti.ts';
import type { Documento } from '../posizione/posizione.contract.ts';

/** Path of the screen of each action, as it stands in the table of routes. */
const SCHERMI: Readonly<Record<AzioneDocumento, string>> = {
  paga: '/servizio/paga-online',
  rateizza: '/servizio/rateizza-un-pagamento/{ws_service}/{docs}',
  rinegozia: '/servizio/rinegozia-un-pagamento/{ws_service}/{docs}',
  riesame: '/servizio/riesame/{ws_service}/{docs}',
  istanza: '/servizio/istanza-contribuente/{ws_service}/{docs}',
};

type Riga = Pick<Documento, 'numero' | 'sistema' | 'azioni' | 'numero_avviso'>;
export type AzioneMostrata = { azione: AzioneDocumento; nome: string; href: string };

/**
 * The links of a document, the more usual first.
 * @param scelte `dominioEC`: tax code of the body, for the payment; `prima`: the action somebody came for stands first
 * @param screens paths of the screens there are
 */
export function azioniDi(
  documento: Riga,
  scelte: { dominioEC?: string | undefined; prima?: AzioneDocumento | undefined } = {},
  screens: ReadonlySet<string> = ESISTENTI,
): AzioneMostrata[] {
  return azioniDocumento
    .filter((azione) => documento.azioni.includes(azione) && screens.has(SCHERMI[azione]))
    .toSorted((a, b) => +(b === scelte.prima) - +(a === scelte.prima))
    .map((azione) => ({ azione, nome: AZIONI[azione], href: indirizzo(azione, documento, scelte.dominioEC) }));
}

function indirizzo(azione: AzioneDocumento, { sistema, numero, numero_avviso }: Riga, dominioEC?: string): string {
  if (azione === 'paga') {
    const query = new URLSearchParams({ ...(numero_avviso && { numero_avviso }), ...(dominioEC && { dominioEC }) });
    return `${SCHERMI.paga}?${query}`;
  }
  return SCHERMI[azione]
    .replace('{ws_service}', encodeURIComponent(sistema))
    .replace('{docs}', encodeURIComponent(numero));
}

const ESISTENTI: ReadonlySet<string> = new Set(SCREENS.map((s) => s.path));
