/** The map on which a citizen picks the place of a segnalazione, loaded only when they ask for it. */
import { useEffect, useRef, useState } from 'react';
import type { SegnalazioneFormProps } from './form-props.ts';
import { type MapView, openMap } from './place-map.browser.ts';

type Props = {
  enteMap: SegnalazioneFormProps['maps'][string];
  point: { lat: number; lon: number } | undefined;
  onPick(lat: number, lon: number): void;
  onClose(): void;
};

/**
 * A map that moves under a fixed mark, by touch, mouse or arrow keys. Citizens who cannot use it type the address.
 */
export function PlaceMap({ enteMap, point, onPick, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<MapView>(undefined);
  const initial = useRef({ enteMap, point });
  const [isEmpty, setIsEmpty] = useState(false);

  useEffect(() => {
    if (!box.current) return;
    const opened = openMap(box.current, initial.current.enteMap, initial.current.point, setIsEmpty);
    view.current = opened;
    box.current.focus();
    return () => opened.close();
  }, []);

  // The point may also come from the location of the device.
  const { lat, lon } = point ?? {};
  useEffect(() => {
    const center = view.current?.center();
    if (lat === undefined || lon === undefined || !center) return;
    // The precision of a stored point: one that was picked on this map does not move it.
    if (Math.abs(center.lat - lat) + Math.abs(center.lon - lon) > 2e-6) view.current?.moveTo({ lat, lon });
  }, [lat, lon]);

  return (
    <div>
      <p className="form-text" id="mappa-aiuto">
        Sposta la mappa con il dito, con il mouse o con le frecce della tastiera, finché il segno al centro sta sul
        punto; + e − ingrandiscono e riducono. Se non puoi usare la mappa, scrivi l’indirizzo nel campo qui sopra.
      </p>
      <p role="alert" className="form-feedback">
        {isEmpty &&
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
          const center = view.current?.center();
          if (center) onPick(center.lat, center.lon);
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
