/** Keeps a report that a program sent until its citizen confirms it, and opens the case then. */
import * as z from 'zod/mini';
import { type CallContext, type OutboxDelivery, ownerOf, type PortalHouse, programActor } from '../../../context.ts';
import { instantInWords } from '../../../platform/atoms/date.ts';
import { canonicalMailbox, emailAddressSchema } from '../../../platform/atoms/email.ts';
import { cognomeSchema, nomeSchema } from '../../../platform/atoms/nome.ts';
import { optionalSchema } from '../../../platform/atoms/text.ts';
import { PortalError, waitInWords } from '../../../platform/errors.ts';
import { countAttempts } from '../../../platform/limit.server.ts';
import { deliveryOf, enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId, readSignedId, signedId } from '../../../platform/signer.server.ts';
import type { Pratica, Programma } from '../../../store/tables.ts';
import { handOverBozza, listBozzaAllegati } from '../../cases/allegati/allegati.db.ts';
import { type InspectedUpload, writeFile } from '../../cases/allegati/allegati.server.ts';
import { enteOfPage, siteUrl } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { summaryItem } from '../../cases/pratica/pratica-data.ts';
import { wirePratica } from '../../cases/pratica/pratica-opening.server.ts';
import type { attesaOperations } from './attesa.contract.ts';
import { findAttesa, nameRichiesta, takeAttesa, writeAttesa, writeRichiesta } from './attesa.db.ts';
import { confirmMail } from './attesa.mail.ts';
import { TIPI } from './options.ts';
import { attesaFilesPath, CONFIRM_PATH, hasLuogo, segnalazioneShape } from './segnalazione.fields.ts';
import { enteOfSegnalazione, openSegnalazione } from './segnalazione.server.ts';

const HOUR_MS = 3600_000;
/** A report that is not confirmed by then is deleted. */
const ATTESA_MS = 24 * HOUR_MS;
/** How long a program can still ask by its token what became of a confirmed one. */
const TOKEN_MS = 7 * 24 * HOUR_MS;
const CONFIRM_MAIL = outboxKind('segnalazione.conferma', 'receipts', z.object({ attesa: z.string() }));
const SIGN_PURPOSE = 'conferma';

const emptyWithout = <T extends z.core.SomeType>(schema: T) =>
  z.pipe(
    optionalSchema(schema),
    z.transform((value) => value ?? ''),
  );

/**
 * A report as a program sends it: whoever wrote it may have given neither name nor address.
 * @property attributi what else the program knows of it @property id_esterno its number there
 */
export const programSegnalazioneSchema = z
  .object({
    ...segnalazioneShape,
    nome: nomeSchema(''),
    cognome: emptyWithout(cognomeSchema('')),
    email: emptyWithout(emailAddressSchema()),
    attributi: z.optional(z.array(summaryItem)),
    id_esterno: z.optional(z.string()),
  })
  .check(hasLuogo());
export type ProgramSegnalazione = z.output<typeof programSegnalazioneSchema>;

/** Mails to one mailbox that come of reports by programs, all programs together: to confirm one, and about one that was taken. */
const CONFIRM_LIMITS = [
  { name: 'conferme:ora', times: 3, minutes: 60 },
  { name: 'conferme:giorno', times: 10, minutes: 24 * 60 },
];
const VOUCHED_LIMITS = [{ name: 'programmi:casella', times: 30, minutes: 24 * 60 }];

/** @throws PortalError `too_many` */
async function requireRoom(ctx: CallContext, email: string, limits: typeof CONFIRM_LIMITS): Promise<void> {
  const who = canonicalMailbox(email);
  const retryAfter = await countAttempts(
    ctx,
    limits.map((limit) => ({ ...limit, who })),
  );
  if (retryAfter === 0) return;
  const message = `email: per questo indirizzo sono già arrivate troppe segnalazioni. ${waitInWords(retryAfter)}`;
  throw new PortalError('too_many', { message, retryAfter });
}

/** Makes files of the program that sent them. @param of `bozza` the draft in which they wait, `rete` whose room they take */
export async function writeFiles(
  ctx: CallContext,
  files: readonly InspectedUpload[],
  { bozza, rete }: { bozza: string | null; rete: string },
): Promise<{ Id: string }[]> {
  const rows = [];
  for (const file of files) rows.push(await writeFile(ctx, file, { nota: null, categoria: null, bozza, rete }));
  return rows.map(({ id }) => ({ Id: id }));
}

/** @property input what was sent @property files that came with it, which nobody owns yet */
type SentByProgramma = { input: ProgramSegnalazione; files: readonly InspectedUpload[] };

/**
 * Keeps the report and mails its citizen, in the transaction of the send (`ctx.db`).
 * @returns its token, which the program gets; the key in the mail is another
 * @throws PortalError `too_many` when this mailbox got enough of such mails
 */
export async function keepAttesa(
  ctx: CallContext,
  programma: Programma,
  { input, files }: SentByProgramma,
): Promise<string> {
  await requireRoom(ctx, input.email, CONFIRM_LIMITS);
  const id = randomId();
  await writeFiles(ctx, files, { bozza: attesaFilesPath(id), rete: programActor(programma.id) });
  await writeAttesa(ctx.db, {
    id,
    ente: programma.ente,
    programma: programma.id,
    email: input.email.toLowerCase(),
    dati_json: JSON.stringify(input),
    creata: ctx.now,
    scade: ctx.now + ATTESA_MS,
    richiesta: null,
  });
  await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(CONFIRM_MAIL, { attesa: id }));
  return id;
}

