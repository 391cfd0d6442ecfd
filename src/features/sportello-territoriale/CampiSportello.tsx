import { useEffect, useRef, useState } from 'react';
import { send } from '../../platform/client.browser.ts';
import { ListView, useList } from '../../platform/vault/ListState.tsx';
import type { ListState } from '../../platform/vault/list.browser.ts';
import { BusyButton } from '../../ui/form/BusyButton.tsx';
import { FieldError } from '../../ui/form/FormGroup.tsx';
import { Select } from '../../ui/form/Select.tsx';
import type { CampiProps } from '../modulo/ModuloForm.tsx';
import { elencoEnti } from './elenchi.browser.ts';
import type { ModuloProps, SportelloOfferto } from './modulo.ts';
import { operations } from './sportello.contract.ts';

type Props = Pick<ModuloProps, 'enti' | 'fisso' | 'sportelli'> & { campi: CampiProps };

/** Fields `ente` and `servizio`: the desks offered are those of the chosen body. */
export function CampiSportello({ fisso, campi, ...pagina }: Props) {
  const { valori: v, errori: errors, mounted } = campi;
  const enti = useList(elencoEnti, pagina.enti);
  const box = useRef<HTMLDivElement>(null);
  const [ente, setEnte] = useState(v.ente ?? '');
  const [sportelli, setSportelli] = useState<ListState<SportelloOfferto>>(
    Array.isArray(pagina.sportelli)
      ? { items: pagina.sportelli, state: 'loaded' }
      : { items: [], state: pagina.sportelli ?? 'loading' },
  );
  const ultimo = useRef(ente);

  async function mostra(scelto: string) {
    setEnte(scelto);
    ultimo.current = scelto;
    const comune = enti.items.find((e) => e.Ente__c === scelto)?.idDescrizioneEntePortale__c;
    setSportelli({ items: [], state: comune ? 'loading' : 'loaded' });
    if (!comune) return;
    const trovati = await send(operations.serviziSportello, { comune }).then(
      (items): ListState<SportelloOfferto> => ({ items, state: 'loaded' }),
      (): ListState<SportelloOfferto> => ({ items: [], state: 'failed' }),
    );
    // Another body may have been chosen meanwhile.
    if (ultimo.current === scelto) setSportelli(trovati);
  }

  // Chosen before this script came.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    const scelto = box.current?.querySelector<HTMLSelectElement>('#ente')?.value;
    if (scelto && scelto !== ente) void mostra(scelto);
  }, [mounted]);

  return (
    <div ref={box}>
      {fisso ? (
        <p>
          Ente a cui scrivi: <b>{fisso}</b>
        </p>
      ) : (
        <div
          onChange={({ target }) => {
            if (target instanceof HTMLSelectElement) void mostra(target.value);
          }}
        >
          <ListView list={enti} title="Gli enti" empty={NESSUN_ENTE} onRetry={() => void elencoEnti.reload()}>
            {(items) => (
              <Select
                name="ente"
                label="Ente a cui scrivi"
                required
                options={items.map((e) => ({ value: e.Ente__c, label: e.idDescrizioneEntePortale__c }))}
                defaultValue={v.ente}
                errors={errors}
              />
            )}
          </ListView>
          {!mounted && (
            <BusyButton name="_azione" value="mostra_sportelli" className="btn btn-outline-primary mb-4" formNoValidate>
              Mostra i suoi sportelli
            </BusyButton>
          )}
        </div>
      )}
      {sportelli.state === 'loaded' && sportelli.items.length === 0 ? (
        <div className="form-group" id="servizio" tabIndex={-1}>
          <FieldError name="servizio" errors={errors} />
          <p className="form-text">
            {ente ? 'Questo ente non ha sportelli online.' : 'Scegli l’ente: qui compaiono i suoi sportelli.'}
          </p>
        </div>
      ) : (
        <ListView list={sportelli} title="Gli sportelli" empty="" onRetry={() => void mostra(ente)}>
          {(items) => (
            <Select
              key={ente}
              name="servizio"
              label="Sportello"
              required
              options={items.map(({ codice, nome }) => ({ value: codice, label: nome }))}
              defaultValue={v.servizio}
              errors={errors}
            />
          )}
        </ListView>
      )}
    </div>
  );
}

const NESSUN_ENTE = 'In questo momento nessun ente ha uno sportello online.';
