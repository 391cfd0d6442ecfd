/** Gives cases to firms by a link, opens them to the firms, and keeps what these write to the office. */
import * as z from 'zod/mini';
import type { CallContext, OutboxDelivery, PortalHouse } from '../../../context.ts';
import { addDays, dateInWords, isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import { requireWithinLimits } from '../../../platform/limit.server.ts';
import { deliveryOf, enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry, outboxKind } from '../../../platform/outbox-kind.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId, readSignedId, signedId } from '../../../platform/signer.server.ts';
import type { Allegato, Ditta, Pratica, StoreDb } from '../../../store/tables.ts';
import { listEventiAllegati, listSentAllegati, readAllegato } from '../allegati/allegati.db.ts';
import { answerFile, attachFiles, officeMark, showAllegato } from '../allegati/allegati.server.ts';
import { enteOfPage, siteOf } from '../ente/ente.server.ts';
import { casellaOf } from '../ente/ente.ts';
import { nameOf } from '../ente/servizi.ts';
import { emailOfUfficio } from '../ufficio/ufficio.server.ts';
import { recordReading } from './accesso.server.ts';
import { writeAtto } from './atti.db.ts';
import type { dittaOperations, Rapporto, ShownDitta } from './ditta.contract.ts';
import { changeDitta, countDittaBytes, findDitta, listDitte, listRapporti, writeDitta } from './ditta.db.ts';
import { dittaEnteMail, dittaMail } from './ditta.mail.ts';
import { DITTA_PATH, dittaActor, dittaStato, MAX_DITTA_DAYS, MAX_DITTE, SHOWN_PARTS, shownPartsOf } from './ditta.ts';
import { callerName, requireOwn } from './incarico.server.ts';
import { changePratica, findPratica, findToChange } from './pratica.db.ts';
import { parsePraticaData, shownPraticaData } from './pratica-data.ts';
import { protocollo, ufficioPath } from './pratica-names.ts';
import { luogoInWords } from './pratica-summary.ts';

const SIGN_PURPOSE = 'ditta';

/** All files that a firm may send with one link. */
const MAX_DITTA_BYTES = 200 * 1024 * 1024;
const TOO_MANY_BYTES = 'I file che hai mandato superano in tutto 200 MB: mandane di più piccoli, o chiedi all’ufficio.';

/** To the firm, and to the office when the firm has written. The rows hold ids, never the link. */
const DITTA_LINK = outboxKind('ditta.affidata', 'offices', z.object({ pratica: z.string(), ditta: z.string() }));
const ENTE_DITTA = outboxKind(
  'ente.ditta',
  'offices',
  z.object({ pratica: z.string(), ditta: z.string(), fatto: z.boolean() }),
);

/** The words of the link: the id with a mark that only the portal can make. */
const chiaveOf = ({ signer }: PortalHouse, id: string): string => signedId(signer, SIGN_PURPOSE, id);

const DITTA_GONE = {
  scaduta:
    'Questo collegamento è scaduto: valeva fino a un giorno che è passato. Se il lavoro non è finito, chiedi all’ufficio un collegamento nuovo.',
  revocata:
    'L’ufficio ha chiuso questo collegamento. Se il lavoro è ancora tuo, chiedi all’ufficio un collegamento nuovo.',
} as const;

/**
 * The firm and the case of a link.
 * @throws PortalError `not_found`, with the state as its reason for a link that has lapsed or was ended
 */
async function openLink(ctx: CallContext, chiave: string): Promise<{ ditta: Ditta; pratica: Pratica }> {
  const id = readSignedId(ctx.house.signer, SIGN_PURPOSE, chiave);
  const ditta = id === undefined ? undefined : await findDitta(ctx.db, id);
  const pratica = ditta && (await findPratica(ctx.db, ditta.pratica));
  if (!ditta || !pratica)
    throw new PortalError('not_found', {
      message: 'Questo collegamento non apre nessun lavoro: controlla di averlo copiato per intero.',
    });
  const stato = dittaStato(ditta, todayInRome(ctx.now));
  if (stato !== 'attiva') throw new PortalError('not_found', { message: DITTA_GONE[stato], reason: stato });
  return { ditta, pratica };
}

export const dittaHandlers: OperationHandlers<typeof dittaOperations> = {
  ditteDiPratica: async ({ id }, ctx) => {
    const pratica = await requireOwn(ctx, id);
    const ditte = await listDitte(ctx.db, pratica.id);
    const rapporti = await readRapporti(ctx.db, pratica.id, ditte);
    const today = todayInRome(ctx.now);
    return ditte.map(
      (ditta): ShownDitta => ({
        id: ditta.id,
        nome: ditta.nome,
        email: ditta.email,
        messaggio: ditta.messaggio,
        mostra: shownPartsOf(ditta),
        stato: dittaStato(ditta, today),
        affidata_il: isoInstant(Number(ditta.creata)),
        affidata_da: ditta.creata_da,
        fino_al: ditta.fino_al,
        ...(ditta.vista !== null && { vista_il: isoInstant(Number(ditta.vista)) }),
        ...(ditta.fatta !== null && { fatta_il: isoInstant(Number(ditta.fatta)) }),
        rapporti: rapporti.get(ditta.id) ?? [],
      }),
    );
  },
  affidaDitta: async ({ id, nome, email, messaggio = '', fino_al, mostra }, ctx) => {
    const pratica = await requireOwn(ctx, id, 'change');
    const today = todayInRome(ctx.now);
    if (fino_al < today || fino_al > addDays(today, MAX_DITTA_DAYS))
      throw new PortalError('invalid', {
        fields: { fino_al: [`Il collegamento può valere da oggi a ${MAX_DITTA_DAYS} giorni.`] },
      });
    if ((await listDitte(ctx.db, pratica.id)).length >= MAX_DITTE)
      throw new PortalError('conflict', {
        message: `Questa pratica ha già avuto ${MAX_DITTE} collegamenti per ditte.`,
      });
    const ditta: Ditta = {
      id: randomId(),
      pratica: pratica.id,
      ente: pratica.ente,
      nome,
      email,
      messaggio,
      mostra: [...new Set(mostra)].join(' '),
      creata: ctx.now,
      creata_da: callerName(ctx),
      fino_al,
      revocata: null,
      fatta: null,
      vista: null,
    };
    await writeDitta(ctx.db, ditta);
    await writeAtto(ctx, pratica, {
      azione: 'ditta_affidata',
      testo: `${nome}, ${email}, fino al ${dateInWords(fino_al)}\nVede: ${shownInWords(ditta)}`,
      dati: { ditta: ditta.id },
      name: callerName(ctx),
    });
    await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(DITTA_LINK, { pratica: pratica.id, ditta: ditta.id }));
    return { id: ditta.id };
  },
  revocaDitta: async ({ id, ditta: dittaId }, ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      const inside = { ...ctx, db: tx };
      const pratica = await requireOwn(inside, id, 'change');
      const ditta = await findDitta(tx, dittaId);
      if (ditta?.pratica !== pratica.id) throw new PortalError('not_found');
      if (ditta.revocata !== null) return { revocata: false };
      await changeDitta(tx, ditta.id, { revocata: ctx.now });
      const atto = { azione: 'ditta_revocata', testo: ditta.nome, dati: { ditta: ditta.id } } as const;
      await writeAtto(inside, pratica, { ...atto, name: callerName(ctx) });
      return { revocata: true };
    }),
  leggiAffidata: async ({ chiave }, ctx) => {
    const { ditta, pratica } = await openLink(ctx, chiave);
    await recordReading(ctx, pratica, { chi: dittaActor(ditta.id), ufficio: ditta.nome });
    if (ditta.vista === null) await changeDitta(ctx.db, ditta.id, { vista: ctx.now });
    const parts = shownPartsOf(ditta);
    const { lat, lon, ...dati } = parsePraticaData(shownPraticaData, pratica);
    const luogo = luogoInWords({ lat, lon, ...dati });
    const rapporti = await readRapporti(ctx.db, pratica.id, [ditta]);
    return {
      ditta: ditta.nome,
      ente: pratica.ente,
      protocollo: protocollo(pratica),
      servizio: nameOf(ctx.house.services, pratica.codice),
      oggetto: pratica.oggetto,
      ...(parts.includes('descrizione') && pratica.descrizione && { descrizione: pratica.descrizione }),
      ...(luogo && { luogo }),
      ...(lat !== undefined && lon !== undefined && { lat, lon }),
      ...(parts.includes('chi') && { nome: fullName(pratica) }),
      ...(parts.includes('telefono') && pratica.telefono && { telefono: pratica.telefono }),
      messaggio: ditta.messaggio,
      foto: (await shownPhotos(ctx.db, ditta)).map(showAllegato),
      fino_al: ditta.fino_al,
      ...(ditta.fatta !== null && { fatta_il: isoInstant(Number(ditta.fatta)) }),
      rapporti: rapporti.get(ditta.id) ?? [],
    };
  },
  scriviDitta: async ({ chiave, testo = '', fatto, filesAllegati }, asked) => {
    // The words are the firm's, whatever login the browser has.
    const ctx = { ...asked, user: null };
    const { ditta } = await openLink(ctx, chiave);
    const pratica = await findToChange(ctx, ditta.pratica);
    if (!pratica) throw new PortalError('not_found');
    await requireWithinLimits(ctx, [{ name: 'ditta', who: ditta.id, times: 60, minutes: 60 }]);
    const evento = officeMark(ditta.id);
    await attachFiles(asked, filesAllegati, { pratica: pratica.id, evento });
    if ((await countDittaBytes(ctx.db, pratica.id, evento)) > MAX_DITTA_BYTES)
      throw new PortalError('invalid', { fields: { filesAllegati: [TOO_MANY_BYTES] } });
    const files = filesAllegati.map(({ Id }) => Id);
    const atto = { azione: 'ditta', testo, dati: { ditta: ditta.id, fatto, files } } as const;
    await writeAtto(ctx, pratica, { ...atto, name: ditta.nome });
    if (fatto) await changeDitta(ctx.db, ditta.id, { fatta: ctx.now });
    // News for the office, and for nobody else: the firm's words are no part of the timeline.
    await changePratica(ctx.db, pratica.id, {
      letto_operatore: Math.min(pratica.letto_operatore, pratica.versione - 1),
    });
    const data = { pratica: pratica.id, ditta: ditta.id, fatto };
    await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(ENTE_DITTA, data));
    return { scritto: true };
  },
  fileDitta: async ({ chiave, id, miniatura }, ctx) => {
    const { ditta } = await openLink(ctx, chiave);
    const row = await readAllegato(ctx.db, id);
    if (row?.pratica !== ditta.pratica || row.nascosto !== null) throw new PortalError('not_found');
    const isShown = row.evento === officeMark(ditta.id) || (await shownPhotos(ctx.db, ditta)).some((f) => f.id === id);
    if (!isShown) throw new PortalError('not_found');
    return answerFile(ctx, row, { small: miniatura === '1', opens: true });
  },
};

