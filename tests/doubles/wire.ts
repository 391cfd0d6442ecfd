/** A connection between a host and its database that a test can cut: nothing passes any more, and neither side is told. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * @property url address of the database by way of this connection
 * @property cut drops all that is sent over existing connections, and with `all` also over new ones
 * @property mend lets new data pass again; connections that were cut stay dead
 * @property open number of connections that the host has not closed
 */
export type Wire = {
  url: string;
  cut(which?: 'all' | 'old'): void;
  mend(): void;
  open(): number;
  close(): Promise<void>;
};

/** @param url address of the database */
export async function wire(url: string): Promise<Wire> {
  const far = new URL(url);
  const dropped = new WeakSet<Socket>();
  const near = new Set<Socket>();
  const held = new Set<Socket>();
  let silent = false;
  const pass = (from: Socket, to: Socket, host: Socket) => {
    from.on('data', (chunk) => void (!silent && !dropped.has(host) && to.write(chunk)));
    from.on('error', () => undefined);
  };
  const server = createServer({ allowHalfOpen: true }, (host) => {
    const database = connect(Number(far.port), far.hostname);
    near.add(host);
    held.add(host);
    if (silent) dropped.add(host);
    pass(host, database, host);
    pass(database, host, host);
    // The end of a connection is a packet, too, so it is lost with the others.
    host.on('end', () => {
      held.delete(host);
      if (!dropped.has(host) && !silent) database.end();
    });
    database.on('close', () => void (dropped.has(host) || silent || host.destroy()));
    host.on('close', () => {
      near.delete(host);
      held.delete(host);
      database.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const here = new URL(url);
  here.port = String((server.address() as AddressInfo).port);
  return {
    url: here.href,
    cut: (which = 'all') => {
      for (const host of near) dropped.add(host);
      silent = which === 'all';
    },
    mend: () => {
      silent = false;
    },
    open: () => held.size,
    close: async () => {
      for (const host of near) host.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
