/** Somebody asks the body to connect votive lamps on a tomb: which, whose, how many, who pays, from when. */
import * as z from 'zod/mini';
import { data } from '../../platform/atoms/date.ts';
import { cap, provincia } from '../../platform/atoms/indirizzo.ts';
import { interoScritto } from '../../platform/atoms/intero.ts';
import { facoltativo, testo } from '../../platform/atoms/testo.ts';
import { operation } from '../../platform/contract.ts';
import { datiRichiesta, invioRichiesta, privacy } from '../richiesta/richiesta.contract.ts';

export const MAX_LAMPADE = 20;
const posto = () => facoltativo(testo({ max: 40 }));

const campi = {
  cimitero: testo({ max: 60, required: 'Scegli il cimitero.' }),
  tipo: testo({ max: 60, required: 'Scegli il tipo di tomba.' }),
  defunto: z.object({
    nome: testo({ max: 60, required: 'Scrivi il nome del defunto.' }),
    cognome: testo({ max: 60, required: 'Scrivi il cognome del defunto.' }),
    data_decesso: data({ missing: 'Scrivi la data di decesso.' }),
  }),
  posizione: z.pipe(
    z.transform((v: unknown) => v ?? {}),
    z.object({ campo: posto(), fila: posto(), numero: posto() }),
  ),
  lampade: interoScritto({ min: 1, max: MAX_LAMPADE }, `Scrivi quante lampade: da 1 a ${MAX_LAMPADE}.`),
  fatturazione: z.object({
    indirizzo: testo({ max: 120, required: 'Scrivi la via e il numero civico.' }),
    cap: cap(),
    comune: testo({ max: 80, required: 'Scrivi il Comune.' }),
    provincia: provincia(),
  }),
  decorrenza: data({ missing: 'Scrivi da quando vuoi l’allacciamento.' }),
};

export const dati = datiRichiesta(campi);

const opzione = z.object({ codice: z.string(), etichetta: z.string() });

/** What a body connects, as the form chooses from it. */
export const offerta = z.object({ cimiteri: z.array(opzione), tipi: z.array(opzione) });
export type OffertaMostrata = z.infer<typeof offerta>;

export const operations = {
  tipiTomba: operation({
    summary: 'Anyone asks which kinds of tomb there are, at one body or at all.',
    method: 'GET',
    path: '/api/v1/tombe/tipo/options',
    access: 'anyone',
    input: z.object({ ente: facoltativo(testo({ max: 60 })) }),
    output: z.array(opzione),
  }),
  cimiteri: operation({
    summary: 'Anyone asks which cemeteries a body has, and which kinds of tomb it connects.',
    method: 'GET',
    path: '/api/v1/portale/tombe/cimiteri',
    access: 'anyone',
    input: z.object({ ente: testo({ max: 60, required: 'Indica l’ente.' }) }),
    output: offerta,
  }),
  chiediLampade: invioRichiesta(
    '/api/v1/tombe/new',
    'Anyone asks a body to connect votive lamps.',
    z.object({ ...dati.shape, privacy: privacy() }),
  ),
};
