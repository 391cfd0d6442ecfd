/** Asks in a form which of two versions of its draft is kept, when another tab or device has changed it meanwhile. */
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Callout } from '../../../ui/form/Callout.tsx';
import { STEP_FORM } from '../../../ui/form/step-form.ts';
import { BOZZA_CHANGED, BOZZA_IN_ACCOUNT, BOZZA_SENT, type BozzaConflict } from './bozza-conflict.ts';

type Props = {
  conflict: BozzaConflict | undefined;
  /** What the page says above the form already */
  told?: string | undefined;
  /** Path of the form */
  path: string;
  /** A guest's draft is on one device: another version is in another tab of it */
  guest: boolean;
};

/**
 * Plain submit buttons of the form, wherever the question stands: the page does what they ask, and shows the version that was chosen.
 * Until then both are kept.
 */
export function ConflictQuestion({ conflict, told, path, guest }: Props) {
  if (!conflict) return null;
  const { reason, words, version } = conflict;
  const why = words !== told && <p>{words}</p>;
  if (reason === BOZZA_SENT)
    return (
      <Callout kind="info" title="Richiesta già inviata" live>
        {why}
        <p>
          Quello che hai scritto è ancora in questa pagina. Per chiedere altro,{' '}
          <a href={path}>comincia una nuova richiesta</a>.
        </p>
      </Callout>
    );
  if (reason === BOZZA_IN_ACCOUNT)
    return (
      <Callout kind="info" title="Richiesta nell’area riservata" live>
        {why}
        <p>
          <a href={`/login?da=${encodeURIComponent(path)}`}>Accedi per continuarla</a>
        </p>
      </Callout>
    );
  const other = reason === BOZZA_CHANGED && guest ? 'nell’altra scheda' : 'sull’altro dispositivo';
  return (
    <Callout kind="warning" title="Che cosa vuoi tenere?" live>
      {why}
      <p>Finché non scegli conserviamo tutto: quello che vedi qui e quello salvato {other}.</p>
      <div className="cmp-nav-steps">
        <BusyButton
          form={STEP_FORM}
          name="_azione"
          value={`prendi:${version}`}
          className="btn btn-outline-primary"
          formNoValidate
        >
          Prendi quello salvato {other}
        </BusyButton>
        <BusyButton form={STEP_FORM} name="_azione" value={`tieni:${version}`} formNoValidate>
          Tieni quello che c’è qui
        </BusyButton>
      </div>
    </Callout>
  );
}
