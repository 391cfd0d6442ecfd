import { useRef, useState } from 'react';
import { dataInParole } from '../../platform/atoms/date.ts';
import { send } from '../../platform/client.browser.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { island } from '../../ui/island.ts';
import { type CampiProps, ModuloForm } from '../modulo/ModuloForm.tsx';
import { indirizzoPasso } from '../modulo/modulo.passi.ts';
import type { ModuloProps } from '../modulo/modulo.ts';
import type { Comportamento } from '../modulo/useModulo.ts';
import { EnteFields } from '../offerta/EnteFields.tsx';
import { type ConOfferta, nomeEnteIn, offertaIn } from '../offerta/enteConOfferta.ts';
import { entiPer } from '../offerta/enti.browser.ts';
import { RichiedenteFields, SEZIONI_RICHIEDENTE, vociRichiedente } from '../richiedente/RichiedenteFields.tsx';
import { useScritti } from '../richiesta/useScritti.ts';
import { Esposizione } from './Esposizione.tsx';
import { operations, type TariffaOfferta } from './manifesto.contract.ts';
import { CONTROLLATO } from './manifesto.controlli.ts';
import { MODULO, SCEGLI_POSIZIONE, sceltaDi } from './manifesto.passi.ts';
import { erroriManifesto, MAX_MANIFESTI } from './regole.ts';
import { inParole } from './Stima.tsx';
import { CATEGORIE_MANIFESTO, FORMATI, MAX_TITOLO } from './valori.ts';

/** @property codice_utente of the position, when one was chosen: then the body is its own @property oggi the day it is in Rome */
export type ManifestoProps = ModuloProps &
  ConOfferta<TariffaOfferta> & { codice_utente: string | undefined; oggi: string };

const ENTI = entiPer('SF120');

const SEZIONI = [
  { id: 'manifesto', nome: 'Manifesto' },
  { id: 'esposizione', nome: 'Giorni e costo' },
  ...SEZIONI_RICHIEDENTE,
];

const opzioni = (parole: Readonly<Record<string, string>>) =>
  Object.entries(parole).map(([value, label]) => ({ value, label }));
const cambia = (sezione: string) => indirizzoPasso(MODULO, 'dati', `#${sezione}`);

/** Which posters, when, for whom; and what it would cost. */
export const ManifestoForm = island(function ManifestoForm(props: ManifestoProps) {
  const [tariffa, setTariffa] = useState(offertaIn(props));
  // What the form asks at the next button is the tariff of the body chosen last.
  const attuale = useRef(tariffa);
  attuale.current = tariffa;
  const [come] = useState<Comportamento>(() => ({
    modulo: CONTROLLATO,
    invio: operations.chiediAffissione,
    cornice: ['ente'],
    controlla: (v) =>
      attuale.current && attuale.current.ente === v.ente
        ? erroriManifesto(attuale.current, sceltaDi(v), props.oggi)
        : {},
  }));
  return (
    <ModuloForm
      come={come}
      pagina={props}
      sezioni={SEZIONI}
      dati={(campi) => <Dati pagina={props} campi={campi} tariffa={tariffa} onTariffa={setTariffa} />}
      riepilogo={(v, files) => [
        {
          titolo: 'Manifesto',
          modifica: cambia('manifesto'),
          voci: [
            { nome: 'Ente', valore: props.fisso ?? nomeEnteIn(props, v.ente) ?? props.nomeEnte },
            { nome: 'Posizione', valore: props.codice_utente ?? 'Nessuna' },
            { nome: 'Categoria', valore: CATEGORIE_MANIFESTO[v.categoria as keyof typeof CATEGORIE_MANIFESTO] },
            { nome: 'Titolo', valore: v.titolo },
            { nome: 'Formato', valore: FORMATI[v.formato as keyof typeof FORMATI] },
            { nome: 'Manifesti', valore: v.quantita },
            { nome: 'Anteprima del manifesto', valore: files() },
          ],
        },
        {
          titolo: 'Giorni e costo',
          modifica: cambia('esposizione'),
          voci: [
            { nome: 'Dal', valore: v.dal && dataInParole(v.dal) },
            { nome: 'Al', valore: v.al && dataInParole(v.al) },
            { nome: 'Urgente', valore: v.urgente === 'si' ? 'Sì' : 'No' },
            { nome: 'Costo stimato', valore: inParole(tariffa, v) },
          ],
        },
        { titolo: 'Richiedente', modifica: cambia('autore'), voci: vociRichiedente(v, files) },
      ]}
    />
  );
});

type DatiProps = {
  pagina: ManifestoProps;
  campi: CampiProps;
  tariffa: TariffaOfferta | undefined;
  onTariffa(tariffa: TariffaOfferta): void;
};

function Dati({ pagina, campi, tariffa, onTariffa }: DatiProps) {
  const { valori: v, errori: errors, mounted } = campi;
  const { box, scritti, leggi } = useScritti(v, mounted);
  const carica = async (ente: string) => {
    const sua = await send(operations.tariffaManifesti, { ente });
    onTariffa(sua);
    return sua;
  };
  return (
    <>
      <div ref={box} onChange={leggi}>
        <Panel id="manifesto" title="Manifesto">
          <input type="hidden" name="posizione" defaultValue={v.posizione} />
          <p>
            Posizione: <b>{pagina.codice_utente ?? 'nessuna'}</b>{' '}
            <a className="d-inline-block py-2" href={SCEGLI_POSIZIONE}>
              Cambia posizione
            </a>
          </p>
          <EnteFields
            {...{ campi, carica }}
            enti={pagina.enti}
            offerta={pagina.offerta}
            fisso={pagina.fisso}
            elenco={ENTI}
            cosa="Le tariffe"
            attesi={[]}
          >
            {({ primo_giorno }) => (
              <p className="form-text">
                Primo giorno utile per affiggere: {dataInParole(primo_giorno)}. Prima solo manifesti funebri o urgenti.
              </p>
            )}
          </EnteFields>
          <Select
            name="categoria"
            label="Categoria"
            required
            options={opzioni(CATEGORIE_MANIFESTO)}
            defaultValue={v.categoria}
            errors={errors}
          />
          <Field
            name="titolo"
            label="Titolo"
            required
            defaultValue={v.titolo}
            errors={errors}
            hint={`Al massimo ${MAX_TITOLO} caratteri.`}
          />
          <Select
            name="formato"
            label="Formato"
            required
            options={opzioni(FORMATI)}
            defaultValue={v.formato}
            errors={errors}
          />
          <Field
            name="quantita"
            label="Quanti manifesti"
            required
            inputMode="numeric"
            defaultValue={v.quantita}
            errors={errors}
            hint={`Da 1 a ${MAX_MANIFESTI}.`}
          />
          {campi.allegati('Anteprima del manifesto')}
        </Panel>
        <Esposizione campi={campi} tariffa={tariffa} scritti={scritti} oggi={pagina.oggi} />
      </div>
      <RichiedenteFields campi={campi} />
    </>
  );
}
