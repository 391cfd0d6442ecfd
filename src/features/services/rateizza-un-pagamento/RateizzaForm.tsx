/** The form that asks for instalments: the citizen chooses number and first date, and sees the resulting piano at once. */
import { conArticolo, dataBreve } from '../../../platform/atoms/date.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { island } from '../../../ui/island.ts';
import type { CampiProps } from '../../cases/modulo/section.tsx';
import { controls, listed } from '../../cases/modulo/section.tsx';
import type { SuDocumentiProps } from '../../cases/richiesta/DocumentiPanel.tsx';
import { ModuloSuDocumenti } from '../../cases/richiesta/ModuloSuDocumenti.tsx';
import { useScritti } from '../../cases/richiesta/useScritti.ts';
import { Piano } from './Piano.tsx';
import { operations } from './rateizza.contract.ts';
import { moduloRate, planFields, reasonFields, SCEGLI_GIORNO } from './rateizza.fields.ts';
import { erroriPiano, type Limiti, pianoDi } from './regole.ts';

export type RateizzaProps = SuDocumentiProps & { limiti: Limiti };

const PIANO = { id: 'piano', title: 'Piano delle rate' };

/** In how many instalments, from when, and what each would be. */
export const RateizzaForm = island(function RateizzaForm(props: RateizzaProps) {
  const { limiti, percorso } = props;
  return (
    <ModuloSuDocumenti
      pagina={props}
      modulo={() => moduloRate(percorso, limiti)}
      invio={operations.chiediRate}
      sections={[
        {
          ...PIANO,
          content: (campi) => <Rate campi={campi} limiti={limiti} />,
          rows: ({ rate, prima_scadenza }) => {
            const piano = pianoDi(limiti, { rate, prima_scadenza });
            return [{ nome: 'Rate', valore: piano && <Piano rate={piano} /> }];
          },
        },
        listed({ id: 'richiesta', title: 'Motivo' }, reasonFields),
      ]}
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
  const control = controls(planFields, { ...campi, errori: errors });
  return (
    <Panel {...PIANO}>
      <div ref={box} onChange={leggi}>
        {control('rate', { options: opzioni.map((n) => ({ value: n, label: n })) })}
        {control('prima_scadenza', {
          value: prima,
          line: { min: da, max: a },
          hint: `${conArticolo('Dal', dataBreve(da))} ${conArticolo('al', dataBreve(a))}; poi ogni mese.`,
        })}
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
