/** The form that asks for a parking subscription: zone, kind, duration, plates and the resulting price. */
import { useEffect } from 'react';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import { bolloSection, NoBollo } from '../../cases/bollo/BolloFields.tsx';
import { bolloFields } from '../../cases/bollo/bollo.fields.ts';
import { findBolloErrors } from '../../cases/bollo/bollo.ts';
import type { FormValues } from '../../cases/form/form.ts';
import { labelIn, selectOptionsOf } from '../../cases/form/options.ts';
import { fieldControls, rowsOf, type SectionContext } from '../../cases/form/section.tsx';
import { EnteFields } from '../../cases/offerta/EnteFields.tsx';
import type { OffertaFormProps } from '../../cases/offerta/ente-offerta.ts';
import { useEnteRow } from '../../cases/offerta/useEnteRow.ts';
import { type LoadedOfferta, useOfferta } from '../../cases/offerta/useOfferta.ts';
import { RichiestaForm } from '../../cases/richiesta/RichiestaForm.tsx';
import { useTypedValues } from '../../cases/richiesta/useTypedValues.ts';
import { AbbonamentoPrice, priceInWords } from './AbbonamentoPrice.tsx';
import { entiList } from './lists.browser.ts';
import { parcheggiCalls } from './parcheggi.calls.ts';
import type { OffertaView } from './parcheggi.contract.ts';
import { abbonamentoFields, makeAbbonamentoForm, targheOf, vehicleFields } from './parcheggi.fields.ts';
import { findChoiceErrors, findPrice } from './rules.ts';
import { TargheFields } from './TargheFields.tsx';

type ParcheggiProps = OffertaFormProps<OffertaView>;

const SUBSCRIPTION_PANEL = { id: 'abbonamento', title: 'Abbonamento' };
const VEHICLES_PANEL = { id: 'veicoli', title: 'Veicoli' };

export const ParcheggiForm = createIsland(function ParcheggiForm(props: ParcheggiProps) {
  const chosen = useOfferta(props, (ente) => sendCall(parcheggiCalls.zoneParcheggi, { ente }));
  const { offerta, latest } = chosen;
  const enteRow = useEnteRow(props, entiList);
  return (
    <RichiestaForm
      page={props}
      makeDefinition={() => makeAbbonamentoForm(props.today)}
      invio={parcheggiCalls.chiediAbbonamento}
      pageFields={['ente']}
      check={(v) => (latest.current ? findSentErrors(latest.current, v, props.today) : {})}
      sections={[
        {
          ...SUBSCRIPTION_PANEL,
          content: (fields) => <Abbonamento page={props} fields={fields} chosen={chosen} />,
          rows: (v) => [
            enteRow(v),
            ...rowsOf(abbonamentoFields, v, undefined, { zona: labelIn(offerta?.zone, v.zona) }),
            { name: 'Prezzo', value: offerta && priceInWords(offerta, v) },
          ],
        },
        {
          ...VEHICLES_PANEL,
          rows: (v, files) => [
            { name: 'Targhe', value: targheOf(v).map(targaInWords).join(', ') },
            ...rowsOf(vehicleFields, v, files),
          ],
        },
        ...(offerta?.bollo ? [bolloSection(offerta.bollo, props.today)] : []),
      ]}
    />
  );
});

const findSentErrors = (offerta: OffertaView, v: FormValues, today: string): FieldErrors => ({
  ...findChoiceErrors(offerta, { ...v, targhe: targheOf(v).length }),
  ...findBolloErrors(offerta.bollo, bolloFields.typed(v), { today, fee: findPrice(offerta.prezzi, v) }),
});

type AbbonamentoProps = { page: ParcheggiProps; fields: SectionContext; chosen: LoadedOfferta<OffertaView> };

/** Zone, kind, duration and first day with the resulting price, then as many plates as the ente allows. */
function Abbonamento({ page, fields, chosen }: AbbonamentoProps) {
  const { box, typed, readTyped } = useTypedValues(fields.values, fields.mounted);
  return (
    <div ref={box} onChange={readTyped}>
      <Panel {...SUBSCRIPTION_PANEL}>
        <EnteFields
          page={page}
          fields={fields}
          entiList={entiList}
          load={chosen.load}
          title="Le zone"
          waitingFields={['zona', 'tipo', 'durata']}
        >
          {(offerta) => <ChoiceFields fields={fields} offerta={offerta} typed={typed} readTyped={readTyped} />}
        </EnteFields>
        {fieldControls(abbonamentoFields, fields)('dal', {
          line: { min: page.today },
          // Most want it at once; whoever has emptied the field is told.
          value: fields.values.dal || (fields.errors.dal ? '' : page.today),
        })}
      </Panel>
      <Panel {...VEHICLES_PANEL}>
        <TargheFields fields={fields} max={chosen.offerta?.max_targhe ?? 1} />
        {fieldControls(vehicleFields, fields)('file')}
      </Panel>
      {chosen.offerta && !chosen.offerta.bollo && <NoBollo />}
    </div>
  );
}

type ChoicesProps = { fields: SectionContext; offerta: OffertaView; typed: FormValues; readTyped(): void };

function ChoiceFields({ fields, offerta, typed, readTyped }: ChoicesProps) {
  const { values, mounted } = fields;
  // The fields of the previous ente are gone, and their values with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields are there
  useEffect(readTyped, []);
  const choose = fieldControls(abbonamentoFields, fields);
  const isPriced = (name: 'tipo' | 'durata', value: string) => offerta.prezzi.some((price) => price[name] === value);
  const offered = (name: 'tipo' | 'durata') => ({
    options: abbonamentoFields.list[name].options.filter(({ value }) => isPriced(name, value)),
  });
  return (
    <>
      {choose('zona', { options: selectOptionsOf(offerta.zone) })}
      {choose('tipo', offered('tipo'))}
      {choose('durata', offered('durata'))}
      <AbbonamentoPrice offerta={offerta} v={mounted ? typed : values} mounted={mounted} />
    </>
  );
}
