/** A program sends what a citizen wrote about a report that it has sent: an extension of GeoReport v2, as FixMyStreet sends it. */
import * as z from 'zod/mini';
import { type CallContext, programActor } from '../../../context.ts';
import { longTextSchema, optionalSchema, textSchema } from '../../../platform/atoms/text.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import { fieldErrors } from '../../../platform/errors.ts';
import { runOnce } from '../../../platform/once.server.ts';
import type { Programma } from '../../../store/tables.ts';
import { addMessaggioEsterno, readMessaggioEsterno } from '../../cases/pratica/messaggio-esterno.server.ts';
import { MAX_MESSAGGIO_LENGTH } from '../../cases/pratica/messaggio-length.ts';
import { countSent, markUsed } from '../../cases/programma/programma.server.ts';
import { writeFiles } from '../../services/segnalazione/attesa.server.ts';
import { findOwnCase } from './open-data.db.ts';
import { listDocument, type Open311Document, Open311Error } from './open311.server.ts';
import { faultsOfFields } from './open311-fields.ts';
import { type TakenMedia, takeMedia } from './open311-media.server.ts';
import { admitSender, type Open311Send } from './open311-send.server.ts';

const ID_WORDS = 'serve, per riconoscere lo stesso aggiornamento inviato due volte.';

/**
 * Under the standard's names. What else is sent of it (`status`, `updated_datetime`…) changes nothing here; an e-mail is not kept, since the
 * citizen of the report would read it.
 */
const updateFields = z.object({
  service_request_id: textSchema({ max: 40, required: 'serve.' }),
  update_id: textSchema({ max: 100, required: ID_WORDS }),
  description: optionalSchema(longTextSchema({ max: MAX_MESSAGGIO_LENGTH })),
  first_name: optionalSchema(textSchema({ max: 60 })),
  last_name: optionalSchema(textSchema({ max: 60 })),
  /** Of FixMyStreet's */
  public_anonymity_required: z.optional(z.string()),
});
type SentUpdate = z.output<typeof updateFields>;

/** Answers the id under which the list of updates has it. @throws Open311Error, PortalError */
export async function sendOpen311Update(ctx: CallContext, form: Open311Send): Promise<Open311Document> {
  const { programma, inside } = await admitSender(ctx, form);
  const { sent } = form;
  const update = parseUpdate(sent);
  const richiesta = update.service_request_id;
  const found = await findOwnCase(ctx.db, { programma: programma.id, richiesta });
  if (!found) throw new Open311Error(404, ['service_request_id: non è una segnalazione di questo programma.']);
  const named = { pratica: found.pratica, id: update.update_id };
  const known = await readMessaggioEsterno(ctx, named);
  if (known !== undefined) return answerUpdate(richiesta, known);
  await countSent(ctx, programma);
  const media = await takeMedia(inside, programma, sent);
  const n = await runOnce(inside, undefined, async (tx) => {
    await markUsed(tx, programma);
    const rete = programActor(programma.id);
    const files = () => writeFiles(tx, media.files, { bozza: null, rete });
    return addMessaggioEsterno(tx, { ...named, testo: messageOf(programma, update, media), files });
  });
  return answerUpdate(richiesta, n);
}

/** Its own id is that of FixMyStreet's extended updates where there is no other. @throws Open311Error for what is wrong */
function parseUpdate(sent: ReceivedFields): SentUpdate {
  const given = { ...sent, update_id: sent.update_id || sent.update_id_ext || '' };
  const parsed = z.safeParse(updateFields, { service_request_id: '', ...given });
  if (!parsed.success) throw new Open311Error(400, faultsOfFields(fieldErrors(parsed.error)));
  const hasMedia =
    sent.media_url ||
    Object.values(sent)
      .flat()
      .some((value) => value instanceof File);
  if (!parsed.data.description && !hasMedia)
    throw new Open311Error(400, ['description: scrivi un testo o manda una foto.']);
  return parsed.data;
}

/** Both sides read by which program it came, and what of it did not. */
function messageOf({ nome }: Programma, update: SentUpdate, { missed }: TakenMedia): string {
  const { description, first_name, last_name, public_anonymity_required: anonymous = '' } = update;
  const author = /^true$/i.test(anonymous) ? '' : [first_name, last_name].filter(Boolean).join(' ');
  const origin = author ? `Scritto da ${author} con il programma «${nome}».` : `Scritto con il programma «${nome}».`;
  const unread = missed.map(({ url, why }) => `Foto non presa dal portale: ${url.slice(0, 300)} (${why})`);
  return [description, ...unread, origin].filter(Boolean).join('\n\n');
}

const answerUpdate = (richiesta: string, n: number): Open311Document =>
  listDocument('service_request_updates', 'request_update', [{ update_id: `${richiesta}-${n}` }]);
