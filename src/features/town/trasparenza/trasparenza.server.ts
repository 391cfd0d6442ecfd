/** Answers how a municipality deals with its reports, as data and as CSV. */
import type { CallContext } from '../../../context.ts';
import { midnightInRome, shiftMonth, todayInRome } from '../../../platform/atoms/date.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { csvBytes } from '../../../platform/csv.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { keptFor } from '../../../platform/kept.server.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { readWaits } from '../../cases/calendario/wait.server.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import {
  LEAST_CASES,
  SERVICE_PERIODS,
  type ServiceProofs,
  type trasparenzaOperations,
} from './trasparenza.contract.ts';
import { groupReports } from './trasparenza.db.ts';
import { proofOf, proofSheet } from './trasparenza-figures.ts';

export const trasparenzaHandlers: OperationHandlers<typeof trasparenzaOperations> = {
  trasparenza: (asked, ctx) => readProofs(ctx, asked),
  attesaAppuntamenti: async ({ ente: id }, ctx) => {
    const ente = await findEnte(ctx.house, id);
    if (!ente) throw new PortalError('not_found');
    return keptWaits.get(ctx.house, id, async () =>
      (await readWaits(ctx, ente)).map(({ nome, giorni = null }) => ({ ufficio: nome, giorni })),
    );
  },
  esportaTrasparenza: async (asked, ctx) => {
    const found = await readProofs(ctx, asked);
    return {
      type: 'text/csv; charset=utf-8',
      bytes: csvBytes(proofSheet(found)),
      disposition: contentDisposition(`segnalazioni-${asked.ente}-${found.dal}-${found.al}.csv`),
    };
  },
};

/** All reports of a large municipality are gone through: once in so long for everybody. */
const keptProofs = keptFor<ServiceProofs>(600_000);

/** They are looked for over weeks: once in so long for everybody. */
const keptWaits = keptFor<OperationOutput<typeof trasparenzaOperations.attesaAppuntamenti>>(600_000);

/** @throws PortalError `not_found` for an ente that is none of the portal's */
async function readProofs(
  ctx: CallContext,
  { ente: id, mesi = SERVICE_PERIODS[0] }: { ente: string; mesi?: string | undefined },
): Promise<ServiceProofs> {
  if (!(await findEnte(ctx.house, id))) throw new PortalError('not_found');
  return keptProofs.get(ctx.house, `${id} ${mesi}`, () => countProofs(ctx, id, Number(mesi)));
}

async function countProofs({ db, house, now }: CallContext, ente: string, count: number): Promise<ServiceProofs> {
  const today = todayInRome(now);
  const months = Array.from({ length: count }, (_, i) => shiftMonth(today.slice(0, 7), i + 1 - count));
  const [dal, al] = [months[0] as string, months.at(-1) as string];
  const starts = [...months, shiftMonth(al, 1)].map((month) => midnightInRome(`${month}-01`));
  const groups = await groupReports({ db, dialect: house.dialect }, { ente, months: starts });
  const countOf = (codice: string) =>
    groups.reduce((sum, group) => (group.codice === codice ? sum + group.quante : sum), 0);
  const codes = new Set(groups.map(({ codice }) => codice));
  const few = new Set([...codes].filter((codice) => countOf(codice) < LEAST_CASES));
  return {
    dal,
    al,
    totale: proofOf(groups),
    tipi: [
      ...[...codes]
        .filter((codice) => !few.has(codice))
        .map((codice) => ({
          codice,
          nome: nameOf(house.services, codice),
          ...proofOf(groups.filter((group) => group.codice === codice)),
        }))
        .sort((a, b) => b.ricevute - a.ricevute || inItalian.compare(a.nome, b.nome)),
      ...(few.size > 0
        ? [{ codice: '', nome: 'Altri tipi', ...proofOf(groups.filter(({ codice }) => few.has(codice))) }]
        : []),
    ],
    mesi: months.map((month, i) => ({ mese: month, ...proofOf(groups.filter((group) => group.mese === i)) })),
  };
}

const inItalian = new Intl.Collator('it');
