/** How a case ends: by a conclusion, by a decision, or by a visit to the office, which then concludes it. Pure. */
import type { PortalHouse } from '../../../context.ts';
import { serviceOf } from '../ente/servizi.ts';
import type { PraticaEnding, TipoPratica } from './stati.ts';

/** A report is concluded, and so is a request whose service says so; every other request is decided on. */
export const endingOf = (
  services: PortalHouse['services'],
  { tipo, codice }: { tipo: TipoPratica; codice: string },
): PraticaEnding => (tipo === 'segnalazione' ? 'conclusione' : (serviceOf(services, codice)?.ending ?? 'decisione'));
