/**
 * The field `ente`. Where there are too many for a list, they are searched by name: the button posts the form, and the page brings
 * what was found. Once scripts run they are suggested while typing, too.
 */
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { controlProps, FieldError, type FieldProps, FormGroup } from '../../../ui/form/FormGroup.tsx';
import { Select, type SelectOption } from '../../../ui/form/Select.tsx';
import { createIsland } from '../../../ui/island.ts';
import { type EnteSearch, SEARCH_ENTE } from './choice.ts';
import type { EnteSuggest } from './EnteSuggest.tsx';

type Props = Omit<FieldProps, 'name'> & { options: readonly SelectOption[]; search?: EnteSearch | undefined };

export function EnteSelect({ options, search, ...field }: Props) {
  const [picked, setPicked] = useState<SelectOption>();
  const [Suggest, setSuggest] = useState<ComponentType<Parameters<typeof EnteSuggest>[0]>>();
  const button = useRef<HTMLButtonElement>(null);
  const isSuggesting = search !== undefined && search.servizi !== 'not suggested';

  useEffect(() => {
    if (!isSuggesting) return;
    import('./EnteSuggest.tsx').then(
      (m) => setSuggest(() => m.EnteSuggest),
      // The button searches.
      () => undefined,
    );
  }, [isSuggesting]);

  // What belongs to the ente, its map for example, comes with the page.
  useEffect(() => {
    if (picked) button.current?.form?.requestSubmit(button.current);
  }, [picked]);

  const searchField = {
    name: SEARCH_ENTE,
    label: 'Cerca l’ente per nome',
    hint: 'Scrivi il nome, o solo l’inizio, e premi Cerca.',
  };
  const shown = picked ? [picked, ...options.filter(({ value }) => value !== picked.value)] : options;
  return (
    <>
      {search && (
        <>
          <FormGroup {...searchField}>
            <input {...controlProps(searchField)} type="text" autoComplete="off" defaultValue={search.query} />
            {Suggest && (
              <Suggest servizi={search.servizi} onChoose={({ Id, Nome }) => setPicked({ value: Id, label: Nome })} />
            )}
          </FormGroup>
          <div className="azioni mb-4">
            <button
              ref={button}
              className="btn btn-outline-primary"
              type="submit"
              name="_azione"
              value={SEARCH_ENTE}
              formNoValidate
            >
              Cerca
            </button>
            <p role="status">{search.told}</p>
          </div>
        </>
      )}
      {search && shown.length === 0 ? (
        <div className="form-group" id="ente" tabIndex={-1}>
          <FieldError name="ente" errors={field.errors} />
          <p className="form-text">Qui compaiono gli enti che hai cercato.</p>
        </div>
      ) : (
        <Select
          // Another choice is another select: it shows what was picked.
          key={picked?.value}
          name="ente"
          options={shown}
          {...field}
          defaultValue={picked?.value ?? field.defaultValue}
        />
      )}
    </>
  );
}

/** The same as an island, for a page of plain forms. */
export const EnteSelectIsland = createIsland(EnteSelect);
