/** The step of a segnalazione that asks for the ente, the place, the type and the description, with photos. */
import { type FormEvent, useState } from 'react';
import { ListView, useList } from '../../../platform/vault/ListState.tsx';
import type { ListState } from '../../../platform/vault/list.browser.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import type { CampiProps } from '../../cases/modulo/section.tsx';
import { controls } from '../../cases/modulo/section.tsx';
import { elencoEnti, elencoTipi } from './elenchi.browser.ts';
import { LuogoFields } from './LuogoFields.tsx';
import type { ModuloProps } from './modulo.ts';
import type { EnteOfferto } from './segnalazione.fields.ts';
import { faultFields } from './segnalazione.fields.ts';
import { SENZA_LUOGO, TIPI } from './tipi.ts';

type Props = Pick<ModuloProps, 'tipi' | 'enti' | 'fisso' | 'mappe'> & { campi: CampiProps };

export const PLACE = { id: 'luogo', title: 'Luogo' };
export const FAULT = { id: 'disservizio', title: 'Disservizio' };

/** Ids of the types that a report may have. */
const CODES = Object.keys(TIPI);

/** Second step: where and what. What is offered hangs on the ente that is chosen. */
export function PassoDati(props: Props) {
  const { fisso, mappe, campi } = props;
  const { valori: v, errori: errors, mounted } = campi;
  const fault = controls(faultFields, campi);
  const tipi = useList(elencoTipi, props.tipi);
  const enti = soloChiRisponde(useList(elencoEnti, props.enti));
  const [{ ente = '', codice }, setScelti] = useState(v);
  const scelto = enti.items.find((e) => e.Id === ente);

  const cambiato = ({ target, currentTarget }: FormEvent) => {
    if (!(target instanceof HTMLSelectElement)) return;
    // Both from the page: one of them may have been chosen before this script came.
    const selects = [...currentTarget.querySelectorAll('select')].map(({ name, value }) => [name, value]);
    setScelti({ ...v, ...Object.fromEntries(selects) });
  };

  return (
    <div onChange={cambiato}>
      <Panel {...PLACE} intro="Indica il luogo del disservizio">
        {fisso ? (
          <p>
            Ente a cui scrivi: <b>{fisso}</b>
          </p>
        ) : (
          <ListView list={enti} title="Gli enti" empty={NESSUN_ENTE} onRetry={() => void elencoEnti.reload()}>
            {(items) => (
              <Select
                name="ente"
                label="Ente a cui scrivi"
                required
                options={items.map((e) => ({ value: e.Id, label: e.Nome }))}
                defaultValue={v.ente}
                errors={errors}
              />
            )}
          </ListView>
        )}
        <LuogoFields
          valori={v}
          mappa={mappe[ente]}
          serve={!SENZA_LUOGO.includes(codice ?? '')}
          {...{ errors, mounted }}
        />
      </Panel>
      <Panel {...FAULT}>
        <ListView
          list={tipi}
          title="I tipi di segnalazione"
          empty={NESSUN_TIPO}
          onRetry={() => void elencoTipi.reload()}
        >
          {(items) => (
            <>
              {fault('codice', {
                options: items
                  // What was chosen stays, even when this ente does not take it: the citizen is told, and chooses.
                  .filter((t) => !scelto || t.codice === codice || scelto.Categorie.includes(t.codice))
                  .map((t) => ({ value: t.codice, label: t.etichetta })),
              })}
            </>
          )}
        </ListView>
        {fault('oggetto')}
        {fault('descrizione')}
        {fault('file')}
      </Panel>
    </div>
  );
}

const NESSUN_ENTE = 'In questo momento nessun ente riceve segnalazioni online.';
const NESSUN_TIPO = 'In questo momento nessun tipo di segnalazione è aperto.';

/** Bodies that answer for some kind of report. */
function soloChiRisponde(enti: ListState<EnteOfferto>): ListState<EnteOfferto> {
  const risponde = (e: EnteOfferto) => CODES.some((codice) => e.Categorie.includes(codice));
  return { ...enti, items: enti.items.filter(risponde) };
}
