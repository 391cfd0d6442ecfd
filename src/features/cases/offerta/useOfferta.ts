/** The offer of the ente that is chosen in a form: rendered with the page, or loaded after another choice. */
import { type RefObject, useRef, useState } from 'react';
import { chosenOfferta, type WithOfferta } from './ente-offerta.ts';

/** @property latest the offer for checks in event handlers @property load loads the offer of another ente and stores it */
export type LoadedOfferta<T> = {
  offerta: T | undefined;
  latest: RefObject<T | undefined>;
  load(ente: string): Promise<T>;
};

export function useOfferta<T extends object>(
  page: WithOfferta<T>,
  read: (ente: string) => Promise<T>,
): LoadedOfferta<T> {
  const [offerta, setOfferta] = useState(chosenOfferta(page));
  const latest = useRef(offerta);
  const load = async (ente: string) => {
    const loaded = await read(ente);
    latest.current = loaded;
    setOfferta(loaded);
    return loaded;
  };
  return { offerta, latest, load };
}
