/** What a route of the back end is, what it is given, and what all routes ask of the browser: its login, its confirmed e-mail, its files. */
import type { IncomingHttpHeaders } from 'node:http';
import type { BackEndFields } from './body.ts';
import { type BackEndReply, notFound } from './laravel.ts';
import type { ReceivedFile } from './multipart.ts';
import type { BackEndSession, SessionStore } from './session.ts';
import type { BackEndDocumento, BackEndPerson, BackEndPosizione, Town } from './town.ts';
import { type FieldRules, refuseFields, textAt, valueAt } from './validate.ts';

/**
 * @property url address of the back end, prefix included @property back where a browser with wrong fields is sent back to
 * @property fields of query and body; those of the body win @property params of the path, decoded
 */
export type BackEndCall = {
  town: Town;
  session: BackEndSession;
  sessions: SessionStore;
  url: string;
  back: string;
  /** Whether the host of this address is one of the application's pages */
  isOwnPage(address: string): boolean;
  params: Record<string, string>;
  fields: BackEndFields;
  files: ReceivedFile[];
  headers: IncomingHttpHeaders;
};

/**
 * @property web for a browser: always with a session, as all routes beside the API
 * @property creates honours `Idempotency-Key`
 */
export type BackEndRoute = {
  method: 'GET' | 'POST' | 'DELETE';
  path: `/${string}`;
  login?: true;
  web?: true;
  creates?: true;
  rules?: FieldRules;
  answer(call: BackEndCall): BackEndReply;
};

/** Of a route with `login`. */
export function personOf({ session }: BackEndCall): BackEndPerson {
  if (!session.person) throw new Error('this route has no login');
  return session.person;
}

/** Positions that this browser may use: its person's, and those that it opened by their codes. */
function visiblePosizioni({ town, session }: BackEndCall): BackEndPosizione[] {
  const owner = session.person?.codice_fiscale;
  return town.posizioni.filter(
    ({ Id, rappresentanze }) => (owner !== undefined && rappresentanze.has(owner)) || session.grants.has(Id),
  );
}

/** @throws RouteRefusal 404 for a position that is not there, or not visible to this browser */
export function posizioneOf(call: BackEndCall, id: string): BackEndPosizione {
  const found = visiblePosizioni(call).find(({ Id }) => Id === id);
  if (!found) throw notFound();
  return found;
}

export type FoundDocumento = { posizione: BackEndPosizione; documento: BackEndDocumento };

/**
 * @param numbers numbers or ids, in a list or with commas between @param sistema of all of them
 * @throws RouteRefusal 404 when one is not there, not visible or of another system
 */
export function documentiOf(call: BackEndCall, numbers: unknown, sistema: string): FoundDocumento[] {
  const asked = Array.isArray(numbers) ? numbers.map(String) : String(numbers ?? '').split(',');
  const visible = visiblePosizioni(call).flatMap((posizione) =>
    posizione.documenti.map((documento) => ({ posizione, documento })),
  );
  return asked.map((number) => {
    const found = visible.find(
      ({ posizione, documento }) =>
        posizione.sistema === sistema && (documento.numero === number.trim() || documento.Id === number.trim()),
    );
    if (!found) throw notFound();
    return found;
  });
}

/**
 * @returns to be called once the send is done: a code counts for one
 * @throws RouteRefusal 422 on `otp` unless the address is the person's own, or was confirmed by a code
 */
export function requireConfirmed(call: BackEndCall, email: string): () => void {
  const key = email.toLowerCase();
  const { person, proofs } = call.session;
  if (person?.contatti.email.toLowerCase() === key) return () => {};
  if (!proofs.has(key)) throw refuseFields({ otp: ['Conferma l’indirizzo e-mail con il codice.'] }, call.back);
  return () => void proofs.delete(key);
}

type AttachedFile = {
  Id: string;
  nome: string;
  tipo: string;
  dimensione: number;
  miniatura: boolean;
  categoria?: string;
};

/**
 * Takes files of this browser into a case.
 * @param name field with a list of `{Id, categoria?}` @throws RouteRefusal 422 for a file that is not there or another browser's
 */
export function attachFiles(call: BackEndCall, name: string): AttachedFile[] {
  const list = valueAt(call.fields, name);
  const files = (Array.isArray(list) ? list : []).map((item, place) => {
    const { Id, categoria } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>;
    const file = call.town.files.get(String(Id));
    if (!file || file.owner !== call.session.visitor || file.isAttached) {
      throw refuseFields({ [`${name}.${place}.Id`]: ['Il file allegato non esiste.'] }, call.back);
    }
    return { file, categoria: typeof categoria === 'string' ? categoria : file.categoria };
  });
  return files.map(({ file, categoria }) => {
    file.isAttached = true;
    const { Id, nome, tipo, dimensione } = file;
    return { Id, nome, tipo, dimensione, miniatura: false, ...(categoria && { categoria }) };
  });
}

/** Categories of the files that a send names, before they are attached. */
export function namedCategorie(call: BackEndCall, name: string): (string | undefined)[] {
  const list = valueAt(call.fields, name);
  return (Array.isArray(list) ? list : []).map((item: Record<string, unknown> | null) => {
    const categoria = item?.categoria ?? call.town.files.get(String(item?.Id))?.categoria;
    return typeof categoria === 'string' ? categoria : undefined;
  });
}

/** @throws RouteRefusal 422 unless the field names a municipality of the back end */
export function enteOf(call: BackEndCall, name = 'ente'): string {
  const ente = textAt(call.fields, name);
  if (!call.town.enti.some(({ id }) => id === ente)) {
    throw refuseFields({ [name]: [`Il valore scelto per ${name} non è valido.`] }, call.back, [
      `The selected ${name} is invalid.`,
    ]);
  }
  return ente;
}
