/** The fields of a segnalazione that say where: the citizen types an address, shares their location or picks it on the map. */
import { useRef, useState } from 'react';
import type { FieldErrors } from '../../../platform/errors.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { FormValues } from '../../cases/form/form.ts';
import type { SegnalazioneFormProps } from './form-props.ts';
import { TIPI } from './options.ts';
import type { PlaceMap } from './PlaceMap.tsx';
import { placeFields } from './segnalazione.fields.ts';

type Props = {
  values: FormValues;
  errors: FieldErrors | undefined;
  mounted: boolean;
  /** False for a type of report that needs no place */
  needed: boolean;
  enteMap: SegnalazioneFormProps['maps'][string] | undefined;
};
type MapPoint = { lat: string; lon: string };

/** How long the device may take to find its location, in ms. */
const LOCATE_TIMEOUT = 15_000;

/** Fields `indirizzo`, `lat` and `lon`: an address or a point is enough. */
export function LuogoFields({ values, errors, mounted, needed, enteMap }: Props) {
  const [point, setPoint] = useState<MapPoint | undefined>(
    values.lat && values.lon ? { lat: values.lat, lon: values.lon } : undefined,
  );
  const [statusText, setStatusText] = useState('');
  const [OpenedMap, setOpenedMap] = useState<typeof PlaceMap>();
  const box = useRef<HTMLDivElement>(null);

  const pickPoint = (lat: number, lon: number, words: string) => {
    // Six decimals are a tenth of a metre; `Number` drops trailing zeros.
    const [a = '', o = ''] = [lat, lon].map((degrees) => String(Number(degrees.toFixed(6))));
    setPoint({ lat: a, lon: o });
    setStatusText(words);
    // Counts as typing, so that the error of the field goes away.
    box.current?.querySelector('#indirizzo')?.dispatchEvent(new Event('input', { bubbles: true }));
  };

  function locateDevice() {
    setStatusText('Cerchiamo la tua posizione…');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        pickPoint(
          coords.latitude,
          coords.longitude,
          `Posizione aggiunta, precisa entro ${Math.max(1, Math.round(coords.accuracy))} metri.`,
        ),
      (error) => setStatusText(error.code === error.PERMISSION_DENIED ? LOCATION_DENIED : LOCATION_NOT_FOUND),
      { enableHighAccuracy: true, timeout: LOCATE_TIMEOUT, maximumAge: 60_000 },
    );
  }

  /** The code of the map is fetched only when a citizen opens it. */
  function openMap() {
    setStatusText('Carichiamo la mappa…');
    import('./PlaceMap.tsx').then(
      (m) => {
        setOpenedMap(() => m.PlaceMap);
        setStatusText('');
      },
      () => setStatusText('La mappa non è disponibile in questo momento: scrivi l’indirizzo.'),
    );
  }

  function removePoint() {
    setPoint(undefined);
    setStatusText('Posizione tolta.');
    box.current?.querySelector<HTMLElement>('#indirizzo')?.focus();
  }

  return (
    <div ref={box}>
      <Field
        name="indirizzo"
        label={placeFields.list.indirizzo.label}
        required={!point && (needed || !mounted)}
        autoComplete="off"
        defaultValue={values.indirizzo}
        errors={errors}
        hint={
          mounted && !needed
            ? 'Facoltativo per questo tipo di segnalazione.'
            : `Via e numero civico, o un punto che si riconosca. ${mounted ? 'Oppure usa la tua posizione.' : `Non serve per «${TIPI.SF230}».`}`
        }
      />
      <input type="hidden" name="lat" value={point?.lat ?? ''} />
      <input type="hidden" name="lon" value={point?.lon ?? ''} />
      {point && (
        <p>
          <Icon name="marker" className="icon-sm" /> Posizione indicata: {point.lat}, {point.lon}{' '}
          <button
            type="submit"
            className="btn btn-link"
            name="_azione"
            value="togli_posizione"
            formNoValidate
            onClick={(event) => {
              event.preventDefault();
              removePoint();
            }}
          >
            Togli la posizione
          </button>
        </p>
      )}
      <div className="azioni">
        {mounted && 'geolocation' in navigator && (
          <button type="button" className="btn btn-link" onClick={locateDevice}>
            <Icon name="marker" className="icon-sm" /> Usa la mia posizione
          </button>
        )}
        {mounted && enteMap && !OpenedMap && (
          <button type="button" className="btn btn-link" onClick={openMap}>
            <Icon name="marker" className="icon-sm" /> Indica il punto sulla mappa
          </button>
        )}
      </div>
      {enteMap && OpenedMap && (
        <OpenedMap
          enteMap={enteMap}
          point={point && { lat: Number(point.lat), lon: Number(point.lon) }}
          onPick={(lat, lon) => pickPoint(lat, lon, 'Punto scelto sulla mappa.')}
          onClose={() => setOpenedMap(undefined)}
        />
      )}
      <p role="status" className="form-text">
        {statusText}
      </p>
    </div>
  );
}

const LOCATION_DENIED =
  'Il browser non ha il permesso di usare la posizione: scrivi l’indirizzo, oppure concedi il permesso e riprova.';
const LOCATION_NOT_FOUND = 'Non siamo riusciti a trovare la tua posizione: scrivi l’indirizzo, oppure riprova.';
