/**
 * Drives a browser by the commands of W3C WebDriver: over HTTP where the browser has a driver, and at the Marionette port of Firefox,
 * which understands the same ones. The driver of Firefox, which turns one into the other, is in no registry.
 */
import { createConnection } from 'node:net';
import * as z from 'zod/mini';

/** Where the HTTP of each command goes, with the id of its element in place of `{id}`. */
const ADDRESSES = {
  Navigate: 'POST /url',
  ExecuteScript: 'POST /execute/sync',
  ElementClick: 'POST /element/{id}/click',
  ElementClear: 'POST /element/{id}/clear',
  ElementSendKeys: 'POST /element/{id}/value',
  TakeScreenshot: 'GET /screenshot',
  SetWindowRect: 'POST /window/rect',
  DeleteAllCookies: 'DELETE /cookie',
} as const;
type CommandName = keyof typeof ADDRESSES;
/** @property id of the element it is for */
type CommandFields = { id?: string } & Record<string, unknown>;

/** @property say sends a command. @throws Error with what the browser answers */
export type Session = { version: string; say(name: CommandName, fields?: CommandFields): Promise<unknown> };

/** How an element stands in what is said. */
export const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

const began = z.object({ sessionId: z.string(), capabilities: z.object({ browserVersion: z.string() }) });
const driverAnswer = z.object({ value: z.unknown() });
const driverError = z.object({ error: z.string(), message: z.string() });

/** @param driver its address @param capabilities of the session, beyond those of every one */
export async function driverSession(driver: string, capabilities: object): Promise<Session> {
  const ask = async (address: string, body?: object): Promise<unknown> => {
    const [method, path] = address.split(' ');
    const content = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const answer = await fetch(driver + path, { method, ...content });
    const { value } = driverAnswer.parse(await answer.json());
    if (answer.ok) return value;
    const { error, message } = driverError.parse(value);
    throw new Error(`${error}: ${message}`);
  };
  const begun = began.parse(await ask('POST /session', { capabilities: { alwaysMatch: capabilities } }));
  const { sessionId, capabilities: given } = begun;
  const say: Session['say'] = (name, { id = '', ...fields } = {}) => {
    const [method, path = ''] = ADDRESSES[name].split(' ');
    const body = method === 'POST' ? fields : undefined;
    return ask(`${method} /session/${sessionId}${path.replace('{id}', id)}`, body);
  };
  return { version: given.browserVersion, say };
}

/** @property sayToBrowser runs a script in the browser itself, which sees its console */
export type FirefoxSession = Session & {
  sayToBrowser(script: string, args?: unknown[]): Promise<unknown>;
  hangUp(): void;
};

const marionetteAnswer = z.tuple([z.literal(1), z.int(), z.nullable(driverError), z.unknown()]);

/** @param port of Marionette, of a Firefox that is ready */
export async function marionetteSession(port: number): Promise<FirefoxSession> {
  const socket = createConnection(port, '127.0.0.1');
  const waiting = new Map<number, { done(value: unknown): void; failed(cause: Error): void }>();
  let read = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (chunk: Buffer) => {
    read = Buffer.concat([read, chunk]);
    for (let message = nextMessage(); message !== undefined; message = nextMessage()) take(JSON.parse(message));
  });
  for (const event of ['error', 'close'] as const)
    socket.on(event, () => {
      for (const { failed } of waiting.values()) failed(new Error('Firefox is gone.'));
    });

  /** "length in bytes:JSON" */
  function nextMessage(): string | undefined {
    const start = read.indexOf(':') + 1;
    const end = start + Number(read.subarray(0, start - 1));
    if (start === 0 || read.length < end) return undefined;
    const message = read.subarray(start, end).toString();
    read = read.subarray(end);
    return message;
  }
  function take(message: unknown): void {
    // It greets with an object.
    if (!Array.isArray(message)) return;
    const [, id, error, result] = marionetteAnswer.parse(message);
    const { done, failed } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) failed?.(new Error(`${error.error}: ${error.message}`));
    else done?.(result);
  }
  const ask = (name: string, fields: object = {}): Promise<unknown> =>
    new Promise((done, failed) => {
      last += 1;
      waiting.set(last, { done, failed });
      const message = JSON.stringify([0, last, name, fields]);
      socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  /** What has a value comes with it in an object, as over HTTP. */
  const withoutWrap = (result: unknown) =>
    result && typeof result === 'object' && 'value' in result ? result.value : result;

  const { capabilities } = began.parse(await ask('WebDriver:NewSession', { strictFileInteractability: false }));
  return {
    version: capabilities.browserVersion,
    say: async (name, fields) => withoutWrap(await ask(`WebDriver:${name}`, fields)),
    sayToBrowser: async (script, args = []) => {
      await ask('Marionette:SetContext', { value: 'chrome' });
      try {
        return withoutWrap(await ask('WebDriver:ExecuteScript', { script, args }));
      } finally {
        await ask('Marionette:SetContext', { value: 'content' });
      }
    },
    hangUp: () => socket.destroy(),
  };
}
