/** The fields of a segnalazione that say where: the citizen types an address, shares their location or picks it on the map. */
import { useEffect } from 'react';
import type { FieldErrors } from '../../../platform/errors.ts';
import { findPosition } from '../../../platform/position.browser.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { firstErrorOf } from '../../../ui/form/errors.ts';
import { Icon } from '../../../ui/Icon.tsx';
import type { FormValues } from '../../cases/form/form.ts';
import { AddressField } from './AddressField.tsx';
import type { SegnalazioneFormProps } from './form-props.ts';
import { TIPI } from './options.ts';
import { PlaceMap } from './PlaceMap.tsx';
import { placeFields } from './segnalazione.fields.ts';
import { type LuogoPoint, useLuogo } from './useLuogo.ts';

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

/** Fields `indirizzo`, `lat` and `lon`: an address or a point is enough. */
export function LuogoFields({ values, errors, mounted, needed, ente, suggests, outside, enteMap, ...props }: Props) {
  const { forOthers = false, onPoint } = props;
  const luogo = useLuogo(values.lat && values.lon ? { lat: values.lat, lon: values.lon } : undefined, ente);
  const { point, answer } = luogo;
  useEffect(() => onPoint?.(point), [point, onPoint]);

  function locateDevice() {
    luogo.setStatusText('Cerchiamo la tua posizione…');
    findPosition('scrivi l’indirizzo', true).then(
      ({ latitude, longitude, accuracy }) =>
        luogo.pickPoint(
          latitude,
          longitude,
          `Posizione aggiunta, precisa entro ${Math.max(1, Math.round(accuracy))} metri.`,
        ),
      ({ message }: Error) => luogo.setStatusText(message),
    );
  }

  // The error names the same: it comes with the refusal of a send.
  const wrong = firstErrorOf(errors, 'fuori_confine');
  const isKept = point?.lat === values.lat && point?.lon === values.lon && ente === values.ente;
  const outsideWords = answer ? answer.fuori : isKept ? (wrong ?? outside) : undefined;

  return (
    // biome-ignore lint/a11y: it listens to the field inside
    <div ref={luogo.box} onBlur={luogo.askAboutTyped}>
      <AddressField
        name="indirizzo"
        label={placeFields.list.indirizzo.label}
        required={!point && (needed || !mounted)}
        ente={mounted && suggests ? ente : ''}
        onText={luogo.onText}
        onChoose={luogo.chooseAddress}
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
      {point && <PickedPoint point={point} nearby={answer?.indirizzo} onRemove={luogo.removePoint} />}
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
      {!forOthers && (
        <div className="azioni">
          {mounted && 'geolocation' in navigator && (
            <button type="button" className="btn btn-link" onClick={locateDevice}>
              <Icon name="marker" className="icon-sm" /> Usa la mia posizione
            </button>
          )}
        </div>
      )}
      {enteMap && (
        <div className="mappa-posto">
          {mounted && (
            <PlaceMap
              enteMap={enteMap}
              point={point}
              onPick={(lat, lon) => luogo.pickPoint(lat, lon, 'Punto scelto sulla mappa.')}
            />
          )}
        </div>
      )}
      <p role="status" className="form-text">
        {luogo.statusText}
      </p>
    </div>
  );
}

type PickedPointProps = { point: LuogoPoint; nearby: string | null | undefined; onRemove(): void };

/** The point in numbers, the address near it, and the button that removes it. */
function PickedPoint({ point, nearby, onRemove }: PickedPointProps) {
  return (
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
          onRemove();
        }}
      >
        Togli la posizione
      </button>
    </p>
  );
}
