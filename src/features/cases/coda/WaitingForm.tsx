/** What stands in place of a form that waits for a connection. */
import { useEffect, useRef } from 'react';

/** @property of whose it is: the key of a guest goes with their browser, and what nobody has claimed is sent by hand */
export type WaitingFor = { path: string; of: 'login' | 'guest' | 'nobody' };

export function WaitingForm({ path, of }: WaitingFor) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="testo">
      <h2 ref={heading} tabIndex={-1} className="h4">
        La segnalazione è in attesa
      </h2>
      {of === 'nobody' ? (
        <p>
          È conservata in questo browser. Quando torna la rete apri di nuovo questa pagina: la controlli e la invii.
        </p>
      ) : (
        <p>
          In attesa di connessione: la invieremo appena torna la rete. Puoi chiudere questa pagina
          {of === 'guest' ? ', ma non il browser' : ''}: quando torna la rete riapri il sito e leggi qui sopra il
          numero.
        </p>
      )}
      <p>
        <a href={path}>Scrivi un’altra segnalazione</a>
      </p>
    </div>
  );
}
