/** The step of a declaration in which the citizen adds the files that concern all its devices. */
import { useState } from 'react';
import type { FieldErrors } from '../../../platform/errors.ts';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { DefaultSubmit, NavButtons } from '../../../ui/form/NavButtons.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { island } from '../../../ui/island.ts';
import { Attachments } from '../../cases/allegati/Attachments.tsx';
import type { AllegatoMostrato } from '../../cases/allegati/allegati.contract.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { FILE_MEZZO, type FileMezzo, PER_RIDUZIONI } from './mezzo.ts';
import { indirizzo } from './passi.ts';
import { usePageButtons } from './usePageButtons.ts';

export type AllegatiPassoProps = {
  id: string;
  allegati: AllegatoMostrato[];
  errori?: FieldErrors | undefined;
  token: string;
};

const AIUTI: Readonly<Record<FileMezzo, string>> = {
  foto_bozzetti: 'Foto del luogo, bozzetti, disegni con le misure, planimetrie.',
  autorizzazione: 'Autorizzazioni che hai già, anche del proprietario o del condominio.',
  altri_documenti: PER_RIDUZIONI,
};

/** Files of the declaration itself. Each button is a POST of the page; scripts send a chosen file at once. */
export const AllegatiPasso = island(function AllegatiPasso({ id, token, errori, ...props }: AllegatiPassoProps) {
  const mounted = useMounted();
  const [allegati, setAllegati] = useState(props.allegati);
  const { upload: caricamento, ...sending } = usePageButtons();
  return (
    <form
      method="post"
      action={indirizzo('allegati', id)}
      encType="multipart/form-data"
      noValidate
      onSubmit={sending.submit}
    >
      <DefaultSubmit />
      <input type="hidden" name="_token" value={token} />
      <Panel
        id="documenti"
        title="Documenti della dichiarazione"
        intro="Facoltativi: qui aggiungi quello che vale per tutti i mezzi. Fino a 10 file per categoria, ognuno di al massimo 10 MB: foto (JPEG, PNG, HEIC), PDF o documenti firmati (P7M)."
      >
        {(Object.keys(FILE_MEZZO) as FileMezzo[]).map((categoria) => (
          <div className="mb-4" key={categoria}>
            <Attachments
              {...{ categoria, mounted, caricamento }}
              label={FILE_MEZZO[categoria]}
              hint={AIUTI[categoria]}
              percorso={percorsoDichiarazione(id)}
              files={allegati.filter((f) => f.categoria === categoria)}
              onFiles={(cambio) =>
                setAllegati((tutti) => [
                  ...tutti.filter((f) => f.categoria !== categoria),
                  ...cambio(tutti.filter((f) => f.categoria === categoria)),
                ])
              }
              errors={errori}
            />
          </div>
        ))}
      </Panel>
      <ErrorSummary message={sending.outcome.message} />
      <NavButtons busy={sending.busy} words={sending.words} />
    </form>
  );
});