type FromProgramma = { ente: Ente; programma: Pick<Programma, 'id' | 'nome'> };

/**
 * Opens the case of a report whose address the program vouches for. In the transaction of the send.
 * @returns the id that Open311 has for it
 * @throws PortalError `too_many` for an address for which enough reports came
 */
export async function openVouched(
  ctx: CallContext,
  { input, files }: SentByProgramma,
  way: FromProgramma,
): Promise<string> {
  if (input.email) await requireRoom(ctx, input.email, VOUCHED_LIMITS);
  const filesAllegati = await writeFiles(ctx, files, { bozza: null, rete: programActor(way.programma.id) });
  return (await openFromProgramma(ctx, { ...input, filesAllegati }, way)).richiesta;
}

async function openFromProgramma(
  ctx: CallContext,
  input: ProgramSegnalazione,
  { ente, programma }: FromProgramma,
): Promise<{ pratica: Pratica; richiesta: string }> {
  const arrival = `Inviata con il programma «${programma.nome}».`;
  const pratica = await openSegnalazione(ctx, input, { ente, percorso: CONFIRM_PATH, arrival });
  // A report without a public side gets an id that leads its program alone to it: the case's own would open it.
  const richiesta = pratica.pubblica ?? randomId();
  await writeRichiesta(ctx.db, { id: richiesta, pratica: pratica.id, programma: programma.id });
  return { pratica, richiesta };
}

/** The key in the mail: the token with a mark that only the portal can make. */
const keyOf = ({ signer }: PortalHouse, id: string) => signedId(signer, SIGN_PURPOSE, id);

export type WaitingSegnalazione = {
  id: string;
  programma: FromProgramma['programma'];
  scade: number;
  /** Undefined once it is confirmed */
  sent: ProgramSegnalazione | undefined;
  /** Names of its files */
  files: string[];
};

/** @returns undefined for a key that is wrong or has lapsed */
export async function findWaiting(ctx: CallContext, chiave: string): Promise<WaitingSegnalazione | undefined> {
  const id = readSignedId(ctx.house.signer, SIGN_PURPOSE, chiave);
  const row = id === undefined ? undefined : await findAttesa(ctx.db, id, ctx.now);
  if (id === undefined || !row) return undefined;
  const sent = row.dati_json === '{}' ? undefined : programSegnalazioneSchema.parse(JSON.parse(row.dati_json));
  const files = await listBozzaAllegati(ctx.db, programActor(row.programma), attesaFilesPath(id));
  const programma = { id: row.programma, nome: row.programma_nome };
  return { id, programma, scade: row.scade, sent, files: files.map(({ nome }) => nome) };
}

/** @returns what became of a token; undefined: there is no such token */
export async function findToken(
  { db, now }: CallContext,
  { id, ente }: { id: string; ente: string },
): Promise<{ richiesta: string | null } | undefined> {
  const row = await findAttesa(db, id, now);
  return row?.ente === ente ? row : undefined;
}

export const CONFIRM_GONE =
  'Questa segnalazione non è più da confermare: è già stata confermata, oppure è passato più di un giorno.';

export const attesaHandlers: OperationHandlers<typeof attesaOperations> = {
  confermaSegnalazione: {
    prepare: async ({ chiave }, ctx) => {
      const waiting = await findWaiting(ctx, chiave);
      if (!waiting?.sent) throw new PortalError('not_found', { message: CONFIRM_GONE });
      const { id, programma, sent } = waiting;
      return { id, programma, sent, ente: await enteOfSegnalazione(ctx.house, sent) };
    },
    run: async (
      { fuori_elenco },
      ctx,
      { id, sent, ...way }: { id: string; sent: ProgramSegnalazione } & FromProgramma,
    ) => {
      if (!(await takeAttesa(ctx.db, id))) throw new PortalError('not_found', { message: CONFIRM_GONE });
      // The report is of the person with the mailbox, who need not be the one who is logged in.
      const inside = { ...ctx, user: null };
      const from = programActor(way.programma.id);
      const files = await handOverBozza(ctx.db, { bozza: attesaFilesPath(id), from, to: ownerOf(inside) });
      const filesAllegati = files.map((Id) => ({ Id }));
      const opened = await openFromProgramma(inside, { ...sent, fuori_elenco, filesAllegati }, way);
      await nameRichiesta(ctx.db, { id, richiesta: opened.richiesta, scade: ctx.now + TOKEN_MS });
      return wirePratica(opened.pratica);
    },
  },
};

/** Null when it was confirmed or has lapsed before the mail could leave. */
export const ATTESA_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(CONFIRM_MAIL, async ({ attesa }, house) => {
    const row = await findAttesa(house.db, attesa, house.now());
    if (!row || row.email === '') return null;
    const { codice, email } = programSegnalazioneSchema.parse(JSON.parse(row.dati_json));
    const ente = await enteOfPage(house, '', row.ente);
    const url = `${siteUrl(house.settings, ente.host)}${CONFIRM_PATH}/${keyOf(house, attesa)}`;
    const expires = instantInWords(row.scade);
    return {
      to: email,
      ente,
      testo: confirmMail({ ente, programma: row.programma_nome, tipo: TIPI[codice], expires, url }),
    };
  }),
];
