/** A parking subscription: where, of which kind, for how long, for which plates, at what price. */
import { useEffect, useRef, useState } from 'react';
import { targaInParole } from '../../../platform/atoms/targa-scritta.ts';
import { send } from '../../../platform/client.browser.ts';
import { useItems } from '../../../platform/vault/ListState.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { island } from '../../../ui/island.ts';
import type { ModuloProps, Valori } from '../../cases/modulo/modulo.ts';
import type { CampiProps } from '../../cases/modulo/section.tsx';
import { controls, rowsOf } from '../../cases/modulo/section.tsx';
import { EnteFields } from '../../cases/offerta/EnteFields.tsx';
import { type ConOfferta, nomeEnteIn, offertaIn } from '../../cases/offerta/enteConOfferta.ts';
import { ModuloRichiesta } from '../../cases/richiesta/ModuloRichiesta.tsx';
import { useScritti } from '../../cases/richiesta/useScritti.ts';
import { elencoEnti } from './elenchi.browser.ts';
import { Prezzo, prezzoInParole } from './Prezzo.tsx';
import { type OffertaMostrata, operations } from './parcheggi.contract.ts';
import { abbonamentoFields, moduloAbbonamento, targheDi, vehicleFields } from './parcheggi.fields.ts';
import { erroriScelta } from './regole.ts';
import { TargheFields } from './TargheFields.tsx';

/** @property oggi the day it is in Rome, `YYYY-MM-DD` */
export type ParcheggiProps = ModuloProps & ConOfferta<OffertaMostrata> & { oggi: string };

const SUBSCRIPTION = { id: 'abbonamento', title: 'Abbonamento' };
const VEHICLES = { id: 'veicoli', title: 'Veicoli' };

export const ParcheggiForm = island(function ParcheggiForm(props: ParcheggiProps) {
  // The offer of the ente that is chosen now, which may have come after the page.
  const offerta = useRef(offertaIn(props));
  const elenco = useItems(elencoEnti).items;
  const keep = (sua: OffertaMostrata) => {
    offerta.current = sua;
  };
  return (
    <ModuloRichiesta
      pagina={props}
      modulo={() => moduloAbbonamento(props.oggi)}
      invio={operations.chiediAbbonamento}
      cornice={['ente']}
      controlla={(v) => (offerta.current ? erroriScelta(offerta.current, { ...v, targhe: targheDi(v).length }) : {})}
      sections={[
        {
          ...SUBSCRIPTION,
          content: (campi) => <Abbonamento {...props} campi={campi} onOfferta={keep} />,
          rows: (v, files) => [
            {
              nome: 'Ente',
              valore: props.fisso ?? nomeEnteIn(props, v.ente) ?? elenco.find((e) => e.Id === v.ente)?.Nome ?? v.ente,
            },
            ...rowsOf(abbonamentoFields, v, files, {
              zona: offerta.current?.zone.find((z) => z.codice === v.zona)?.etichetta,
            }),
            { nome: 'Prezzo', valore: offerta.current && prezzoInParole(offerta.current, v) },
          ],
        },
        {
          ...VEHICLES,
          rows: (v, files) => [
            { nome: 'Targhe', valore: targheDi(v).map(targaInParole).join(', ') },
            ...rowsOf(vehicleFields, v, files),
          ],
        },
      ]}
    />
  );
});

type AbbonamentoProps = ParcheggiProps & { campi: CampiProps; onOfferta(sua: OffertaMostrata): void };

/** Zone, kind, duration and first day, with the price they make; and the plates, as many as the ente takes. */
function Abbonamento({ campi, onOfferta, ...pagina }: AbbonamentoProps) {
  const { valori: v, mounted } = campi;
  const choose = controls(abbonamentoFields, campi);
  const [offerta, setOfferta] = useState(offertaIn(pagina));
  const { box, scritti: scelti, leggi } = useScritti(v, mounted);
  return (
    <div ref={box} onChange={leggi}>
      <Panel {...SUBSCRIPTION}>
        <EnteFields
          campi={campi}
          fisso={pagina.fisso}
          enti={pagina.enti}
          offerta={pagina.offerta}
          elenco={elencoEnti}
          carica={async (ente) => {
            const sua = await send(operations.zoneParcheggi, { ente });
            setOfferta(sua);
            onOfferta(sua);
            return sua;
          }}
          cosa="Le zone"
          attesi={['zona', 'tipo', 'durata']}
        >
          {(sua) => <Scelte campi={campi} offerta={sua} scelti={scelti} leggi={leggi} />}
        </EnteFields>
        {choose('dal', { line: { min: pagina.oggi } })}
      </Panel>
      <Panel {...VEHICLES}>
        <TargheFields campi={campi} max={offerta?.max_targhe ?? 1} />
        {controls(vehicleFields, campi)('file')}
      </Panel>
    </div>
  );
}

type ScelteProps = { campi: CampiProps; offerta: OffertaMostrata; scelti: Valori; leggi(): void };

function Scelte({ campi, offerta, scelti, leggi }: ScelteProps) {
  const { valori: v, mounted } = campi;
  // Chosen for the ente before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields are there
  useEffect(leggi, []);
  const choose = controls(abbonamentoFields, campi);
  const offered = (name: 'tipo' | 'durata') =>
    choose(name, {
      options: abbonamentoFields.list[name].options.filter(({ value }) =>
        offerta.prezzi.some((p) => p[name] === value),
      ),
    });
  return (
    <>
      {choose('zona', { options: offerta.zone.map(({ codice, etichetta }) => ({ value: codice, label: etichetta })) })}
      {offered('tipo')}
      {offered('durata')}
      <Prezzo offerta={offerta} v={mounted ? scelti : v} mounted={mounted} />
    </>
  );
}
