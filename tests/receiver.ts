/** A receiver of webhooks as an integrator writes it: it checks the signature of each call with the library of Standard Webhooks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

type ReceivedCall = {
  id: string;
  at: number;
  body: { type: string; timestamp: string; data: Record<string, string> };
};

/**
 * @property calls those whose signature is right @property accepted those of them that were answered as done
 * @property forged how many others came
 * @property answer what it answers from now on: a status, by the case that the call is about; none: nothing at all
 */
export type WebhookReceiver = {
  url: string;
  secret: string;
  calls: ReceivedCall[];
  accepted: ReceivedCall[];
  forged: number;
  answer(id: string): number | undefined;
  headers: Record<string, string>;
  body: string;
  close(): Promise<void>;
};

export async function receiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const header = (name: string) => String(request.headers[`webhook-${name}`]);
    const at = Number(header('timestamp')) * 1000;
    const signature = new Webhook(state.secret).sign(header('id'), new Date(at), text);
    if (signature !== header('signature')) {
      state.forged++;
      response.writeHead(400).end();
      return;
    }
    const body: ReceivedCall['body'] = JSON.parse(text);
    const call = { id: header('id'), at, body };
    state.calls.push(call);
    const status = state.answer(String(body.data.id));
    if (status !== undefined && status < 300) state.accepted.push(call);
    if (status !== undefined) response.writeHead(status, state.headers).end(state.body);
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const state: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/avvisi`,
    secret: '',
    calls: [],
    accepted: [],
    forged: 0,
    answer: () => 204,
    headers: {},
    body: '',
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return state;
}
