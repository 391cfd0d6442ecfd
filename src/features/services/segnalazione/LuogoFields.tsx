/** The fields of a segnalazione that say where: the citizen types an address, shares their location or picks it on the map. */
import { useRef, useState } from 'react';
import type { FieldErrors } from '../../../platform/errors.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { Valori } from '../../cases/modulo/modulo.ts';
import type { Mappa } from './Mappa.tsx';
import type { ModuloProps } from './modulo.ts';
import { placeFields } from './segnalazione.fields.ts';
import { TIPI } from './tipi.ts';

type Props = {
  valori: Valori;
  errors: FieldErrors | undefined;
  mounted: boolean;
  /** False for a kind of report that happens nowhere in particular */
  serve: boolean;
  mappa: ModuloProps['mappe'][string] | undefined;
};
type Punto = { lat: string; lon: string };

/** How long the device may look for itself, in ms. */
const ATTESA = 15_000;

/** Fields `indirizzo`, `lat`, `lon`: an address typed, the own position, or a point on the map; one is enough. */
export function LuogoFields({ valori, errors, mounted, serve, mappa }: Props) {
  const [punto, setPunto] = useState<Punto | undefined>(
    valori.lat && valori.lon ? { lat: valori.lat, lon: valori.lon } : undefined,
  );
  const [detto, setDetto] = useState('');
  const [Aperta, setAperta] = useState<typeof Mappa>();
  const box = useRef<HTMLDivElement>(null);

  const scegli = (lat: number, lon: number, parole: string) => {
    // A tenth of a metre, and no zeros that tell nothing.
    const [a = '', o = ''] = [lat, lon].map((gradi) => String(Number(gradi.toFixed(6))));
    setPunto({ lat: a, lon: o });
    setDetto(parole);
    // As good as typed: the field is put right.
    box.current?.querySelector('#indirizzo')?.dispatchEvent(new Event('input', { bubbles: true }));
  };

  function qui() {
    setDetto('Cerchiamo la tua posizione…');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        scegli(
          coords.latitude,
          coords.longitude,
          `Posizione aggiunta, precisa entro ${Math.max(1, Math.round(coords.accuracy))} metri.`,
        ),
      (error) => setDetto(error.code === error.PERMISSION_DENIED ? NON_PERMESSA : NON_TROVATA),
      { enableHighAccuracy: true, timeout: ATTESA, maximumAge: 60_000 },
    );
  }

  /** The map's code is fetched when somebody wants it. */
  function apri() {
    setDetto('Carichiamo la mappa…');
    import('./Mappa.tsx').then(
      (m) => {
        setAperta(() => m.Mappa);
        setDetto('');
      },
      () => setDetto('La mappa non è disponibile in questo momento: scrivi l’indirizzo.'),
    );
  }

  function togli() {
    setPunto(undefined);
    setDetto('Posizione tolta.');
    box.current?.querySelector<HTMLElement>('#indirizzo')?.focus();
  }

  return (
    <div ref={box}>
      <Field
        name="indirizzo"
        label={placeFields.list.indirizzo.label}
        required={!punto && (serve || !mounted)}
        autoComplete="off"
        defaultValue={valori.indirizzo}
        errors={errors}
        hint={
          mounted && !serve
            ? 'Facoltativo per questo tipo di segnalazione.'
            : `Via e numero civico, o un punto che si riconosca. ${mounted ? 'Oppure usa la tua posizione.' : `Non serve per «${TIPI.SF230}».`}`
        }
      />
      <input type="hidden" name="lat" value={punto?.lat ?? ''} />
      <input type="hidden" name="lon" value={punto?.lon ?? ''} />
      {punto && (
        <p>
          <Icon name="marker" className="icon-sm" /> Posizione indicata: {punto.lat}, {punto.lon}{' '}
          <button
            type="submit"
            className="btn btn-link"
            name="_azione"
            value="togli_posizione"
            formNoValidate
            onClick={(event) => {
              event.preventDefault();
              togli();
            }}
          >
            Togli la posizione
          </button>
        </p>
      )}
      <div className="azioni">
        {mounted && 'geolocation' in navigator && (
          <button type="button" className="btn btn-link" onClick={qui}>
            <Icon name="marker" className="icon-sm" /> Usa la mia posizione
          </button>
        )}
        {mounted && mappa && !Aperta && (
          <button type="button" className="btn btn-link" onClick={apri}>
            <Icon name="marker" className="icon-sm" /> Indica il punto sulla mappa
          </button>
        )}
      </div>
      {mappa && Aperta && (
        <Aperta
          mappa={mappa}
          punto={punto && { lat: Number(punto.lat), lon: Number(punto.lon) }}
          onPick={(lat, lon) => scegli(lat, lon, 'Punto scelto sulla mappa.')}
          onClose={() => setAperta(undefined)}
        />
      )}
      <p role="status" className="form-text">
        {detto}
      </p>
    </div>
  );
}

const NON_PERMESSA =
  'Il browser non ha il permesso di usare la posizione: scrivi l’indirizzo, oppure concedi il permesso e riprova.';
const NON_TROVATA = 'Non siamo riusciti a trovare la tua posizione: scrivi l’indirizzo, oppure riprova.';
