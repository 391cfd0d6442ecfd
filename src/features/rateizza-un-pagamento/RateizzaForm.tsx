import { conArticolo, dataBreve } from '../../platform/atoms/date.ts';
import { BusyButton } from '../../ui/form/BusyButton.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { island } from '../../ui/island.ts';
import type { CampiProps } from '../modulo/ModuloForm.tsx';
import { ModuloSuDocumenti, type SuDocumentiProps } from '../richiesta/ModuloSuDocumenti.tsx';
import { useScritti } from '../richiesta/useScritti.ts';
import { Piano } from './Piano.tsx';
import { operations } from './rateizza.contract.ts';
import { controllato } from './rateizza.controlli.ts';
import { MAX_MOTIVO, SCEGLI_GIORNO } from './rateizza.passi.ts';
import { erroriPiano, type Limiti, pianoDi } from './regole.ts';

const SEZIONI = [
  { id: 'piano', nome: 'Piano delle rate' },
  { id: 'richiesta', nome: 'Motivo' },
];

export type RateizzaProps = SuDocumentiProps & { limiti: Limiti };

/** In how many instalments, from when, and what each would be. */
export const RateizzaForm = island(function RateizzaForm(props: RateizzaProps) {
  const { limiti, percorso } = props;
  return (
    <ModuloSuDocumenti
      pagina={props}
      modulo={() => controllato(percorso, limiti)}
      invio={operations.chiediRate}
      sezioni={SEZIONI}
      dati={(campi) => (
        <>
          <Rate campi={campi} limiti={limiti} />
          <Motivo campi={campi} />
        </>
      )}
      riepilogo={(v, cambia, files) => {
        const rate = pianoDi(limiti, { rate: v.rate, prima_scadenza: v.prima_scadenza });
        return [
          {
            titolo: 'Piano delle rate',
            modifica: cambia('piano'),
            voci: [{ nome: 'Rate', valore: rate && <Piano rate={rate} /> }],
          },
          {
            titolo: 'Motivo',
            modifica: cambia('richiesta'),
            voci: [
              { nome: 'Motivo', valore: v.motivo },
              { nome: 'Temporanea difficoltà', valore: v.difficolta === 'on' ? 'Dichiarata' : 'Non dichiarata' },
              { nome: 'Documenti sulla difficoltà', valore: files() },
            ],
          },
        ];
      }}
    />
  );
});

/** The choices and, below them, the plan they make: at once with scripts, by a button without. */
function Rate({ campi, limiti }: { campi: CampiProps; limiti: Limiti }) {
  const { valori: v, errori, mounted } = campi;
  const { rate: ammesse, da, a } = limiti;
  // Proposed once: whoever emptied it finds it empty.
  const prima = v.prima_scadenza || (v.rate || errori.prima_scadenza ? '' : da);
  const { box, scritti, leggi } = useScritti({ ...v, prima_scadenza: prima }, mounted);
  const rate = pianoDi(limiti, { rate: scritti.rate, prima_scadenza: scritti.prima_scadenza });
  const errati = erroriPiano(limiti, Number(scritti.rate || Number.NaN), scritti.prima_scadenza ?? '');
  const errors = { ...errati, ...errori };
  const [manca = scritti.rate ? SCEGLI_GIORNO : 'Scegli le rate: qui vedi quanto paghi e quando.'] =
    Object.values(errati).flat();
  const opzioni = ammesse
    ? Array.from({ length: ammesse.max - ammesse.min + 1 }, (_, i) => String(ammesse.min + i))
    : [];
  return (
    <Panel id="piano" title="Piano delle rate">
      <div ref={box} onChange={leggi}>
        <Select
          name="rate"
          label="Numero di rate"
          required
          options={opzioni.map((n) => ({ value: n, label: n }))}
          defaultValue={v.rate}
          errors={errors}
        />
        <Field
          name="prima_scadenza"
          label="Scadenza della prima rata"
          type="date"
          required
          min={da}
          max={a}
          defaultValue={prima}
          errors={errors}
          hint={`${conArticolo('Dal', dataBreve(da))} ${conArticolo('al', dataBreve(a))}; poi ogni mese.`}
        />
      </div>
      {!mounted && (
        <BusyButton name="_azione" value="simula" className="btn btn-outline-primary" formNoValidate>
          Calcola il piano
        </BusyButton>
      )}
      <div id="tabella-piano" tabIndex={-1} aria-live="polite">
        {rate ? <Piano rate={rate} /> : <p>{manca}</p>}
      </div>
      <p className="form-text">Vale se l'ente accetta: fino ad allora restano le scadenze di oggi.</p>
    </Panel>
  );
}

function Motivo({ campi }: { campi: CampiProps }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="richiesta" title="Motivo">
      <TextArea
        name="motivo"
        label="Perché chiedi le rate"
        required
        max={MAX_MOTIVO}
        defaultValue={v.motivo}
        errors={errors}
      />
      <Checkbox
        name="difficolta"
        required
        label="Dichiaro di essere in temporanea e obiettiva difficoltà economica"
        defaultChecked={v.difficolta === 'on'}
        errors={errors}
      />
      {campi.allegati('Documenti sulla difficoltà')}
    </Panel>
  );
}
