/** The link that continues with those of the chosen documents that can be used. */
import { documentiFormPath } from '../richiesta/documenti.ts';
import type { SelectableDocumento } from './scelta.contract.ts';

type ChosenDocumento = Pick<SelectableDocumento, 'numero' | 'sistema' | 'perche'>;

export function OnwardLink({
  servizio,
  documenti,
}: {
  servizio: string;
  documenti: readonly ChosenDocumento[] | undefined;
}) {
  const others = documenti?.filter(({ perche }) => perche === null) ?? [];
  const [first] = others;
  if (!first) return null;
  const numeri = others.map(({ numero }) => numero);
  return (
    <p>
      <a className="btn btn-outline-primary" href={documentiFormPath(servizio, first.sistema, numeri)}>
        Continua con {others.length === 1 ? "l'altro documento" : `gli altri ${others.length}`}
      </a>
    </p>
  );
}
