/** A program sends a report by Open311: checked and opened by the functions of the portal's own form. */
import * as z from 'zod/mini';
import { type CallContext, programActor } from '../../../context.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import { fieldErrors, type PortalError } from '../../../platform/errors.ts';
import { findFinished, runOnce } from '../../../platform/once.server.ts';
import { keyedSend } from '../../../platform/run.server.ts';
import type { Programma } from '../../../store/tables.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { admitProgramma, countSent, markUsed } from '../../cases/programma/programma.server.ts';
import { findToken, keepAttesa, openVouched } from '../../services/segnalazione/attesa.server.ts';
import { type SentSegnalazione, segnalazioneSchema } from '../../services/segnalazione/segnalazione.fields.ts';
import { enteOfSegnalazione } from '../../services/segnalazione/segnalazione.server.ts';
import { listDocument, type Open311Document, Open311Error, readJurisdiction, receivedTypes } from './open311.server.ts';
import { faultsOfFields, reportFields } from './open311-fields.ts';

/** What a program gets for a report: its id, or a token until its citizen has confirmed it. */
const sendAnswer = z.union([z.object({ service_request_id: z.string() }), z.object({ token: z.string() })]);
type SendAnswer = z.infer<typeof sendAnswer>;

/**
 * @param asked arguments of the address, where some clients name the municipality @param key idempotency key
 * @throws Open311Error, PortalError
 */
export async function sendOpen311(
  ctx: CallContext,
  { sent, asked, key }: { sent: ReceivedFields; asked: URLSearchParams; key: string | null },
): Promise<Open311Document> {
  const named = typeof sent.jurisdiction_id === 'string' ? sent.jurisdiction_id : asked.get('jurisdiction_id');
  const ente = await readJurisdiction(ctx, new URLSearchParams(named ? { jurisdiction_id: named } : {}));
  const programma = await admitProgramma(ctx, ente.id, sent.api_key);
  // What a send leaves behind is the program's: no cookie counts here.
  const inside: CallContext = { ...ctx, visitor: programActor(programma.id) };
  const send = key === null ? undefined : await keyedSend('open311', key, sent);
  const done = send && (await findFinished(inside, send));
  if (done) return answerDocument(sendAnswer.parse(done.answer), sent);
  await countSent(ctx, programma);
  const code = sent.service_code;
  if (typeof code === 'string' && code !== '' && !receivedTypes(ente).includes(code))
    throw new Open311Error(404, ['service_code: questo tipo non esiste, o il Comune non lo riceve.']);
  const input = parseReport(ente.id, sent);
  const chosen = await enteOfSegnalazione(ctx.house, input);
  const answer = await runOnce(inside, send, async (tx) => {
    await markUsed(tx, programma);
    return acceptReport(tx, programma, { input, ente: chosen });
  });
  return answerDocument(answer, sent);
}

/** @throws PortalError `invalid`, Open311Error for an address that is named by an id */
function parseReport(ente: string, sent: ReceivedFields): SentSegnalazione {
  const parsed = z.safeParse(segnalazioneSchema, reportFields(ente, sent));
  const faults = parsed.success ? [] : faultsOfFields(fieldErrors(parsed.error));
  if (sent.address_id)
    faults.push('address_id: il portale non ha un elenco di indirizzi. Usa lat e long, o address_string.');
  if (!parsed.success || faults.length > 0) throw new Open311Error(400, faults);
  return parsed.data;
}

async function acceptReport(
  ctx: CallContext,
  programma: Programma,
  { input, ente }: { input: SentSegnalazione; ente: Ente },
): Promise<SendAnswer> {
  if (programma.garantisce === 0) return { token: await keepAttesa(ctx, programma, input) };
  return { service_request_id: await openVouched(ctx, input, { ente, programma: programma.nome }) };
}

const WAITS_NOTICE =
  'Chi ha scritto riceve un’e-mail per confermare: fino ad allora la segnalazione non arriva al Comune.';
const LEFT_OUT_NOTICE = 'Il portale non apre indirizzi di altri siti: media_url e gli attributi non sono stati presi.';

function answerDocument(answer: SendAnswer, sent: ReceivedFields): Open311Document {
  const isLeftOut = Object.keys(sent).some((name) => /^(media_url|attribute\b.*)$/.test(name) && sent[name] !== '');
  const notices = ['token' in answer && WAITS_NOTICE, isLeftOut && LEFT_OUT_NOTICE].filter(Boolean);
  const row = { ...answer, service_notice: notices.join(' ') || null, account_id: null };
  return listDocument('service_requests', 'request', [row]);
}

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
