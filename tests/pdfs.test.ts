/** Each kind of PDF that the portal makes keeps PDF/UA, as far as our check tells; `npm run audit` keeps them in `audit/pdf`. */
import { beforeAll, expect, test } from 'vitest';
import { restProtocol } from '../src/adapters/protocol/rest.server.ts';
import type { OperationName } from '../src/handlers.ts';
import { callOutside, type OutsideCall } from '../src/platform/outside.server.ts';
import { judgePdf } from './audit/judge-pdf.ts';
import { protocolServer } from './doubles/protocol-server.ts';
import { onOneInTurn } from './rig.ts';
import { type ActorName, buildTown, prepareEnte, type Town } from './town.ts';

const { AUDIT_FOLDER } = process.env;

/** Kind, who downloads it, by which call. */
const DOWNLOADS: readonly [
  kind: string,
  actor: ActorName,
  operation: OperationName,
  asked: (m: Town) => Record<string, unknown>,
][] = [
  ['receipt of a report', 'A', 'ricevutaPratica', ({ anna }) => anna.segnalazione],
  ['receipt of a request', 'A', 'ricevutaPratica', ({ anna }) => anna.richiesta],
  ['list of devices that are declared', 'A', 'esportaMezziPdf', ({ mezzi }) => ({ id: mezzi.begun })],
  ['declaration of devices', 'A', 'esportaMezziPdf', ({ mezzi }) => ({ id: mezzi.sent, email: 'anna@esempio.it' })],
  ['receipt of a payment', 'A', 'ricevutaPagamento', ({ anna }) => ({ id: anna.pagamenti.paid })],
  ['statement of a delegate', 'D', 'estrattoDeleghePdf', () => ({})],
  ['parking permit', 'A', 'permessoParcheggio', ({ anna }) => anna.richiesta],
];

onOneInTurn('a PDF', (rig) => {
  let m: Town;
  let rebuild: () => Promise<void>;
  beforeAll(async () => {
    await prepareEnte(rig);
    m = await buildTown(rig);
    const { id, email } = m.anna.richiesta;
    await m.callers.X.call('commenta', { id, email, vista: 'operatore', stato: 'accettata', motivo: 'Va bene.' });
    rebuild = await rig.keep();
  });

  test.each(DOWNLOADS)('%s', async (kind, actor, operation, asked) => {
    await rebuild();
    const { status, bytes, headers } = await m.callers[actor].call(operation, asked(m));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await judgePdf(kind, bytes, AUDIT_FOLDER)).toEqual([]);
  });

  test('what a protocol registers', async () => {
    await rebuild();
    const system = await protocolServer();
    const sent: Uint8Array[] = [];
    const { now } = rig.house;
    const call = (asked: OutsideCall) => {
      if (asked.body instanceof Uint8Array) sent.push(asked.body);
      return callOutside(asked, ['127.0.0.0/8']);
    };
    rig.house.protocol = { rest: restProtocol({ call, now }) };
    const rest = { sistema: 'rest', indirizzo: system.url, chiave: 'chiave-del-protocollo-0123456789' };
    expect((await m.callers.Z.call('salvaProtocollo', { ente: 'borgo', ...rest })).status).toBe(200);
    const report = { ente: 'borgo', codice: 'SF510', indirizzo: 'Via Roma 1', oggetto: 'Prova', descrizione: 'Prova' };
    const person = { nome: 'Anna', cognome: 'Bianchi', email: 'anna@esempio.it', privacy: true };
    expect((await m.callers.A.call('inviaSegnalazione', { ...report, ...person })).status).toBe(201);
    while ((await rig.deliver()) > 0);
    const [document] = sent;
    expect(await judgePdf('document for a protocol', document as Uint8Array, AUDIT_FOLDER)).toEqual([]);
    rig.house.protocol = {};
    await system.close();
  });
});
