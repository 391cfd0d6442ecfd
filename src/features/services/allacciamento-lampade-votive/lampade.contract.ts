/** Somebody asks the body to connect votive lamps on a tomb: which, whose, how many, who pays, from when. */
import * as z from 'zod/mini';
import { facoltativo, testo } from '../../../platform/atoms/testo.ts';
import { operation } from '../../../platform/contract.ts';
import { invioRichiesta, privacy } from '../../cases/richiesta/richiesta.contract.ts';
import { lampadeBody } from './lampade.fields.ts';

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
    z.object({ ...lampadeBody.shape, privacy: privacy() }),
  ),
};
