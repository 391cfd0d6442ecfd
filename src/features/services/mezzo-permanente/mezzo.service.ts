/** Declarations of permanent advertising devices: the service as one row. */
import { service } from '../../../service.ts';
import { mezzi } from './effetto.server.ts';
import { operations as elenco } from './elenco-dichiarazioni.contract.ts';
import { handlers as elencoHandlers } from './elenco-dichiarazioni.server.ts';
import { operations } from './mezzo.contract.ts';
import { handlers } from './mezzo.server.ts';
import { schemaOffertaMezzi } from './offerta.ts';

const path = '/servizio/mezzo-permanente';
const name = 'Mezzi pubblicitari permanenti';
const variazione = '/servizio/variazione-cessazione-mezzo-pubblicitario';

export const mezzo = service({
  codes: { SF100: 'Nuovo mezzo pubblicitario', SF110: 'Variazione o cessazione di un mezzo pubblicitario' },
  path,
  alsoAt: [variazione],
  card: {
    group: 'Città e territorio',
    name,
    text: 'Insegne, cartelli, tende, pubblicità sui veicoli: dichiara quelli nuovi, quelli che cambiano e quelli che non ci sono più.',
  },
  screens: [
    { path, title: name, login: 'optional', botCheck: false, form: 'text' },
    // A step that has no declaration yet: back to the beginning.
    { path: `${path}/{step}`, title: name, login: 'optional', botCheck: false },
    { path: `${path}/{step}/{id}`, title: name, login: 'optional', botCheck: false, form: 'file' },
    { path: variazione, title: 'Variazione o cessazione di un mezzo pubblicitario', login: 'no', botCheck: false },
  ],
  offers: { SF100: { schema: schemaOffertaMezzi } },
  decision: mezzi,
  operations: { ...operations, ...elenco },
  handlers: { ...handlers, ...elencoHandlers },
});
