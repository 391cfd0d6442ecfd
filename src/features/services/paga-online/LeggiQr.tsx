/** The button on the payment page that opens the QR reader and fills in the number and the ente from the code it reads. */
import { useRef, useState } from 'react';
import { leggiAvviso } from './avviso.ts';
import type { LettoreQr } from './LettoreQr.tsx';

type Props = { scrivi(nome: string, valore: string): void };

/** Offers to read the QR code of a letter. What reads it is fetched when somebody wants it; typing the number does as well. */
export function LeggiQr({ scrivi }: Props) {
  const [Lettore, setLettore] = useState<typeof LettoreQr>();
  const [aperto, setAperto] = useState(false);
  const [detto, setDetto] = useState('');
  const bottone = useRef<HTMLButtonElement>(null);

  function apri() {
    setAperto(true);
    setDetto('');
    import('./LettoreQr.tsx').then(
      (m) => setLettore(() => m.LettoreQr),
      () => {
        setAperto(false);
        setDetto('Il lettore del codice QR non è disponibile in questo momento: scrivi il codice avviso.');
      },
    );
  }

  function chiudi() {
    setAperto(false);
    bottone.current?.focus();
  }

  /** @returns whether it is the code of a notice */
  function letto(testo: string): boolean {
    const avviso = leggiAvviso(testo);
    if (!avviso) return false;
    scrivi('numero_avviso', avviso.numero_avviso);
    if (avviso.dominioEC) scrivi('dominioEC', avviso.dominioEC);
    setDetto('Codice QR letto: i dati dell’avviso sono nei campi. Ora premi «Controlla l’avviso».');
    chiudi();
    return true;
  }

  return (
    <div className="qr">
      <button
        ref={bottone}
        type="button"
        className="btn btn-outline-primary"
        aria-expanded={aperto}
        onClick={aperto ? chiudi : apri}
      >
        {aperto ? 'Chiudi il lettore' : 'Leggi il codice QR'}
      </button>
      {aperto && (Lettore ? <Lettore letto={letto} /> : <p className="form-text">Carico il lettore…</p>)}
      <p className="form-text" role="status">
        {detto}
      </p>
    </div>
  );
}
