/** The form that asks for instalments: the citizen chooses number and first date, and sees the resulting piano at once. */
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import { fieldControls, listedSection, type SectionContext } from '../../cases/form/section.tsx';
import { DocumentiForm } from '../../cases/richiesta/DocumentiForm.tsx';
import type { DocumentiFormProps } from '../../cases/richiesta/DocumentiPanel.tsx';
import { useTypedValues } from '../../cases/richiesta/useTypedValues.ts';
import { listChoices } from './choices.ts';
import { Piano } from './Piano.tsx';
import { RataChoices } from './RataChoices.tsx';
import { rateizzazioneCalls } from './rateizzazione.calls.ts';
import { CHOOSE_DAY, planFields, rateForm, reasonFields } from './rateizzazione.fields.ts';
import { afterAnswerText, checkPiano, makePiano, type RateLimits } from './rules.ts';

export type RateizzazioneFormProps = DocumentiFormProps & { limits: RateLimits };

const PIANO_PANEL = { id: 'piano', title: 'Piano delle rate' };

export const RateizzazioneForm = createIsland(function RateizzazioneForm(props: RateizzazioneFormProps) {
  const { limits, path } = props;
  return (
    <DocumentiForm
      page={props}
      makeDefinition={() => rateForm(path, limits)}
      invio={rateizzazioneCalls.chiediRate}
      sections={[
        {
          ...PIANO_PANEL,
          content: (context) => <Rate context={context} limits={limits} />,
          rows: ({ rate, prima_scadenza }) => {
            const piano = makePiano(limits, { rate, prima_scadenza });
            return [{ name: 'Rate', value: piano && <Piano rate={piano} documenti={limits.documenti} /> }];
          },
        },
        listedSection({ id: 'richiesta', title: 'Motivo' }, reasonFields),
      ]}
    />
  );
});

/** The choices and the resulting plan, which scripts update at once and a button computes without them. */
function Rate({ context, limits }: { context: SectionContext; limits: RateLimits }) {
  const { values: v, errors: formErrors, mounted } = context;
  const { from, to } = limits;
  // The first day is proposed only once: a citizen who empties the field finds it empty.
  const firstDay = v.prima_scadenza || (v.rate || formErrors.prima_scadenza ? '' : from);
  const { box, typed: written, readTyped: readWritten } = useTypedValues({ ...v, prima_scadenza: firstDay }, mounted);
  const rate = makePiano(limits, { rate: written.rate, prima_scadenza: written.prima_scadenza });
  const planErrors = checkPiano(limits, Number(written.rate || Number.NaN), written.prima_scadenza ?? '');
  const errors = { ...planErrors, ...formErrors };
  const [missing = written.rate ? CHOOSE_DAY : 'Scegli le rate: qui vedi quanto paghi e quando.'] =
    Object.values(planErrors).flat();
  const control = fieldControls(planFields, { ...context, errors });
  return (
    <Panel {...PIANO_PANEL}>
      <div ref={box} onChange={readWritten}>
        <RataChoices
          name="rate"
          label={planFields.list.rate.label}
          {...listChoices(limits, written.prima_scadenza ?? '')}
          value={v.rate}
          errors={errors}
        />
        {control('prima_scadenza', {
          value: firstDay,
          line: { min: from, max: to },
          hint: `${withArticle('Dal', dateInWords(from))} ${withArticle('al', dateInWords(to))}${afterAnswerText(limits)}. Poi una al mese.`,
        })}
      </div>
      {!mounted && (
        <BusyButton name="_azione" value="simula" className="btn btn-outline-primary mb-3" formNoValidate>
          Calcola il piano
        </BusyButton>
      )}
      <div id="tabella-piano" tabIndex={-1} aria-live="polite">
        {rate ? <Piano rate={rate} documenti={limits.documenti} foldable /> : <p>{missing}</p>}
      </div>
      <p className="form-text">Vale se l’ente accetta: fino ad allora restano le scadenze di oggi.</p>
    </Panel>
  );
}
