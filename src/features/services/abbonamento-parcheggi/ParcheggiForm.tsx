/** A parking subscription: where, of which kind, for how long, for which plates, at what price. */
import { useEffect, useRef, useState } from 'react';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { useItems } from '../../../platform/vault/ListState.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import type { FormProps, FormValues } from '../../cases/form/form.ts';
import type { SectionContext } from '../../cases/form/section.tsx';
import { fieldControls, rowsOf } from '../../cases/form/section.tsx';
import { EnteFields } from '../../cases/offerta/EnteFields.tsx';
import { chosenOfferta, enteNameIn, type WithOfferta } from '../../cases/offerta/ente-offerta.ts';
import { RichiestaForm } from '../../cases/richiesta/RichiestaForm.tsx';
import { useTypedValues } from '../../cases/richiesta/useTypedValues.ts';
import { AbbonamentoPrice, priceInWords } from './AbbonamentoPrice.tsx';
import { entiList } from './lists.browser.ts';
import { parcheggiCalls } from './parcheggi.calls.ts';
import type { OffertaView } from './parcheggi.contract.ts';
import { abbonamentoFields, makeAbbonamentoForm, targheOf, vehicleFields } from './parcheggi.fields.ts';
import { findChoiceErrors } from './rules.ts';
import { TargheFields } from './TargheFields.tsx';

/** @property oggi the day it is in Rome, `YYYY-MM-DD` */
export type ParcheggiProps = FormProps & WithOfferta<OffertaView> & { today: string };

const SUBSCRIPTION_PANEL = { id: 'abbonamento', title: 'Abbonamento' };
const VEHICLES_PANEL = { id: 'veicoli', title: 'Veicoli' };

export const ParcheggiForm = createIsland(function ParcheggiForm(props: ParcheggiProps) {
  // The offer of the ente that is chosen now, which may have come after the page.
  const offerta = useRef(chosenOfferta(props));
  const enteItems = useItems(entiList).items;
  const keep = (loaded: OffertaView) => {
    offerta.current = loaded;
  };
  return (
    <RichiestaForm
      page={props}
      makeDefinition={() => makeAbbonamentoForm(props.today)}
      invio={parcheggiCalls.chiediAbbonamento}
      pageFields={['ente']}
      check={(v) => (offerta.current ? findChoiceErrors(offerta.current, { ...v, targhe: targheOf(v).length }) : {})}
      sections={[
        {
          ...SUBSCRIPTION_PANEL,
          content: (fields) => <Abbonamento {...props} fields={fields} onOfferta={keep} />,
          rows: (v, files) => [
            {
              name: 'Ente',
              value:
                props.fixedEnte ?? enteNameIn(props, v.ente) ?? enteItems.find((e) => e.Id === v.ente)?.Nome ?? v.ente,
            },
            ...rowsOf(abbonamentoFields, v, files, {
              zona: offerta.current?.zone.find((z) => z.codice === v.zona)?.etichetta,
            }),
            { name: 'Prezzo', value: offerta.current && priceInWords(offerta.current, v) },
          ],
        },
        {
          ...VEHICLES_PANEL,
          rows: (v, files) => [
            { name: 'Targhe', value: targheOf(v).map(targaInWords).join(', ') },
            ...rowsOf(vehicleFields, v, files),
          ],
        },
      ]}
    />
  );
});

type AbbonamentoProps = ParcheggiProps & { fields: SectionContext; onOfferta(loaded: OffertaView): void };

/** Zone, kind, duration and first day, with the price they make; and the plates, as many as the ente takes. */
function Abbonamento({ fields, onOfferta, ...page }: AbbonamentoProps) {
  const { values: v, mounted } = fields;
  const choose = fieldControls(abbonamentoFields, fields);
  const [offerta, setOfferta] = useState(chosenOfferta(page));
  const { box, typed: chosen, readTyped: readChosen } = useTypedValues(v, mounted);
  return (
    <div ref={box} onChange={readChosen}>
      <Panel {...SUBSCRIPTION_PANEL}>
        <EnteFields
          context={fields}
          fixedEnte={page.fixedEnte}
          enti={page.enti}
          offerta={page.offerta}
          entiList={entiList}
          load={async (ente) => {
            const loaded = await sendCall(parcheggiCalls.zoneParcheggi, { ente });
            setOfferta(loaded);
            onOfferta(loaded);
            return loaded;
          }}
          title="Le zone"
          waitingFields={['zona', 'tipo', 'durata']}
        >
          {(loaded) => <ChoiceFields fields={fields} offerta={loaded} chosen={chosen} readChosen={readChosen} />}
        </EnteFields>
        {choose('dal', { line: { min: page.today } })}
      </Panel>
      <Panel {...VEHICLES_PANEL}>
        <TargheFields fields={fields} max={offerta?.max_targhe ?? 1} />
        {fieldControls(vehicleFields, fields)('file')}
      </Panel>
    </div>
  );
}

type ChoicesProps = { fields: SectionContext; offerta: OffertaView; chosen: FormValues; readChosen(): void };

function ChoiceFields({ fields, offerta, chosen, readChosen }: ChoicesProps) {
  const { values: v, mounted } = fields;
  // Chosen for the ente before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields are there
  useEffect(readChosen, []);
  const choose = fieldControls(abbonamentoFields, fields);
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
      <AbbonamentoPrice offerta={offerta} v={mounted ? chosen : v} mounted={mounted} />
    </>
  );
}
