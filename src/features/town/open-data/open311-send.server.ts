/** A program sends a report by Open311: checked and opened by the functions of the portal's own form. */
import * as z from 'zod/mini';
import { type CallContext, programActor } from '../../../context.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import { fieldErrors, type PortalError } from '../../../platform/errors.ts';
import { findFinished, runOnce } from '../../../platform/once.server.ts';
import { keyedSend } from '../../../platform/run.server.ts';
import type { Programma } from '../../../store/tables.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { admitProgramma, countSent, markUsed } from '../../cases/programma/programma.server.ts';
import {
  findToken,
  keepAttesa,
  openVouched,
  type ProgramSegnalazione,
  programSegnalazioneSchema,
} from '../../services/segnalazione/attesa.server.ts';
import { enteOfSegnalazione } from '../../services/segnalazione/segnalazione.server.ts';
import { listDocument, type Open311Document, Open311Error, readJurisdiction, receivedTypes } from './open311.server.ts';
import { faultsOfFields, readAttributes, reportFields } from './open311-fields.ts';
import { FETCH_RULE, type TakenMedia, takeMedia } from './open311-media.server.ts';

/** What a program gets for a report: its id, or a token until its citizen has confirmed it; and what is to be said of it. */
const sendAnswer = z.intersection(
  z.union([z.object({ service_request_id: z.string() }), z.object({ token: z.string() })]),
  z.object({ service_notice: z._default(z.nullable(z.string()), null) }),
);
type SendAnswer = z.infer<typeof sendAnswer>;

/**
 * A form that a program has sent.
 * @property asked arguments of the address, where some clients name the municipality @property key idempotency key
 * @property apiKey of the header, for a form without one
 */
export type Open311Send = {
  sent: ReceivedFields;
  asked: URLSearchParams;
  key: string | null;
  apiKey: string | undefined;
};

/** @returns the program that sends, and the call as its own: no cookie counts here @throws Open311Error, PortalError `forbidden` */
export async function admitSender(ctx: CallContext, { sent, asked, apiKey }: Open311Send) {
  const named = typeof sent.jurisdiction_id === 'string' ? sent.jurisdiction_id : asked.get('jurisdiction_id');
  const ente = await readJurisdiction(ctx, new URLSearchParams(named ? { jurisdiction_id: named } : {}));
  const programma = await admitProgramma(ctx, ente.id, sent.api_key || apiKey);
  const inside: CallContext = { ...ctx, visitor: programActor(programma.id) };
  return { ente, programma, inside };
}

/** @throws Open311Error, PortalError */
export async function sendOpen311(ctx: CallContext, form: Open311Send): Promise<Open311Document> {
  const { ente, programma, inside } = await admitSender(ctx, form);
  const { sent, key } = form;
  const send = key === null ? undefined : await keyedSend('open311', key, sent);
  const done = send && (await findFinished(inside, send));
  if (done) return answerDocument(sendAnswer.parse(done.answer));
  await countSent(ctx, programma);
  const code = sent.service_code;
  if (typeof code === 'string' && code !== '' && !receivedTypes(ente).includes(code))
    throw new Open311Error(404, ['service_code: questo tipo non esiste, o il Comune non lo riceve.']);
  const input = parseReport(programma, sent);
  const chosen = await enteOfSegnalazione(ctx.house, input);
  const media = await takeMedia(inside, programma, sent);
  const answer = await runOnce(inside, send, async (tx) => {
    await markUsed(tx, programma);
    return acceptReport(tx, programma, { input, ente: chosen, media });
  });
  return answerDocument(answer);
}

/** @throws Open311Error for what is wrong, and for an address that is named by an id */
function parseReport({ ente, garantisce }: Programma, sent: ReceivedFields): ProgramSegnalazione {
  const fields = reportFields(ente, sent);
  const parsed = z.safeParse(programSegnalazioneSchema, fields);
  const faults = parsed.success ? [] : faultsOfFields(fieldErrors(parsed.error));
  const attributes = readAttributes(sent, faults);
  if (parsed.success && parsed.data.email === '' && garantisce === 0)
    faults.push(
      'email: serve, perché chi ha scritto confermi la segnalazione. Ne fa a meno solo un programma che garantisce gli indirizzi.',
    );
  if (sent.address_id)
    faults.push('address_id: il portale non ha un elenco di indirizzi. Usa lat e long, o address_string.');
  if (!parsed.success || faults.length > 0) throw new Open311Error(400, faults);
  return { ...parsed.data, ...attributes };
}

const WAITS_NOTICE =
  'Chi ha scritto riceve un’e-mail per confermare: fino ad allora la segnalazione non arriva al Comune.';

async function acceptReport(
  ctx: CallContext,
  programma: Programma,
  { input, ente, media }: { input: ProgramSegnalazione; ente: Ente; media: TakenMedia },
): Promise<SendAnswer> {
  const { files, missed } = media;
  const told = missed.map(({ url, why }) => `media_url: ${shortUrl(url)}: ${why}`);
  if (missed.length > 0) told.push(FETCH_RULE);
  // The office can still open what the portal could not.
  const unread = missed.map(({ url, why }): SummaryItem => ['Foto non presa dal portale', `${shortUrl(url)}\n${why}`]);
  const sent = {
    input: unread.length > 0 ? { ...input, attributi: [...(input.attributi ?? []), ...unread] } : input,
    files,
  };
  if (programma.garantisce === 0)
    return { token: await keepAttesa(ctx, programma, sent), service_notice: [WAITS_NOTICE, ...told].join(' ') };
  const id = await openVouched(ctx, sent, { ente, programma });
  return { service_request_id: id, service_notice: told.join(' ') || null };
}

const shortUrl = (url: string): string => url.replace(/\p{C}/gu, '').slice(0, 300);

const answerDocument = (answer: SendAnswer): Open311Document =>
  listDocument('service_requests', 'request', [{ ...answer, account_id: null }]);

/** What became of a report that a program sent. Until it is confirmed there is a token and no id. @throws Open311Error 404 */
export async function open311Token(ctx: CallContext, asked: URLSearchParams, id: string): Promise<Open311Document> {
  const ente = await readJurisdiction(ctx, asked);
  const found = await findToken(ctx, { id, ente: ente.id });
  if (!found) throw new Open311Error(404, ['Questo token non esiste.']);
  const row = { token: id, ...(found.richiesta !== null && { service_request_id: found.richiesta }) };
  return listDocument('service_requests', 'request', [row]);
}

/** A fault of the form in the form of the standard. */
export const asOpen311Error = (error: PortalError): Open311Error =>
  new Open311Error(
    error.code === 'invalid' ? 400 : error.status,
    error.fields ? faultsOfFields(error.fields) : [error.message],
  );
