/** What a citizen reads before sending a report: the public ones of the same type near its place, which can be followed instead. */
import { useEffect, useState } from 'react';
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import type { CallOutput } from '../../../platform/contract.ts';
import { followersInWords } from '../../cases/segnalazione-seguita/seguita-words.ts';
import { luogoCalls } from './luogo.calls.ts';
import { pubblicheNearbyCalls } from './pubbliche-nearby.calls.ts';
import { streetAlone } from './street.ts';

export type PublicNearby = CallOutput<typeof pubblicheNearbyCalls.segnalazioniPubblicheVicine>;

/** The points of public reports are rounded to some ten metres. */
const ROUNDED_METRES = 15;

/** The list; nothing where there is none. */
export function AlreadyReportedList({ found }: { found: PublicNearby }) {
  if (found.length === 0) return null;
  return (
    <div className="gia-segnalate">
      <p>
        Se è lo stesso problema segui quella che c’è già: non serve inviarne un’altra, e quella che scrivi resta in
        bozza. Se non lo è, vai avanti.
      </p>
      <ul>
        {found.map(({ titolo, testo, giorno, metri, luogo, seguita_da, foto, pagina }) => (
          <li key={pagina}>
            {foto && <img src={foto} alt="" width="72" height="72" loading="lazy" />}
            <div>
              <b>
                <bdi>{titolo}</bdi>
              </b>
              {testo && (
                <>
                  <br />
                  <bdi>{testo}</bdi>
                </>
              )}
              <br />
              {metri === null ? <bdi>{luogo}</bdi> : metri < ROUNDED_METRES ? 'A pochi metri' : `A ${metri} m`},
              arrivata {withArticle('il', dateInWords(giorno))}
              {seguita_da > 0 && `, ${followersInWords(seguita_da)}`}
              <br />
              <a className="d-inline-block py-2" href={pagina}>
                Segui questa segnalazione
                <span className="visually-hidden">
                  {' '}
                  «<bdi>{titolo}</bdi>»
                </span>
              </a>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const alreadyReportedTitle = (count: number): string =>
  count === 1
    ? 'Qui vicino è già segnalato: è questo?'
    : `Qui vicino ci sono già ${count} segnalazioni: è una di queste?`;

/** @property lat, lon of the pin; without one the address that was typed is looked up */
type Props = { ente: string; codice: string; lat?: string; lon?: string };

/** Asks for them, and says so when there are any. */
export function AlreadyReported({ ente, codice, lat, lon }: Props) {
  const [found, setFound] = useState<PublicNearby>([]);
  const address = useTypedAddress();
  useEffect(() => {
    let isCurrent = true;
    setFound([]);
    // Without an answer the report is sent as any other.
    findReported({ ente, codice, lat, lon }, address).then(
      (answer) => isCurrent && setFound(answer),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [ente, codice, lat, lon, address]);
  return (
    <>
      <p role="status">{found.length > 0 && <b>{alreadyReportedTitle(found.length)}</b>}</p>
      <AlreadyReportedList found={found} />
    </>
  );
}

/** Shorter texts are no address yet. */
const LEAST_ADDRESS = 6;

async function findReported({ ente, codice, lat, lon }: Props, address: string): Promise<PublicNearby> {
  const street = lat ? undefined : streetAlone(address);
  if (street) return sendCall(pubblicheNearbyCalls.segnalazioniPubblicheVicine, { ente, codice, via: street });
  const [first] =
    lat || address.length < LEAST_ADDRESS ? [] : await sendCall(luogoCalls.cercaLuogo, { ente, testo: address });
  const point = lat && lon ? { lat, lon } : first && { lat: String(first.lat), lon: String(first.lon) };
  return point ? sendCall(pubblicheNearbyCalls.segnalazioniPubblicheVicine, { ente, codice, ...point }) : [];
}

const readAddress = (): string =>
  document.querySelector<HTMLInputElement>('input[name="indirizzo"]')?.value.trim() ?? '';

/** What stands in the field of the address once the citizen has left it. */
function useTypedAddress(): string {
  const [address, setAddress] = useState(readAddress);
  useEffect(() => {
    const renew = () => setAddress(readAddress());
    document.addEventListener('change', renew);
    return () => document.removeEventListener('change', renew);
  }, []);
  return address;
}
