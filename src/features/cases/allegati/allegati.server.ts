/** The calls to upload, remove and download an attachment, with their quotas; and how attachments become part of a case. */

import { type Ctx, owner } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { network } from '../../../platform/limit.server.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { oneAtATime } from '../../../store/one-at-a-time.server.ts';
import type { Allegato } from '../../../store/tables.ts';
import type { AllegatoMostrato, operations } from './allegati.contract.ts';
import {
  allegatiPropri,
  attacca,
  bytesDellaRete,
  bytesInSospeso,
  bytesSenzaRisposta,
  classifica,
  leggiAllegato,
  leggiBytes,
  scriviAllegato,
  togliAllegato,
} from './allegati.db.ts';
import { controllaFile, type FileControllato } from './controllo.server.ts';
import type { CategoriaFile } from './limiti.ts';
import { MAX_BYTES_DICHIARAZIONE, percorsoDichiarazione } from './limiti.ts';
import { contentDisposition } from './nome.server.ts';
import { MIME } from './tipo.server.ts';

const MB = 1024 * 1024;
const GIORNO = 24 * 3600_000;
/**
 * What one owner may leave unattached: two full forms, and two full declarations of advertising devices, each with no more than
 * its own. Nobody uses the portal as a free store.
 */
const SOSPESO = { altri: 200 * MB, mezzi: 2 * MAX_BYTES_DICHIARAZIONE };
/** The same for all guests of a network in a day: a new cookie makes a new owner, not new room. */
const SOSPESO_RETE = { altri: 300 * MB, mezzi: 2 * MAX_BYTES_DICHIARAZIONE };
/** All that guests of a network bring in a day, sent or not: what was sent has not made room. */
const AL_GIORNO_RETE = 1024 * MB;
/** What a citizen adds to a case with messages until the office answers. */
const SENZA_RISPOSTA = 200 * MB;

/** Whether somebody may see the case that a file belongs to. */
export type SeesCase = (
  ctx: Ctx,
  asked: { id: string; email: string; vista?: 'cittadino' | 'operatore' | undefined },
) => Promise<boolean>;

/** @param seesCase cases are built on files, not the other way round: their own rule is passed in */
export const handlersWith = (seesCase: SeesCase): Handlers<typeof operations> => ({
  caricaFile: {
    prepare: async ({ file, percorso }, ctx) => {
      if (!ctx.visitor && !ctx.user) throw new PortalError('token');
      // Before anybody works for it; counted again in the transaction that writes it.
      await posto(ctx, file.size, percorso ?? '');
      const di = { network: network(ctx.address), caller: owner(ctx) };
      const bytes = new Uint8Array(await file.arrayBuffer());
      return controllaFile({ nome: file.name, bytes, di, scan: ctx.house.scan });
    },
    run: async ({ note, percorso, categoria }, ctx, pronto: FileControllato) => {
      await oneAtATime(ctx.db, ctx.house.dialect, reteOspite(ctx) ?? owner(ctx));
      await posto(ctx, pronto.bytes.length, percorso ?? '');
      const riga: Allegato = {
        id: randomId(),
        proprietario: owner(ctx),
        pratica: null,
        evento: null,
        nome: pronto.nome,
        tipo: pronto.tipo,
        dimensione: pronto.bytes.length,
        sha256: pronto.sha256,
        nota: note ?? null,
        categoria: categoria ?? null,
        miniatura: pronto.miniatura ? 1 : 0,
        creato: ctx.now,
        bozza: percorso ?? null,
        nascosto: null,
        rete: reteOspite(ctx),
      };
      await scriviAllegato(ctx.db, riga, { originale: pronto.bytes, miniatura: pronto.miniatura });
      return mostra(riga);
    },
  },
  togliFile: async ({ id }, ctx) => {
    if (!(await togliAllegato(ctx.db, id, owner(ctx)))) throw new PortalError('not_found');
  },
  scaricaFile: async ({ id, miniatura, email, vista }, ctx) => {
    const riga = await leggiAllegato(ctx.db, id);
    if (!riga || !(await puoLeggere(riga, ctx, { email, vista, seesCase }))) throw new PortalError('not_found');
    const variante = miniatura ? 'miniatura' : 'originale';
    const bytes = await leggiBytes(ctx.db, id, variante);
    if (bytes.length === 0) throw new PortalError('not_found');
    const type = miniatura ? 'image/jpeg' : MIME[riga.tipo as keyof typeof MIME];
    return { type, bytes, disposition: contentDisposition(riga.nome), etag: `${riga.sha256}-${variante}` };
  },
});

/** Under what a guest's network is counted; null for who is logged in: they have their own room, and a name. */
export function reteOspite(ctx: Ctx): string | null {
  return ctx.user ? null : ctx.house.signer.sign('rete', network(ctx.address));
}

