/** Which posters, when, for whom; and what it would cost. */
import { useRef, useState } from 'react';
import { dataInParole } from '../../../platform/atoms/date.ts';
import { send } from '../../../platform/client.browser.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import { island } from '../../../ui/island.ts';
import type { ModuloProps } from '../../cases/modulo/modulo.ts';
import type { CampiProps } from '../../cases/modulo/section.tsx';
import { controls, rowsOf } from '../../cases/modulo/section.tsx';
import { EnteFields } from '../../cases/offerta/EnteFields.tsx';
import { type ConOfferta, nomeEnteIn, offertaIn } from '../../cases/offerta/enteConOfferta.ts';
import { entiPer } from '../../cases/offerta/enti.browser.ts';
import { ModuloRichiesta } from '../../cases/richiesta/ModuloRichiesta.tsx';
import { useScritti } from '../../cases/richiesta/useScritti.ts';
import { Esposizione, TIME } from './Esposizione.tsx';
import { operations, type TariffaOfferta } from './manifesto.contract.ts';
import { MODULO, posterFields, SCEGLI_POSIZIONE, sceltaDi, timeFields } from './manifesto.fields.ts';
import { erroriManifesto } from './regole.ts';
import { inParole } from './Stima.tsx';

/** @property codice_utente of the position, when one was chosen: then the body is its own @property oggi the day it is in Rome */
export type ManifestoProps = ModuloProps &
  ConOfferta<TariffaOfferta> & { codice_utente: string | undefined; oggi: string };

const ENTI = entiPer('SF120');

const POSTER = { id: 'manifesto', title: 'Manifesto' };

export const ManifestoForm = island(function ManifestoForm(props: ManifestoProps) {
  const [tariffa, setTariffa] = useState(offertaIn(props));
  // What the form asks at the next button is the tariff of the ente chosen last.
  const attuale = useRef(tariffa);
  attuale.current = tariffa;
  return (
    <ModuloRichiesta
      pagina={props}
      modulo={() => MODULO}
      invio={operations.chiediAffissione}
      cornice={['ente']}
      controlla={(v) =>
        attuale.current && attuale.current.ente === v.ente
          ? erroriManifesto(attuale.current, sceltaDi(v), props.oggi)
          : {}
      }
      sections={[
        {
          ...POSTER,
          content: (campi) => <Dati pagina={props} campi={campi} tariffa={tariffa} onTariffa={setTariffa} />,
          rows: (v, files) => [
            { nome: 'Ente', valore: props.fisso ?? nomeEnteIn(props, v.ente) ?? props.nomeEnte },
            { nome: 'Posizione', valore: props.codice_utente ?? 'Nessuna' },
            ...rowsOf(posterFields, v, files),
          ],
        },
        {
          ...TIME,
          rows: (v) => [...rowsOf(timeFields, v), { nome: 'Costo stimato', valore: inParole(tariffa, v) }],
        },
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
  const { valori: v, mounted } = campi;
  const control = controls(posterFields, campi);
  const { box, scritti, leggi } = useScritti(v, mounted);
  const carica = async (ente: string) => {
    const sua = await send(operations.tariffaManifesti, { ente });
    onTariffa(sua);
    return sua;
  };
  return (
    <div ref={box} onChange={leggi}>
      <Panel {...POSTER}>
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
        {posterFields.names.map((name) => control(name))}
      </Panel>
      <Esposizione campi={campi} tariffa={tariffa} scritti={scritti} oggi={pagina.oggi} />
    </div>
  );
}
