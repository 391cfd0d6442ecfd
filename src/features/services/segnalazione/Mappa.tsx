/** The map on which a citizen picks the place of a segnalazione, loaded only when they ask for it. */
import { useEffect, useRef, useState } from 'react';
import { apriMappa, type Vista } from './mappa.browser.ts';
import type { ModuloProps } from './modulo.ts';

type Props = {
  mappa: ModuloProps['mappe'][string];
  punto: { lat: number; lon: number } | undefined;
  onPick(lat: number, lon: number): void;
  onClose(): void;
};

/**
 * A map that moves under a fixed mark: the same with a finger, a mouse or the arrow keys. Who cannot use it has the address field.
 */
export function Mappa({ mappa, punto, onPick, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const vista = useRef<Vista>(undefined);
  const inizio = useRef({ mappa, punto });
  const [vuota, setVuota] = useState(false);

  useEffect(() => {
    if (!box.current) return;
    const aperta = apriMappa(box.current, inizio.current.mappa, inizio.current.punto, setVuota);
    vista.current = aperta;
    box.current.focus();
    return () => aperta.chiudi();
  }, []);

  // The point may come from elsewhere, as the own position does.
  const { lat, lon } = punto ?? {};
  useEffect(() => {
    const centro = vista.current?.centro();
    if (lat === undefined || lon === undefined || !centro) return;
    // As exact as a point is kept: what was picked on this map does not move it.
    if (Math.abs(centro.lat - lat) + Math.abs(centro.lon - lon) > 2e-6) vista.current?.vai({ lat, lon });
  }, [lat, lon]);

  return (
    <div>
      <p className="form-text" id="mappa-aiuto">
        Sposta la mappa con il dito, con il mouse o con le frecce della tastiera, finché il segno al centro sta sul
        punto; + e − ingrandiscono e riducono. Se non puoi usare la mappa, scrivi l’indirizzo nel campo qui sopra.
      </p>
      <p role="alert" className="form-feedback">
        {vuota &&
          'Le immagini della mappa non arrivano: controlla la connessione, oppure scrivi l’indirizzo nel campo qui sopra.'}
      </p>
      <div
        ref={box}
        className="mappa-riquadro"
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the map
        tabIndex={0}
        aria-label="Mappa"
        aria-describedby="mappa-aiuto"
      />
      <button
        type="button"
        className="btn btn-outline-primary"
        onClick={() => {
          const centro = vista.current?.centro();
          if (centro) onPick(centro.lat, centro.lon);
        }}
      >
        Usa questo punto
      </button>{' '}
      <button type="button" className="btn" onClick={onClose}>
        Chiudi la mappa
      </button>
    </div>
  );
}
