/** The last step of a form: the citizen checks the summary before sending. */
import { Callout } from '../../../ui/form/Callout.tsx';
import { Summary, type SummaryBlock } from '../../../ui/form/Summary.tsx';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import type { FormValues } from './form.ts';

type Props = { values: FormValues; allegati: readonly ShownAllegato[]; blocks: SummaryBlock[] };

/** All data on one screen. Without JavaScript the hidden fields are what is sent. */
export function SummaryStep({ values, allegati, blocks }: Props) {
  return (
    <>
      <Callout kind="warning" title="Attenzione">
        <p>Le informazioni che hai fornito hanno valore di dichiarazione. Verifica che siano corrette.</p>
      </Callout>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="filesAllegati" value={allegati.map((f) => f.Id).join(',')} />
      <Summary blocks={blocks} />
    </>
  );
}
