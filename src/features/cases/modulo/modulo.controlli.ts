/** What a step needs before the next. Pure: page and island ask the same rules. */
import * as z from 'zod/mini';
import { type FieldErrors, fieldErrors } from '../../../platform/errors.ts';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { SCRIVI_CODICE, stessa } from '../otp/otp.contract.ts';
import { inOrdine, nessuno, passoSenzaDati } from './modulo.passi.ts';
import type { Compilato, Modulo, Passo, Valori } from './modulo.ts';

/** What is sent, once all is confirmed; the same from the page and from the island. */
export function daInviare(
  { body }: Modulo,
  valori: Valori,
  allegati: readonly Pick<AllegatoMostrato, 'Id'>[],
): Record<string, unknown> {
  const { codice_inviato_a: _inviato, ...resto } = valori;
  // What each is for was said when it was uploaded.
  const filesAllegati = allegati.map(({ Id }) => ({ Id }));
  return { ...(body ? { ...body(valori), privacy: valori.privacy } : resto), filesAllegati };
}

/** @param altri what the schema cannot know, and is known here */
export function erroriDati(modulo: Modulo, compilato: Compilato, altri?: FieldErrors): FieldErrors {
  const { valori, allegati, confermata } = compilato;
  const esito = z.safeParse(modulo.schema, daInviare(modulo, valori, allegati));
  const errori = inOrdine(modulo, {
    ...(esito.success ? {} : fieldErrors(esito.error)),
    ...modulo.alsoWrong?.(compilato, modulo),
    ...altri,
  });
  if (!confermata && !errori.email) {
    if (stessa(valori.codice_inviato_a, valori.email)) {
      errori.otp = [SCRIVI_CODICE];
    } else {
      errori.email = ['Conferma il tuo indirizzo: premi «Invia il codice» e scrivi il codice che ricevi.'];
    }
  }
  return inOrdine(modulo, errori);
}

/** The step that may be opened. @param chiesto from the URL or a draft; of none, the furthest */
export function passoAmmesso(modulo: Modulo, compilato: Compilato, chiesto?: string | null): Passo {
  const passo = passoSenzaDati(compilato.valori, chiesto);
  return passo ?? (nessuno(erroriDati(modulo, compilato)) ? 'riepilogo' : 'dati');
}
