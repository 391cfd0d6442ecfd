/** Where the map of a segnalazione is opened: by itself on a desk, on a phone only when a citizen asks for it. */
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../ui/Icon.tsx';
import type { SegnalazioneFormProps } from './form-props.ts';
import type { PlaceMap } from './PlaceMap.tsx';
import type { LuogoPoint } from './useLuogo.ts';

type Props = {
  /** undefined while there is no map to open */
  enteMap: SegnalazioneFormProps['maps'][string] | undefined;
  point: LuogoPoint | undefined;
  onPick(lat: number, lon: number): void;
  /** Is told how the opening goes; '' once the map is there */
  onStatus(words: string): void;
};

/** From this width on the map is open without being asked for, unless the person saves data. */
const DESK_WIDTH = '(min-width: 992px)';

export function MapOpener({ enteMap, point, onPick, onStatus }: Props) {
  const [OpenedMap, setOpenedMap] = useState<typeof PlaceMap>();
  const [mapState, setMapState] = useState<'untouched' | 'opened' | 'closed'>('untouched');
  const mapPlace = useRef<HTMLDivElement>(null);
  const hasMap = enteMap !== undefined;

  // On a desk the map opens by itself, once its place comes into view.
  useEffect(() => {
    const place = mapPlace.current;
    if (!hasMap || mapState !== 'untouched' || !place || !matchMedia(DESK_WIDTH).matches || savesData()) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        import('./PlaceMap.tsx').then(
          (m) => setOpenedMap(() => m.PlaceMap),
          // The button is still there, and says what is wrong.
          () => setMapState('closed'),
        );
      },
      // A little before: the page below moves while nobody reads it yet.
      { rootMargin: '600px' },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, [hasMap, mapState]);

  /** On a phone the code of the map is fetched only when a citizen opens it. */
  function openMap() {
    onStatus('Carichiamo la mappa…');
    import('./PlaceMap.tsx').then(
      (m) => {
        setMapState('opened');
        setOpenedMap(() => m.PlaceMap);
        onStatus('');
      },
      () => onStatus('La mappa non è disponibile in questo momento: scrivi l’indirizzo.'),
    );
  }

  function closeMap() {
    setMapState('closed');
    setOpenedMap(undefined);
    // The button is there again with the next drawing.
    setTimeout(() => mapPlace.current?.querySelector('button')?.focus());
  }

  if (!enteMap) return null;
  return (
    <div ref={mapPlace}>
      {OpenedMap ? (
        <OpenedMap
          // Another ente has a map of its own.
          key={`${enteMap.lat} ${enteMap.lon}`}
          enteMap={enteMap}
          point={point && { lat: Number(point.lat), lon: Number(point.lon) }}
          isAskedFor={mapState === 'opened'}
          onPick={onPick}
          onClose={closeMap}
        />
      ) : (
        <button type="button" className="mappa-apri" onClick={openMap}>
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
