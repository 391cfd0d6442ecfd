/** Advertising devices as a person types them, and as the body of a call has them; one as a declaration shows it. */
import type { FixedMezzo } from '../src/features/services/mezzo-permanente/mezzo.ts';
import type { ShownDeclaredMezzo } from '../src/features/services/mezzo-permanente/shown.ts';

/** A sign of 2 m² with two faces. */
export const CARTELLO: FixedMezzo = {
  Tipologia_impianto_publicitario__c: 'Cartello',
  indirizzo: 'Via Roma 1',
  quantita: 2,
  testo: 'Bar Sport',
  facce: 'Bifacciale',
  illuminazione: 'Opaco',
  larghezza_cm: 100,
  altezza_cm: 200,
};
export const cartello = (over: Record<string, unknown> = {}) => ({ ...CARTELLO, ...over });
export const furgone = (over: Record<string, unknown> = {}) => ({
  Tipologia_impianto_publicitario__c: 'Automezzo',
  targa: 'AB123CD',
  categoria_veicolo: 'sotto_30q',
  facce: 'Monofacciale',
  illuminazione: 'Opaco',
  larghezza_cm: 150,
  altezza_cm: 50,
  ...over,
});

/** One such sign in a declaration. */
export const declaredCartello = (Id: string, over: Partial<ShownDeclaredMezzo> = {}): ShownDeclaredMezzo => ({
  Id,
  ...CARTELLO,
  quantita: 1,
  stima_cent: 12_000,
  azione: 'nuovo',
  allegati: [],
  ...over,
});
