/** The devices of a declaration: added, changed, ceased, removed and put back, one by one or by the sheet. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { DeclaredMezzo, Mezzo } from '../../../store/tables.ts';
import { listOwnAllegati } from '../../cases/allegati/allegati.db.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { countMezziBytes } from '../../cases/bozza/bozza.server.ts';
import { checkUnsent, lockOwnDichiarazione, type OwnDichiarazione, readOwnDichiarazione } from './accesso.server.ts';
import { namedFilesOf, showRow } from './dichiarazione-view.server.ts';
import { renewBozza } from './dichiarazioni.db.ts';
import { nameFiles } from './file.server.ts';
import { findOwnRow, findRow, sumBytes, updateRow } from './mezzi.db.ts';
import {
  addRow,
  addRows,
  declaredData,
  findLiveRow,
  findRowOrMezzo,
  mezzoNotFound,
  mezzoOfRow,
  reviveRow,
  writeRowOfMezzo,
} from './mezzi-rows.server.ts';
import type { mezziOperations } from './mezzo.contract.ts';
import { CESSAZIONE_IN_PROGRESS, MEZZO_IN_PROGRESS, type MezzoData, type NamedFile } from './mezzo.ts';
import { parseCessazioneInProgress, parseMezzoInProgress } from './mezzo-bozza.ts';
import { mezzoDataOf } from './mezzo-stored.ts';
import type { ShownDeclaredMezzo } from './shown.ts';
import type { TariffaMezzi } from './stima.ts';
import { readTariffa } from './tariffa.server.ts';

const mezzoConflict = (message: string) => new PortalError('conflict', { message });

/** Reads the tariff before the transaction, which must not wait for other sources. @throws PortalError as {@link readOwnDichiarazione}, `conflict` */
const prepareTariffa = async ({ dichiarazione }: { dichiarazione: string }, ctx: CallContext) =>
  readTariffa(ctx.house, checkUnsent(await readOwnDichiarazione(ctx, dichiarazione)).ente);

type MezzoInput = MezzoData & { dichiarazione: string; id?: string | undefined; allegati?: NamedFile[] | undefined };

const writeMezzo = {
  prepare: prepareTariffa,
  run: async (input: MezzoInput, ctx: CallContext, tariffa: TariffaMezzi | null): Promise<ShownDeclaredMezzo> => {
    const { dichiarazione, id, allegati, ...data } = input;
    const d = await lockOwnDichiarazione(ctx, dichiarazione);
    checkCanAdd(d);
    const { row, mezzo } =
      id === undefined
        ? { row: await addRow(ctx, d, declaredData(data as MezzoData)) }
        : await changeMezzo(ctx, d, id, data as MezzoData);
    const namedFiles = await nameFiles(
      ctx,
      { dichiarazione, id: row.id },
      { current: namedFilesOf(row), sent: allegati },
    );
    const written = { ...row, allegati_json: JSON.stringify(namedFiles) };
    if (written.allegati_json !== row.allegati_json)
      await updateRow(ctx.db, row.id, { allegati_json: written.allegati_json });
    const kept = parseMezzoInProgress(d.values[MEZZO_IN_PROGRESS])?.mezzo;
    if (kept === (id === undefined ? 'nuovo' : (mezzo?.id ?? row.id))) await forgetTyped(ctx, d, MEZZO_IN_PROGRESS);
    await countBytes(ctx, d);
    return { ...(await showWritten(ctx, written, { mezzo, tariffa })), ...(id === undefined && { nuovo: true }) };
  },
};

const ceaseMezzo = (auto: boolean) => ({
  prepare: prepareTariffa,
  run: async (
    { dichiarazione, Id, dal, motivo }: { dichiarazione: string; Id: string; dal: string; motivo: string },
    ctx: CallContext,
    tariffa: TariffaMezzi | null,
  ): Promise<ShownDeclaredMezzo> => {
    const d = await lockOwnDichiarazione(ctx, dichiarazione);
    if (d.tipo === 'nuovo')
      throw mezzoConflict(
        'Questa dichiarazione è di mezzi nuovi: per dire che un mezzo non c’è più fanne una di cessazione.',
      );
    const { row, mezzo } = await findRowOrMezzo(ctx, d, Id);
    if (!mezzo) throw mezzoConflict('Questo è un mezzo nuovo della dichiarazione: se non serve più, toglilo.');
    if ((mezzo.tipo === 'Automezzo') !== auto)
      throw new PortalError('invalid', {
        fields: { Id: [auto ? 'Questo mezzo non è un automezzo.' : 'Questo mezzo è un automezzo.'] },
      });
    const declared = { azione: 'cessazione', tipo: mezzo.tipo, dati_json: JSON.stringify({ dal, motivo }) } as const;
    const ceased = await writeRowOfMezzo(ctx, d, { row, mezzo, declared });
    if (parseCessazioneInProgress(d.values[CESSAZIONE_IN_PROGRESS])?.mezzo === mezzo.id)
      await forgetTyped(ctx, d, CESSAZIONE_IN_PROGRESS);
    await countBytes(ctx, d);
    return showWritten(ctx, ceased, { mezzo, tariffa });
  },
});

/** Removes a device from the draft as half-typed, because it is saved now. */
async function forgetTyped(
  ctx: CallContext,
  d: OwnDichiarazione,
  key: typeof MEZZO_IN_PROGRESS | typeof CESSAZIONE_IN_PROGRESS,
): Promise<void> {
  const { [key]: _saved, ...values } = d.values;
  await renewBozza(ctx.db, d, { valori_json: JSON.stringify(values) });
}

