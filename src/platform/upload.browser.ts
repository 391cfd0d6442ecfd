/** Sends a file with its progress. Loaded with the first file, because most visits send none. */
import { PORTAL_ERRORS } from './errors.ts';
import { CallError } from './monitoring/call-error.ts';

/** @property progress share of an upload that has left, 0 to 1 */
export type UploadOptions = { progress?: (share: number) => void; signal?: AbortSignal };

export type CallAnswer = { status: number; text: string; retryAfter: number | undefined };

/** XMLHttpRequest, since fetch does not report upload progress, which a citizen on a slow line needs. */
export function uploadFields(
  url: string,
  fields: Record<string, unknown>,
  headers: Record<string, string>,
  { progress, signal }: UploadOptions,
): Promise<CallAnswer> {
  return new Promise((done, failed) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) form.append(name, value as string | Blob);
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    // The body may be passed on unread: by these the portal keeps the file beside its draft.
    for (const name of ['percorso', 'categoria'])
      if (fields[name]) request.setRequestHeader(`x-${name}`, encodeURIComponent(String(fields[name])));
    request.upload.onprogress = (event) => progress?.(event.lengthComputable ? event.loaded / event.total : 0);
    request.onload = () =>
      done({
        status: request.status,
        text: request.responseText,
        retryAfter: Number(request.getResponseHeader('retry-after')) || undefined,
      });
    request.onerror = () => failed(new CallError(PORTAL_ERRORS.failed.message, 0));
    request.onabort = () => failed(new CallError('Caricamento annullato.', 0));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
