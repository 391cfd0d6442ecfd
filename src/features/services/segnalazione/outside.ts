/** The words about a point that lies beyond the border of the ente that a report goes to. Pure. */
import { distanceInWords, type GeoPoint, isWithin, metresToBorder } from '../../../platform/border.ts';
import type { Ente } from '../../cases/ente/ente.ts';

/** "del Comune di Borgosereno", "della Città di Portolieve", "dell’Unione dei Comuni" */
function ofEnte(name: string): string {
  if (/^[aeiouàèéìòù]/i.test(name)) return `dell’${name}`;
  return `${/^(Città|Provincia|Regione|Comunità) /.test(name) ? 'della' : 'del'} ${name}`;
}

/** @returns undefined for a point within the border, and for an ente whose border is not known */
export function outsideText({ nome, confine }: Pick<Ente, 'nome' | 'confine'>, point: GeoPoint): string | undefined {
  if (!confine || isWithin(confine, point)) return undefined;
  const distance = distanceInWords(metresToBorder(confine, point));
  return `Questo punto è fuori dal territorio ${ofEnte(nome)} (a ${distance}): conferma che è giusto, oppure scegli un altro punto o un altro ente.`;
}
