/** The place of a segnalazione as a citizen says it: its point, the address that goes with it, and what the portal says of them. */
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { FoundLuogo } from './AddressField.tsx';
import { askAboutPoint, type PointAnswer } from './point-answer.browser.ts';
import { askForNumber, streetAlone } from './street.ts';

/** Degrees as the hidden fields have them. */
export type LuogoPoint = { lat: string; lon: string };

/**
 * @param initial the point that the form came with @param ente id of the chosen ente, or ''
 * @returns `box` for the element around the fields, `answer` about the point, `statusText` for the citizen
 */
export function useLuogo(initial: LuogoPoint | undefined, ente: string) {
  const [point, setPoint] = useState(initial);
  const [statusText, setStatusText] = useState('');
  const [answer, setAnswer] = useState<PointAnswer>();
  /** The address that was chosen with its point, and the last one that was not typed */
  const chosen = useRef('');
  const filled = useRef('');
  const box = useRef<HTMLDivElement>(null);

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

  function pickPoint(lat: number, lon: number, words: string) {
    // Six decimals are a tenth of a metre; `Number` drops trailing zeros.
    const [a = '', o = ''] = [lat, lon].map((degrees) => String(Number(degrees.toFixed(6))));
    chosen.current = '';
    setPoint({ lat: a, lon: o });
    setStatusText(words);
    // Counts as typing, so that the error of the field goes away.
    box.current?.querySelector('#indirizzo')?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  function removePoint() {
    setPoint(undefined);
    setStatusText('Posizione tolta.');
    box.current?.querySelector<HTMLElement>('#indirizzo')?.focus();
  }

  return {
    box,
    point,
    answer,
    statusText,
    setStatusText,
    onText,
    chooseAddress,
    askAboutTyped,
    pickPoint,
    removePoint,
  };
}
