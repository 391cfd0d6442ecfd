/** Devices and declarations as they are shown: what a declaration says laid over the devices of its position. */
import * as z from 'zod/mini';
import type { CallContext } from '../../../context.ts';
import type { Allegato, DeclaredMezzo, Mezzo } from '../../../store/tables.ts';
import { listBozzaAllegati, listSentAllegati } from '../../cases/allegati/allegati.db.ts';
import { showAllegato } from '../../cases/allegati/allegati.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { findPratica } from '../../cases/pratica/pratica.db.ts';
import { parsePraticaData } from '../../cases/pratica/pratica-data.ts';
import { wirePratica } from '../../cases/pratica/pratica-opening.server.ts';
import { type DichiarazioneWithBozza, findPendingMezzi } from './dichiarazioni.db.ts';
import { dichiarazioneStatoOf } from './dichiarazioni-list.contract.ts';
import { findMezzi, listMezziOfPosizione, listRows } from './mezzi.db.ts';
import { FILE_MEZZO, MEZZO_IN_PROGRESS, type MezzoData } from './mezzo.ts';
import { parseMezzoInProgress } from './mezzo-bozza.ts';
import { cessazioneOf, mezzoDataOf } from './mezzo-stored.ts';
import { listDifferences } from './mezzo-text.ts';
import { type MezzoFile, namedFile, praticaData } from './pratica-data.ts';
import { readTypedRichiedente } from './richiedente-values.ts';
import type { ShownDeclaredMezzo, ShownDichiarazione, ShownMezzo } from './shown.ts';
import { stimaOf, type TariffaMezzi } from './stima.ts';
import { readTariffa } from './tariffa.server.ts';

type ShownFile = ShownDeclaredMezzo['allegati'][number];
/** What does not stand in the store's transaction: read before it. */
export type KnownContext = { nome_ente: string; tariffa: TariffaMezzi | null };

export async function readKnownContext({ house }: CallContext, id: string): Promise<KnownContext> {
  const [found, tariffa] = await Promise.all([findEnte(house, id), readTariffa(house, id)]);
  return { nome_ente: found?.nome ?? id, tariffa };
}

export const namedFilesOf = ({ allegati_json }: Pick<DeclaredMezzo, 'allegati_json'>): MezzoFile[] =>
  z.parse(z.array(namedFile), JSON.parse(allegati_json));

/** @property stima_cent a year, by the ente's tariff of today; null without one */
export const showMezzo = (Id: string, data: MezzoData, tariffa: TariffaMezzi | null): ShownMezzo => ({
  Id,
  ...data,
  stima_cent: tariffa && stimaOf(tariffa, data),
});

/** @property mezzo the position's device that the row is about @property file files that may be shown, by id */
export type RowContext = {
  mezzo?: Mezzo | undefined;
  tariffa: TariffaMezzi | null;
  file: ReadonlyMap<string, Allegato>;
};

export function showRow(row: DeclaredMezzo, { mezzo, tariffa, file }: RowContext): ShownDeclaredMezzo {
  const removed = row.tolto !== null;
  const rest = {
    azione: row.azione,
    ...(row.mezzo !== null && { mezzo: row.mezzo }),
    ...(removed && { tolto: true }),
    // Files that were deleted elsewhere are no longer known.
    allegati: namedFilesOf(row).flatMap(({ Id, categoria }) => showNamedFile(file.get(Id), categoria)),
  };
  const before = mezzo && mezzoDataOf(mezzo);
  if (before && (removed || row.azione === 'cessazione'))
    return {
      ...showMezzo(row.id, before, tariffa),
      ...rest,
      ...(!removed && { cessazione: cessazioneOf(row) }),
    };
  const data = mezzoDataOf(row);
  const hasChanged = before && mezzo && listDifferences(before, data).length > 0;
  return {
    ...showMezzo(row.id, data, tariffa),
    ...rest,
    ...(hasChanged && { prima: showMezzo(mezzo.id, before, tariffa) }),
  };
}

const showNamedFile = (row: Allegato | undefined, categoria: string): ShownFile[] =>
  row ? [{ ...showAllegato(row), categoria }] : [];

const showUnchanged = (mezzo: Mezzo, tariffa: TariffaMezzi | null): ShownDeclaredMezzo => ({
  ...showMezzo(mezzo.id, mezzoDataOf(mezzo), tariffa),
  azione: 'variazione',
  mezzo: mezzo.id,
  allegati: [],
});

/**
 * A declaration with all its devices. A draft has those of its position, each with its declared change, then the new ones;
 * a sent one has what was sent.
 * @param known required inside a transaction, which must not read them itself
 */
