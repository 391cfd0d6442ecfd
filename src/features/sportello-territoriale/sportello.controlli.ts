/** What a message to a desk is checked by. Pure. */
import * as z from 'zod/mini';
import { codiceFiscale } from '../../platform/atoms/codice-fiscale.ts';
import { email } from '../../platform/atoms/email.ts';
import { telefono } from '../../platform/atoms/telefono.ts';
import { facoltativo, testo, testoLungo } from '../../platform/atoms/testo.ts';
import { filesAllegati } from '../allegati/allegati.controlli.ts';
import type { ModuloControllato } from '../modulo/modulo.ts';
import { MAX_OGGETTO, MAX_TESTO, MODULO } from './sportello.passi.ts';

export const campi = {
  ente: testo({ max: 60, required: 'Scegli l’ente a cui scrivere.' }),
  servizio: testo({ max: 60, required: 'Scegli lo sportello a cui scrivere.' }),
  oggetto: testo({ max: MAX_OGGETTO, required: 'Scrivi in poche parole di che cosa si tratta.' }),
  testo: testoLungo({ max: MAX_TESTO, required: 'Scrivi la tua domanda.' }),
  filesAllegati,
  nome: testo({ max: 60, required: 'Scrivi il tuo nome.' }),
  cognome: testo({ max: 60, required: 'Scrivi il tuo cognome.' }),
  codice_fiscale: facoltativo(codiceFiscale()),
  email: email(),
  telefono: facoltativo(telefono()),
};

/** One step of the form: the data, before the privacy text is part of the send. */
export const dati = z.object(campi);

export const CONTROLLATO: ModuloControllato = { ...MODULO, schema: dati };

/** The bodies that have a desk, as they stand on the wire: id, and the name that asks for its services. */
export const enti = z.array(z.object({ Ente__c: z.string(), idDescrizioneEntePortale__c: z.string() }));
