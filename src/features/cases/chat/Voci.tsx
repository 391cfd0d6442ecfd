/** The list of facts that the chat pages use for the state of a case and for what was sent. */
import type { Voce } from '../../../platform/atoms/tabella.ts';
import { Tabella } from '../../../ui/Tabella.tsx';

/** Labels and values of a case; what has more than one line takes the whole width. */
export function Voci({ className, voci }: { className: string; voci: readonly Voce[] }) {
  return (
    <dl className={className}>
      {voci.map(([nome, valore]) => (
        <div key={nome} className={typeof valore !== 'string' || valore.includes('\n') ? 'largo' : undefined}>
          <dt>{nome}</dt>
          <dd dir="auto">{typeof valore === 'string' ? valore : <Tabella nome={nome} righe={valore} />}</dd>
        </div>
      ))}
    </dl>
  );
}
