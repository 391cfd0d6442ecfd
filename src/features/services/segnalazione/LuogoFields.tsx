/** The fields of a segnalazione that say where: the citizen types an address, shares their location or picks it on the map. */
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '../../../platform/errors.ts';
import { findPosition } from '../../../platform/position.browser.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { firstErrorOf } from '../../../ui/form/errors.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { FormValues } from '../../cases/form/form.ts';
import { AddressField, type FoundLuogo } from './AddressField.tsx';
import type { SegnalazioneFormProps } from './form-props.ts';
import { TIPI } from './options.ts';
import type { PlaceMap } from './PlaceMap.tsx';
import { askAboutPoint, type PointAnswer } from './point-answer.browser.ts';
import { placeFields } from './segnalazione.fields.ts';
import { askForNumber, streetAlone } from './street.ts';

type Props = {
  values: FormValues;
  errors: FieldErrors | undefined;
  mounted: boolean;
  /** False for a type of report that needs no place */
  needed: boolean;
  /** Id of the chosen ente, or '' */
  ente: string;
  /** Can addresses be searched? */
  suggests: boolean;
  /** Words about the point that the form came with, when it lies beyond the border */
  outside: string | undefined;
  enteMap: SegnalazioneFormProps['maps'][string] | undefined;
  /** An operator writes down what somebody else says: where the operator is, is not the place */
  forOthers?: boolean;
  /** Is told each point, also the one that the form came with */
  onPoint?(point: LuogoPoint | undefined): void;
};
/** Degrees as the hidden fields have them. */
export type LuogoPoint = { lat: string; lon: string };

/** From this width on the map is open without being asked for, unless the person saves data. */
const DESK_WIDTH = '(min-width: 992px)';

