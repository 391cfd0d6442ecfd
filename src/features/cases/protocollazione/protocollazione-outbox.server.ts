/** Delivers what is to be registered: documents first, then the request, until the protocol of the ente has answered with a number. */
import { ctxOf, type OutboxDelivery, type PortalHouse } from '../../../context.ts';
import { isAway } from '../../../platform/errors.ts';
import { deliveryOf } from '../../../platform/outbox.server.ts';
import { NotYet } from '../../../platform/outbox-retry.server.ts';
import { ProtocolError, type ProtocolPlace, type ProtocolPort } from '../../../platform/protocol.ts';
import type { SistemaProtocollo } from '../../../store/tables.ts';
import { type AskedProtocollo, changeProtocollo, findAsked, findSistema } from '../protocollo/protocolli.db.ts';
import { PROTOCOLLO_RICHIESTA } from '../protocollo/protocollo-outbox.ts';
import { openProtocolKey } from '../protocollo/sistema-protocollo.server.ts';
import { buildRequest } from './protocol-request.server.ts';
import { storeAnswer } from './protocollo-answer.server.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;
const SHORTEST_WAIT = 10 * SECOND_MS;
/** The wait grows with the age of what waits, by this part of it: after an hour it is six minutes, and an hour at the longest, for good. */
const WAIT_PART = 0.1;
/** A system that has not answered so often in a row is left alone for a while, whatever else waits for it. */
const MAX_FAULTS = 3;
const PAUSE_MS = 10 * SECOND_MS;
/** The last document that begins to leave in one attempt, since a delivery may take 30 seconds in all. */
const UPLOADS_MS = 4 * SECOND_MS;

/** Of each system, in this process, by its ente and address: faults in a row, and until when it is left alone. */
const systemTroubles = new Map<string, { faults: number; until: number }>();

export const PROTOCOLLO_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(PROTOCOLLO_RICHIESTA, async ({ evento }, house) => {
    const asked = await findAsked(house.db, evento);
    // Registered meanwhile, by an operator too; or stopped until somebody asks again.
    if (!asked || asked.row.registrato !== null || asked.row.fermo === 1) return null;
    const sistema = await findSistema(house.db, asked.row.ente);
    if (!sistema || sistema.sistema === 'mano') return null;
    await askSystem(house, sistema, asked);
    return null;
  }),
];

/** @throws NotYet until there is an answer that ends it */
async function askSystem(house: PortalHouse, sistema: SistemaProtocollo, asked: AskedProtocollo): Promise<void> {
  const { row } = asked;
  const now = house.now();
  const system = `${row.ente} ${sistema.indirizzo}`;
  const trouble = systemTroubles.get(system) ?? { faults: 0, until: 0 };
  const pause = trouble.until - now;
  // A clock that was set back must not make a pause long.
  if (pause > 0 && pause <= PAUSE_MS) throw new NotYet('Il protocollo dell’ente è in pausa', pause);
  const wait = Math.min(Math.max((now - row.chiesto) * WAIT_PART, SHORTEST_WAIT), HOUR_MS);
  // It is registered as belonging to its case.
  if (row.tipo === 'messaggio' && asked.pratica.protocollo_atteso_dal !== null)
    throw new NotYet('La pratica del messaggio aspetta il suo numero', wait);
  try {
    const answer = await registerAt(house, sistema, asked);
    systemTroubles.delete(system);
    if (answer) await storeAnswer(house, row, answer);
    else await changeProtocollo(house.db, row.evento, { errore: null });
    if (!answer) throw new NotYet('Il protocollo dell’ente dirà il numero più tardi', wait);
  } catch (error) {
    // A file that cannot be read now, or too many documents that are being drawn.
    if (isAway(error)) throw new NotYet(error.message, wait);
    if (!(error instanceof ProtocolError)) throw error;
    await changeProtocollo(house.db, row.evento, { errore: error.message, fermo: error.why === 'refused' ? 1 : 0 });
    if (error.why === 'refused') return;
    if (error.why === 'away') {
      const faults = trouble.faults + 1;
      systemTroubles.set(system, { faults, until: faults >= MAX_FAULTS ? house.now() + PAUSE_MS : 0 });
    }
    throw new NotYet(error.message, wait);
  }
}

/** @returns undefined while there is no number yet */
async function registerAt(house: PortalHouse, sistema: SistemaProtocollo, asked: AskedProtocollo) {
  const port = portOf(house, sistema);
  const key = openProtocolKey(house.signer, sistema);
  if (key === undefined)
    throw new ProtocolError('away', 'La chiave del protocollo va scritta di nuovo nella pagina «Protocollo».');
  const { ente, indirizzo } = sistema;
  const place: ProtocolPlace = { ente, indirizzo, key };
  const { request, readDocument } = await buildRequest(ctxOf(house), sistema, asked);
  const until = performance.now() + UPLOADS_MS;
  for (let n = asked.row.consegnati; n < request.documenti.length; n++) {
    if (performance.now() > until) throw new NotYet('Altri documenti partono dopo', 0);
    await port.handOver(place, request, { n, bytes: await readDocument(n) });
    await changeProtocollo(house.db, asked.row.evento, { consegnati: n + 1 });
  }
  return port.register(place, request);
}

function portOf({ protocol }: PortalHouse, { sistema }: SistemaProtocollo): ProtocolPort {
  const port = sistema === 'mano' ? undefined : protocol[sistema];
  if (port) return port;
  throw new ProtocolError(
    'away',
    'Su questo portale la cartella del protocollo non è impostata: lo fa chi lo gestisce.',
  );
}
