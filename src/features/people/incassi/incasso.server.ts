/** Answers what happened to one receipt and its notice, and writes what the office decided about it. */
import type { CallContext } from '../../../context.ts';
import { isoInstant, midnightInRome } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Ricevuta } from '../../../store/tables.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { ufficioPath } from '../../cases/pratica/pratica-names.ts';
import { lockAvvisi } from '../../services/paga-online/avvisi.db.ts';
import { FORNITORE_NAMES } from '../../services/paga-online/fornitori.ts';
import { applyJournal, decisioneIn, readMoneyState } from '../../services/paga-online/journal.db.ts';
import { PAGAMENTO_REFUNDED } from '../../services/paga-online/pagamento-outbox.ts';
import { readAccounting } from './accounting.server.ts';
import { enteOfBooks } from './books.server.ts';
import type { DecisioneTipo, IncassoEvento, incassiOperations } from './incassi.contract.ts';
import { findIncasso } from './incassi.db.ts';
import { wireOf } from './incassi.server.ts';
import { findPratica, listDecisioni, listRicevute, listSettled, listTentativi, writeDecisione } from './incasso.db.ts';

type IncassoOperations = Pick<typeof incassiOperations, 'incasso' | 'decidiIncasso'>;

export const incassoHandlers: OperationHandlers<IncassoOperations> = {
  incasso: async ({ id }, ctx) => {
    const row = await readIncasso(ctx, id);
    return {
      ente: row.ente,
      incasso: wireOf(row, await readAccounting(ctx, row.ente)),
      avviso: await readMoneyState(ctx.db, row),
      pratica: await praticaPath(ctx, row),
      storia: await readHistory(ctx, row),
    };
  },
  decidiIncasso: async ({ id, tipo, testo: note = '' }, ctx) => {
    const row = await readIncasso(ctx, id);
    await lockAvvisi(ctx, [row]);
    checkDecision(tipo, note, decisioneIn(row.decided) !== undefined);
    const isWritten = await writeDecisione(ctx.db, {
      ricevuta: id,
      ente: row.ente,
      tipo,
      testo: note,
      quando: ctx.now,
      utente: ctx.user?.id ?? null,
    });
    if (!isWritten) throw new PortalError('conflict', { message: DECIDED_BEFORE });
    if (tipo === 'rimborsata' && row.pagamento !== null)
      await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(PAGAMENTO_REFUNDED, { pagamento: row.pagamento }));
    return { avviso: await applyJournal(ctx.db, row) };
  },
};

/** @throws PortalError `not_found`, `forbidden` */
async function readIncasso(ctx: CallContext, id: string) {
  enteOfBooks(ctx, undefined);
  const row = await findIncasso(ctx.db, { id, enti: ctx.user?.incassi ?? [] });
  if (!row) throw new PortalError('not_found', { message: 'Questo incasso non esiste, o è di un altro ente.' });
  return row;
}

const DECIDED_BEFORE = 'Qualcuno ha già deciso di questo incasso: per cambiare, prima annulla la decisione.';

/** A decision stands until it is taken back. */
function checkDecision(
  tipo: OperationInput<IncassoOperations['decidiIncasso']>['tipo'],
  note: string,
  isDecided: boolean,
): void {
  if (isDecided !== (tipo === 'riaperta'))
    throw new PortalError('conflict', {
      message: isDecided ? DECIDED_BEFORE : 'Di questo incasso nessuno ha ancora deciso: non c’è niente da riaprire.',
    });
  if (tipo === 'chiusa' && note === '')
    throw new PortalError('invalid', { fields: { testo: ['Scrivi perché non c’è niente da fare.'] } });
}

async function praticaPath({ db, house }: CallContext, row: Ricevuta): Promise<string | null> {
  const [pratica, ente] = await Promise.all([findPratica(db, row), findEnte(house, row.ente)]);
  return pratica && ente ? ufficioPath(pratica, ente) : null;
}

/** Money that went back to the person who paid, or was taken back. */
const GOES_BACK: ReadonlySet<DecisioneTipo> = new Set(['rimborsata', 'stornata']);

async function readHistory({ db }: CallContext, { ente, numero_avviso }: Ricevuta): Promise<IncassoEvento[]> {
  const key = { ente, numero_avviso };
  const tentativi = await listTentativi(db, key);
  const ricevute = await listRicevute(db, key);
  const { flussi, accrediti } = await listSettled(db, key);
  const decisioni = await listDecisioni(db, key);
  const events: IncassoEvento[] = [
    ...tentativi.map(({ creato, fornitore, stato, importo_cent }) => ({
      kind: 'tentativo' as const,
      quando: isoInstant(creato),
      importo_cent: Number(importo_cent),
      di: FORNITORE_NAMES[fornitore],
      nota: stato,
    })),
    ...ricevute.map(({ pagato_il, importo_cent, intermediario, fornitore, rif }) => ({
      kind: 'ricevuta' as const,
      quando: isoInstant(pagato_il),
      importo_cent: Number(importo_cent),
      di: intermediario ?? FORNITORE_NAMES[fornitore],
      nota: rif,
    })),
    ...flussi.map(({ nome, nome_psp, data, importo_cent, esito }) => ({
      kind: esito === 'REVOKED' ? ('storno' as const) : ('riversamento' as const),
      quando: isoInstant(midnightInRome(data)),
      importo_cent: esito === 'REVOKED' ? -Number(importo_cent) : Number(importo_cent),
      di: nome_psp,
      nota: nome,
    })),
    ...accrediti.map(({ data, importo_cent, numero, flusso }) => ({
      kind: 'accredito' as const,
      quando: isoInstant(midnightInRome(data)),
      importo_cent: Number(importo_cent),
      di: numero,
      nota: flusso,
    })),
    ...decisioni.map(({ tipo, testo, quando, importo_cent, nome, cognome }) => ({
      kind: tipo,
      quando: isoInstant(quando),
      importo_cent: GOES_BACK.has(tipo) ? -Number(importo_cent) : null,
      di: fullName({ nome: nome ?? '', cognome: cognome ?? '' }),
      nota: testo,
    })),
  ];
  return events.toSorted((a, b) => a.quando.localeCompare(b.quando));
}
