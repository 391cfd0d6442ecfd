import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Caricamento } from '../allegati/Attachments.tsx';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import { nessuno } from '../modulo/modulo.passi.ts';
import type { Valori } from '../modulo/modulo.ts';
import { CATEGORIE } from './valori.ts';

/**
 * The form of one device once scripts run: a plain POST like without them, that waits for uploads and leaves once. What is typed
 * is kept in the draft when the page goes out of sight and when a file has come or gone: a reload finds it.
 * @param valori as the page has them @param file those of the device now @param mounted false until the script has come
 * @returns `scritti`: what stands in the fields now, also what was typed before the script came
 */
export function useTenuto(valori: Valori, file: readonly AllegatoMostrato[], mounted: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const [caricamenti] = useState(() => new Map(CATEGORIE.map((c) => [c, { current: undefined } as Caricamento])));
  const [lavoro, setLavoro] = useState<string>();
  const [fuoriLinea, setFuoriLinea] = useState(false);
  // A button that waited for an upload, and may go on now that the form names the file.
  const [pronto, setPronto] = useState<HTMLButtonElement | null>();
  const partito = useRef(false);
  // Who only looked has nothing half-typed.
  const toccato = useRef(false);

  const tieni = useRef(() => {});
  tieni.current = () => {
    if (partito.current || !toccato.current || !form.current) return;
    const corpo = new FormData(form.current);
    corpo.set('_azione', 'tieni');
    // Nobody waits for this: what matters is sent with the button.
    fetch(form.current.action, { method: 'POST', body: corpo, keepalive: true }).catch((cause) => console.debug(cause));
  };

  const prima = useRef(file);
  useEffect(() => {
    if (prima.current === file) return;
    prima.current = file;
    toccato.current = true;
    tieni.current();
  }, [file]);

  useEffect(() => {
    const nascosta = () => document.hidden && tieni.current();
    // The browser's Back may bring this page as it was left.
    const tornata = () => {
      partito.current = false;
      setLavoro(undefined);
    };
    // A reload asks for the page: without this it would send again the form that came back with errors.
    history.replaceState(history.state, '', location.href);
    document.addEventListener('visibilitychange', nascosta);
    addEventListener('pageshow', tornata);
    return () => {
      document.removeEventListener('visibilitychange', nascosta);
      removeEventListener('pageshow', tornata);
    };
  }, []);

  async function premuto(event: FormEvent<HTMLFormElement>) {
    const bottone = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const attesi = [...caricamenti.values()].flatMap(({ current }) => current ?? []);
    if (partito.current) return event.preventDefault();
    setFuoriLinea(!navigator.onLine);
    // The browser's own page of a line that is gone would take what was typed with it.
    if (!navigator.onLine) return event.preventDefault();
    if (attesi.length === 0) {
      partito.current = true;
      return setLavoro(bottone?.value);
    }
    event.preventDefault();
    setLavoro(bottone?.value);
    const esiti = await Promise.all(attesi);
    setLavoro(undefined);
    // What was refused is told beside its field.
    if (esiti.every(({ errori }) => nessuno(errori))) setPronto(bottone);
  }

  useEffect(() => {
    if (pronto === undefined) return;
    setPronto(undefined);
    form.current?.requestSubmit(pronto);
  }, [pronto]);

  const [scritti, setScritti] = useState(valori);
  const leggi = () => setScritti(Object.fromEntries(new FormData(form.current ?? undefined)) as Valori);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    if (mounted) leggi();
  }, [mounted]);
  const scritto = () => {
    toccato.current = true;
    leggi();
  };

  return { form, caricamenti, lavoro, fuoriLinea, premuto, scritti, scritto };
}
