/** Creates the notices that follow from a decision: the fee of a case, an instalment. */
import * as z from 'zod/mini';
import type { CallContext, PortalHouse } from '../../../context.ts';
import { iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { Pratica } from '../../../store/tables.ts';
import { BOLLO_CENT } from '../../cases/bollo/bollo.ts';
import { findEnte, readEntiInside } from '../../cases/ente/ente.server.ts';
import { praticaHash } from '../../cases/pratica/pratica-hash.server.ts';
import { findAvvisoRow, writeAvviso } from './avvisi.db.ts';
import { findFreeNumero } from './numero-avviso.server.ts';
import { AVVISO_PUBLISHING } from './pagamento-outbox.ts';

/** Taxonomy code used where the data of the ente give none: other income of an ente. */
const DEFAULT_TASSONOMIA = '9/0301109AP/';

/** What such a notice keeps for programs. */
const avvisoData = z.object({
  tassonomia: z.string(),
  pagatore: z.object({ nome: z.string(), cognome: z.string(), codice_fiscale: z.string() }),
  bollo: z.optional(z.object({ hashDocument: z.string(), provincia: z.string(), taxonomy: z.string() })),
});

/**
 * @property importo_cent of the ente: the stamp comes on top
 * @property bollo the stamp that the payer of the notice buys for the request
 * @property scadenza day, `YYYY-MM-DD`
 * @property pagabile_fino last day on which it can be paid; null: also after its due date
 */
export type NewAvviso = {
  causale: string;
  importo_cent: number;
  scadenza: string;
  pagabile_fino: string | null;
  tassonomia?: string | undefined;
  bollo?: { provincia: string; tassonomia: string } | undefined;
};

/**
 * Creates a payable notice for a case, in the transaction of the decision (`ctx.db`). The outbox registers it with the platform.
 * @throws PortalError `conflict` when no provider takes notices of the ente; the decision is then not taken
 */
export async function createAvviso(
  ctx: CallContext,
  pratica: Pratica,
  details: NewAvviso,
): Promise<{ numero_avviso: string; iuv: string }> {
  const payee = (await readEntiInside(ctx)).find((e) => e.id === pratica.ente);
  const served = payee && (await ctx.house.payments.pagopa?.enteOf?.(payee.codice_fiscale, ctx.db));
  if (!served)
    throw new PortalError('conflict', {
      message: 'Per accettare serve emettere un avviso di pagamento, e per questo ente pagoPA non è configurato.',
    });
  const numero_avviso = await findFreeNumero(ctx, pratica.ente, served.segregazione);
  const iuv = iuvOf(numero_avviso);
  const { causale, importo_cent, scadenza, pagabile_fino, tassonomia = DEFAULT_TASSONOMIA, bollo } = details;
  const stamp = bollo && {
    hashDocument: await praticaHash(ctx, pratica),
    provincia: bollo.provincia,
    taxonomy: bollo.tassonomia,
  };
  await writeAvviso(ctx.db, {
    ente: pratica.ente,
    numero_avviso,
    iuv,
    causale: causale.slice(0, 140),
    importo_cent: importo_cent + (stamp ? BOLLO_CENT : 0),
    bollo_cent: stamp ? BOLLO_CENT : null,
    scadenza,
    pagabile_fino,
    stato: 'da_pagare',
    stato_da: 'decisione',
    debitore: pratica.codice_fiscale,
    pratica: pratica.id,
    servizio: null,
    posizione: null,
    proprietario: null,
    creato: ctx.now,
    scade: null,
    dati_json: JSON.stringify({
      tassonomia,
      pagatore: { nome: pratica.nome, cognome: pratica.cognome, codice_fiscale: pratica.codice_fiscale ?? '' },
      bollo: stamp,
    }),
  });
  await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(AVVISO_PUBLISHING, { ente: pratica.ente, numero_avviso }));
  return { numero_avviso, iuv };
}

/**
 * Registers a notice with the platform. Safe to repeat.
 * @throws PaymentError while the platform is down; the row is tried again
 */
export async function publishAvviso(
  house: PortalHouse,
  { ente, numero_avviso }: { ente: string; numero_avviso: string },
): Promise<void> {
  const [payee, avviso] = await Promise.all([findEnte(house, ente), findAvvisoRow(house.db, ente, { numero_avviso })]);
  if (!payee || !avviso || avviso.stato !== 'da_pagare') return;
  const { dati_json } = await house.db
    .selectFrom('avvisi')
    .select('dati_json')
    .where('ente', '=', ente)
    .where('numero_avviso', '=', numero_avviso)
    .executeTakeFirstOrThrow();
  const { tassonomia, pagatore, bollo } = avvisoData.parse(JSON.parse(dati_json));
  const { causale, importo_cent, bollo_cent, scadenza } = avviso;
  await house.payments.pagopa?.createDebtPosition?.({
    iupd: `portale-${numero_avviso}`,
    taxonomy: tassonomia,
    pagatore,
    stamp: bollo && { ...bollo, importo_cent: Number(bollo_cent) },
    scadenza: scadenza ?? '9999-12-31',
    avviso: {
      ente,
      dominioEC: payee.codice_fiscale,
      enteName: payee.nome,
      numero_avviso,
      iuv: iuvOf(numero_avviso),
      causale,
      importo_cent: Number(importo_cent),
    },
  });
}
