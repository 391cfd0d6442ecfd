/** Suggests enti while their name is typed, and those nearby. Loaded only where they are too many for a list. */
import { useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import type { CallOutput } from '../../../platform/contract.ts';
import { findPosition } from '../../../platform/position.browser.ts';
import { Suggestions } from '../../../ui/form/Suggestions.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { type AskedServizi, MAX_SUGGESTED_ENTI, SEARCH_ENTE } from './choice.ts';
import { enteCalls } from './ente.calls.ts';

type SuggestedEnte = CallOutput<typeof enteCalls.suggerisciEnti>[number];

type Props = { servizi: AskedServizi; onChoose(ente: SuggestedEnte): void };

/** Stands right after the field {@link SEARCH_ENTE}. */
export function EnteSuggest({ servizi, onChoose }: Props) {
  const [nearby, setNearby] = useState<SuggestedEnte[]>();
  const [statusText, setStatusText] = useState('');
  const suggest = (by: { testo: string } | { lat: number; lon: number }) =>
    sendCall(enteCalls.suggerisciEnti, { ...by, servizi: Array.isArray(servizi) ? servizi : undefined });

  async function showNearby() {
    setStatusText('Cerchiamo la tua posizione…');
    try {
      const { latitude, longitude } = await findPosition('scrivi il nome', false);
      setNearby(await suggest({ lat: latitude, lon: longitude }));
      setStatusText('');
    } catch (error) {
      setStatusText((error as Error).message);
    }
  }

  return (
    <>
      <Suggestions
        field={SEARCH_ENTE}
        isOn
        label="Enti"
        search={(text) => suggest({ testo: text })}
        keyOf={({ Id }) => Id}
        textOf={({ Nome }) => Nome}
        detailOf={({ distanza }) => (distanza ? `, ${distanza}` : '')}
        offered={nearby}
        countWords={countWords}
        onChoose={onChoose}
      />
      {'geolocation' in navigator && (
        <>
          <button type="button" className="btn btn-link" aria-describedby={NOTE_ID} onClick={() => void showNearby()}>
            <Icon name="marker" className="icon-sm" /> Trova gli enti vicini a me
          </button>
          <p className="form-text" id={NOTE_ID}>
            La tua posizione serve solo a questo: arriva al portale una volta sola e non viene conservata.
          </p>
        </>
      )}
      <p role="status">{statusText}</p>
    </>
  );
}

const NOTE_ID = `${SEARCH_ENTE}-posizione`;

function countWords(count: number): string {
  if (count === 0) return 'Nessun ente con questo nome.';
  const words =
    count === 1 ? 'Un ente' : count < MAX_SUGGESTED_ENTI ? `${count} enti` : `I primi ${MAX_SUGGESTED_ENTI} enti`;
  return `${words}: scegli con le frecce e Invio.`;
}
