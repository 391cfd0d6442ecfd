/** The request to put up posters: what it asks, and what it is checked by. Pure. */
import * as z from 'zod/mini';
import { dataInParole, isData } from '../../../platform/atoms/date.ts';
import { facoltativo } from '../../../platform/atoms/testo.ts';
import { choice, day, files, special, text, type Value, whole, yesNo } from '../../../ui/form/fields.ts';
import { formFields, joined } from '../../cases/modulo/fields.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { datiRichiesta, moduloRichiesta } from '../../cases/richiesta/richiesta.form.ts';
import { MAX_GIORNI, MAX_MANIFESTI, type Scelta } from './regole.ts';
import { CATEGORIE_MANIFESTO, FORMATI } from './valori.ts';

export const PERCORSO = '/servizio/affissione-manifesti';
export const TITOLO = 'Affissione manifesti';

/** Where the position is chosen again. */
export const SCEGLI_POSIZIONE = `${PERCORSO}?scelta=1`;

/** `Id` of a position that is open to who asks: chosen before the form. */
const positionFields = formFields({
  posizione: special({ label: 'Posizione', schema: facoltativo(z.string('Questa posizione non è leggibile.')) }),
});

export const posterFields = formFields({
  categoria: choice({
    label: 'Categoria',
    options: CATEGORIE_MANIFESTO,
    missing: 'Scegli la categoria del manifesto.',
  }),
  titolo: text({ label: 'Titolo', missing: 'Scrivi il titolo del manifesto.', max: 120, saysMax: true }),
  formato: choice({ label: 'Formato', options: FORMATI, missing: 'Scegli il formato del manifesto.' }),
  quantita: whole({
    label: 'Quanti manifesti',
    title: 'Manifesti',
    hint: `Da 1 a ${MAX_MANIFESTI}.`,
    missing: `Scrivi quanti manifesti: da 1 a ${MAX_MANIFESTI}.`,
    ...{ min: 1, max: MAX_MANIFESTI },
  }),
  file: files({ label: 'Anteprima del manifesto' }),
});

const inWords = (value: Value) => (typeof value === 'string' && isData(value) ? dataInParole(value) : '');

export const timeFields = formFields({
  dal: { ...day({ label: 'Dal', missing: 'Scegli il primo giorno di affissione.' }), inWords },
  al: {
    ...day({
      label: 'Al',
      hint: `Compreso. Al massimo ${MAX_GIORNI} giorni.`,
      missing: 'Scegli l’ultimo giorno di affissione.',
    }),
    inWords,
  },
  urgente: yesNo({
    label: 'È urgente?',
    title: 'Urgente',
    no: 'No, nei tempi normali',
    yes: 'Sì, urgente: costa di più',
  }),
});

export const manifestoBody = datiRichiesta({ ...positionFields.shape, ...posterFields.shape, ...timeFields.shape });

export const MODULO = moduloRichiesta({
  ...{ percorso: PERCORSO, titolo: TITOLO, schema: manifestoBody },
  fields: joined(positionFields, posterFields, timeFields),
  dalLink: ['posizione'],
});

/** What price and dates depend on, as it stands in the fields. */
export const sceltaDi = ({ categoria, formato, quantita, dal, al, urgente }: Valori): Scelta => ({
  ...{ categoria, formato, quantita: quantita?.trim(), dal, al },
  urgente: urgente === 'si',
});
