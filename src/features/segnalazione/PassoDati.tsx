import { type ComponentProps, type FormEvent, useState } from 'react';
import type { FieldErrors } from '../../platform/errors.ts';
import { ListView, useList } from '../../platform/vault/ListState.tsx';
import type { ListState } from '../../platform/vault/list.browser.ts';
import { Field } from '../../ui/form/Field.tsx';
import { PageIndex, Panel } from '../../ui/form/Panel.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { Attachments, type Caricamento } from '../allegati/Attachments.tsx';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { EmailWithCode } from '../otp/EmailWithCode.tsx';
import { elencoEnti, elencoTipi } from './elenchi.browser.ts';
import { LuogoFields } from './LuogoFields.tsx';
import type { EnteOfferto, ModuloProps } from './modulo.ts';
import { CODICI, MAX_DESCRIZIONE, MAX_OGGETTO } from './segnalazione.contract.ts';
import { PERCORSO, type Valori } from './segnalazione.passi.ts';

type Props = Pick<ModuloProps, 'tipi' | 'enti' | 'fisso' | 'mappe' | 'confermata'> & {
  valori: Valori;
  allegati: AllegatoMostrato[];
  errori: FieldErrors | undefined;
  mounted: boolean;
  onFiles: ComponentProps<typeof Attachments>['onFiles'];
  caricamento: Caricamento;
  onSent(email: string): void;
  onConfirmed(email: string): void;
};

const SEZIONI = [
  { id: 'luogo', nome: 'Luogo' },
  { id: 'disservizio', nome: 'Disservizio' },
  { id: 'autore', nome: 'Autore della segnalazione' },
];

/** Second step: where, what, who. */
export function PassoDati(props: Props) {
  const { valori: v, errori: errors, mounted, fisso, mappe } = props;
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
    <div className="row" onChange={cambiato}>
      <div className="col-lg-3">
        <PageIndex items={SEZIONI} />
      </div>
      <div className="col-lg-8 offset-lg-1">
        <input type="hidden" name="privacy" value={v.privacy} />
        <input type="hidden" name="codice_inviato_a" value={v.codice_inviato_a} />
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
          <LuogoFields valori={v} mappa={mappe[ente]} {...{ errors, mounted }} />
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
          <Attachments
            label="Foto e documenti"
            percorso={PERCORSO}
            files={props.allegati}
            onFiles={props.onFiles}
            caricamento={props.caricamento}
            errors={errors}
            mounted={mounted}
          />
        </Panel>
        <Panel id="autore" title="Autore della segnalazione" intro="Informazioni su di te">
          <Autore v={v} errors={errors} />
          <EmailWithCode
            email={v.email ?? ''}
            inviatoA={v.codice_inviato_a ?? ''}
            confermata={props.confermata}
            errors={errors}
            onSent={props.onSent}
            onConfirmed={props.onConfirmed}
          />
          <Field
            name="telefono"
            label="Telefono"
            type="tel"
            autoComplete="tel"
            defaultValue={v.telefono}
            errors={errors}
            hint="Facoltativo: per chiarimenti veloci."
          />
        </Panel>
      </div>
    </div>
  );
}

function Autore({ v, errors }: { v: Valori; errors: FieldErrors | undefined }) {
  return (
    <>
      <Field name="nome" label="Nome" required autoComplete="given-name" defaultValue={v.nome} errors={errors} />
      <Field
        name="cognome"
        label="Cognome"
        required
        autoComplete="family-name"
        defaultValue={v.cognome}
        errors={errors}
      />
      <Field
        name="codice_fiscale"
        label="Codice fiscale"
        spellCheck={false}
        defaultValue={v.codice_fiscale}
        errors={errors}
        hint="Facoltativo: aiuta l’ufficio a riconoscerti."
      />
    </>
  );
}

const NESSUN_ENTE = 'In questo momento nessun ente riceve segnalazioni online.';
const NESSUN_TIPO = 'In questo momento nessun tipo di segnalazione è aperto.';

/** Bodies that answer for some kind of report. */
function soloChiRisponde(enti: ListState<EnteOfferto>): ListState<EnteOfferto> {
  const risponde = (e: EnteOfferto) => CODICI.some((codice) => e.Categorie.includes(codice));
  return { ...enti, items: enti.items.filter(risponde) };
}
