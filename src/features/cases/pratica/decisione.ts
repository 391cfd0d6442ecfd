/** What an operator may write beside yes or no: dates and amounts that differ from those asked for. Server and browser. */
import type { FieldErrors } from '../../../platform/errors.ts';

/** On the wire, beside `stato` and `motivo`. */
export const CAMPI_DECISI = ['decisione_importo', 'decisione_dal', 'decisione_al'] as const;
type NomeCampo = (typeof CAMPI_DECISI)[number];
export type CampiDecisi = {
  decisione_importo?: number | undefined;
  decisione_dal?: string | undefined;
  decisione_al?: string | undefined;
};

/** @property importo whole cents @property dal, @property al days `YYYY-MM-DD` @property files how many come with it */
export type Decisione = {
  importo?: number | undefined;
  dal?: string | undefined;
  al?: string | undefined;
  files?: number;
};

export const decisioneDi = (c: CampiDecisi): Decisione => ({
  importo: c.decisione_importo,
  dal: c.decisione_dal,
  al: c.decisione_al,
});

/** One thing that an operator is asked beside yes or no. */
export type CampoDecisione = { nome: NomeCampo; etichetta: string; tipo: 'euro' | 'data'; aiuto: string };

/** What was written and would change nothing: nobody believes to have granted it. */
export function erroriDecisione(
  scritti: CampiDecisi,
  { asks, accetta }: { asks: readonly CampoDecisione[]; accetta: boolean },
): FieldErrors {
  const errori: FieldErrors = {};
  for (const nome of CAMPI_DECISI) {
    if (scritti[nome] === undefined) continue;
    if (!asks.some((c) => c.nome === nome)) errori[nome] = ['Per questo servizio il campo non serve: lascialo vuoto.'];
    else if (!accetta) errori[nome] = ['Vale solo se accetti la richiesta: scegli «Accetta», o lascia vuoto il campo.'];
  }
  return errori;
}
