/** A parking subscription as its case keeps it, and the permit that follows from it. */
import * as z from 'zod/mini';
import type { PraticaDownload } from '../../../context.ts';
import type { PraticaDetail } from '../../cases/chat/chat.contract.ts';
import { parsePraticaData } from '../../cases/pratica/pratica-data.ts';
import { DURATION_LABELS, type Durata, TIPI, type Tipo } from './options.ts';

/**
 * What the case of a subscription keeps for programs.
 * @property dal, @property al first and last day, `YYYY-MM-DD` @property importo_cent as the server reckoned it at the send
 */
export const praticaData = z.object({
  zona: z.string(),
  nome_zona: z.string(),
  tipo: z.enum(Object.keys(TIPI) as [Tipo, ...Tipo[]]),
  durata: z.enum(Object.keys(DURATION_LABELS) as [Durata, ...Durata[]]),
  dal: z.iso.date(),
  al: z.iso.date(),
  targhe: z.array(z.string()),
  importo_cent: z.int(),
});

export const abbonamentoOf = (pratica: { dati_json: string }) => parsePraticaData(praticaData, pratica);

/** @returns whether the subscription was accepted, and is free or paid @param avvisi states of the notices of its case */
export function isPermessoReady(
  { codice, stato, importo_cent }: { codice: string; stato: string; importo_cent: unknown },
  avvisi: readonly string[],
): boolean {
  if (codice !== 'SF300' || stato !== 'accettata') return false;
  return importo_cent === 0 || (avvisi.length > 0 && avvisi.every((avviso) => avviso === 'pagato'));
}

/** The permit, once it can be had. */
export function permessoDownload(
  { id, dati, pagamenti = [], vista, ...d }: PraticaDetail,
  email: string,
): PraticaDownload[] {
  const isReady = isPermessoReady(
    { ...d, importo_cent: dati.importo_cent },
    pagamenti.map((p) => p.stato),
  );
  if (!isReady) return [];
  const href = `/api/v1/portale/abbonamento-parcheggi/${id}/permesso?${new URLSearchParams({ email, vista })}`;
  return [{ href, label: 'Scarica il permesso di sosta (PDF)', main: true }];
}