export const mezziEditHandlers: Pick<
  OperationHandlers<typeof mezziOperations>,
  | 'scriviAutomezzo'
  | 'scriviMezzoFisso'
  | 'cessaAutomezzo'
  | 'cessaMezzoFisso'
  | 'togliMezzo'
  | 'rimettiMezzo'
  | 'duplicaMezzo'
> = {
  scriviAutomezzo: writeMezzo,
  scriviMezzoFisso: writeMezzo,
  cessaAutomezzo: ceaseMezzo(true),
  cessaMezzoFisso: ceaseMezzo(false),

  togliMezzo: async ({ id }, ctx) => {
    await ctx.house.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const own = await readOwnRow(inside, id);
      const { id: dichiarazione } = await lockOwnDichiarazione(inside, own.dichiarazione);
      await findLiveRow(inside, dichiarazione, own.id);
      await updateRow(db, own.id, { tolto: ctx.now });
    });
  },

  rimettiMezzo: async ({ id }, ctx) => {
    const own = await readOwnRow(ctx, id);
    const tariffa = await prepareTariffa(own, ctx);
    return ctx.house.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const d = await lockOwnDichiarazione(inside, own.dichiarazione);
      const row = await findRow(db, d.id, own.id);
      if (!row) throw mezzoNotFound();
      const restored = await reviveRow(inside, d, row, {});
      return showWritten(inside, restored, { mezzo: await mezzoOfRow(inside, row), tariffa });
    });
  },

  duplicaMezzo: {
    prepare: async ({ id }, ctx) => {
      const own = await readOwnRow(ctx, id);
      return { own, tariffa: await prepareTariffa(own, ctx) };
    },
    run: async (_input, ctx, { own, tariffa }: { own: OwnRow; tariffa: TariffaMezzi | null }) => {
      const d = await lockOwnDichiarazione(ctx, own.dichiarazione);
      checkCanAdd(d);
      const row = await findLiveRow(ctx, d.id, own.id);
      const mezzo = await mezzoOfRow(ctx, row);
      const data = mezzoDataOf(row.azione === 'cessazione' && mezzo ? mezzo : row);
      const copy = await addRow(ctx, d, declaredData(data));
      await countBytes(ctx, d);
      return { ...(await showWritten(ctx, copy, { tariffa })), nuovo: true };
    },
  },
};

/**
 * Adds new devices to a declaration: all of them or none. Inside a transaction (`ctx.db`).
 * @returns how many @throws PortalError `not_found`, `conflict` once sent or for a cessation, `invalid` on `mezzi` beyond 200
 */
export async function addMezzi(ctx: CallContext, dichiarazione: string, mezzi: readonly MezzoData[]): Promise<number> {
  const d = await lockOwnDichiarazione(ctx, dichiarazione);
  checkCanAdd(d);
  await addRows(ctx, d, mezzi.map(declaredData));
  await countBytes(ctx, d);
  return mezzi.length;
}

/** @throws PortalError `too_many` */
const countBytes = async (ctx: CallContext, { id, proprietario }: OwnDichiarazione): Promise<void> =>
  countMezziBytes(ctx, { proprietario, percorso: dichiarazionePath(id) }, await sumBytes(ctx.db, id));

type OwnRow = { id: string; dichiarazione: string };

/** @throws PortalError `conflict` */
function checkCanAdd({ tipo }: OwnDichiarazione): void {
  if (tipo === 'cessazione')
    throw mezzoConflict(
      'Questa dichiarazione è una cessazione: per aggiungere o cambiare un mezzo fanne una di variazione.',
    );
}

/** @throws PortalError `not_found` when the caller has no row with this id */
async function readOwnRow(ctx: CallContext, id: string): Promise<OwnRow> {
  const visitor = { proprietario: ownerOf(ctx), utente: ctx.user?.id ?? '', now: ctx.now };
  const own = visitor.proprietario === '' ? undefined : await findOwnRow(ctx.db, id, visitor);
  if (!own) throw mezzoNotFound();
  return own;
}

const OTHER_TIPO =
  'Un mezzo della posizione non può passare da automezzo a un altro tipo, o viceversa: dichiara che non c’è più e aggiungi quello nuovo.';

async function changeMezzo(ctx: CallContext, d: OwnDichiarazione, id: string, data: MezzoData) {
  const { row, mezzo } = await findRowOrMezzo(ctx, d, id);
  if (row && !mezzo) {
    await updateRow(ctx.db, row.id, declaredData(data));
    return { row: { ...row, ...declaredData(data) } };
  }
  if (!mezzo) throw mezzoNotFound();
  if ((mezzo.tipo === 'Automezzo') !== (data.Tipologia_impianto_publicitario__c === 'Automezzo'))
    throw new PortalError('invalid', { fields: { Tipologia_impianto_publicitario__c: [OTHER_TIPO] } });
  return {
    row: await writeRowOfMezzo(ctx, d, { row, mezzo, declared: { azione: 'variazione', ...declaredData(data) } }),
    mezzo,
  };
}

async function showWritten(
  ctx: CallContext,
  row: DeclaredMezzo,
  { mezzo, tariffa }: { mezzo?: Mezzo | undefined; tariffa: TariffaMezzi | null },
): Promise<ShownDeclaredMezzo> {
  const ids = namedFilesOf(row).map((f) => f.Id);
  const file = new Map((await listOwnAllegati(ctx.db, ownerOf(ctx), ids)).map((f) => [f.id, f] as const));
  return showRow(row, { mezzo, tariffa, file });
}
