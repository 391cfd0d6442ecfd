/** The form that asks for more time to pay: the new due date and the reason. */
import { shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { createIsland } from '../../../ui/island.ts';
import { listedSection } from '../../cases/form/section.tsx';
import { DocumentiForm } from '../../cases/richiesta/DocumentiForm.tsx';
import type { DocumentiFormProps } from '../../cases/richiesta/DocumentiPanel.tsx';
import { rinegoziazioneCalls } from './rinegoziazione.calls.ts';
import { prorogaFields, prorogaForm } from './rinegoziazione.fields.ts';
import type { ProrogaLimits } from './rules.ts';

export type RinegoziazioneFormProps = DocumentiFormProps & { limits: ProrogaLimits };

export const RinegoziazioneForm = createIsland(function RinegoziazioneForm(props: RinegoziazioneFormProps) {
  const { limits, path } = props;
  const { from: min, to: max } = limits;
  const hint = `${withArticle('Dal', shortDate(min))} ${withArticle('al', shortDate(max))}.`;
  return (
    <DocumentiForm
      page={props}
      makeDefinition={() => prorogaForm(path, limits)}
      invio={rinegoziazioneCalls.chiediProroga}
      sections={[
        listedSection({ id: 'richiesta', title: 'Richiesta' }, prorogaFields, {
          nuova_scadenza: { hint, line: { min, max } },
        }),
      ]}
    />
  );
});
