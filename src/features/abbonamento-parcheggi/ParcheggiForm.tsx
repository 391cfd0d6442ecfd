import { useEffect, useRef, useState } from 'react';
import { targaInParole } from '../../platform/atoms/targa-scritta.ts';
import { send } from '../../platform/client.browser.ts';
import { useItems } from '../../platform/vault/ListState.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { island } from '../../ui/island.ts';
import { type CampiProps, ModuloForm } from '../modulo/ModuloForm.tsx';
import { indirizzoPasso } from '../modulo/modulo.passi.ts';
import type { ModuloProps, Valori } from '../modulo/modulo.ts';
import type { Comportamento } from '../modulo/useModulo.ts';
import { EnteFields } from '../offerta/EnteFields.tsx';
import { type ConOfferta, nomeEnteIn, offertaIn } from '../offerta/enteConOfferta.ts';
import { RichiedenteFields, SEZIONI_RICHIEDENTE, vociRichiedente } from '../richiedente/RichiedenteFields.tsx';
import { useScritti } from '../richiesta/useScritti.ts';
import { elencoEnti } from './elenchi.browser.ts';
import { Prezzo, prezzoInParole } from './Prezzo.tsx';
import { type OffertaMostrata, operations } from './parcheggi.contract.ts';
import { controllato } from './parcheggi.controlli.ts';
import { MODULO, targheDi } from './parcheggi.passi.ts';
import { erroriScelta } from './regole.ts';
import { TargheFields } from './TargheFields.tsx';
import { DURATE, type Durata, TIPI, type Tipo } from './valori.ts';

/** @property oggi the day it is in Rome, `YYYY-MM-DD` */
export type ParcheggiProps = ModuloProps & ConOfferta<OffertaMostrata> & { oggi: string };

const SEZIONI = [
  { id: 'abbonamento', nome: 'Abbonamento' },
  { id: 'veicoli', nome: 'Veicoli' },
  ...SEZIONI_RICHIEDENTE,
];

const cambia = (sezione: string) => indirizzoPasso(MODULO, 'dati', `#${sezione}`);

/** A parking subscription: where, of which kind, for how long, for which plates, at what price. */
export const ParcheggiForm = island(function ParcheggiForm(props: ParcheggiProps) {
  // The offer of the body that is chosen now, which may have come after the page.
  const offerta = useRef(offertaIn(props));
  const [come] = useState<Comportamento>(() => ({
    modulo: controllato(props.oggi),
    invio: operations.chiediAbbonamento,
    cornice: ['ente'],
    controlla: (v) => (offerta.current ? erroriScelta(offerta.current, { ...v, targhe: targheDi(v).length }) : {}),
  }));
  const elenco = useItems(elencoEnti).items;
  return (
    <ModuloForm
      come={come}
      pagina={props}
      sezioni={SEZIONI}
      dati={(campi) => (
        <>
          <Abbonamento
            {...props}
            campi={campi}
            onOfferta={(sua) => {
              offerta.current = sua;
            }}
          />
          <RichiedenteFields campi={campi} />
        </>
      )}
      riepilogo={(v, files) => [
        {
          titolo: 'Abbonamento',
          modifica: cambia('abbonamento'),
          voci: [
            {
              nome: 'Ente',
              valore: props.fisso ?? nomeEnteIn(props, v.ente) ?? elenco.find((e) => e.Id === v.ente)?.Nome ?? v.ente,
            },
            { nome: 'Zona', valore: offerta.current?.zone.find((z) => z.codice === v.zona)?.etichetta ?? v.zona },
            { nome: 'Tipo', valore: TIPI[v.tipo as Tipo] ?? v.tipo },
            { nome: 'Durata', valore: DURATE[v.durata as Durata] ?? v.durata },
            { nome: 'Prezzo', valore: offerta.current && prezzoInParole(offerta.current, v) },
          ],
        },
        {
          titolo: 'Veicoli',
          modifica: cambia('veicoli'),
          voci: [
            { nome: 'Targhe', valore: targheDi(v).map(targaInParole).join(', ') },
            { nome: 'Carta di circolazione', valore: files() },
          ],
        },
        { titolo: 'Richiedente', modifica: cambia('autore'), voci: vociRichiedente(v, files) },
      ]}
    />
  );
});

/** Zone, kind, duration and first day, with the price they make; and the plates, as many as the body takes. */
type AbbonamentoProps = ParcheggiProps & { campi: CampiProps; onOfferta(sua: OffertaMostrata): void };

function Abbonamento({ campi, onOfferta, ...pagina }: AbbonamentoProps) {
  const { valori: v, errori: errors, mounted } = campi;
  const [offerta, setOfferta] = useState(offertaIn(pagina));
  const { box, scritti: scelti, leggi } = useScritti(v, mounted);
  return (
    <div ref={box} onChange={leggi}>
      <Panel id="abbonamento" title="Abbonamento">
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
        <Field
          name="dal"
          label="Da quando"
          type="date"
          required
          min={pagina.oggi}
          defaultValue={v.dal}
          errors={errors}
        />
      </Panel>
      <Panel id="veicoli" title="Veicoli">
        <TargheFields campi={campi} max={offerta?.max_targhe ?? 1} />
        {campi.allegati('Carta di circolazione')}
      </Panel>
    </div>
  );
}

type ScelteProps = { campi: CampiProps; offerta: OffertaMostrata; scelti: Valori; leggi(): void };

function Scelte({ campi, offerta, scelti, leggi }: ScelteProps) {
  const { valori: v, errori: errors, mounted } = campi;
  // Chosen for the body before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the fields are there
  useEffect(leggi, []);
  const offerti = <K extends string>(parole: Readonly<Record<K, string>>, di: 'tipo' | 'durata') =>
    (Object.entries(parole) as [K, string][])
      .filter(([value]) => offerta.prezzi.some((p) => p[di] === value))
      .map(([value, label]) => ({ value, label }));
  return (
    <>
      <Select
        name="zona"
        label="Zona"
        required
        options={offerta.zone.map(({ codice, etichetta }) => ({ value: codice, label: etichetta }))}
        defaultValue={v.zona}
        errors={errors}
      />
      <Select
        name="tipo"
        label="Tipo di abbonamento"
        required
        options={offerti(TIPI, 'tipo')}
        defaultValue={v.tipo}
        errors={errors}
      />
      <Select
        name="durata"
        label="Durata"
        required
        options={offerti(DURATE, 'durata')}
        defaultValue={v.durata}
        errors={errors}
      />
      <Prezzo offerta={offerta} v={mounted ? scelti : v} mounted={mounted} />
    </>
  );
}
