/** New messages appear by themselves: the case is asked for again every few seconds, and an answer without news costs nothing. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../platform/client.browser.ts';
import { PortalError } from '../../platform/errors.ts';
import { CallError } from '../../platform/monitoring/filter.ts';
import type { Parte } from '../pratica/stati.ts';
import { type Dettaglio, type EventoMostrato, operations } from './chat.contract.ts';
import { conNovita, nuoviEventi } from './parole.ts';

/** Milliseconds between two questions while the page is seen. */
const OGNI = 4000;
const AL_MASSIMO = 60_000;

/** @param guasti failures in a row @returns ms until the next question: longer and longer while the portal does not answer */
export function attesa(guasti: number, retryAfter = 0): number {
  return Math.max(Math.min(OGNI * 2 ** guasti, AL_MASSIMO), retryAfter * 1000);
}

export type Coppia = { email: string; id: string; vista: Parte };
/** Which part of the timeline is asked for: what comes before an event, or after one. */
type Pagina = { prima: string } | { dopo: string };
type Letto = { dettaglio: Dettaglio; etag: string | null } | null;

/**
 * @param etag of what the page shows
 * @returns null when nothing changed
 * @throws PortalError when the portal refuses, CallError when it does not answer
 */
async function leggi(coppia: Coppia & Pagina, etag: string | null, signal: AbortSignal): Promise<Letto> {
  const url = `${operations.dettaglioPratica.path}?${new URLSearchParams(coppia)}`;
  const headers: Record<string, string> = { accept: 'application/json', ...(etag && { 'if-none-match': etag }) };
  let answer: Response;
  try {
    answer = await fetch(url, { headers, signal, cache: 'no-store' });
    if (answer.status === 304) return null;
    if (answer.ok) return { dettaglio: (await answer.json()).data, etag: answer.headers.get('etag') };
  } catch (cause) {
    throw new CallError('Non riusciamo ad aggiornare la conversazione.', 0, cause);
  }
  if (answer.status === 403 || answer.status === 404) throw new PortalError('not_found');
  if (answer.status === 429)
    throw new PortalError('too_many', { retryAfter: Number(answer.headers.get('retry-after')) });
  throw new CallError('Non riusciamo ad aggiornare la conversazione.', answer.status);
}

export type Collegamento = 'va' | 'guasto' | 'finito';
export type Aggiornamento = {
  dettaglio: Dettaglio;
  /** `guasto`: no answer for a while; `finito`: the link opens the case no longer */
  collegamento: Collegamento;
  /** What came in by itself, for who does not see it come */
  novita: Dettaglio['eventi'];
  /** Asks at once. @returns how many `novita` there are then */
  adesso(): Promise<number>;
  /** Shows the events before the first that is shown */
  precedenti(): Promise<void>;
};

/**
 * @param prima called before what is shown changes by itself
 * @param sfoglia an earlier part of the timeline is shown: nothing new comes to its end
 */
export function useAggiornamento(
  iniziale: Dettaglio,
  coppia: Coppia,
  prima: () => void,
  sfoglia: boolean,
): Aggiornamento {
  const [dettaglio, setDettaglio] = useState(iniziale);
  const [collegamento, setCollegamento] = useState<Collegamento>('va');
  const [novita, setNovita] = useState<Dettaglio['eventi']>([]);
  const mostrato = useRef({ dettaglio: iniziale, etag: null as string | null, domanda: 0, novita: 0 });
  const domande = useRef(0);
  const { email, id, vista } = coppia;

  const mostra = useCallback((nuovo: Dettaglio) => {
    mostrato.current.dettaglio = nuovo;
    setDettaglio(nuovo);
  }, []);

  const chiedi = useCallback(
    async (signal: AbortSignal, avverti: () => void) => {
      const domanda = ++domande.current;
      const ultimo = mostrato.current.dettaglio.eventi.at(-1)?.id ?? '';
      const letto = await leggi({ email, id, vista, dopo: ultimo }, mostrato.current.etag, signal);
      setCollegamento('va');
      const gia = mostrato.current;
      // An answer that was overtaken by that to a later question is old.
      if (!letto || domanda < gia.domanda) return;
      const { altri_dopo, cambiati, ...nuovo } = letto.dettaglio;
      const mostrati = gia.dettaglio.eventi;
      const eventi = conNovita(mostrati, sfoglia ? { ...nuovo, cambiati, eventi: [] } : letto.dettaglio);
      const nuovi = nuoviEventi(mostrati, eventi, vista);
      mostrato.current = { ...gia, etag: letto.etag, domanda, novita: gia.novita + nuovi.length };
      avverti();
      mostra({ ...nuovo, eventi, altri_prima: gia.dettaglio.altri_prima });
      if (nuovi.length > 0) {
        setNovita((dette) => [...dette, ...nuovi]);
        // A read mark that does not arrive goes with the next one: nobody is told.
        if (!document.hidden) send(operations.segnaLetto, { email, id, vista }, { signal }).catch(console.debug);
      }
      if (altri_dopo && !sfoglia) await chiedi(signal, avverti);
    },
    [email, id, vista, sfoglia, mostra],
  );

  const provando = useCallback(async (work: (signal: AbortSignal) => Promise<void>) => {
    try {
      await work(new AbortController().signal);
    } catch (error) {
      if (!(error instanceof CallError || error instanceof PortalError)) throw error;
      setCollegamento(error instanceof PortalError && error.code === 'not_found' ? 'finito' : 'guasto');
    }
  }, []);

  useEffect(() => {
    if (sfoglia) return;
    const fine = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let inCorso = false;
    let guasti = 0;
    const giro = async () => {
      clearTimeout(timer);
      // Nobody looks, or there is no network: the events below wake it.
      if (inCorso || document.hidden || !navigator.onLine) return;
      inCorso = true;
      let pausa = attesa(0);
      try {
        await chiedi(fine.signal, prima);
        guasti = 0;
      } catch (error) {
        if (fine.signal.aborted) return;
        guasti++;
        const refused = error instanceof PortalError ? error : undefined;
        if (refused?.code === 'not_found') return setCollegamento('finito');
        // One lost answer is no news.
        if (guasti > 1) setCollegamento('guasto');
        pausa = attesa(guasti, refused?.retryAfter);
      } finally {
        inCorso = false;
      }
      timer = setTimeout(giro, pausa);
    };
    timer = setTimeout(giro, OGNI);
    const staccato = () => setCollegamento('guasto');
    const { signal } = fine;
    document.addEventListener('visibilitychange', giro, { signal });
    addEventListener('online', giro, { signal });
    addEventListener('offline', staccato, { signal });
    return () => {
      fine.abort();
      clearTimeout(timer);
    };
  }, [chiedi, prima, sfoglia]);

  const adesso = useCallback(async () => {
    // Who asked is looking: what they see next is theirs to say.
    await provando((signal) => chiedi(signal, () => {}));
    return mostrato.current.novita;
  }, [chiedi, provando]);

  const precedenti = useCallback(
    () =>
      provando(async (signal) => {
        const primo = (mostrato.current.dettaglio.eventi[0] as EventoMostrato).id;
        const letto = await leggi({ email, id, vista, prima: primo }, null, signal);
        const { dettaglio: gia } = mostrato.current;
        if (!letto || gia.eventi[0]?.id !== primo) return;
        const { eventi, altri_prima } = letto.dettaglio;
        mostra({ ...gia, eventi: [...eventi, ...gia.eventi], altri_prima });
      }),
    [email, id, vista, provando, mostra],
  );

  return { dettaglio, collegamento, novita, adesso, precedenti };
}
