/** Watches the systems outside: every call is counted by its result, and a system that fails leaves lines in the log. */
import { type AppIoPort, IoError } from '../app-io.ts';
import type { PortalError } from '../errors.ts';
import type { KeptFile, ObjectFiles } from '../files.ts';
import { IdentityError, type IdentityPort } from '../identity.ts';
import type { MailPort } from '../mail/message.ts';
import { PaymentError, type PaymentsPort } from '../payments.ts';
import { ProtocolError, type ProtocolPort } from '../protocol.ts';
import type { ScanFile } from '../scanner.ts';
import type { TilePort } from '../tiles.ts';
import { type SystemName, systemFault, systemWell } from './faults.server.ts';
import type { MetricsPort } from './metrics.ts';

/** Runs one call to a system and notes how it ended; result and error pass unchanged. */
export type WatchCall = <T>(work: () => Promise<T>) => Promise<T>;

/** Notes nothing. */
export const unwatchedCall: WatchCall = (work) => work();

/** @param isRefusal true for an error by which the system did its work, and said no */
export function watchSystem(
  system: SystemName,
  metrics: MetricsPort,
  isRefusal: (error: unknown) => boolean = () => false,
): WatchCall {
  return async (work) => {
    const began = performance.now();
    try {
      const result = await work();
      metrics.outside(system, 'ok', performance.now() - began);
      systemWell(system);
      return result;
    } catch (error) {
      const refused = isRefusal(error);
      metrics.outside(system, refused ? 'refused' : 'failed', performance.now() - began);
      if (refused) systemWell(system);
      else systemFault(system, error);
      throw error;
    }
  };
}

/** A mail server that refuses one recipient, or a message that is refused before it is sent, is no fault of the server. */
export function watchedMail(mail: MailPort, metrics: MetricsPort): MailPort {
  const watch = watchSystem('mail', metrics, (error) => {
    const { code, cause } = error as PortalError;
    return code === 'invalid' || (cause as { command?: unknown } | undefined)?.command === 'RCPT TO';
  });
  return { ...mail, send: (message) => watch(() => mail.send(message)) };
}

export function watchedPayments(port: PaymentsPort, metrics: MetricsPort): PaymentsPort {
  const watch = watchSystem(port.fornitore, metrics, (error) => error instanceof PaymentError && error.why !== 'away');
  const { checkAccess, createDebtPosition, listPaid, readPaid, flussi, cancel } = port;
  return {
    ...port,
    open: (carrello) => watch(() => port.open(carrello)),
    readEsito: (tentativo) => watch(() => port.readEsito(tentativo)),
    ...(checkAccess && { checkAccess: (access) => watch(() => checkAccess(access)) }),
    ...(createDebtPosition && { createDebtPosition: (posizione) => watch(() => createDebtPosition(posizione)) }),
    ...(listPaid && { listPaid: (query) => watch(() => listPaid(query)) }),
    ...(readPaid && { readPaid: (paid) => watch(() => readPaid(paid)) }),
    ...(flussi && {
      flussi: {
        list: (query) => watch(() => flussi.list(query)),
        read: (...given) => watch(() => flussi.read(...given)),
        readPayments: (...given) => watch(() => flussi.readPayments(...given)),
      },
    }),
    ...(cancel && { cancel: (tentativo) => watch(() => cancel(tentativo)) }),
  };
}

export function watchedProtocol(port: ProtocolPort, metrics: MetricsPort): ProtocolPort {
  const watch = watchSystem('protocol', metrics, (error) => error instanceof ProtocolError && error.why === 'refused');
  return {
    handOver: (...given) => watch(() => port.handOver(...given)),
    register: (...given) => watch(() => port.register(...given)),
  };
}

/** A message or a key that IO does not take, and a quota that is used up, are no fault of IO. */
export function watchedAppIo(port: AppIoPort, metrics: MetricsPort): AppIoPort {
  const said = ['refused', 'key', 'quota'];
  const watch = watchSystem('app-io', metrics, (error) => error instanceof IoError && said.includes(error.why));
  return {
    allows: (...given) => watch(() => port.allows(...given)),
    send: (...given) => watch(() => port.send(...given)),
    outcome: (...given) => watch(() => port.outcome(...given)),
  };
}

export function watchedIdentity(port: IdentityPort, metrics: MetricsPort): IdentityPort {
  const watch = watchSystem('identity', metrics, (error) => error instanceof IdentityError && error.why !== 'away');
  return {
    ...port,
    begin: (...given) => watch(() => port.begin(...given)),
    finish: (...given) => watch(() => port.finish(...given)),
  };
}

export function watchedScan(scan: ScanFile, metrics: MetricsPort): ScanFile {
  const watch = watchSystem('scanner', metrics);
  return (bytes) => watch(() => scan(bytes));
}

export function watchedTiles(tiles: TilePort, metrics: MetricsPort): TilePort {
  const watch = watchSystem('tiles', metrics);
  return { fetchTile: (...given) => watch(() => tiles.fetchTile(...given)) };
}

/** A download counts when it begins; one that breaks off later counts as a failure besides. */
export function watchedFiles(files: ObjectFiles, metrics: MetricsPort): ObjectFiles {
  const watch = watchSystem('files', metrics);
  async function* watchedParts(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* parts;
    } catch (error) {
      await watch(() => Promise.reject(error));
    }
  }
  const read = async (file: KeptFile) => {
    const parts = await watch(() => files.read(file));
    return parts && watchedParts(parts);
  };
  return {
    ...files,
    read,
    put: (file) => watch(() => files.put(file)),
    size: (file) => watch(() => files.size(file)),
    remove: (name) => watch(() => files.remove(name)),
  };
}
