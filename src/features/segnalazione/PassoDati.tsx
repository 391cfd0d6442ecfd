import { type FormEvent, useState } from 'react';
import { ListView, useList } from '../../platform/vault/ListState.tsx';
import type { ListState } from '../../platform/vault/list.browser.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { Autore } from '../modulo/Autore.tsx';
import type { CampiProps } from '../modulo/ModuloForm.tsx';
import { elencoEnti, elencoTipi } from './elenchi.browser.ts';
import { LuogoFields } from './LuogoFields.tsx';
import type { EnteOfferto, ModuloProps } from './modulo.ts';
import { CODICI, MAX_DESCRIZIONE, MAX_OGGETTO } from './segnalazione.passi.ts';
import { SENZA_LUOGO } from './tipi.ts';

type Props = Pick<ModuloProps, 'tipi' | 'enti' | 'fisso' | 'mappe'> & { campi: CampiProps };

export const SEZIONI = [
  { id: 'luogo', nome: 'Luogo' },
  { id: 'disservizio', nome: 'Disservizio' },
  { id: 'autore', nome: 'Autore della segnalazione' },
];

/** Second step: where, what, who. */
export function PassoDati(props: Props) {
  const { fisso, mappe, campi } = props;
  const { valori: v, errori: errors, mounted } = campi;
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
      <Panel id="luogo" title="Luogo" intro="Indica il luogo del disservizio">
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
      <Panel id="disservizio" title="Disservizio">
        <ListView
          list={tipi}
          title="I tipi di segnalazione"
          empty={NESSUN_TIPO}
          onRetry={() => void elencoTipi.reload()}
        >
          {(items) => (
            <Select
              name="codice"
              label="Tipo di disservizio"
              required
              options={items
                // What was chosen stays, even when this body does not take it: the citizen is told, and chooses.
                .filter((t) => !scelto || t.codice === codice || scelto.Categorie.includes(t.codice))
                .map((t) => ({ value: t.codice, label: t.etichetta }))}
              defaultValue={v.codice}
              errors={errors}
            />
          )}
        </ListView>
        <Field
          name="oggetto"
          label="Titolo"
          required
          defaultValue={v.oggetto}
          errors={errors}
          hint={`In poche parole, ad esempio «Lampione spento». Al massimo ${MAX_OGGETTO} caratteri.`}
        />
        <TextArea
          name="descrizione"
          label="Dettagli"
          required
          max={MAX_DESCRIZIONE}
          defaultValue={v.descrizione}
          errors={errors}
          hint="Che cosa hai visto, e da quando. Non scrivere dati personali di altre persone."
        />
        {campi.allegati('Foto e documenti')}
      </Panel>
      <Autore titolo="Autore della segnalazione" campi={campi} />
    </div>
  );
}

const NESSUN_ENTE = 'In questo momento nessun ente riceve segnalazioni online.';
const NESSUN_TIPO = 'In questo momento nessun tipo di segnalazione è aperto.';

/** Bodies that answer for some kind of report. */
function soloChiRisponde(enti: ListState<EnteOfferto>): ListState<EnteOfferto> {
  const risponde = (e: EnteOfferto) => CODICI.some((codice) => e.Categorie.includes(codice));
  return { ...enti, items: enti.items.filter(risponde) };
}
