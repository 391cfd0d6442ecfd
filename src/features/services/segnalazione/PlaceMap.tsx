/** The map on which a citizen picks the place of a segnalazione, loaded apart from the form. */
import { useEffect, useRef, useState } from 'react';
import type { SegnalazioneFormProps } from './form-props.ts';
import { type MapView, openMap } from './place-map.browser.ts';

type Props = {
  enteMap: SegnalazioneFormProps['maps'][string];
  point: { lat: number; lon: number } | undefined;
  /** True when the citizen pressed its button: the keyboard goes on in the map */
  isAskedFor: boolean;
  onPick(lat: number, lon: number): void;
  onClose(): void;
};

/**
 * A map that moves under a fixed mark, by touch, mouse or arrow keys; a press on it picks that place. Citizens who cannot use it
 * type the address.
 */
export function PlaceMap({ enteMap, point, isAskedFor, onPick, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<MapView>(undefined);
  const initial = useRef({ enteMap, point, isAskedFor });
  const pick = useRef(onPick);
  pick.current = onPick;
  const [isEmpty, setIsEmpty] = useState(false);

  useEffect(() => {
    if (!box.current) return;
    const opened = openMap(box.current, initial.current.enteMap, initial.current.point, {
      showEmpty: setIsEmpty,
      pick: ({ lat, lon }) => pick.current(lat, lon),
    });
    view.current = opened;
    if (initial.current.isAskedFor) box.current.focus();
    return () => opened.close();
  }, []);

  // The point may also come from the location of the device.
  const { lat, lon } = point ?? {};
  useEffect(() => {
    const center = view.current?.center();
    const hasPoint = lat !== undefined && lon !== undefined;
    view.current?.showPin(hasPoint ? { lat, lon } : undefined);
    if (!hasPoint || !center) return;
    // The precision of a stored point: one that was picked on this map does not move it.
    if (Math.abs(center.lat - lat) + Math.abs(center.lon - lon) > 2e-6) view.current?.moveTo({ lat, lon });
  }, [lat, lon]);

  return (
    <div>
      <p className="form-text" id="mappa-aiuto">
        Tocca il punto sulla mappa. Oppure spostala, anche con le frecce della tastiera, finché il segno al centro sta
        sul punto, e scegli «Usa questo punto»; + e − ingrandiscono e riducono. Se non puoi usare la mappa, scrivi
        l’indirizzo nel campo qui sopra.
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
