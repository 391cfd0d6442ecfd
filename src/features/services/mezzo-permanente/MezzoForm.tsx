/** The form of a single advertising device: its type, place or vehicle, size, files and estimated charge. */
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { PAESE_NAMES } from '../../../platform/atoms/targa-format.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import type { FieldProps } from '../../../ui/form/FormGroup.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { RadioGroup } from '../../../ui/form/RadioGroup.tsx';
import { Select, type SelectOption } from '../../../ui/form/Select.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import { Attachments } from '../../cases/allegati/Attachments.tsx';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import type { FormValues } from '../../cases/form/form.ts';
import type { MezzoFormProps } from './mezzo.form.ts';
import {
  FACCE,
  FILE_MEZZO,
  fixedTipi,
  LIGHTING_KINDS,
  MAX_PIECES,
  REDUCTION_HINT,
  TIPI,
  tipiMezzo,
  VEICOLI,
} from './mezzo.ts';
import { FILE_CATEGORIE, parseForStima, TIPO_FIELD } from './mezzo-values.ts';
import { stepAddress } from './steps.ts';
import { stimaOf, stimaText, type TariffaMezzi } from './stima.ts';
import { namedFiles, useMezzoForm } from './useMezzoForm.ts';

const toOptions = (texts: Readonly<Record<string, string>>): SelectOption[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
const FIELD_OPTIONS = {
  facce: toOptions(FACCE),
  light: toOptions(LIGHTING_KINDS),
  veicoli: toOptions(VEICOLI),
  // An empty choice is Italy.
  countries: toOptions(PAESE_NAMES).slice(1),
};

/** Saves by a call once scripts run. Without JavaScript it has the fields of every type, and a button calculates the estimate. */
export const MezzoForm = createIsland(function MezzoForm(props: MezzoFormProps) {
  const { values: v, current, dichiarazione } = props;
  const mounted = useMounted();
  const t = useMezzoForm(props, mounted);
  const { invio, file } = t;
  const { errors } = invio;
  const tipo = t.typed[TIPO_FIELD] ?? '';
  const auto = tipo === 'Automezzo';
  const fixedKind = current && (v[TIPO_FIELD] === 'Automezzo' ? 'auto' : 'fisso');
  const fieldProps: KindProps['fieldProps'] = (name, label, hint) => ({
    name,
    label,
    errors,
    defaultValue: v[name],
    hint: [hint, current?.[name] && `Adesso: ${current[name]}.`].filter(Boolean).join(' ') || undefined,
  });
  const kindProps = { fieldProps, isOnlyKind: fixedKind !== undefined };
  const tipi = fixedKind === 'auto' ? tipiMezzo.slice(0, 1) : fixedKind ? fixedTipi : tipiMezzo;
  return (
    <form
      ref={t.form}
      method="post"
      action={stepAddress('mezzi', dichiarazione, `?mezzo=${props.mezzo}`)}
      encType="multipart/form-data"
      noValidate
      onInput={(event) => {
        invio.edited(event);
        t.onTyped();
      }}
      onSubmit={invio.submit}
    >
      <button type="submit" className="visually-hidden" name="_azione" value="salva_mezzo" tabIndex={-1} aria-hidden>
        Salva il mezzo
      </button>
      <input type="hidden" name="_token" value={props.token} />
      <input type="hidden" name="_chiave" value={props.sendKey} />
      <input type="hidden" name="allegati" value={JSON.stringify(namedFiles(file))} />
      <ErrorSummary errors={invio.outcome.errors} message={invio.outcome.message} />
      <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
      <Panel id="mezzo" title="Mezzo">
        <Select
          {...fieldProps(TIPO_FIELD, 'Tipo di mezzo')}
          required
          options={tipi.map((value) => ({ value, label: TIPI[value] }))}
        />
        {fixedKind !== 'fisso' && <AutomezzoFields {...kindProps} hidden={mounted && !auto} />}
        {fixedKind !== 'auto' && <FixedMezzoFields {...kindProps} hidden={mounted && (auto || !tipo)} />}
        <RadioGroup {...fieldProps('facce', 'Facce')} required options={FIELD_OPTIONS.facce} />
        <RadioGroup {...fieldProps('illuminazione', 'Illuminazione')} required options={FIELD_OPTIONS.light} />
        <div className="misure">
          <Field {...fieldProps('larghezza_cm', 'Larghezza in cm')} required inputMode="numeric" autoComplete="off" />
          <Field {...fieldProps('altezza_cm', 'Altezza in cm')} required inputMode="numeric" autoComplete="off" />
        </div>
        <Stima tariffa={props.tariffa} values={t.typed} mounted={mounted} />
      </Panel>
      <Panel
        id="file"
        title="Foto e documenti"
        intro="Facoltativi: fino a 10 file per tipo, 10 MB l’uno. JPEG, PNG, HEIC, PDF o P7M."
      >
        {FILE_CATEGORIE.map((categoria) => (
          <Attachments
            key={categoria}
            label={FILE_MEZZO[categoria]}
            categoria={categoria}
            hint={categoria === 'altri_documenti' ? REDUCTION_HINT : ''}
            path={dichiarazionePath(dichiarazione)}
            rendered={props.file}
            countedApart
            errors={errors}
            mounted={mounted}
          />
        ))}
      </Panel>
      <div className="cmp-nav-steps">
        <BusyButton name="_azione" value="annulla" className="btn" formNoValidate>
          Annulla
        </BusyButton>
        {!current && (
          <BusyButton
            name="_azione"
            value="salva_altro"
            className="btn btn-outline-primary"
            busy={invio.busy === 'salva_altro'}
          >
            Salva e aggiungi un altro
          </BusyButton>
        )}
        <BusyButton name="_azione" value="salva_mezzo" busy={invio.busy === 'salva_mezzo'}>
          Salva il mezzo
        </BusyButton>
      </div>
    </form>
  );
});

type KindProps = {
  fieldProps(name: string, label: string, hint?: string): FieldProps;
  /** Another kind is chosen */
  hidden: boolean;
  /** The form offers no other kind */
  isOnlyKind: boolean;
};

function AutomezzoFields({ fieldProps, hidden, isOnlyKind }: KindProps) {
  return (
    <fieldset className="solo-auto" hidden={hidden}>
      <legend className="h6">Veicolo{!isOnlyKind && <OnlyFor text="solo per gli automezzi" />}</legend>
      <Field {...fieldProps('targa', 'Targa', 'Ad esempio AB123CD.')} required autoComplete="off" spellCheck={false} />
      <Select {...fieldProps('paese', 'Paese della targa')} empty="Italia" options={FIELD_OPTIONS.countries} />
      <Select {...fieldProps('categoria_veicolo', 'Categoria del veicolo')} required options={FIELD_OPTIONS.veicoli} />
    </fieldset>
  );
}

function FixedMezzoFields({ fieldProps, hidden, isOnlyKind }: KindProps) {
  return (
    <fieldset className="solo-altri" hidden={hidden}>
      <legend className="h6">Luogo e testo{!isOnlyKind && <OnlyFor text="per gli altri tipi" />}</legend>
      <Field {...fieldProps('indirizzo', 'Dove si trova')} required autoComplete="off" />
      <Field {...fieldProps('testo', 'Testo o marchio che si legge')} required autoComplete="off" />
      <Field
        {...fieldProps('quantita', 'Quanti sono', `Da 1 a ${MAX_PIECES}, nello stesso luogo.`)}
        required
        inputMode="numeric"
        autoComplete="off"
      />
      <div className="misure">
        <Field {...fieldProps('dal', 'Dal', 'Solo se è temporaneo.')} type="date" />
        <Field {...fieldProps('al', 'Al', 'Ultimo giorno.')} type="date" />
      </div>
    </fieldset>
  );
}

/** The types that a group of fields is for, where every group is shown. */
const OnlyFor = ({ text }: { text: string }) => <span className="senza-script"> ({text})</span>;

type StimaProps = { tariffa: TariffaMezzi | null; values: FormValues; mounted: boolean };

/** The estimated yearly fee of the typed values; the ente sets the amount. */
function Stima({ tariffa, values, mounted }: StimaProps) {
  const mezzo = parseForStima(values);
  if (!tariffa) return <p id="stima">L’importo del canone te lo comunica l’ente: qui non c’è una stima.</p>;
  return (
    <div id="stima" tabIndex={-1}>
      <p role="status">
        {mezzo ? (
          <>
            Canone annuo stimato: <strong>{formatEuro(stimaOf(tariffa, mezzo))}</strong>{' '}
            <span className="form-text d-block">{stimaText(tariffa, mezzo)}</span>
          </>
        ) : (
          'Canone annuo stimato: compare qui quando hai scritto gli altri dati.'
        )}
      </p>
      <p className="form-text">È una stima: l’importo lo stabilisce l’ente.</p>
      {!mounted && (
        <BusyButton name="_azione" value="calcola_stima" className="btn btn-outline-primary" formNoValidate>
          Calcola la stima
        </BusyButton>
      )}
    </div>
  );
}
