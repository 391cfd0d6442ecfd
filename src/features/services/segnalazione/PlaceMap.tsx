/** The map on which a citizen picks the place of a segnalazione: open by itself on a desk, on a phone when it is asked for. */
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import type { SegnalazioneFormProps } from './form-props.ts';
import type { MapView } from './place-map.browser.ts';
import type { LuogoPoint } from './useLuogo.ts';

type Props = {
  enteMap: SegnalazioneFormProps['maps'][string];
  point: LuogoPoint | undefined;
  onPick(lat: number, lon: number): void;
};

/** From this width on the map is open without being asked for, unless the person saves data. */
const DESK_WIDTH = '(min-width: 992px)';

/**
 * A map that moves under a fixed mark, by touch, mouse or arrow keys; a press on it picks that place. Citizens who cannot use it
 * type the address. Its place is there before its code, so that nothing moves when that comes. In the browser alone.
 */
export function PlaceMap({ enteMap, point, onPick }: Props) {
  const whole = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(() => matchMedia(DESK_WIDTH).matches && !savesData());
  const isPressed = useRef(false);
  const [view, setView] = useState<MapView>();
  const [isEmpty, setIsEmpty] = useState(false);
  const current = useRef({ point, onPick });
  current.current = { point, onPick };

  useEffect(() => {
    // What was pressed is gone: the keyboard goes on in what came.
    if (isPressed.current) whole.current?.querySelector<HTMLElement>('[role=application], button')?.focus();
    isPressed.current = false;
    if (!isOpen) return;
    let isGone = false;
    let opened: MapView | undefined;
    import('./place-map.browser.ts').then(
      ({ openMap }) => {
        if (isGone || !box.current) return;
        opened = openMap(box.current, enteMap, current.current.point, {
          showEmpty: setIsEmpty,
          pick: (lat, lon) => current.current.onPick(lat, lon),
        });
        setView(opened);
      },
      () => setIsEmpty(true),
    );
    return () => {
      isGone = true;
      opened?.close();
      setView(undefined);
      setIsEmpty(false);
    };
  }, [isOpen, enteMap]);

  function turn(opens: boolean) {
    isPressed.current = true;
    setIsOpen(opens);
  }

  // The point may also come from the location of the device.
  useEffect(() => view?.show(point), [view, point]);

  return (
    <div ref={whole}>
      {isOpen ? (
        <>
          <p className="form-text" id="mappa-aiuto">
            Tocca il punto sulla mappa. Oppure spostala, anche con le frecce della tastiera, finché il segno al centro
            sta sul punto, e scegli «Usa questo punto»; + e − ingrandiscono e riducono. Se non puoi usare la mappa,
            scrivi l’indirizzo nel campo qui sopra.
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
          >
            {!view && !isEmpty && <p role="status">Carichiamo la mappa…</p>}
          </div>
          <button type="button" className="btn btn-outline-primary" disabled={!view} onClick={() => view?.pickCenter()}>
            Usa questo punto
          </button>{' '}
          <button type="button" className="btn" onClick={() => turn(false)}>
            Chiudi la mappa
          </button>
        </>
      ) : (
        <button type="button" className="mappa-apri" onClick={() => turn(true)}>
          <img src="/mappa.svg" alt="" width="480" height="160" />
          <Icon name="marker" className="icon-sm" /> Indica il punto sulla mappa
        </button>
      )}
    </div>
  );
}

/** Only some browsers tell. */
function savesData(): boolean {
  return Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);
}
