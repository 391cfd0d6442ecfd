/** Applies what a decision changes beside the case (documents, positions, permits), as the service of the case defines. */
import type { CallContext } from '../../../context.ts';
import type { Pratica } from '../../../store/tables.ts';
import { serviceOf } from '../ente/servizi.ts';
import type { Decisione } from './decisione.ts';
import { releaseDocumenti } from './pratica.db.ts';
import { parsePraticaData } from './pratica-data.ts';
import type { Azione } from './stati.ts';

export type DecisioneOutcome = Extract<Azione, 'accettata' | 'rifiutata' | 'ritirata'>;

/** @returns the sentence that the service adds to the timeline @throws PortalError what the service throws */
export async function applyDecisione(
  ctx: CallContext,
  pratica: Pratica,
  outcome: DecisioneOutcome,
  decisione: Decisione = {},
): Promise<string | undefined> {
  const service = serviceOf(ctx.house.services, pratica.codice);
  const effect = await runEffect(ctx, pratica, { outcome, decisione, service });
  await releaseDocumenti(ctx.db, pratica.id);
  return effect;
}

type TakenDecisione = { outcome: DecisioneOutcome; decisione: Decisione; service: ReturnType<typeof serviceOf> };

async function runEffect(
  ctx: CallContext,
  pratica: Pratica,
  { outcome, decisione, service }: TakenDecisione,
): Promise<string | undefined> {
  if (outcome === 'accettata') {
    const data = service?.data && parsePraticaData(service.data, pratica);
    return service?.decision?.accepted?.(ctx, pratica, { ...decisione, data });
  }
  await service?.decision?.dropped?.(ctx, pratica);
  return undefined;
}

export function isDecisione(azione: Azione | undefined): azione is DecisioneOutcome {
  return azione === 'accettata' || azione === 'rifiutata' || azione === 'ritirata';
}
