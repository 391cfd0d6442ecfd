/** To which ente a form goes: chosen from a list, or known already. */
import { ListUnavailable } from '../../../platform/vault/ListState.tsx';
import type { FieldProps } from '../../../ui/form/FormGroup.tsx';
import type { SelectOption } from '../../../ui/form/Select.tsx';
import type { EnteSearch } from './choice.ts';
import { EnteSelect } from './EnteSelect.tsx';

/**
 * @property enti to choose from; `failed` when they could not be read @property enteSearch where they are too many for a list
 * @property fixedEnte name of the one that is known
 */
export type RecipientChoice = {
  enti: SelectOption[] | 'failed';
  enteSearch?: EnteSearch | undefined;
  fixedEnte?: string | undefined;
};

export function RecipientEnte({
  to: { enti, enteSearch, fixedEnte },
  ...field
}: Pick<FieldProps, 'label' | 'defaultValue' | 'errors'> & { to: RecipientChoice }) {
  if (fixedEnte)
    return (
      <p>
        Ente: <strong>{fixedEnte}</strong>
      </p>
    );
  if (enti === 'failed')
    return (
      <div id="ente" tabIndex={-1}>
        <ListUnavailable title="Gli enti" />
      </div>
    );
  return <EnteSelect {...field} required options={enti} search={enteSearch} />;
}

/** Its name in the summary. @param ente code that was chosen */
export const recipientName = ({ enti, fixedEnte }: RecipientChoice, ente: string | undefined): string | undefined =>
  fixedEnte ?? (enti === 'failed' ? undefined : enti.find(({ value }) => value === ente)?.label) ?? ente;
