/** The request for a parking subscription as a form: its fields and their order. Pure. */
import { targaNormale } from '../../platform/atoms/targa-scritta.ts';
import type { Modulo, Valori } from '../modulo/modulo.ts';
import { CAMPI_RICHIEDENTE, CATEGORIE_RICHIEDENTE } from '../richiedente/richiedente.ts';
import { MAX_TARGHE } from './valori.ts';

export const PERCORSO = '/servizio/abbonamento-parcheggi';
export const TITOLO = 'Abbonamento parcheggi';

const POSTI = Array.from({ length: MAX_TARGHE }, (_, i) => i);

/** The plates that were written, each with its country; one that was left out between others stays, to be told. */
export function targheDi(v: Valori): string[] {
  const scritte = POSTI.map((i) => {
    const targa = targaNormale(v[`targhe_${i}`] ?? '');
    const paese = v[`paese_${i}`] || 'IT';
    return !targa || targa.includes(':') || paese === 'IT' ? targa : `${paese}:${targa}`;
  });
  return scritte.slice(0, Math.max(1, scritte.findLastIndex(Boolean) + 1));
}

export const MODULO: Modulo = {
  percorso: PERCORSO,
  servizio: TITOLO,
  tipo: 'richiesta',
  dati: 'Dati della richiesta',
  campi: [
    ...['ente', 'zona', 'tipo', 'durata', 'dal'],
    ...POSTI.flatMap((i) => [`targhe_${i}`, `paese_${i}`]),
    'file',
    ...CAMPI_RICHIEDENTE,
  ],
  categorie: CATEGORIE_RICHIEDENTE,
  // A body that does not answer for the service is put right where it is chosen; what is wrong with all plates, at the first.
  altrove: { targhe: 'targhe_0' },
};
