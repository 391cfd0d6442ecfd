/** Tells in a form for how long its draft is saved, and asks first whether the device is shared. */
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Callout } from '../../../ui/form/Callout.tsx';
import { leavingAddress } from './other-device.ts';

/** This question comes before a guest's draft outlives the browser, because others may use the device (product rule). */
export const DEVICE_QUESTION = 'È un dispositivo personale?';

export function SaveExplanation() {
  return (
    <p>
      Se il dispositivo è solo tuo, conserviamo la richiesta per 7 giorni e la ritrovi qui. Se lo usano anche altre
      persone, la tieni soltanto finché non chiudi il browser, e al massimo per un giorno.
    </p>
  );
}

/** Plain submit buttons, because the answer sets a cookie, which only a page can do. */
export function SaveAnswers() {
  return (
    <>
      <BusyButton name="_azione" value="salva_no" className="btn btn-outline-primary" formNoValidate>
        No, finché chiudo il browser
      </BusyButton>
      <BusyButton name="_azione" value="salva_si" formNoValidate>
        Sì, salva per 7 giorni
      </BusyButton>
    </>
  );
}

/**
 * The outcome of saving and, without JavaScript, the question. @param salva `draftSaving` of the form's props
 * @param travels path of a form whose draft a guest may take to another device
 */
export function SaveOutcome({ salva, travels }: { salva: string | undefined; travels?: string | undefined }) {
  if (salva === undefined) return null;
  if (salva === 'chiedi') {
    return (
      <Callout kind="info" title={DEVICE_QUESTION}>
        <SaveExplanation />
        <div className="cmp-nav-steps">
          <SaveAnswers />
        </div>
      </Callout>
    );
  }
  const howLong =
    salva === '7'
      ? 'per 7 giorni su questo dispositivo'
      : salva === '12'
        ? 'per 12 mesi'
        : 'finché non chiudi il browser';
  return (
    <Callout kind="success" title="Richiesta salvata con successo" live>
      <p>La ritrovi in questa pagina {howLong}.</p>
      {travels && (
        <p>
          <a href={leavingAddress(travels)}>Continua su un altro dispositivo</a>
        </p>
      )}
    </Callout>
  );
}
