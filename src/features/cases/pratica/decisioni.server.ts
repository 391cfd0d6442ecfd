/** What a decision changes beside the case: documents, positions, permits, as the service of the case says. */
import type { Ctx } from '../../../context.ts';
import type { Pratica } from '../../../store/tables.ts';
import { serviceOf } from '../ente/servizi.ts';
import type { Decisione } from './decisione.ts';
import { liberaDocumenti } from './pratica.db.ts';
import type { Azione } from './stati.ts';

export type Esito = Extract<Azione, 'accettata' | 'rifiutata' | 'ritirata'>;

/** @returns what the service says of it @throws PortalError what the service throws */
export async function applicaDecisione(
  ctx: Ctx,
  pratica: Pratica,
  esito: Esito,
  decisione: Decisione = {},
): Promise<string | undefined> {
  const service = serviceOf(ctx.house.services, pratica.codice);
  const detto = await applica(ctx, pratica, { esito, decisione, service });
  await liberaDocumenti(ctx.db, pratica.id);
  return detto;
}

type Presa = { esito: Esito; decisione: Decisione; service: ReturnType<typeof serviceOf> };

async function applica(ctx: Ctx, pratica: Pratica, { esito, decisione, service }: Presa): Promise<string | undefined> {
  if (esito === 'accettata') {
    const dati = service?.data?.parse(JSON.parse(pratica.dati_json));
    return service?.decision?.accepted?.(ctx, pratica, { ...decisione, dati });
  }
  await service?.decision?.dropped?.(ctx, pratica);
  return undefined;
}

export function isDecisione(azione: Azione | undefined): azione is Esito {
  return azione === 'accettata' || azione === 'rifiutata' || azione === 'ritirata';
}
