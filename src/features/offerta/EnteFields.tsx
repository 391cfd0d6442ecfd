import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PortalError } from '../../platform/errors.ts';
import { ListView, useList } from '../../platform/vault/ListState.tsx';
import type { ListState, RemoteList } from '../../platform/vault/list.browser.ts';
import { BusyButton } from '../../ui/form/BusyButton.tsx';
import { FieldError } from '../../ui/form/FormGroup.tsx';
import { Select } from '../../ui/form/Select.tsx';
import type { CampiProps } from '../modulo/ModuloForm.tsx';
import { type ConOfferta, type EnteOfferto, MOSTRA, offertaIn } from './enteConOfferta.ts';

type Props<T> = ConOfferta<T> & {
  campi: CampiProps;
  fisso: string | undefined;
  elenco: RemoteList<EnteOfferto>;
  carica(ente: string): Promise<T>;
  /** What is offered, with its article: "I cimiteri" */
  cosa: string;
  /** Fields that stand where the offer is: errors lead here while there is none */
  attesi: readonly string[];
  children(offerta: T, ente: string): ReactNode;
};

/** Field `ente`, and what the chosen body offers. Without JavaScript a button brings the offer of another body. */
export function EnteFields<T extends object>({
  campi,
  fisso,
  elenco,
  carica,
  cosa,
  attesi,
  children,
  ...pagina
}: Props<T>) {
  const { valori: v, errori: errors, mounted } = campi;
  const enti = useList(elenco, pagina.enti);
  const box = useRef<HTMLDivElement>(null);
  const [ente, setEnte] = useState(v.ente ?? '');
  const [offerta, setOfferta] = useState<ListState<T>>(() => {
    const sua = offertaIn(pagina);
    return { items: sua ? [sua] : [], state: pagina.offerta === 'failed' ? 'failed' : 'loaded' };
  });
  const ultimo = useRef(ente);
  const nomi = cosa.toLowerCase();

  async function mostra(scelto: string) {
    setEnte(scelto);
    ultimo.current = scelto;
    setOfferta({ items: [], state: scelto ? 'loading' : 'loaded' });
    if (!scelto) return;
    const trovata = await carica(scelto).then(
      (sua): ListState<T> => ({ items: [sua], state: 'loaded' }),
      (error): ListState<T> => {
        const niente = error instanceof PortalError && error.code === 'not_found';
        return { items: [], state: niente ? 'loaded' : 'failed' };
      },
    );
    // Another body may have been chosen meanwhile.
    if (ultimo.current === scelto) setOfferta(trovata);
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
          <ListView list={enti} title="Gli enti" empty={NESSUN_ENTE} onRetry={() => void elenco.reload()}>
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
          {!mounted && (
            <BusyButton name="_azione" value={MOSTRA} className="btn btn-outline-primary mb-4" formNoValidate>
              Mostra {nomi}
            </BusyButton>
          )}
        </div>
      )}
      <div id="offerta" tabIndex={-1}>
        {offerta.state === 'loaded' && !offerta.items[0] ? (
          <>
            {attesi.map((name) => (
              <div key={name} id={name} tabIndex={-1}>
                <FieldError name={name} errors={errors} />
              </div>
            ))}
            <p className="form-text">
              {ente
                ? 'Questo ente non offre il servizio online: scegline un altro o contattalo.'
                : `Scegli l’ente: qui compaiono ${nomi}.`}
            </p>
          </>
        ) : (
          <ListView list={offerta} title={cosa} empty="" onRetry={() => void mostra(ente)}>
            {([sua]) => sua && <div key={ente}>{children(sua, ente)}</div>}
          </ListView>
        )}
      </div>
    </div>
  );
}

const NESSUN_ENTE = 'In questo momento nessun ente offre questo servizio online.';
