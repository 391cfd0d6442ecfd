/** Follows each request from its arrival to the end of its answer, for figures and log. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeLog } from '../log.server.ts';
import { REQUEST_ID_HEADER, type RequestPlace, requestIdOf } from '../monitoring/request.server.ts';
import { houseForHost } from './house-for-host.ts';
import { ALLOWED_METHODS } from './refuse.server.ts';

/** What requests for files, and requests that the host itself refuses, are called in figures and log. */
export const FILES_ROUTE = '/{file}';
const REFUSED_ROUTE = '/{refused}';

type HostPlace = RequestPlace & { began: number };

/** @param trusted the request comes from our own proxy, which has set or checked its headers */
export function placeOf({ headers }: IncomingMessage, trusted: boolean): HostPlace {
  const { [REQUEST_ID_HEADER]: id, traceparent } = headers;
  return {
    id: requestIdOf(id, trusted),
    began: performance.now(),
    traceparent: trusted && typeof traceparent === 'string' ? traceparent : undefined,
  };
}

/** Counts the request, and logs it where that is wanted, when its answer has been sent or its caller has left. */
export function followRequest(req: IncomingMessage, res: ServerResponse, place: HostPlace, logs: boolean): void {
  const { socket } = req;
  const before = socket.bytesWritten;
  res.once('close', () => {
    const { id, began, route = REFUSED_ROUTE, operation, streamsFrom } = place;
    const ms = (streamsFrom ?? performance.now()) - began;
    const method = ALLOWED_METHODS.includes(req.method ?? '') ? (req.method as string) : 'other';
    const status = res.writableFinished || streamsFrom ? res.statusCode : 'aborted';
    houseForHost.metrics?.request({ method, route, status, ms, place });
    if (!logs) return;
    const bytes = socket.bytesWritten - before;
    writeLog('info', 'richiesta', {
      method,
      route,
      operation,
      status,
      ms: Math.round(ms * 10) / 10,
      bytes,
      request_id: id,
    });
  });
}
