/** What accepting a declaration does: new devices join the position, the others change or cease. */
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { DeclaredMezzo, DichiarazioneMezzi, Mezzo, Pratica } from '../../../store/tables.ts';
import { protocollo } from '../../cases/pratica/pratica-names.ts';
import { findDichiarazioneOfPratica } from './dichiarazioni.db.ts';
import { listRows, lockMezzi, updateMezzo, writeMezzi } from './mezzi.db.ts';
import type { MezzoData } from './mezzo.ts';
import { cessazioneOf, mezzoDataOf, storedMezzo } from './mezzo-stored.ts';
import { type MezzoFields, mezzoName } from './mezzo-text.ts';
import type { PraticaData } from './pratica-data.ts';

async function applyAccepted(ctx: CallContext, pratica: Pratica, { data: { mezzi: sent } }: { data: PraticaData }) {
  const dichiarazione = await findDichiarazioneOfPratica(ctx.db, pratica.id);
  if (!dichiarazione) return undefined;
  const rows = (await listRows(ctx.db, { dichiarazione: dichiarazione.id })).filter((r) => r.tolto === null);
  const mezzi = await lockMezzi(
    ctx.db,
    ctx.house.dialect,
    rows.flatMap((r) => r.mezzo ?? []),
  );
  for (const row of rows.filter((r) => r.mezzo !== null)) {
    const mezzo = mezzi.find((m) => m.id === row.mezzo);
    const before = sent.find((m) => m.Id === row.id)?.prima;
    await applyRow(ctx, pratica, { row, mezzo, before, posizione: dichiarazione.posizione });
  }
  // Named by case and place in it, so that the office's own data can refer to the device.
  const codice = (row: DeclaredMezzo) => `${protocollo(pratica)}-${sent.findIndex((m) => m.Id === row.id) + 1}`;
  const added = rows
    .filter((r) => r.mezzo === null)
    .map((row) => newMezzo(row, codice(row), { dichiarazione, pratica }));
  await writeMezzi(ctx.db, added);
  const [first] = added;
  return outcomeText(rows) + (first ? ` ${CODICI_TEXT} ${first.codice}.` : '');
}

const CODICI_TEXT = 'Il codice di ogni mezzo nuovo è il numero della pratica con il suo posto nell’elenco: il primo è';

const newMezzo = (
  { tipo, dati_json }: DeclaredMezzo,
  codice: string,
  { dichiarazione, pratica }: { dichiarazione: DichiarazioneMezzi; pratica: Pratica },
): Mezzo => ({
  id: randomId(),
  ente: dichiarazione.ente,
  codice,
  posizione: dichiarazione.posizione,
  tipo,
  dati_json,
  cessato_dal: null,
  stato_da: 'decisione',
  pratica: pratica.id,
});

type RowToApply = {
  row: DeclaredMezzo;
  mezzo: Mezzo | undefined;
  before: MezzoFields | undefined;
  posizione: string | null;
};

/** @throws PortalError `conflict` when the device has ceased, is another position’s, or has changed in a field that the declaration changes */
async function applyRow(
  ctx: CallContext,
  pratica: Pratica,
  { row, mezzo, before, posizione }: RowToApply,
): Promise<void> {
  if (!mezzo) throw new Error('Dichiarazione su un mezzo che non c’è');
  const current = mezzoDataOf(mezzo);
  if (mezzo.cessato_dal !== null)
    throw notApplicable(
      `${mezzoName(current)}: intanto risulta cessato ${withArticle('dal', dateInWords(mezzo.cessato_dal))}`,
    );
  if (mezzo.posizione !== posizione)
    throw notApplicable(`${mezzoName(current)}: intanto è passato a un’altra posizione`);
  const mark = { stato_da: 'decisione', pratica: pratica.id } as const;
  if (row.azione === 'cessazione') {
    return updateMezzo(ctx.db, mezzo.id, { cessato_dal: cessazioneOf(row).dal, ...mark });
  }
  const data = before ? mergeChanges(current, before, mezzoDataOf(row)) : current;
  if (!data) throw notApplicable(`${mezzoName(current)}: intanto i suoi dati sono cambiati`);
  const tipo = data.Tipologia_impianto_publicitario__c;
  await updateMezzo(ctx.db, mezzo.id, { tipo, dati_json: JSON.stringify(data), ...mark });
}

/** @returns today's device with the declared changes; undefined when one of those fields has changed since */
function mergeChanges(current: MezzoFields, before: MezzoFields, after: MezzoFields): MezzoData | undefined {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (k) => k !== 'Id' && k !== 'stima_cent',
  ) as (keyof MezzoFields)[];
  const changed = keys.filter((k) => before[k] !== after[k]);
  if (changed.some((k) => current[k] !== before[k] && current[k] !== after[k])) return undefined;
  return storedMezzo.parse({ ...current, ...Object.fromEntries(changed.map((k) => [k, after[k]])) });
}

const notApplicable = (reason: string) =>
  new PortalError('conflict', {
    message: `${reason}. La dichiarazione non si può più accettare: puoi rifiutarla, spiegando il perché.`,
  });

function outcomeText(rows: readonly DeclaredMezzo[]): string {
  const counts = (['nuovo', 'variazione', 'cessazione'] as const).flatMap((azione) => {
    const n = rows.filter((r) => r.azione === azione).length;
    return n === 0 ? [] : [`${n} ${AZIONE_TEXTS[azione][n === 1 ? 0 : 1]}`];
  });
  return `I mezzi pubblicitari sono aggiornati: ${counts.join(', ')}.`;
}

const AZIONE_TEXTS = {
  nuovo: ['nuovo', 'nuovi'],
  variazione: ['variato', 'variati'],
  cessazione: ['cessato', 'cessati'],
} as const;

export const mezziDecisione: DecisioneRule<PraticaData> = { accepted: applyAccepted };
