/** The choice of ente and sportello in the message form; the list of sportelli follows the ente. */
import { Fragment } from 'react';
import { send } from '../../../platform/client.browser.ts';
import { ListView, useList } from '../../../platform/vault/ListState.tsx';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import type { CampiProps } from '../../cases/modulo/section.tsx';
import { controls } from '../../cases/modulo/section.tsx';
import { daScegliereIn, SceltaEnte } from '../../cases/offerta/SceltaEnte.tsx';
import { elencoEnti } from './elenchi.browser.ts';
import type { ModuloProps, SportelloOfferto } from './modulo.ts';
import { operations } from './sportello.contract.ts';
import { deskFields } from './sportello.fields.ts';

type Props = Pick<ModuloProps, 'enti' | 'fisso' | 'sportelli'> & { campi: CampiProps };

/** Fields `ente` and `servizio`: the desks offered are those of the chosen body. */
export function CampiSportello({ fisso, campi, ...pagina }: Props) {
  const desk = controls(deskFields, campi);
  const enti = useList(elencoEnti, pagina.enti);

  async function sportelliDi(ente: string): Promise<SportelloOfferto[]> {
    const comune = enti.items.find((e) => e.Ente__c === ente)?.idDescrizioneEntePortale__c;
    return comune ? send(operations.serviziSportello, { comune }) : [];
  }

  return (
    <SceltaEnte
      campi={campi}
      fisso={fisso}
      enti={daScegliereIn(enti, (e) => [e.Ente__c, e.idDescrizioneEntePortale__c])}
      vuoto="In questo momento nessun ente ha uno sportello online."
      onRetry={() => void elencoEnti.reload()}
      mostra={{ azione: 'mostra_sportelli', etichetta: 'Mostra i suoi sportelli' }}
      iniziali={
        Array.isArray(pagina.sportelli)
          ? { items: pagina.sportelli, state: 'loaded' }
          : { items: [], state: pagina.sportelli ?? 'loading' }
      }
      carica={sportelliDi}
    >
      {({ ente, suoi, riprova }) =>
        suoi.state === 'loaded' && suoi.items.length === 0 ? (
          <div className="form-group" id="servizio" tabIndex={-1}>
            <FieldError name="servizio" errors={campi.errori} />
            <p className="form-text">
              {ente ? 'Questo ente non ha sportelli online.' : 'Scegli l’ente: qui compaiono i suoi sportelli.'}
            </p>
          </div>
        ) : (
          <ListView list={suoi} title="Gli sportelli" empty="" onRetry={riprova}>
            {(items) => (
              <Fragment key={ente}>
                {desk('servizio', { options: items.map(({ codice, nome }) => ({ value: codice, label: nome })) })}
              </Fragment>
            )}
          </ListView>
        )
      }
    </SceltaEnte>
  );
}
