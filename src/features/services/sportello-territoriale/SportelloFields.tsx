/** The choice of ente and sportello in the message form; the list of sportelli follows the ente. */
import { Fragment } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { ListView, useList } from '../../../platform/vault/ListState.tsx';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { fieldControls, type SectionContext } from '../../cases/form/section.tsx';
import { EnteChoice, selectOptions } from '../../cases/offerta/EnteChoice.tsx';
import type { OfferedSportello, SportelloFormProps } from './form-props.ts';
import { entiList } from './lists.browser.ts';
import { sportelloCalls } from './sportello.calls.ts';
import { deskFields } from './sportello.fields.ts';

type Props = Pick<SportelloFormProps, 'enti' | 'enteSearch' | 'fixedEnte' | 'sportelli'> & { context: SectionContext };

/** Fields `ente` and `servizio`, with the desks of the chosen ente. */
export function SportelloFields({ fixedEnte, context, ...page }: Props) {
  const desk = fieldControls(deskFields, context);
  const enti = useList(entiList, page.enti);

  async function loadSportelli(ente: string): Promise<OfferedSportello[]> {
    const comune = enti.items.find((e) => e.Ente__c === ente)?.idDescrizioneEntePortale__c;
    return comune ? sendCall(sportelloCalls.serviziSportello, { comune }) : [];
  }

  return (
    <EnteChoice
      context={context}
      fixedEnte={fixedEnte}
      enti={selectOptions(enti, (e) => [e.Ente__c, e.idDescrizioneEntePortale__c])}
      search={page.enteSearch}
      emptyText="In questo momento nessun ente ha uno sportello online."
      onRetry={() => void entiList.reload()}
      showButton={{ action: 'mostra_sportelli', label: 'Mostra i suoi sportelli' }}
      initial={
        Array.isArray(page.sportelli)
          ? { items: page.sportelli, state: 'loaded' }
          : { items: [], state: page.sportelli ?? 'loading' }
      }
      load={loadSportelli}
    >
      {({ ente, entries: offered, retry }) =>
        offered.state === 'loaded' && offered.items.length === 0 ? (
          <div className="form-group" id="servizio" tabIndex={-1}>
            <FieldError name="servizio" errors={context.errors} />
            <p className="form-text">
              {ente ? 'Questo ente non ha sportelli online.' : 'Scegli l’ente: qui compaiono i suoi sportelli.'}
            </p>
          </div>
        ) : (
          <ListView list={offered} title="Gli sportelli" empty="" onRetry={retry}>
            {(items) => (
              <Fragment key={ente}>
                {desk('servizio', { options: items.map(({ codice, nome }) => ({ value: codice, label: nome })) })}
              </Fragment>
            )}
          </ListView>
        )
      }
    </EnteChoice>
  );
}
