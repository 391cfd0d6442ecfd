/** The form of a single advertising device: its type, place or vehicle, size, files and estimated charge. */
import { euro } from '../../../platform/atoms/euro.ts';
import { PAESI } from '../../../platform/atoms/targa-scritta.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { RadioGroup } from '../../../ui/form/RadioGroup.tsx';
import { type Option, Select } from '../../../ui/form/Select.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { island } from '../../../ui/island.ts';
import { Attachments } from '../../cases/allegati/Attachments.tsx';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import type { MezzoProps } from './mezzo.form.ts';
import {
  FACCE,
  FILE_MEZZO,
  ILLUMINAZIONE,
  MAX_PEZZI,
  PER_RIDUZIONI,
  TIPI,
  tipiFissi,
  tipiMezzo,
  VEICOLI,
} from './mezzo.ts';
import { indirizzo } from './passi.ts';
import { comeSiCalcola, stimaDi, type TariffaMezzi } from './stima.ts';
import { nominati, useTenuto } from './useTenuto.ts';
import { CATEGORIE, perLaStima, TIPO } from './valori.ts';

const opzioni = (parole: Readonly<Record<string, string>>): Option[] =>
  Object.entries(parole).map(([value, label]) => ({ value, label }));
const MESSI = {
  facce: opzioni(FACCE),
  luce: opzioni(ILLUMINAZIONE),
  veicoli: opzioni(VEICOLI),
  // Nothing chosen is Italy.
  paesi: opzioni(PAESI).slice(1),
};

/** One device, new or changed: a call once scripts run. Without JavaScript the fields of every type are there, and a button reckons the estimate. */
export const MezzoForm = island(function MezzoForm(props: MezzoProps) {
  const { valori: v, prima, dichiarazione } = props;
  const mounted = useMounted();
  const t = useTenuto(props, mounted);
  const { invio, file } = t;
  const { errors } = invio;
  const tipo = t.scritti[TIPO] ?? '';
  const auto = tipo === 'Automezzo';
  const fermo = prima && (v[TIPO] === 'Automezzo' ? 'auto' : 'fisso');
  const campo = (name: string, label: string, hint?: string) => ({
    ...{ name, label, errors, defaultValue: v[name] },
    hint: [hint, prima?.[name] && `Adesso: ${prima[name]}.`].filter(Boolean).join(' ') || undefined,
  });
  const tipi = fermo === 'auto' ? tipiMezzo.slice(0, 1) : fermo ? tipiFissi : tipiMezzo;
  return (
    <form
      ref={t.form}
      method="post"
      action={indirizzo('mezzi', dichiarazione, `?mezzo=${props.mezzo}`)}
      encType="multipart/form-data"
      noValidate
      onInput={(event) => {
        invio.edited(event);
        t.scritto();
      }}
      onSubmit={invio.submit}
    >
      <button type="submit" className="visually-hidden" name="_azione" value="salva_mezzo" tabIndex={-1} aria-hidden>
        Salva il mezzo
      </button>
      <input type="hidden" name="_token" value={props.token} />
      <input type="hidden" name="_chiave" value={props.chiave} />
      <input type="hidden" name="allegati" value={JSON.stringify(nominati(file))} />
      <ErrorSummary errors={invio.outcome.errors} message={invio.outcome.message} />
      <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
      <Panel id="mezzo" title="Mezzo">
        <Select
          {...campo(TIPO, 'Tipo di mezzo')}
          required
          options={tipi.map((value) => ({ value, label: TIPI[value] }))}
        />
        {fermo !== 'fisso' && (
          <fieldset className="solo-auto" hidden={mounted && !auto}>
            <legend className="h6">Veicolo{!fermo && <Solo per="solo per gli automezzi" />}</legend>
            <Field {...campo('targa', 'Targa', 'Ad esempio AB123CD.')} required autoComplete="off" spellCheck={false} />
            <Select {...campo('paese', 'Paese della targa')} empty="Italia" options={MESSI.paesi} />
            <Select {...campo('categoria_veicolo', 'Categoria del veicolo')} required options={MESSI.veicoli} />
          </fieldset>
        )}
        {fermo !== 'auto' && (
          <fieldset className="solo-altri" hidden={mounted && (auto || !tipo)}>
            <legend className="h6">Luogo e testo{!fermo && <Solo per="per gli altri tipi" />}</legend>
            <Field {...campo('indirizzo', 'Dove si trova')} required autoComplete="off" />
            <Field {...campo('testo', 'Testo o marchio che si legge')} required autoComplete="off" />
            <Field
              {...campo('quantita', 'Quanti sono', `Da 1 a ${MAX_PEZZI}, nello stesso luogo.`)}
              required
              inputMode="numeric"
              autoComplete="off"
            />
            <div className="misure">
              <Field {...campo('dal', 'Dal', 'Solo se è temporaneo.')} type="date" />
              <Field {...campo('al', 'Al', 'Ultimo giorno.')} type="date" />
            </div>
          </fieldset>
        )}
        <RadioGroup {...campo('facce', 'Facce')} required options={MESSI.facce} />
        <RadioGroup {...campo('illuminazione', 'Illuminazione')} required options={MESSI.luce} />
        <div className="misure">
          <Field {...campo('larghezza_cm', 'Larghezza in cm')} required inputMode="numeric" autoComplete="off" />
          <Field {...campo('altezza_cm', 'Altezza in cm')} required inputMode="numeric" autoComplete="off" />
        </div>
        <Stima tariffa={props.tariffa} valori={t.scritti} mounted={mounted} />
      </Panel>
      <Panel
        id="file"
        title="Foto e documenti"
        intro="Facoltativi: fino a 10 file per tipo, 10 MB l’uno. JPEG, PNG, HEIC, PDF o P7M."
      >
        {CATEGORIE.map((categoria) => (
          <Attachments
            key={categoria}
            label={FILE_MEZZO[categoria]}
            categoria={categoria}
            hint={categoria === 'altri_documenti' ? PER_RIDUZIONI : ''}
            percorso={percorsoDichiarazione(dichiarazione)}
            files={file.filter((f) => f.categoria === categoria)}
            onFiles={t.cambiaFile}
            caricamento={t.caricamenti.get(categoria) ?? { current: undefined }}
            errors={errors}
            mounted={mounted}
          />
        ))}
      </Panel>
      <div className="cmp-nav-steps">
        <BusyButton name="_azione" value="annulla" className="btn" formNoValidate>
          Annulla
        </BusyButton>
        {!prima && (
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

/** For whom a group of fields is, where all of them are there. */
const Solo = ({ per }: { per: string }) => <span className="senza-script"> ({per})</span>;

type StimaProps = { tariffa: TariffaMezzi | null; valori: Valori; mounted: boolean };

/** What it would cost a year, as one types; the body says what it costs. */
function Stima({ tariffa, valori, mounted }: StimaProps) {
  const mezzo = perLaStima(valori);
  if (!tariffa) return <p id="stima">L’importo del canone te lo comunica l’ente: qui non c’è una stima.</p>;
  return (
    <div id="stima" tabIndex={-1}>
      <p role="status">
        {mezzo ? (
          <>
            Canone annuo stimato: <strong>{euro(stimaDi(tariffa, mezzo))}</strong>{' '}
            <span className="form-text d-block">{comeSiCalcola(tariffa, mezzo)}</span>
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
