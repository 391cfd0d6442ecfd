import { useEffect, useRef } from 'react';
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

  useEffect(() => {
    if (!box.current) return;
    const aperta = apriMappa(box.current, inizio.current.mappa, inizio.current.punto);
    vista.current = aperta;
    box.current.focus();
    return () => aperta.chiudi();
  }, []);

  return (
    <div>
      <p className="form-text" id="mappa-aiuto">
        Sposta la mappa con il dito, con il mouse o con le frecce della tastiera, finché il segno al centro sta sul
        punto; + e − ingrandiscono e riducono. Se non puoi usare la mappa, scrivi l’indirizzo nel campo qui sopra.
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