const shownInWords = (ditta: Ditta): string =>
  ['oggetto e luogo', ...shownPartsOf(ditta).map((name) => SHOWN_PARTS[name].toLowerCase())].join(', ');

/** The pictures that the case was sent with. */
async function shownPhotos(db: StoreDb, ditta: Ditta): Promise<Allegato[]> {
  if (!shownPartsOf(ditta).includes('foto')) return [];
  const sent = await listSentAllegati(db, { pratica: ditta.pratica });
  return sent.filter(({ miniatura, nascosto }) => miniatura === 1 && nascosto === null);
}

const rapportoData = z.object({ ditta: z.string(), fatto: z.boolean(), files: z.array(z.string()) });

/** What each of some firms wrote, by its id. */
async function readRapporti(db: StoreDb, pratica: string, ditte: readonly Ditta[]): Promise<Map<string, Rapporto[]>> {
  const found = new Map<string, Rapporto[]>();
  if (ditte.length === 0) return found;
  const files = await listEventiAllegati(
    db,
    pratica,
    ditte.map(({ id }) => officeMark(id)),
  );
  for (const { quando, testo, dati_json } of await listRapporti(db, pratica)) {
    const { ditta, fatto, files: ids } = rapportoData.parse(JSON.parse(dati_json));
    const allegati = files.filter(({ id }) => ids.includes(id)).map(showAllegato);
    const rapporto = { quando: isoInstant(Number(quando)), testo, fatto, allegati };
    if (ditte.some(({ id }) => id === ditta)) found.set(ditta, [...(found.get(ditta) ?? []), rapporto]);
  }
  return found;
}