export async function showDichiarazione(
  ctx: CallContext,
  d: DichiarazioneWithBozza & { values: FormValues },
  known?: KnownContext,
): Promise<ShownDichiarazione> {
  const { nome_ente, tariffa } = known ?? (await readKnownContext(ctx, d.ente));
  const { id: Id, tipo, ente, posizione, codice_utente } = d;
  const baseView = {
    Id,
    tipo,
    ente,
    nome_ente,
    posizione: posizione === null ? null : { Id: posizione, codice_utente: codice_utente ?? '' },
  };
  if (d.pratica !== null) return { ...baseView, ...(await readSent(ctx, d.pratica)) };
  const rows = await listRows(ctx.db, { dichiarazione: Id });
  const ofPosizione = posizione === null || tipo === 'nuovo' ? [] : await listMezziOfPosizione(ctx.db, { posizione });
  const file = new Map(
    (await listBozzaAllegati(ctx.db, d.proprietario, dichiarazionePath(Id))).map((f) => [f.id, f] as const),
  );
  const ceased = await findCeasedSince(ctx, rows, ofPosizione);
  const pending = new Set(
    await findPendingMezzi(
      ctx.db,
      ofPosizione.map((m) => m.id),
    ),
  );
  const rowByMezzo = new Map(rows.flatMap((r) => (r.mezzo === null ? [] : [[r.mezzo, r] as const])));
  const mezzi = [
    ...[...ofPosizione, ...ceased].map((mezzo) => {
      const row = rowByMezzo.get(mezzo.id);
      const shown = row ? showRow(row, { mezzo, tariffa, file }) : showUnchanged(mezzo, tariffa);
      return pending.has(mezzo.id) ? { ...shown, occupato: true } : shown;
    }),
    ...rows.filter((r) => r.mezzo === null).map((row) => showRow(row, { tariffa, file })),
  ];
  return {
    ...baseView,
    stato: 'bozza',
    richiedente: readTypedRichiedente(d.values, ctx),
    mezzi,
    allegati: ownFiles(file, rows, d.values),
    stima_cent: tariffa && sumStima(mezzi),
    pratica: null,
    protocollo: null,
  };
}

/** The estimate of the devices that remain. */
const sumStima = (mezzi: readonly ShownDeclaredMezzo[]) =>
  mezzi
    .filter((m) => !m.cessazione && !(m.tolto && m.mezzo === undefined))
    .reduce((cent, m) => cent + (m.stima_cent ?? 0), 0);

/** Declared devices that the ente has removed since. */
async function findCeasedSince({ db }: CallContext, rows: readonly DeclaredMezzo[], active: readonly Mezzo[]) {
  const activeIds = new Set(active.map((m) => m.id));
  return findMezzi(
    db,
    rows.flatMap((r) => (r.mezzo === null || activeIds.has(r.mezzo) ? [] : [r.mezzo])),
  );
}

/** Files of the declaration itself: those that neither a device nor the half-typed one names. */
function ownFiles(
  file: ReadonlyMap<string, Allegato>,
  rows: readonly DeclaredMezzo[],
  { [MEZZO_IN_PROGRESS]: inProgress }: FormValues,
): ShownFile[] {
  const allNamed = [...rows.flatMap(namedFilesOf), ...(parseMezzoInProgress(inProgress)?.file ?? [])];
  const namedIds = new Set(allNamed.map((f) => f.Id));
  return [...file.values()].flatMap((f) => {
    const categoria = f.categoria ?? 'altri_documenti';
    return namedIds.has(f.id) || !Object.hasOwn(FILE_MEZZO, categoria) ? [] : showNamedFile(f, categoria);
  });
}

async function readSent({ db }: CallContext, id: string) {
  const pratica = await findPratica(db, id);
  if (!pratica) throw new Error('Dichiarazione senza la sua pratica');
  const { richiedente, mezzi, allegati, stima_cent } = parsePraticaData(praticaData, pratica);
  const file = new Map((await listSentAllegati(db, { pratica: id })).map((f) => [f.id, f] as const));
  const withFiles = (files: readonly MezzoFile[]) =>
    files.flatMap(({ Id, categoria }) => showNamedFile(file.get(Id), categoria));
  const shownPratica = wirePratica(pratica);
  return {
    stato: dichiarazioneStatoOf(pratica.stato),
    richiedente,
    stima_cent,
    mezzi: mezzi.map((m) => ({ ...m, allegati: withFiles(m.allegati) })),
    allegati: withFiles(allegati),
    pratica: shownPratica,
    protocollo: shownPratica.protocollo,
  };
}
