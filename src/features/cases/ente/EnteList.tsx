/** The field `ente` of a form in an island, while its list is loading, when it failed, and when it is there. */
import { ListView } from '../../../platform/vault/ListState.tsx';
import type { ListState } from '../../../platform/vault/list.browser.ts';
import type { FieldProps } from '../../../ui/form/FormGroup.tsx';
import type { SelectOption } from '../../../ui/form/Select.tsx';
import type { EnteSearch } from './choice.ts';
import { EnteSelect } from './EnteSelect.tsx';

type Props = Pick<FieldProps, 'defaultValue' | 'errors'> & {
  list: ListState<SelectOption>;
  search: EnteSearch | undefined;
  /** The words for no ente at all */
  empty: string;
  onRetry(): void;
};

export function EnteList({ list, empty, onRetry, ...field }: Props) {
  const select = (options: SelectOption[]) => (
    <EnteSelect label="Ente a cui scrivi" required options={options} {...field} />
  );
  // Before the first search there may be none to show.
  if (field.search && list.state === 'loaded') return select(list.items);
  return (
    <ListView list={list} title="Gli enti" empty={empty} onRetry={onRetry}>
      {select}
    </ListView>
  );
}
