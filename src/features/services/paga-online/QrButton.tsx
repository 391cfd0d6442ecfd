/** The button on the payment page that opens the QR reader and fills in the number and the ente from the code it reads. */
import { useRef, useState } from 'react';
import { typeAvviso } from './avvisi.store.ts';
import { parseAvviso } from './avviso.ts';
import type { QrReader } from './QrReader.tsx';

/**
 * The reader is fetched only when a citizen asks for it; typing the number does as well.
 * @param props.ready false while the page waits for its scripts: the button keeps its place unseen, so that nothing below it moves under a finger
 */
export function QrButton({ ready }: { ready: boolean }) {
  const [Reader, setReader] = useState<typeof QrReader>();
  const [isOpen, setIsOpen] = useState(false);
  const [announced, setAnnounced] = useState('');
  const button = useRef<HTMLButtonElement>(null);

  function openReader() {
    setIsOpen(true);
    setAnnounced('');
    import('./QrReader.tsx').then(
      (m) => setReader(() => m.QrReader),
      () => {
        setIsOpen(false);
        setAnnounced('Il lettore del codice QR non è disponibile in questo momento: scrivi il codice avviso.');
      },
    );
  }

  function closeReader() {
    setIsOpen(false);
    button.current?.focus();
  }

  /** @returns whether it is the code of a notice */
  function onRead(text: string): boolean {
    const avviso = parseAvviso(text);
    if (!avviso) return false;
    const { numero_avviso, dominioEC } = avviso;
    typeAvviso({ numero_avviso, ...(dominioEC && { dominioEC }) });
    setAnnounced('Codice QR letto: i dati dell’avviso sono nei campi. Ora premi «Controlla l’avviso».');
    closeReader();
    return true;
  }

  return (
    <div className={ready ? 'qr' : 'qr qr-waiting'}>
      <button
        ref={button}
        type="button"
        className="btn btn-outline-primary"
        aria-expanded={isOpen}
        onClick={isOpen ? closeReader : openReader}
      >
        {isOpen ? 'Chiudi il lettore' : 'Leggi il codice QR'}
      </button>
      {isOpen && (Reader ? <Reader onRead={onRead} /> : <p className="form-text">Carico il lettore…</p>)}
      <p className="form-text" role="status">
        {announced}
      </p>
    </div>
  );
}
