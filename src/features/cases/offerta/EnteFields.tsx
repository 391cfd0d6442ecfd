/** The choice of an ente in forms whose other fields depend on its offer: cemeteries, zones, tariffs. */
import type { ReactNode } from 'react';
import { PortalError } from '../../../platform/errors.ts';
import { ListView, useList } from '../../../platform/vault/ListState.tsx';
import type { RemoteList } from '../../../platform/vault/list.browser.ts';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import type { CampiProps } from '../modulo/section.tsx';
import { type ConOfferta, type EnteOfferto, MOSTRA, offertaIn } from './enteConOfferta.ts';
import { daScegliereIn, SceltaEnte } from './SceltaEnte.tsx';

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

/** Field `ente`, and what the chosen body offers. */
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
  const enti = useList(elenco, pagina.enti);
  const sua = offertaIn(pagina);
  const nomi = cosa.toLowerCase();
  return (
    <SceltaEnte
      campi={campi}
      fisso={fisso}
      enti={daScegliereIn(enti, (e) => [e.Id, e.Nome])}
      vuoto="In questo momento nessun ente offre questo servizio online."
      onRetry={() => void elenco.reload()}
      mostra={{ azione: MOSTRA, etichetta: `Mostra ${nomi}` }}
      iniziali={{ items: sua ? [sua] : [], state: pagina.offerta === 'failed' ? 'failed' : 'loaded' }}
      carica={(ente) => carica(ente).then((offerta) => [offerta], senzaOfferta)}
    >
      {({ ente, suoi, riprova }) => (
        <div id="offerta" tabIndex={-1}>
          {suoi.state === 'loaded' && !suoi.items[0] ? (
            <>
              {attesi.map((name) => (
                <div key={name} id={name} tabIndex={-1}>
                  <FieldError name={name} errors={campi.errori} />
                </div>
              ))}
              <p className="form-text">
                {ente
                  ? 'Questo ente non offre il servizio online: scegline un altro o contattalo.'
                  : `Scegli l’ente: qui compaiono ${nomi}.`}
              </p>
            </>
          ) : (
            <ListView list={suoi} title={cosa} empty="" onRetry={riprova}>
              {([offerta]) => offerta && <div key={ente}>{children(offerta, ente)}</div>}
            </ListView>
          )}
        </div>
      )}
    </SceltaEnte>
  );
}

/** A body that offers nothing is no fault. */
function senzaOfferta(error: unknown): never[] {
  if (error instanceof PortalError && error.code === 'not_found') return [];
  throw error;
}