/** Fields `indirizzo`, `lat` and `lon`: an address or a point is enough. */
export function LuogoFields({ values, errors, mounted, needed, ente, suggests, outside, enteMap, ...props }: Props) {
  const { forOthers = false, onPoint } = props;
  const [point, setPoint] = useState<LuogoPoint | undefined>(
    values.lat && values.lon ? { lat: values.lat, lon: values.lon } : undefined,
  );
  const [statusText, setStatusText] = useState('');
  const [answer, setAnswer] = useState<PointAnswer>();
  /** The address that was chosen with its point, and the last one that was not typed */
  const chosen = useRef('');
  const filled = useRef('');
  const [OpenedMap, setOpenedMap] = useState<typeof PlaceMap>();
  const [mapState, setMapState] = useState<'untouched' | 'opened' | 'closed'>('untouched');
  const box = useRef<HTMLDivElement>(null);
  const mapPlace = useRef<HTMLDivElement>(null);
  const hasMap = mounted && enteMap !== undefined;

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

  useEffect(() => onPoint?.(point), [point, onPoint]);

  // The portal says what is near the point, and whether it is in the municipality.
  useEffect(() => {
    setAnswer(undefined);
    if (!point || !ente) return;
    let isCurrent = true;
    askAboutPoint({ ente, ...point }).then(
      (said) => {
        if (!isCurrent) return;
        setAnswer(said);
        const field = box.current?.querySelector<HTMLInputElement>('#indirizzo');
        // Only what was typed stays: an address that came with another point would lead there.
        if (!field || (field.value.trim() && field.value !== filled.current) || chosen.current) return;
        filled.current = said.indirizzo ?? '';
        field.value = filled.current;
      },
      // The send checks the point.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [point, ente]);

  /** An address that is typed anew leaves the point of the one that was chosen. */
  function onText(text: string) {
    if (!chosen.current || text.startsWith(chosen.current)) return;
    chosen.current = '';
    setPoint(undefined);
    setStatusText('');
  }

  /** The middle of a street is no place: nothing is set, and the citizen is asked. */
  function chooseAddress({ indirizzo, lat, lon }: FoundLuogo) {
    const street = streetAlone(indirizzo);
    if (street) {
      setPoint(undefined);
      return setStatusText(askForNumber(street));
    }
    pickPoint(lat, lon, `Abbiamo aggiunto il punto di ${indirizzo}.`);
    chosen.current = indirizzo;
    filled.current = indirizzo;
  }

  /** @param target the field that was left */
  function askAboutTyped({ target }: FocusEvent) {
    if (point || !(target instanceof HTMLInputElement) || target.name !== 'indirizzo') return;
    const street = streetAlone(target.value);
    setStatusText(street ? askForNumber(street) : '');
  }

  const pickPoint = (lat: number, lon: number, words: string) => {
    // Six decimals are a tenth of a metre; `Number` drops trailing zeros.
    const [a = '', o = ''] = [lat, lon].map((degrees) => String(Number(degrees.toFixed(6))));
    chosen.current = '';
    setPoint({ lat: a, lon: o });
    setStatusText(words);
    // Counts as typing, so that the error of the field goes away.
    box.current?.querySelector('#indirizzo')?.dispatchEvent(new Event('input', { bubbles: true }));
  };

  function locateDevice() {
    setStatusText('Cerchiamo la tua posizione…');
    findPosition('scrivi l’indirizzo', true).then(
      ({ latitude, longitude, accuracy }) =>
        pickPoint(latitude, longitude, `Posizione aggiunta, precisa entro ${Math.max(1, Math.round(accuracy))} metri.`),
      ({ message }: Error) => setStatusText(message),
    );
  }

  /** On a phone the code of the map is fetched only when a citizen opens it. */
  function openMap() {
    setStatusText('Carichiamo la mappa…');
    import('./PlaceMap.tsx').then(
      (m) => {
        setMapState('opened');
        setOpenedMap(() => m.PlaceMap);
        setStatusText('');
      },
      () => setStatusText('La mappa non è disponibile in questo momento: scrivi l’indirizzo.'),
    );
  }

  function closeMap() {
    setMapState('closed');
    setOpenedMap(undefined);
    // The button is there again with the next drawing.
    setTimeout(() => mapPlace.current?.querySelector('button')?.focus());
  }

  function removePoint() {
    setPoint(undefined);
    setStatusText('Posizione tolta.');
    box.current?.querySelector<HTMLElement>('#indirizzo')?.focus();
  }

  const nearby = answer?.indirizzo;
  // The error names the same: it comes with the refusal of a send.
  const wrong = firstErrorOf(errors, 'fuori_confine');
  const isKept = point?.lat === values.lat && point?.lon === values.lon && ente === values.ente;
  const outsideWords = answer ? answer.fuori : isKept ? (wrong ?? outside) : undefined;

  return (
    // biome-ignore lint/a11y: it listens to the field inside
    <div ref={box} onBlur={askAboutTyped}>
      <AddressField
        name="indirizzo"
        label={placeFields.list.indirizzo.label}
        required={!point && (needed || !mounted)}
        ente={mounted && suggests ? ente : ''}
        onText={onText}
        onChoose={chooseAddress}
        defaultValue={values.indirizzo}
        errors={errors}
        hint={
          mounted && !needed
            ? 'Facoltativo per questo tipo di segnalazione.'
            : `Via e numero civico, o un punto che si riconosca. ${mounted ? (forOthers ? '' : 'Oppure usa la tua posizione.') : `Non serve per «${TIPI.SF230}».`}`
        }
      />
      <input type="hidden" name="lat" value={point?.lat ?? ''} />
      <input type="hidden" name="lon" value={point?.lon ?? ''} />
      {point && (
        <p>
          <Icon name="marker" className="icon-sm" /> {nearby ? `Vicino a ${nearby}` : 'Posizione indicata:'}{' '}
          <small>
            {point.lat}, {point.lon}
          </small>{' '}
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
      {outsideWords && !wrong && (
        <p role="alert">
          <Icon name="warning" className="icon-sm" /> {outsideWords}
        </p>
      )}
      {point && outsideWords && (
        <Checkbox
          // A tick is for one point.
          key={`${ente} ${point.lat} ${point.lon}`}
          name="fuori_confine"
          label="Confermo che il posto è questo"
          defaultChecked={isKept && values.fuori_confine === 'on'}
          errors={errors}
        />
      )}
      <div className="azioni">
        {mounted && !forOthers && 'geolocation' in navigator && (
          <button type="button" className="btn btn-link" onClick={locateDevice}>
            <Icon name="marker" className="icon-sm" /> Usa la mia posizione
          </button>
        )}
      </div>
      {hasMap && (
        <div ref={mapPlace}>
          {OpenedMap ? (
            <OpenedMap
              // Another ente has a map of its own.
              key={`${enteMap.lat} ${enteMap.lon}`}
              enteMap={enteMap}
              point={point && { lat: Number(point.lat), lon: Number(point.lon) }}
              isAskedFor={mapState === 'opened'}
              onPick={(lat, lon) => pickPoint(lat, lon, 'Punto scelto sulla mappa.')}
              onClose={closeMap}
            />
          ) : (
            <button type="button" className="mappa-apri" onClick={openMap}>
              <img src="/mappa.svg" alt="" width="480" height="160" />
              <Icon name="marker" className="icon-sm" /> Indica il punto sulla mappa
            </button>
          )}
        </div>
      )}
      <p role="status" className="form-text">
        {statusText}
      </p>
    </div>
  );
}

/** Only some browsers tell. */
function savesData(): boolean {
  return Boolean((navigator as { connection?: { saveData?: boolean } }).connection?.saveData);
}
