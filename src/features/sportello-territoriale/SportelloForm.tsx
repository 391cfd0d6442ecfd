import { useItems } from '../../platform/vault/ListState.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { island } from '../../ui/island.ts';
import { Autore, vociAutore } from '../modulo/Autore.tsx';
import { type CampiProps, ModuloForm } from '../modulo/ModuloForm.tsx';
import { indirizzoPasso } from '../modulo/modulo.passi.ts';
import type { Comportamento } from '../modulo/useModulo.ts';
import { CampiSportello } from './CampiSportello.tsx';
import { elencoEnti } from './elenchi.browser.ts';
import type { ModuloProps } from './modulo.ts';
import { operations } from './sportello.contract.ts';
import { CONTROLLATO } from './sportello.controlli.ts';
import { MAX_OGGETTO, MAX_TESTO, MODULO } from './sportello.passi.ts';

const COME: Comportamento = {
  modulo: CONTROLLATO,
  invio: operations.scriviSportello,
  cornice: ['ente'],
};

const SEZIONI = [
  { id: 'sportello', nome: 'Sportello' },
  { id: 'richiesta', nome: 'Richiesta' },
  { id: 'autore', nome: 'Richiedente' },
];

const cambia = (sezione: string) => indirizzoPasso(MODULO, 'dati', `#${sezione}`);

/** A question to a desk: to whom, what, who asks. */
export const SportelloForm = island(function SportelloForm(props: ModuloProps) {
  const { fisso } = props;
  const elenco = useItems(elencoEnti).items;
  const enti = [...elenco, ...(Array.isArray(props.enti) ? props.enti : [])];
  const sportelli = Array.isArray(props.sportelli) ? props.sportelli : [];
  return (
    <ModuloForm
      come={COME}
      pagina={props}
      sezioni={SEZIONI}
      dati={(campi) => (
        <>
          <Panel id="sportello" title="Sportello" intro="A chi scrivi">
            <CampiSportello {...props} campi={campi} />
          </Panel>
          <Richiesta campi={campi} />
          <Autore titolo="Richiedente" campi={campi} />
        </>
      )}
      riepilogo={(v, files) => [
        {
          titolo: 'Sportello',
          modifica: cambia('sportello'),
          voci: [
            {
              nome: 'Ente',
              valore: fisso ?? enti.find((e) => e.Ente__c === v.ente)?.idDescrizioneEntePortale__c ?? v.ente,
            },
            { nome: 'Sportello', valore: sportelli.find((s) => s.codice === v.servizio)?.nome ?? v.servizio },
          ],
        },
        {
          titolo: 'Richiesta',
          modifica: cambia('richiesta'),
          voci: [
            { nome: 'Oggetto', valore: v.oggetto },
            { nome: 'Dettagli', valore: v.testo },
            { nome: 'Documenti', valore: files() },
          ],
        },
        { titolo: 'Richiedente', modifica: cambia('autore'), voci: vociAutore(v) },
      ]}
    />
  );
});

function Richiesta({ campi }: { campi: CampiProps }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="richiesta" title="Richiesta">
      <Field
        name="oggetto"
        label="Oggetto"
        required
        defaultValue={v.oggetto}
        errors={errors}
        hint={`In poche parole, ad esempio «Orari della biblioteca». Al massimo ${MAX_OGGETTO} caratteri.`}
      />
      <TextArea
        name="testo"
        label="Dettagli"
        required
        max={MAX_TESTO}
        defaultValue={v.testo}
        errors={errors}
        hint="Che cosa vuoi sapere o ottenere. Non scrivere dati personali di altre persone."
      />
      {campi.allegati('Documenti')}
    </Panel>
  );
}
