/** Programs that are no part of the project and that the tests start where the machine has them. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** @returns where a program is; undefined: the machine has none. Debian puts servers where only root looks for programs. */
export const installedProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** A server that runs in the foreground. @property stop ends it and waits until it is gone */
export type RunningServer = { stop(signal: NodeJS.Signals): Promise<void> };

/**
 * Starts a server and waits until it listens.
 * @param port of 127.0.0.1
 * @throws Error with what the server said when it ended instead
 */
export async function startServer(program: string, options: readonly string[], port: number): Promise<RunningServer> {
  const child: ChildProcessByStdio<null, null, Readable> = spawn(program, options, {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start:\n${said}`);
    await pause(20); // a program says in no other way that it listens
  }
  return {
    stop: async (signal) => {
      child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

const listens = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => void socket.destroy(done(true) as undefined))
      .on('error', () => done(false));
  });