/** Null for a link that was ended before its mail could leave. */
export const DITTA_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(DITTA_LINK, async ({ pratica: praticaId, ditta: id }, house) => {
    const [ditta, pratica] = [await findDitta(house.db, id), await findPratica(house.db, praticaId)];
    if (!ditta || !pratica || ditta.revocata !== null) return null;
    const ente = await enteOfPage(house, '', pratica.ente);
    const url = `${await siteOf(house, ente.host)}${DITTA_PATH}/${chiaveOf(house, id)}`;
    const { nome, fino_al, email: to } = ditta;
    const letter = dittaMail({ ente, nome, protocollo: protocollo(pratica), url, expiresOn: dateInWords(fino_al) });
    return { to, ente, testo: letter };
  }),
  deliveryOf(ENTE_DITTA, async ({ pratica: praticaId, ditta: id, fatto }, house) => {
    const [ditta, pratica] = [await findDitta(house.db, id), await findPratica(house.db, praticaId)];
    if (!ditta || !pratica) return null;
    const ente = await enteOfPage(house, '', pratica.ente);
    const own = pratica.assegnata_ufficio && (await emailOfUfficio(house.db, pratica.assegnata_ufficio));
    const to = own || casellaOf(ente, pratica.codice);
    if (!to) throw new Error(`L’ente ${ente.id} non ha una casella per ${pratica.codice}`);
    const url = `${await siteOf(house, pratica.host)}${ufficioPath(pratica, ente)}`;
    return { to, ente, testo: dittaEnteMail({ ente, nome: ditta.nome, protocollo: protocollo(pratica), fatto, url }) };
  }),
];
