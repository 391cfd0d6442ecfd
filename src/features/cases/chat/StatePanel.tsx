/** Where a case stands: its state as a badge, how far it has come, whose turn it is, and its steps. */
import { useStore } from '@nanostores/react';
import { Callout } from '../../../ui/form/Callout.tsx';
import { Timeline } from '../../../ui/form/Timeline.tsx';
import { createIsland } from '../../../ui/island.ts';
import { PraticaProgress } from '../pratica/PraticaProgress.tsx';
import type { AfterStep } from '../pratica/progress.ts';
import { StatoBadge } from '../pratica/StatoBadge.tsx';
import { isOpenStato, type PraticaEnding, type StatoPratica } from '../pratica/stati.ts';
import { $praticaDetail } from './chat.store.ts';
import type { StatePart } from './parts.ts';
import {
  describeStato,
  describeTermine,
  listSteps,
  type SpokenSituation,
  situationForCittadino,
} from './pratica-words.ts';

export type StateProps = {
  state: StatePart;
  ending: PraticaEnding;
  /** What the citizen does once the request is accepted */
  afterwards?: readonly AfterStep[] | undefined;
  /** Today on the server, `YYYY-MM-DD`: page and script must agree on it */
  today: string;
};

/** The citizen's; the office has one with its own words. */
export const StatePanel = createIsland(function StatePanel(props: StateProps) {
  return <StateView {...props} situationOf={situationForCittadino} />;
});

type SituationOf = (pratica: StatePart & { ending: PraticaEnding }, today: string) => SpokenSituation;

export function StateView({
  state,
  ending,
  afterwards,
  today,
  situationOf,
}: StateProps & { situationOf: SituationOf }) {
  const d = useStore($praticaDetail, { ssr: 'initial' }) ?? state;
  const pratica = { ...d, ending };
  const s = situationOf(pratica, today);
  const termine = describeTermine(pratica, today);
  const steps = listSteps(pratica, today);
  // The step that was taken last, and those to come, stay in sight.
  const earlier = steps.filter(({ future }) => !future).slice(0, -1);
  const stepsTitle = isOpenStato(d.stato as StatoPratica) ? 'Prossimi passi' : 'I passi fatti';
  // The office has the history of the case, and needs the room for what was sent.
  const isOffice = d.vista === 'operatore';
  return (
    <>
      <div className="situazione">
        <p className="riga-stato">
          <StatoBadge stato={d.stato} {...(d.vista === 'operatore' && { name: describeStato(d) })} />
          {termine && <strong>{termine}</strong>}
        </p>
        <PraticaProgress stato={d.stato} ending={ending} afterwards={afterwards} pagamenti={d.pagamenti} />
        <Callout kind={s.kind} title={s.title}>
          <p>{s.text}</p>
          {s.note && <p className="form-text">{s.note}</p>}
        </Callout>
        {isOffice && (
          <details className="passi">
            <summary>{stepsTitle}</summary>
            <Timeline items={steps} />
          </details>
        )}
      </div>
      {!isOffice && (
        <section className="passi" aria-labelledby="passi-titolo">
          <h2 className="h4" id="passi-titolo">
            {stepsTitle}
          </h2>
          {earlier.length > 0 && (
            <details>
              <summary>{earlier.length === 1 ? 'Un passo precedente' : `${earlier.length} passi precedenti`}</summary>
              <Timeline items={earlier} />
            </details>
          )}
          <Timeline items={steps.filter((step) => !earlier.includes(step))} />
        </section>
      )}
    </>
  );
}
