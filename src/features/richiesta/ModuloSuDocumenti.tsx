import { type ReactNode, useState } from 'react';
import type { SummaryBlock } from '../../ui/form/Summary.tsx';
import type { FileDetti } from '../allegati/Attachments.tsx';
import { type CampiProps, ModuloForm } from '../modulo/ModuloForm.tsx';
import { indirizzoPasso } from '../modulo/modulo.passi.ts';
import type { ModuloControllato, ModuloProps, Valori } from '../modulo/modulo.ts';
import type { Comportamento } from '../modulo/useModulo.ts';
import { RichiedenteFields, SEZIONI_RICHIEDENTE, vociRichiedente } from '../richiedente/RichiedenteFields.tsx';
import { DocumentiPanel } from './DocumentiPanel.tsx';
import { bloccoDocumenti, type DocumentoMostrato } from './documenti.ts';

/** @property percorso of the page, which names the documents */
export type SuDocumentiProps = ModuloProps & { percorso: string; documenti: DocumentoMostrato[] };

type Props = {
  pagina: SuDocumentiProps;
  modulo(): ModuloControllato;
  invio: Comportamento['invio'];
  /** Sections of the service, between the documents and who asks */
  sezioni: { id: string; nome: string }[];
  dati(campi: CampiProps): ReactNode;
  /** Blocks of the service. @param cambia address of a section, to change it */
  riepilogo(valori: Valori, cambia: (sezione: string) => string, files: FileDetti): SummaryBlock[];
};

/** A form about documents: what it is about comes first, who asks comes last; the service is in between. */
export function ModuloSuDocumenti({ pagina, sezioni, dati, riepilogo, ...form }: Props) {
  const { nomeEnte, documenti } = pagina;
  const [come] = useState<Comportamento>(() => ({ ...form, modulo: form.modulo(), cornice: [] }));
  const cambia = (sezione: string) => indirizzoPasso(come.modulo, 'dati', `#${sezione}`);
  return (
    <ModuloForm
      come={come}
      pagina={pagina}
      sezioni={[{ id: 'documenti', nome: 'Documenti' }, ...sezioni, ...SEZIONI_RICHIEDENTE]}
      dati={(campi) => (
        <>
          <DocumentiPanel nomeEnte={nomeEnte} documenti={documenti} />
          {dati(campi)}
          <RichiedenteFields campi={campi} />
        </>
      )}
      riepilogo={(v, files) => [
        bloccoDocumenti(nomeEnte, documenti),
        ...riepilogo(v, cambia, files),
        { titolo: 'Richiedente', modifica: cambia('autore'), voci: vociRichiedente(v, files) },
      ]}
    />
  );
}
