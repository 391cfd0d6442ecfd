/** Which types a case can have beside its own. */
import type { CallContext } from '../../../context.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import { officeNameOf, serviceOf } from '../ente/servizi.ts';

/** @returns the other types of report that the ente takes; none for a request, which was filled in for its own */
export async function otherTypesOf(
  ctx: CallContext,
  { tipo, codice, ente }: Pick<Pratica, 'tipo' | 'codice' | 'ente'>,
): Promise<{ codice: string; nome: string }[]> {
  if (tipo !== 'segnalazione') return [];
  const { categorie } = await enteOfPage(ctx.house, '', ente);
  const { services } = ctx.house;
  return Object.keys(serviceOf(services, codice)?.codes ?? {}).flatMap((other) =>
    other !== codice && categorie.includes(other) ? [{ codice: other, nome: officeNameOf(services, other) }] : [],
  );
}
