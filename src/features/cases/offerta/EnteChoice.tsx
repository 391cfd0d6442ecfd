/** The list of enti in a form. It loads what depends on the chosen ente: an offer, or the services of a desk. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ListState } from '../../../platform/vault/list.browser.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { SelectOption } from '../../../ui/form/Select.tsx';
import type { EnteSearch } from '../ente/choice.ts';
import { EnteList } from '../ente/EnteList.tsx';
import type { SectionContext } from '../form/section.tsx';

/** What the chosen ente has. @property retry loads it again after a failure */
type ChosenEnte<T> = { ente: string; entries: ListState<T>; retry(): void };

type Props<T> = {
  context: SectionContext;
  /** Name of the ente that the host name fixes; the citizen does not choose then */
  fixedEnte: string | undefined;
  enti: ListState<SelectOption>;
  /** Where they are too many for a list */
  search: EnteSearch | undefined;
  /** Shown when no ente can be chosen */
  emptyText: string;
  onRetry(): void;
  /** The button that shows the entries of another ente without JavaScript */
  showButton: { action: string; label: string };
  /** The entries that the server rendered */
  initial: ListState<T>;
  load(ente: string): Promise<T[]>;
  children(chosen: ChosenEnte<T>): ReactNode;
};

/** Field `ente`, and what depends on the chosen ente. */
export function EnteChoice<T>({
  context,
  fixedEnte,
  enti,
  search,
  emptyText,
  onRetry,
  showButton: { action, label },
  initial,
  load,
  children,
}: Props<T>) {
  const { values, errors, mounted } = context;
  const box = useRef<HTMLDivElement>(null);
  const [ente, setEnte] = useState(values.ente ?? '');
  const [entries, setEntries] = useState(initial);
  const latest = useRef(ente);

  async function showEnte(chosen: string) {
    setEnte(chosen);
    latest.current = chosen;
    setEntries({ items: [], state: chosen ? 'loading' : 'loaded' });
    if (!chosen) return;
    const found = await load(chosen).then(
      (items): ListState<T> => ({ items, state: 'loaded' }),
      (): ListState<T> => ({ items: [], state: 'failed' }),
    );
    // The citizen may have chosen another ente while this one was loading.
    if (latest.current === chosen) setEntries(found);
  }

  // The citizen may have chosen an ente before this script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    const chosen = box.current?.querySelector<HTMLSelectElement>('#ente')?.value;
    if (chosen && chosen !== ente) void showEnte(chosen);
  }, [mounted]);

  return (
    <div ref={box}>
      {fixedEnte ? (
        <p>
          Ente a cui scrivi: <b>{fixedEnte}</b>
        </p>
      ) : (
        <div
          onChange={({ target }) => {
            if (target instanceof HTMLSelectElement) void showEnte(target.value);
          }}
        >
          <EnteList
            list={enti}
            empty={emptyText}
            defaultValue={values.ente}
            search={search}
            onRetry={onRetry}
            errors={errors}
          />
          {!mounted && enti.items.length > 0 && (
            <BusyButton name="_azione" value={action} className="btn btn-outline-primary mb-4" formNoValidate>
              {label}
            </BusyButton>
          )}
        </div>
      )}
      {children({ ente, entries, retry: () => void showEnte(ente) })}
    </div>
  );
}

/** @param optionOf gives the value and the label of an item */
export const selectOptions = <T,>({ items, state }: ListState<T>, optionOf: (item: T) => [string, string]) => ({
  items: items.map(optionOf).map(([value, label]) => ({ value, label })),
  state,
});
