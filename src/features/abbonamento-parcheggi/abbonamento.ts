import type { Durata, Tipo } from './valori.ts';

/**
 * What the case of a subscription keeps for programs.
 * @property dal, @property al first and last day, `YYYY-MM-DD` @property importo_cent as the server reckoned it at the send
 */
export type Abbonamento = {
  zona: string;
  nome_zona: string;
  tipo: Tipo;
  durata: Durata;
  dal: string;
  al: string;
  targhe: string[];
  importo_cent: number;
};

export const abbonamentoDi = (pratica: { dati_json: string }): Abbonamento =>
  JSON.parse(pratica.dati_json) as Abbonamento;

type Pratica = {
  id: string;
  codice: string;
  stato: string;
  vista: string;
  dati: Record<string, unknown>;
  pagamenti?: readonly { stato: string }[] | undefined;
};

/** @returns whether the subscription was accepted, and is free or paid @param avvisi states of the notices of its case */
export function permessoPronto(
  { codice, stato, importo_cent }: { codice: string; stato: string; importo_cent: unknown },
  avvisi: readonly string[],
): boolean {
  if (codice !== 'SF300' || stato !== 'accettata') return false;
  return importo_cent === 0 || (avvisi.length > 0 && avvisi.every((avviso) => avviso === 'pagato'));
}

/** Address of the permit, once it can be had. */
export function linkPermesso({ id, dati, pagamenti = [], vista, ...d }: Pratica, email: string): string | undefined {
  const pronto = permessoPronto(
    { ...d, importo_cent: dati.importo_cent },
    pagamenti.map((p) => p.stato),
  );
  const chi = new URLSearchParams({ email, vista });
  return pronto ? `/api/v1/portale/abbonamento-parcheggi/${id}/permesso?${chi}` : undefined;
}
