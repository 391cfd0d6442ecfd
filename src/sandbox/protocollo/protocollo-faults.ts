/** How the test protocol answers, as the tester chooses. */
import * as z from 'zod/mini';

export const PROTOCOL_FAULTS = {
  nessuno: 'Registra subito',
  tardi: 'Prende la richiesta, e dice il numero un minuto dopo',
  fermo: 'Fuori servizio (503)',
  lento: 'Risponde dopo 12 secondi, più di quanto il portale aspetta',
  ripete: 'Dà un numero nuovo ogni volta che la stessa richiesta torna',
  altra: 'Risponde per un’altra pratica',
  rifiuta: 'Rifiuta la richiesta (422)',
  spazzatura: 'Risponde con una pagina web al posto dei dati',
} as const;
export type ProtocolFault = keyof typeof PROTOCOL_FAULTS;

export const isProtocolFault = (name: unknown): name is ProtocolFault =>
  typeof name === 'string' && Object.hasOwn(PROTOCOL_FAULTS, name);

export const protocolFaultSetting = z.catch(z.object({ fault: z.custom<ProtocolFault>(isProtocolFault) }), {
  fault: 'nessuno',
});
