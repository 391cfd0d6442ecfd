/** What every request has in common on the wire: the body, who asks, files, the privacy text; and what comes back. */
import * as z from 'zod/mini';
import { dichiarazione, testo } from '../../platform/atoms/testo.ts';
import { operation } from '../../platform/contract.ts';
import { filesAllegati } from '../allegati/allegati.contract.ts';
import { PRIVACY } from '../modulo/modulo.ts';
import { praticaAperta } from '../pratica/pratica.contract.ts';
import { richiedente } from '../richiedente/richiedente.ts';

/** Data of a form, before the privacy text is part of the send. @param propri the service's own fields, asked for before who asks */
export const datiRichiesta = <T extends z.core.$ZodShape>(propri: T) =>
  z.object({
    ente: testo({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
    ...propri,
    filesAllegati,
    richiedente,
  });

/** The send of a request: opens a case. */
export const invioRichiesta = <I extends z.ZodMiniType>(path: `/${string}`, summary: string, input: I) =>
  operation({
    summary,
    method: 'POST',
    path,
    access: 'anyone',
    input,
    output: praticaAperta,
    status: 201,
    creates: true,
    bot: true,
    brakes: [
      { by: 'visitor', times: 20, minutes: 60 },
      { by: 'address', times: 200, minutes: 60 },
    ],
  });

/** The privacy box, as the last field of a send. */
export const privacy = () => dichiarazione(PRIVACY);
