/** What can be done with a document, and where. Pure. */
import type { House } from '../../../context.ts';
import { actionsOn } from '../../cases/posizione/azioni.ts';
import type { Documento } from '../../cases/posizione/posizione.contract.ts';

type Riga = Pick<Documento, 'numero' | 'sistema' | 'azioni' | 'numero_avviso'>;
export type AzioneMostrata = { azione: string; nome: string; href: string };

/**
 * The links of a document, the more usual first.
 * @param scelte `dominioEC`: tax code of the municipality, for the payment; `prima`: the action somebody came for stands first
 */
export const azioniDi = (
  services: House['services'],
  documento: Riga,
  scelte: { dominioEC?: string | undefined; prima?: string | undefined } = {},
): AzioneMostrata[] =>
  actionsOn(services)
    .filter(({ action }) => documento.azioni.includes(action))
    .toSorted((a, b) => +(b.action === scelte.prima) - +(a.action === scelte.prima))
    .map(({ action, label, link }) => ({ azione: action, nome: label, href: link(documento, scelte.dominioEC) }));
