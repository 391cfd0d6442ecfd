/** What an operator sees of the draft of their answer: the button that keeps it, whether it is kept, and the one that deletes it. */
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { useBozzaOperatore } from './useBozzaOperatore.ts';

/** @property keep without it the page is posted */
export const KeepBozza = ({ keep }: { keep: (() => void) | undefined }) => (
  <BusyButton
    className="btn btn-outline-primary"
    name="_azione"
    value="salva_bozza"
    formNoValidate
    onClick={(event) => {
      if (!keep) return;
      event.preventDefault();
      keep();
    }}
  >
    Salva la bozza
  </BusyButton>
);

export const KeepOutcome = ({ state }: Pick<ReturnType<typeof useBozzaOperatore>, 'state'>) =>
  state !== 'new' && (
    <p className="form-text">
      {state === 'kept'
        ? 'Bozza salvata: la ritrovi qui, anche da un altro computer.'
        : 'Non riusciamo a salvare la bozza: copia quello che hai scritto prima di lasciare la pagina.'}
    </p>
  );

/** A form of its own, which no paragraph can hold: the page loads without what was kept. */
export const DeleteBozza = ({ token }: { token: string }) => (
  <form className="d-inline" method="post" action="#scrivi">
    <input type="hidden" name="_token" value={token} />
    <button type="submit" className="btn btn-link" name="_azione" value="elimina_bozza">
      Elimina<span className="visually-hidden"> la bozza</span>
    </button>
  </form>
);
