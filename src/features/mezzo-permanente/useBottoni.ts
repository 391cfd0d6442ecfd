import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Azione } from '../../ui/form/NavButtons.tsx';
import { ASPETTIAMO, type Caricamento } from '../allegati/Attachments.tsx';
import { nessuno } from '../modulo/modulo.passi.ts';

export const FUORI_LINEA =
  'Non c’è connessione: quello che hai scritto è ancora qui. Quando la connessione torna, premi di nuovo il pulsante.';

/** A form whose buttons are the page's own POST: it waits for an upload that is under way, and leaves once. */
export function useBottoni() {
  const caricamento: Caricamento = useRef(undefined);
  const [lavoro, setLavoro] = useState<Azione>();
  const [fuoriLinea, setFuoriLinea] = useState(false);
  const [parole, setParole] = useState<string>();

  // The browser's Back brings the page as it was left.
  useEffect(() => {
    const tornato = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', tornato);
    return () => removeEventListener('pageshow', tornato);
  }, []);

  async function premuto(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const bottone = (event.nativeEvent as SubmitEvent).submitter;
    if (lavoro) return event.preventDefault();
    setFuoriLinea(!navigator.onLine);
    // The browser's own page of a line that is gone would take what was typed with it.
    if (!navigator.onLine) return event.preventDefault();
    setLavoro((bottone?.getAttribute('value') ?? 'avanti') as Azione);
    if (!caricamento.current) return;
    event.preventDefault();
    setParole(ASPETTIAMO);
    const { errori } = await caricamento.current;
    caricamento.current = undefined;
    setParole(undefined);
    setLavoro(undefined);
    // Why a file was refused stands beside it.
    if (nessuno(errori)) setParti(() => () => form.requestSubmit(bottone));
  }

  // Sent only once the form knows that nothing is under way any more.
  const [parti, setParti] = useState<() => void>();
  useEffect(() => {
    setParti(undefined);
    parti?.();
  }, [parti]);

  return { caricamento, lavoro, parole, fuoriLinea, premuto };
}
