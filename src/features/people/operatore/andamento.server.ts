/** Answers the figures of an operator's enti, as data and as CSV. */
import type { CallContext } from '../../../context.ts';
import { midnightInRome, shiftMonth, todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { csvBytes } from '../../../platform/csv.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { readWaits } from '../../cases/calendario/wait.server.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import { listUffici } from '../../cases/ufficio/ufficio.server.ts';
import { type Andamento, type andamentoOperations, DEFAULT_PERIOD } from './andamento.contract.ts';
import { countAppuntamenti, countPratiche, type PraticaGroup } from './andamento.db.ts';
import { andamentoSheet, appointmentFigures, figuresOf } from './andamento-figures.ts';

export const andamentoHandlers: OperationHandlers<typeof andamentoOperations> = {
  andamento: (asked, ctx) => readAndamento(ctx, asked),
  esportaAndamento: async (asked, ctx) => {
    const found = await readAndamento(ctx, asked);
    return {
      type: 'text/csv; charset=utf-8',
      bytes: csvBytes(andamentoSheet(found)),
      disposition: contentDisposition(`andamento-${found.dal}-${found.al}.csv`),
    };
  },
};

type AskedFigures = OperationInput<typeof andamentoOperations.andamento>;

/** @throws PortalError `not_found` for an ente that is not the operator's */
async function readAndamento(
  ctx: CallContext,
  { ente, area, mesi = DEFAULT_PERIOD }: AskedFigures,
): Promise<Andamento> {
  const ownEnti = ctx.user?.enti ?? [];
  if (ente && !ownEnti.includes(ente)) throw new PortalError('not_found');
  const today = todayInRome(ctx.now);
  const count = Number(mesi);
  const months = Array.from({ length: count }, (_, i) => shiftMonth(today.slice(0, 7), i + 1 - count));
  const [dal, al] = [months[0] as string, months.at(-1) as string];
  const starts = [...months, shiftMonth(al, 1)].map((month) => midnightInRome(`${month}-01`));
  const groups: PraticaGroup[] = [];
  for (const id of ente ? [ente] : ownEnti) {
    const uffici = ctx.user?.riservati.includes(id) ? ctx.user.uffici : undefined;
    groups.push(...(await countPratiche(ctx.db, { ente: id, area, uffici, months: starts, today })));
  }
  return {
    dal,
    al,
    totale: figuresOf(groups),
    servizi: Array.from(byKey(groups, 'codice'), ([codice, own]) => ({
      codice,
      nome: officeNameOf(ctx.house.services, codice),
      ...figuresOf(own),
    })).sort(byName),
    uffici: await ufficiOf(ctx, ente ? [ente] : ownEnti, groups),
    mesi: months.map((month, i) => ({ mese: month, ...figuresOf(groups.filter((group) => group.mese === i)) })),
    appuntamenti: area ? [] : await appuntamentiOf(ctx, ente ? [ente] : ownEnti, { months, starts }),
  };
}

/** Each calendar of the enti; with the name of the ente, where there are several. */
async function appuntamentiOf(
  { db, house, now }: CallContext,
  own: readonly string[],
  { months, starts }: { months: readonly string[]; starts: readonly number[] },
): Promise<Andamento['appuntamenti']> {
  const found: Andamento['appuntamenti'] = [];
  for (const ente of (await enti(house)).filter(({ id }) => own.includes(id))) {
    for (const { codice, nome, giorni } of await readWaits({ db, now }, ente)) {
      const ofOffice = await countAppuntamenti(db, { ente: ente.id, calendario: codice, months: starts });
      found.push({
        ente: ente.id,
        codice,
        nome: own.length > 1 ? `${nome}, ${ente.nome}` : nome,
        ...(giorni !== undefined && { attesa_giorni: giorni }),
        ...appointmentFigures(ofOffice),
        mesi: months.map((mese, i) => ({ mese, ...appointmentFigures(ofOffice.filter((group) => group.mese === i)) })),
      });
    }
  }
  return found;
}

/** Offices that have cases of the period; with the name of the ente, where there are several. */
async function ufficiOf(
  { db, house }: CallContext,
  own: readonly string[],
  groups: readonly PraticaGroup[],
): Promise<Andamento['uffici']> {
  const enteNames = new Map((await enti(house)).map(({ id, nome }) => [id, nome]));
  const names = new Map<string | null, string>([[null, 'Nessun ufficio']]);
  for (const ente of own)
    for (const { id, nome } of await listUffici(db, ente))
      names.set(id, own.length > 1 ? `${nome}, ${enteNames.get(ente) ?? ente}` : nome);
  return Array.from(byKey(groups, 'ufficio'), ([id, some]) => ({
    ...(id !== null && { id }),
    nome: names.get(id) ?? id ?? '',
    ...figuresOf(some),
  })).sort(byName);
}

function byKey<K extends 'codice' | 'ufficio'>(
  groups: readonly PraticaGroup[],
  key: K,
): Map<PraticaGroup[K], PraticaGroup[]> {
  const found = new Map<PraticaGroup[K], PraticaGroup[]>();
  for (const group of groups) {
    const same = found.get(group[key]);
    if (same) same.push(group);
    else found.set(group[key], [group]);
  }
  return found;
}

const inItalian = new Intl.Collator('it');
const byName = (a: { nome: string }, b: { nome: string }) => inItalian.compare(a.nome, b.nome);
