/** The part of an offer by which an ente asks for stamp duty on the requests of a service, and what the offer of an ente asks for. */
import * as z from 'zod/mini';
import type { PortalHouse } from '../../../context.ts';
import { tassonomiaSchema } from '../../../platform/atoms/tassonomia.ts';
import { describeField } from '../../../platform/data-file-fields.ts';
import type { Ente } from '../ente/ente.ts';
import type { Bollo } from './bollo.fields.ts';
import type { AskedBollo } from './bollo.ts';
import type { StoredBollo } from './bollo-data.ts';

export const bolloOfferta = {
  bollo: z.optional(
    describeField(
      z.boolean('Scrivi true o false, senza virgolette.'),
      'Whether the request is subject to stamp duty, 16.00 € (DPR 642/1972): the form then asks for the number of a paper stamp, or the reason of an exemption.',
    ),
  ),
  bollo_tassonomia: z.optional(
    describeField(
      tassonomiaSchema(),
      'Taxonomy code of the stamp duty, for an ente that has @e.bollo of pagoPA: the duty can then be paid with the fee, too.',
    ),
  ),
};

type BolloOfferta = { bollo?: boolean | undefined; bollo_tassonomia?: string | undefined };

/** Online only where pagoPA makes the notice of the fee. */
export async function askedBollo(
  { payments: { pagopa } }: Pick<PortalHouse, 'payments'>,
  { codice_fiscale }: Pick<Ente, 'codice_fiscale'>,
  { bollo, bollo_tassonomia }: BolloOfferta,
): Promise<AskedBollo | undefined> {
  if (!bollo) return undefined;
  const makesNotices = pagopa?.createDebtPosition && (await pagopa.enteOf?.(codice_fiscale));
  return { online: bollo_tassonomia !== undefined && Boolean(makesNotices) };
}

/** What the case keeps of what was sent; nothing where the ente asks for none. */
export function keptBollo(
  { bollo, bollo_tassonomia = '' }: BolloOfferta,
  sent: Bollo | undefined,
): StoredBollo | undefined {
  if (!bollo || !sent) return undefined;
  return sent.modo === 'online' ? { ...sent, tassonomia: bollo_tassonomia } : sent;
}
