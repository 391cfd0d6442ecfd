/** Prints a case without what only works on a screen; internal notes go along only when that is ticked, which is a matter of style alone. */
import type { SubmitEvent } from 'react';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';

/** @property notes there are internal notes */
export const PrintChoice = createIsland(function PrintChoice({ notes }: { notes: boolean }) {
  const mounted = useMounted();
  return (
    // Else a browser would keep the tick for the next time.
    <form className="stampa" autoComplete="off" onSubmit={printPage}>
      {notes && (
        <div className="form-check">
          <input className="form-check-input" type="checkbox" id="stampa-note" />
          <label htmlFor="stampa-note">Stampa anche le note interne</label>
        </div>
      )}
      {mounted ? (
        <button type="submit" className="btn btn-outline-primary">
          Stampa
        </button>
      ) : (
        <p className="form-text">
          Per stampare la pratica usa il comando «Stampa» del tuo browser: bottoni e moduli restano fuori.
        </p>
      )}
    </form>
  );
});

/** With all its pictures, those included that have not been scrolled to yet. */
async function printPage(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  // One that cannot be loaded does not keep the others from being printed.
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  window.print();
}