/** @param percorso of the form the file is for @throws PortalError `too_many` when so many bytes more would be too many */
async function posto(ctx: Ctx, bytes: number, percorso: string): Promise<void> {
  const radice = percorsoDichiarazione('');
  const mezzi = percorso.startsWith(radice);
  const suoi = await bytesInSospeso(ctx.db, { proprietario: owner(ctx) }, { radice, percorso });
  if (mezzi && suoi.suoi + bytes > MAX_BYTES_DICHIARAZIONE)
    throw new PortalError('too_many', {
      message: `I file di questa dichiarazione superano in tutto ${MAX_BYTES_DICHIARAZIONE / MB} MB: togline qualcuno, o usane di più piccoli.`,
    });
  if (mezzi ? suoi.radicati + bytes > SOSPESO.mezzi : suoi.altri + bytes > SOSPESO.altri)
    throw new PortalError('too_many', {
      message: 'Hai caricato molti file senza inviarli. Togline qualcuno e riprova.',
    });
  const rete = reteOspite(ctx);
  if (rete === null) return;
  const dellaRete = await bytesInSospeso(ctx.db, { rete, dal: ctx.now - GIORNO }, { radice, percorso });
  const volte = ctx.house.settings.limitsFactor;
  if ((await bytesDellaRete(ctx.db, { rete, dal: ctx.now - GIORNO })) + bytes > AL_GIORNO_RETE * volte)
    throw new PortalError('too_many', {
      message:
        'Oggi dalla tua connessione sono arrivati molti file. Accedi all’area personale per continuare subito, oppure riprova domani.',
    });
  if (
    mezzi
      ? dellaRete.radicati + bytes > SOSPESO_RETE.mezzi * volte
      : dellaRete.altri + bytes > SOSPESO_RETE.altri * volte
  )
    throw new PortalError('too_many', {
      message:
        'Dalla tua connessione sono arrivati molti file che non sono ancora stati inviati. Accedi all’area personale per continuare subito, oppure riprova domani.',
    });
}

/** Unattached: whoever uploaded it. In a case: whoever may see the case, unless an operator has hidden the file. */
async function puoLeggere(
  riga: Allegato,
  ctx: Ctx,
  come: { email?: string | undefined; vista?: 'cittadino' | 'operatore' | undefined; seesCase: SeesCase },
) {
  if (riga.pratica === null) return owner(ctx) !== '' && riga.proprietario === owner(ctx);
  if (riga.nascosto !== null) return false;
  return come.seesCase(ctx, { id: riga.pratica, email: come.email ?? '', vista: come.vista });
}

export function mostra(riga: Allegato): AllegatoMostrato {
  const { id: Id, nome, tipo, dimensione } = riga;
  return {
    Id,
    nome,
    tipo,
    dimensione,
    miniatura: riga.miniatura === 1,
    ...(riga.categoria && { categoria: riga.categoria }),
    ...(riga.nota && riga.nascosto === null && { nota: riga.nota }),
    ...(riga.nascosto !== null && { nascosto: true, nome: 'File nascosto', miniatura: false }),
  };
}

/** Said of a file that is not there any more, and of one that is somebody else’s. */
export const FILE_NON_TUO = 'Un allegato non c’è più o non è tuo: toglilo e caricalo di nuovo.';

/**
 * Makes uploaded files part of a case, inside the transaction that opens the case or adds the message.
 * @throws PortalError `not_found` when one is not there, not theirs, or attached already: all or nothing
 */
export async function attaccaFile(
  ctx: Ctx,
  files: readonly { Id: string; categoria?: CategoriaFile | undefined }[],
  a: { pratica: string; evento: string | null },
): Promise<void> {
  if (files.length === 0) return;
  for (const { Id, categoria } of files)
    if (categoria) await classifica(ctx.db, { id: Id, categoria, proprietario: owner(ctx) });
  const done = await attacca(
    ctx.db,
    files.map((f) => f.Id),
    { proprietario: owner(ctx), ...a },
  );
  if (done !== files.length) {
    throw new PortalError('not_found', { message: FILE_NON_TUO, fields: { filesAllegati: [FILE_NON_TUO] } });
  }
}

/**
 * A citizen adds so many bytes to a case and no more until the office does something, as with messages. The case is held.
 * @throws PortalError `conflict`
 */
export async function postoNellaPratica(ctx: Ctx, pratica: string, files: readonly { Id: string }[]): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ Id }) => Id);
  const nuovi = await allegatiPropri(ctx.db, owner(ctx), ids);
  const mandati = await bytesSenzaRisposta(ctx.db, pratica);
  if (nuovi.reduce((somma, { dimensione }) => somma + Number(dimensione), mandati) <= SENZA_RISPOSTA) return;
  const message = `I file che hai mandato dopo l’ultima risposta dell’ufficio superano in tutto ${SENZA_RISPOSTA / MB} MB: aspetta che ti risponda, poi puoi mandarne altri.`;
  throw new PortalError('conflict', { message, fields: { filesAllegati: [message] } });
}

/**
 * What the sender's own files are for: as said with the send, else as said at the upload.
 * @returns in the order given; a file that is not theirs is left to {@link attaccaFile}
 */
export async function categorieDei(
  ctx: Ctx,
  files: readonly { Id: string; categoria?: CategoriaFile | undefined }[],
): Promise<(CategoriaFile | undefined)[]> {
  const righe = await allegatiPropri(
    ctx.db,
    owner(ctx),
    files.map((f) => f.Id),
  );
  const note = new Map(righe.map((r) => [r.id, r.categoria as CategoriaFile | null]));
  return files.map((f) => f.categoria ?? note.get(f.Id) ?? undefined);
}
