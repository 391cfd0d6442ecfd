/** The field `ente` in forms whose other fields depend on what the ente offers: cemeteries, zones, tariffs. */
import type { ReactNode } from 'react';
import { PortalError } from '../../../platform/errors.ts';
import { ListView, useList } from '../../../platform/vault/ListState.tsx';
import type { RemoteList } from '../../../platform/vault/list.browser.ts';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import type { FormProps } from '../form/form.ts';
import type { SectionContext } from '../form/section.tsx';
import { EnteChoice, selectOptions } from './EnteChoice.tsx';
import { chosenOfferta, type OfferingEnte, SHOW_OFFERTA, type WithOfferta } from './ente-offerta.ts';

type Props<T> = {
  page: WithOfferta<T> & Pick<FormProps, 'fixedEnte'>;
  fields: SectionContext;
  entiList: RemoteList<OfferingEnte>;
  load(ente: string): Promise<T>;
  /** What is offered, with its article: "I cimiteri" */
  title: string;
  /** Fields that depend on the offer: while no offer is shown, their errors are shown here */
  waitingFields: readonly string[];
  children(offerta: T, ente: string): ReactNode;
};

export function EnteFields<T extends object>({
  page,
  fields,
  entiList,
  load,
  title,
  waitingFields,
  children,
}: Props<T>) {
  const enti = useList(entiList, page.enti);
  const chosen = chosenOfferta(page);
  const lowerTitle = title.toLowerCase();
  return (
    <EnteChoice
      context={fields}
      fixedEnte={page.fixedEnte}
      enti={selectOptions(enti, (e) => [e.Id, e.Nome])}
      search={page.enteSearch}
      emptyText="In questo momento nessun ente offre questo servizio online."
      onRetry={() => void entiList.reload()}
      showButton={{ action: SHOW_OFFERTA, label: `Mostra ${lowerTitle}` }}
      initial={{ items: chosen ? [chosen] : [], state: page.offerta === 'failed' ? 'failed' : 'loaded' }}
      load={(ente) => load(ente).then((offerta) => [offerta], noneIfNotFound)}
    >
      {({ ente, entries, retry }) => (
        <div id="offerta" tabIndex={-1}>
          {entries.state === 'loaded' && !entries.items[0] ? (
            <>
              {waitingFields.map((name) => (
                <div key={name} id={name} tabIndex={-1}>
                  <FieldError name={name} errors={fields.errors} />
                </div>
              ))}
              <p className="form-text">
                {ente
                  ? 'Questo ente non offre il servizio online: scegline un altro o contattalo.'
                  : `Scegli l’ente: qui compaiono ${lowerTitle}.`}
              </p>
            </>
          ) : (
            <ListView list={entries} title={title} empty="" onRetry={retry}>
              {([offerta]) => offerta && <div key={ente}>{children(offerta, ente)}</div>}
            </ListView>
          )}
        </div>
      )}
    </EnteChoice>
  );
}

/** An ente that offers nothing is not a failure: the form says so in words. */
function noneIfNotFound(error: unknown): never[] {
  if (error instanceof PortalError && error.code === 'not_found') return [];
  throw error;
}
