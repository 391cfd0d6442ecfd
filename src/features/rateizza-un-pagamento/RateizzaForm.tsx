import { dataBreve } from '../../platform/atoms/date.ts';
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
import { MAX_MOTIVO, moduloSu } from './rateizza.passi.ts';
import { type Limiti, pianoDi, TROPPO_POCO } from './regole.ts';

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
      modulo={() => moduloSu(percorso)}
      controlli={async () => (await import('./rateizza.controlli.ts')).controllato(percorso, limiti)}
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
              { nome: 'Allegati', valore: files },
            ],
          },
        ];
      }}
    />
  );
});

/** The choices and, below them, the plan they make: at once with scripts, by a button without. */
function Rate({ campi, limiti }: { campi: CampiProps; limiti: Limiti }) {
  const { valori: v, errori: errors, mounted } = campi;
  const { rate: ammesse, da, a } = limiti;
  const { box, scritti, leggi } = useScritti({ ...v, prima_scadenza: v.prima_scadenza || da }, mounted);
  const rate = pianoDi(limiti, { rate: scritti.rate, prima_scadenza: scritti.prima_scadenza });
  if (!ammesse)
    return (
      <Panel id="piano" title="Piano delle rate">
        <p id="rate" tabIndex={-1}>
          {TROPPO_POCO}
        </p>
      </Panel>
    );
  const opzioni = Array.from({ length: ammesse.max - ammesse.min + 1 }, (_, i) => String(ammesse.min + i));
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
          defaultValue={v.prima_scadenza || da}
          errors={errors}
          hint={`Dal ${dataBreve(da)} al ${dataBreve(a)}; poi ogni mese.`}
        />
      </div>
      {!mounted && (
        <BusyButton name="_azione" value="simula" className="btn btn-outline-primary" formNoValidate>
          Calcola il piano
        </BusyButton>
      )}
      <div id="tabella-piano" tabIndex={-1} aria-live="polite">
        {rate ? <Piano rate={rate} /> : <p>Scegli le rate: qui vedi quanto paghi e quando.</p>}
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
