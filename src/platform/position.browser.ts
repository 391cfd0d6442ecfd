/** Asks the browser where the device is. The person is asked by the browser, and may refuse. */

/** How long the device may take to find out, in ms. */
const LOCATE_TIMEOUT = 15_000;

/**
 * @param instead what can be done without a position, as part of a sentence
 * @param isExact metres matter: the device may take longer @throws Error with the words to show
 */
export const findPosition = (instead: string, isExact: boolean): Promise<GeolocationCoordinates> =>
  new Promise((done, failed) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => done(coords),
      ({ code, PERMISSION_DENIED }) =>
        failed(
          new Error(
            code === PERMISSION_DENIED
              ? `Il browser non ha il permesso di usare la posizione: ${instead}, oppure concedi il permesso e riprova.`
              : `Non siamo riusciti a trovare la tua posizione: ${instead}, oppure riprova.`,
          ),
        ),
      { enableHighAccuracy: isExact, timeout: LOCATE_TIMEOUT, maximumAge: 60_000 },
    ),
  );
