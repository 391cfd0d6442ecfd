/** What an operator reads before filing a report: the open ones of the same type near its point. */
import { useEffect, useState } from 'react';
import { dateInWords, withArticle } from '../../../platform/atoms/date.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import type { CallOutput } from '../../../platform/contract.ts';
import { nearbyCalls } from './segnalazioni-nearby.calls.ts';

type Props = { ente: string; codice: string; lat: string; lon: string };
type NearbySegnalazione = CallOutput<typeof nearbyCalls.segnalazioniVicine>[number];

export function NearbySegnalazioni({ ente, codice, lat, lon }: Props) {
  const [found, setFound] = useState<NearbySegnalazione[]>([]);
  useEffect(() => {
    let isCurrent = true;
    setFound([]);
    // Without an answer the report is filed as any other.
    sendCall(nearbyCalls.segnalazioniVicine, { ente, codice, lat, lon }).then(
      (answer) => isCurrent && setFound(answer),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [ente, codice, lat, lon]);
  return (
    <div>
      <p role="status">{found.length > 0 && <strong>{countWords(found.length)}</strong>}</p>
      {found.length > 0 && (
        <ul>
          {found.map(({ protocollo, oggetto, stato, inviata_il, metri, chat }) => (
            <li key={protocollo}>
              <a href={chat} target="_blank" rel="noreferrer">
                {protocollo} <bdi>{oggetto}</bdi>
                <span className="visually-hidden"> (si apre in un’altra scheda)</span>
              </a>
              <br />a {metri} m, {stato.toLowerCase()}, arrivata{' '}
              {withArticle('il', dateInWords(Date.parse(inviata_il)))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const countWords = (count: number): string =>
  count === 1
    ? 'Qui vicino c’è già una segnalazione aperta di questo tipo: è lo stesso problema?'
    : `Qui vicino ci sono già ${count} segnalazioni aperte di questo tipo: una è lo stesso problema?`;
