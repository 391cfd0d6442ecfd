/** What can be done with a document, and where. Pure. */
import type { PortalHouse } from '../../../context.ts';
import { actionsOn } from '../../cases/posizione/azioni.ts';
import type { Documento } from '../../cases/posizione/posizione.contract.ts';

type DocumentoRow = Pick<Documento, 'numero' | 'sistema' | 'azioni' | 'numero_avviso'>;
export type AzioneLink = { azione: string; name: string; href: string };

/**
 * The links of a document, the more usual first.
 * @param dominioEC tax code of the municipality, for the payment
 */
export const azioniOf = (
  services: PortalHouse['services'],
  documento: DocumentoRow,
  dominioEC?: string,
): AzioneLink[] =>
  actionsOn(services)
    .filter(({ action }) => documento.azioni.includes(action))
    .map(({ action, label, link }) => ({ azione: action, name: label, href: link(documento, dominioEC) }));
