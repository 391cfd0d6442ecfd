/** The step of a declaration in which the citizen adds the files that concern all its devices. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import { Attachments } from '../../cases/allegati/Attachments.tsx';
import type { ShownAllegato } from '../../cases/allegati/allegati.contract.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { StepBody } from '../../cases/form/StepBody.tsx';
import { FILE_MEZZO, type FileMezzo, REDUCTION_HINT } from './mezzo.ts';
import { stepAddress } from './steps.ts';
import { usePageButtons } from './usePageButtons.ts';

export type AllegatiStepProps = {
  id: string;
  allegati: ShownAllegato[];
  errors?: FieldErrors | undefined;
  token: string;
};

const CATEGORIA_HINTS: Readonly<Record<FileMezzo, string>> = {
  foto_bozzetti: 'Foto del luogo, bozzetti, disegni con le misure, planimetrie.',
  autorizzazione: 'Autorizzazioni che hai già, anche del proprietario o del condominio.',
  altri_documenti: REDUCTION_HINT,
};

/** Files of the declaration itself. Each button is a POST of the page; scripts send a chosen file at once. */
export const AllegatiStep = createIsland(function AllegatiStep({ id, allegati, token, errors }: AllegatiStepProps) {
  const mounted = useMounted();
  const sending = usePageButtons();
  return (
    <StepBody
      token={token}
      action={stepAddress('allegati', id)}
      encType="multipart/form-data"
      sending={sending}
      onSubmit={sending.submit}
    >
      <Panel
        id="documenti"
        title="Documenti della dichiarazione"
        intro="Facoltativi: qui aggiungi quello che vale per tutti i mezzi. Fino a 10 file per categoria, ognuno di al massimo 10 MB: foto (JPEG, PNG, HEIC), PDF o documenti firmati (P7M)."
      >
        {(Object.keys(FILE_MEZZO) as FileMezzo[]).map((categoria) => (
          <div className="mb-4" key={categoria}>
            <Attachments
              categoria={categoria}
              mounted={mounted}
              errors={errors}
              label={FILE_MEZZO[categoria]}
              hint={CATEGORIA_HINTS[categoria]}
              path={dichiarazionePath(id)}
              rendered={allegati}
              countedApart
            />
          </div>
        ))}
      </Panel>
      <ErrorSummary message={sending.outcome.message} />
    </StepBody>
  );
});
