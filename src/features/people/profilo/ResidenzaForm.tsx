/** The form in the profile where a citizen writes their residence, so that later forms come with it filled in. */
import { sendCall } from '../../../platform/client.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { useCall } from '../../../ui/form/useCall.ts';
import { createIsland } from '../../../ui/island.ts';
import { utenteCalls } from '../../cases/utente/utente.calls.ts';

/** @property values as typed, or as stored */
export type ResidenzaProps = {
  values: Record<string, string | undefined>;
  token: string;
  /** Address of the page that confirms the change */
  savedPath: string;
  errors?: FieldErrors | undefined;
  /** An error that belongs to no field */
  message?: string | undefined;
};

const SAVE_FAILED =
  'Non siamo riusciti a salvare la residenza: quello che hai scritto è ancora qui. Controlla la connessione e riprova.';

/** A call once scripts run, a POST of the page without them. */
export const ResidenzaForm = createIsland(function ResidenzaForm({
  values,
  token,
  savedPath,
  ...props
}: ResidenzaProps) {
  const form = useCall(
    { errors: props.errors, message: props.message },
    {
      failed: SAVE_FAILED,
      call: async ({ Indirizzo, Cap, Comune, Provincia }) => {
        await sendCall(utenteCalls.modificaAnagrafica, { Indirizzo, Cap, Comune, Provincia });
        return savedPath;
      },
    },
  );
  const field = (name: string, label: string) => ({ name, label, defaultValue: values[name], errors: form.errors });
  return (
    <form method="post" noValidate onSubmit={form.submit} onInput={form.edited}>
      <input type="hidden" name="_token" value={token} />
      <ErrorSummary errors={form.outcome.errors} message={form.outcome.message} />
      <Panel
        id="residenza"
        title="La tua residenza"
        intro="Facoltativa: la ritrovi già scritta nei moduli che chiedono un indirizzo a cui scriverti, come quello delle lampade votive."
      >
        <Field {...field('Indirizzo', 'Indirizzo')} autoComplete="address-line1" hint="Via e numero civico." />
        <Field {...field('Cap', 'CAP')} autoComplete="postal-code" />
        <Field {...field('Comune', 'Comune')} autoComplete="address-level2" />
        <Field
          {...field('Provincia', 'Provincia')}
          autoComplete="address-level1"
          spellCheck={false}
          hint="La sigla, ad esempio RM. Se abiti all’estero scrivi EE."
        />
        <BusyButton name="_azione" value="residenza" busy={form.busy !== undefined} busyLabel="Salvo…">
          Salva la residenza
        </BusyButton>
      </Panel>
    </form>
  );
});
