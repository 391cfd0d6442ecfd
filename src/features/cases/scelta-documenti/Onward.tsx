/** The way on with those of the chosen documents that nothing stands in the way of. */
import { percorsoSu } from '../richiesta/documenti.ts';
import type { DaScegliere } from './scelta.contract.ts';

type Chosen = Pick<DaScegliere, 'numero' | 'sistema' | 'perche'>;

export function Onward({ servizio, documenti }: { servizio: string; documenti: readonly Chosen[] | undefined }) {
  const others = documenti?.filter(({ perche }) => perche === null) ?? [];
  const [first] = others;
  if (!first) return null;
  const numeri = others.map(({ numero }) => numero);
  return (
    <p>
      <a className="btn btn-outline-primary" href={percorsoSu(servizio, first.sistema, numeri)}>
        Continua con {others.length === 1 ? "l'altro documento" : `gli altri ${others.length}`}
      </a>
    </p>
  );
}
