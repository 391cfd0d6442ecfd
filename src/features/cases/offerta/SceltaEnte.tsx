/** The list of enti in a form, and the loading of what depends on the choice: an offer, or the services of a desk. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ListView } from '../../../platform/vault/ListState.tsx';
import type { ListState } from '../../../platform/vault/list.browser.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { CampiProps } from '../modulo/section.tsx';

/** What the chosen body has. @property riprova asks for it again */
export type Scelto<T> = { ente: string; suoi: ListState<T>; riprova(): void };

type Props<T> = {
  campi: CampiProps;
  /** Name of the body that the host decides */
  fisso: string | undefined;
  enti: ListState<{ value: string; label: string }>;
  /** Said when no body can be chosen */
  vuoto: string;
  onRetry(): void;
  /** Without JavaScript a button brings what another body has */
  mostra: { azione: string; etichetta: string };
  /** As the page has it */
  iniziali: ListState<T>;
  carica(ente: string): Promise<T[]>;
  children(scelto: Scelto<T>): ReactNode;
};

/** Field `ente`, and what hangs on the body that is chosen in it. */
export function SceltaEnte<T>({
  campi,
  fisso,
  enti,
  vuoto,
  onRetry,
  mostra: { azione, etichetta },
  iniziali,
  carica,
  children,
}: Props<T>) {
  const { valori, errori, mounted } = campi;
  const box = useRef<HTMLDivElement>(null);
  const [ente, setEnte] = useState(valori.ente ?? '');
  const [suoi, setSuoi] = useState(iniziali);
  const ultimo = useRef(ente);

  async function mostra(scelto: string) {
    setEnte(scelto);
    ultimo.current = scelto;
    setSuoi({ items: [], state: scelto ? 'loading' : 'loaded' });
    if (!scelto) return;
    const trovati = await carica(scelto).then(
      (items): ListState<T> => ({ items, state: 'loaded' }),
      (): ListState<T> => ({ items: [], state: 'failed' }),
    );
    // Another body may have been chosen meanwhile.
    if (ultimo.current === scelto) setSuoi(trovati);
  }

  // Chosen before this script came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    const scelto = box.current?.querySelector<HTMLSelectElement>('#ente')?.value;
    if (scelto && scelto !== ente) void mostra(scelto);
  }, [mounted]);

  return (
    <div ref={box}>
      {fisso ? (
        <p>
          Ente a cui scrivi: <b>{fisso}</b>
        </p>
      ) : (
        <div
          onChange={({ target }) => {
            if (target instanceof HTMLSelectElement) void mostra(target.value);
          }}
        >
          <ListView list={enti} title="Gli enti" empty={vuoto} onRetry={onRetry}>
            {(options) => (
              <Select
                name="ente"
                label="Ente a cui scrivi"
                required
                options={options}
                defaultValue={valori.ente}
                errors={errori}
              />
            )}
          </ListView>
          {!mounted && (
            <BusyButton name="_azione" value={azione} className="btn btn-outline-primary mb-4" formNoValidate>
              {etichetta}
            </BusyButton>
          )}
        </div>
      )}
      {children({ ente, suoi, riprova: () => void mostra(ente) })}
    </div>
  );
}

/** @param opzione what is chosen by, and its name */
export const daScegliereIn = <T,>({ items, state }: ListState<T>, opzione: (item: T) => [string, string]) => ({
  items: items.map(opzione).map(([value, label]) => ({ value, label })),
  state,
});
