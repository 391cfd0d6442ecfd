import { useState } from 'react';
import { Field } from '../../ui/form/Field.tsx';
import { Panel } from '../../ui/form/Panel.tsx';
import { type Option, Select } from '../../ui/form/Select.tsx';
import { TextArea } from '../../ui/form/TextArea.tsx';
import { island } from '../../ui/island.ts';
import { type CampiProps, ModuloForm } from '../modulo/ModuloForm.tsx';
import { indirizzoPasso } from '../modulo/modulo.passi.ts';
import type { ModuloProps } from '../modulo/modulo.ts';
import type { Comportamento } from '../modulo/useModulo.ts';
import { RichiedenteFields, SEZIONI_RICHIEDENTE, vociRichiedente } from '../richiedente/RichiedenteFields.tsx';
import { DocumentiPanel } from '../richiesta/DocumentiPanel.tsx';
import { bloccoDocumenti, type DocumentoMostrato } from '../richiesta/documenti.ts';
import { operations } from './istanza.contract.ts';
import { controllato } from './istanza.controlli.ts';
import { MAX_OGGETTO, MAX_TESTO } from './istanza.passi.ts';

/**
 * @property percorso of the page, which names system and documents @property tributo name of the system
 * @property documenti none: then the body is chosen here @property enti to choose from
 */
export type IstanzaProps = ModuloProps & {
  percorso: string;
  tributo: string;
  documenti: DocumentoMostrato[];
  enti: Option[];
};

/** What somebody asks of a body about a tax, with the documents it is about or without any. */
export const IstanzaForm = island(function IstanzaForm(props: IstanzaProps) {
  const { documenti, enti, tributo, nomeEnte } = props;
  const su = documenti.length > 0;
  const [come] = useState<Comportamento>(() => ({
    modulo: controllato(props.percorso),
    invio: operations.inviaIstanza,
    cornice: su ? [] : ['ente'],
  }));
  const cambia = (sezione: string) => indirizzoPasso(come.modulo, 'dati', `#${sezione}`);
  const nome = (ente: string | undefined) => props.fisso ?? enti.find((e) => e.value === ente)?.label ?? ente;
  return (
    <ModuloForm
      come={come}
      pagina={props}
      sezioni={[
        su ? { id: 'documenti', nome: 'Documenti' } : { id: 'destinatario', nome: 'A chi scrivi' },
        { id: 'istanza', nome: 'Istanza' },
        ...SEZIONI_RICHIEDENTE,
      ]}
      dati={(campi) => (
        <>
          {su ? (
            <DocumentiPanel nomeEnte={nomeEnte} documenti={documenti} />
          ) : (
            <Destinatario {...props} campi={campi} />
          )}
          <Istanza campi={campi} />
          <RichiedenteFields campi={campi} />
        </>
      )}
      riepilogo={(v, files) => [
        su
          ? bloccoDocumenti(nomeEnte, documenti)
          : {
              titolo: 'A chi scrivi',
              modifica: cambia('destinatario'),
              voci: [
                { nome: 'Ente', valore: nome(v.ente) },
                { nome: 'Tributo o entrata', valore: tributo },
              ],
            },
        {
          titolo: 'Istanza',
          modifica: cambia('istanza'),
          voci: [
            { nome: 'Oggetto', valore: v.oggetto },
            { nome: 'Che cosa chiedi', valore: v.testo },
            { nome: 'Documenti a sostegno', valore: files() },
          ],
        },
        { titolo: 'Richiedente', modifica: cambia('autore'), voci: vociRichiedente(v, files) },
      ]}
    />
  );
});

function Destinatario({ campi, enti, fisso, tributo }: IstanzaProps & { campi: CampiProps }) {
  return (
    <Panel id="destinatario" title="A chi scrivi">
      <p>
        Tributo o entrata: <strong>{tributo}</strong>
      </p>
      {fisso ? (
        <p>
          Ente: <strong>{fisso}</strong>
        </p>
      ) : (
        <Select
          name="ente"
          label="Ente a cui scrivi"
          required
          options={enti}
          defaultValue={campi.valori.ente}
          errors={campi.errori}
        />
      )}
    </Panel>
  );
}

function Istanza({ campi }: { campi: CampiProps }) {
  const { valori: v, errori: errors } = campi;
  return (
    <Panel id="istanza" title="Istanza">
      <Field
        name="oggetto"
        label="Oggetto"
        required
        defaultValue={v.oggetto}
        errors={errors}
        hint={`In poche parole, ad esempio «Rimborso della TARI». Al massimo ${MAX_OGGETTO} caratteri.`}
      />
      <TextArea
        name="testo"
        label="Che cosa chiedi"
        required
        max={MAX_TESTO}
        rows={10}
        defaultValue={v.testo}
        errors={errors}
        hint="Racconta i fatti e scrivi che cosa chiedi all’ente. Non scrivere dati personali di altre persone."
      />
      {campi.allegati('Documenti a sostegno')}
    </Panel>
  );
}
