/** The buttons at the end of each step: back, save the bozza, continue or send. */
import { Icon } from '../Icon.tsx';
import { BusyButton } from './BusyButton.tsx';

/** The value of the pressed button, in the form field `_azione`. */
export type Azione = 'indietro' | 'salva' | 'avanti' | 'invia';

type Props = {
  /** False on the first step */
  back?: boolean;
  /** `invia` on the last step */
  next?: 'avanti' | 'invia';
  /** The button that is busy; all of them ignore clicks meanwhile */
  busy?: string | undefined;
  /** What the busy button waits for, when it is not its own work */
  words?: string | undefined;
};

/** "Indietro", "Salva richiesta", "Avanti" or "Invia": plain submit buttons, with and without JavaScript. */
export function NavButtons({ back = true, next = 'avanti', busy, words }: Props) {
  const button = (value: Azione) => ({
    name: '_azione',
    value,
    busy: busy === value,
    busyLabel: words,
    ...(busy && { onClick: (event: { preventDefault(): void }) => event.preventDefault() }),
  });
  return (
    <div className="cmp-nav-steps">
      {back && (
        <BusyButton {...button('indietro')} className="btn" formNoValidate>
          <Icon name="chevron-left" className="icon-sm" /> Indietro
        </BusyButton>
      )}
      <BusyButton {...button('salva')} className="btn btn-outline-primary" formNoValidate>
        <span>
          Salva<span className="d-none d-sm-inline"> richiesta</span>
        </span>
      </BusyButton>
      <BusyButton {...button(next)}>
        {next === 'invia' ? 'Invia' : 'Avanti'}
        {next === 'avanti' && <Icon name="chevron-right" className="icon-sm" />}
      </BusyButton>
    </div>
  );
}

/**
 * The button of the Enter key: browsers take the first submit button of a form, which would be "Indietro" or "Aggiungi file". Put
 * it first in the form.
 */
export function DefaultSubmit({ value = 'avanti' }: { value?: Azione }) {
  return (
    <button type="submit" className="visually-hidden" name="_azione" value={value} tabIndex={-1} aria-hidden="true">
      {value === 'invia' ? 'Invia' : 'Avanti'}
    </button>
  );
}
