/** The offer of the ente that is chosen in a form now, which may have come after the page. */
import { type RefObject, useRef, useState } from 'react';
import { chosenOfferta, type WithOfferta } from './ente-offerta.ts';

/** @property latest the same for the check at a button @property load asks for the offer of another ente, and keeps it */
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
