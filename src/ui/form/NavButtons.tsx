/** The buttons at the end of each step, with which a citizen goes back, saves the bozza, continues or sends. */
import { Icon } from '../Icon.tsx';
import { BusyButton } from './BusyButton.tsx';

/** What the pressed button asks for, in the form field `_azione`. */
export type Azione = 'indietro' | 'salva' | 'avanti' | 'invia';

type Props = {
  /** False on the first step */
  back?: boolean;
  /** `invia` on the last step */
  next?: 'avanti' | 'invia';
  /** The button that is at work; all of them refuse clicks meanwhile */
  busy?: string | undefined;
  /** What the busy one is waiting for, when it is not its own work */
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
 * What the Enter key presses: browsers take the first submit button of a form, which would be "Indietro" or
 * "Aggiungi file". Put it first in the form.
 */
export function DefaultSubmit({ value = 'avanti' }: { value?: Azione }) {
  return (
    <button type="submit" className="visually-hidden" name="_azione" value={value} tabIndex={-1} aria-hidden="true">
      {value === 'invia' ? 'Invia' : 'Avanti'}
    </button>
  );
}
