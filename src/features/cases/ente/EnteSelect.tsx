/** The field `ente`. Where there are too many for a list, they are searched by name: the button posts the form, and the page brings what was found. */
import { Field } from '../../../ui/form/Field.tsx';
import { FieldError, type FieldProps } from '../../../ui/form/FormGroup.tsx';
import { Select, type SelectOption } from '../../../ui/form/Select.tsx';
import { type EnteSearch, SEARCH_ENTE } from './choice.ts';

type Props = Omit<FieldProps, 'name'> & { options: readonly SelectOption[]; search?: EnteSearch | undefined };

export function EnteSelect({ options, search, ...field }: Props) {
  return (
    <>
      {search && (
        <>
          <Field
            name={SEARCH_ENTE}
            label="Cerca l’ente per nome"
            hint="Scrivi il nome del Comune, o solo l’inizio, e premi Cerca."
            defaultValue={search.query}
            autoComplete="off"
          />
          <div className="azioni mb-4">
            <button className="btn btn-outline-primary" type="submit" name="_azione" value={SEARCH_ENTE} formNoValidate>
              Cerca
            </button>
            <p role="status">{search.told}</p>
          </div>
        </>
      )}
      {search && options.length === 0 ? (
        <div className="form-group" id="ente" tabIndex={-1}>
          <FieldError name="ente" errors={field.errors} />
          <p className="form-text">Qui compaiono gli enti che hai cercato.</p>
        </div>
      ) : (
        <Select name="ente" options={options} {...field} />
      )}
    </>
  );
}
