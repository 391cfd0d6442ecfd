/** What an operator may write beside yes or no: dates and amounts that differ from those asked for. Server and browser. */
import type { FieldErrors } from '../../platform/errors.ts';
import type { Categoria } from '../ente/categorie.ts';

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

type Campo = { nome: NomeCampo; etichetta: string; tipo: 'euro' | 'data'; aiuto: string };

/** What is asked of the operator, by service; empty means as the citizen asked. */
export const CHIEDE: Readonly<Partial<Record<Categoria, readonly Campo[]>>> = {
  SF220: [
    {
      nome: 'decisione_importo',
      etichetta: 'Importo corretto (euro)',
      tipo: 'euro',
      aiuto: 'Se accetti e lo lasci vuoto, il documento è annullato.',
    },
  ],
  SF200: [
    {
      nome: 'decisione_dal',
      etichetta: 'Prima scadenza',
      tipo: 'data',
      aiuto: 'Vuota: quella chiesta dal cittadino. Le altre rate seguono, una al mese.',
    },
  ],
  SF210: [
    { nome: 'decisione_dal', etichetta: 'Nuova scadenza', tipo: 'data', aiuto: 'Vuota: quella chiesta dal cittadino.' },
  ],
  SF500: [
    { nome: 'decisione_dal', etichetta: 'Decorrenza', tipo: 'data', aiuto: 'Vuota: quella chiesta dal cittadino.' },
  ],
  SF120: [
    {
      nome: 'decisione_dal',
      etichetta: 'Esposizione dal',
      tipo: 'data',
      aiuto: 'Vuota: il giorno chiesto dal cittadino.',
    },
    {
      nome: 'decisione_al',
      etichetta: 'Esposizione al',
      tipo: 'data',
      aiuto: 'Vuota: il giorno chiesto dal cittadino.',
    },
  ],
};

/** What was written and would change nothing: nobody believes to have granted it. */
export function erroriDecisione(
  scritti: CampiDecisi,
  { codice, accetta }: { codice: string; accetta: boolean },
): FieldErrors {
  const errori: FieldErrors = {};
  for (const nome of CAMPI_DECISI) {
    if (scritti[nome] === undefined) continue;
    if (!CHIEDE[codice as Categoria]?.some((c) => c.nome === nome))
      errori[nome] = ['Per questo servizio il campo non serve: lascialo vuoto.'];
    else if (!accetta) errori[nome] = ['Vale solo se accetti la richiesta: scegli «Accetta», o lascia vuoto il campo.'];
  }
  return errori;
}
