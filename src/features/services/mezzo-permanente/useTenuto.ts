/** State and saving behind the form of one device: what is typed survives a reload, and a save waits for uploads. */
import { useEffect, useRef, useState } from 'react';
import { send } from '../../../platform/client.browser.ts';
import { type ErrorCode, PortalError } from '../../../platform/errors.ts';
import { online, useCall } from '../../../ui/form/useCall.ts';
import type { Caricamento } from '../../cases/allegati/Attachments.tsx';
import type { AllegatoMostrato } from '../../cases/allegati/allegati.contract.ts';
import { nessuno } from '../../cases/modulo/modulo.passi.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { operations } from './mezzo.contract.ts';
import type { MezzoProps } from './mezzo.form.ts';
import { dopoIlMezzo } from './passi.ts';
import { corpoDi, inOrdine } from './scheda.ts';
import { CATEGORIE, TIPO } from './valori.ts';

const NON_SALVATO =
  'Non siamo riusciti a salvare il mezzo: quello che hai scritto è ancora qui. Controlla la connessione e riprova.';

/** Removed elsewhere, sent, its position closed, the login over, its key used: the page's own POST leads on, and keeps what was typed. */
const ALLA_PAGINA: readonly ErrorCode[] = ['not_found', 'conflict', 'invalid', 'token', 'anonymous'];

/**
 * The form of one device once scripts run: saving is a call that waits for uploads. What is typed is kept in the draft when the
 * page goes out of sight, when a file has come or gone and when the device was refused: a reload finds it.
 * @param mounted false until the script has come
 * @returns `scritti`: what stands in the fields now, also what was typed before the script came
 */
export function useTenuto({ dichiarazione, mezzo, chiave, ...props }: MezzoProps, mounted: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const [caricamenti] = useState(() => new Map(CATEGORIE.map((c) => [c, { current: undefined } as Caricamento])));
  const [file, setFile] = useState(props.file);
  // An upload may end between two renderings.
  const tutti = useRef(file);
  const cambiaFile = (cambio: (files: AllegatoMostrato[]) => AllegatoMostrato[]) => {
    tutti.current = cambio(tutti.current);
    setFile(tutti.current);
  };
  const partito = useRef(false);
  // Who only looked has nothing half-typed.
  const toccato = useRef(false);

  const tenuta = useRef<Promise<unknown>>(undefined);
  const tieni = useRef(() => {});
  tieni.current = () => {
    if (partito.current || !toccato.current || !form.current) return;
    const body = new FormData(form.current);
    body.set('_azione', 'tieni');
    // No answer is needed: what matters is sent with the button.
    tenuta.current = fetch(form.current.action, { method: 'POST', body, keepalive: true }).catch((cause) =>
      console.debug(cause),
    );
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
    // A reload asks for the page: without this it would send again the form that came back with errors.
    history.replaceState(history.state, '', location.href);
    document.addEventListener('visibilitychange', nascosta);
    return () => document.removeEventListener('visibilitychange', nascosta);
  }, []);

  const [scritti, setScritti] = useState(props.valori);
  const leggi = () => {
    const letti = Object.fromEntries(new FormData(form.current ?? undefined)) as Valori;
    setScritti(letti);
    return letti;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    if (mounted) leggi();
  }, [mounted]);
  const scritto = () => {
    toccato.current = true;
    leggi();
  };

  function salva(valori: Valori) {
    const operazione = valori[TIPO] === 'Automezzo' ? operations.scriviAutomezzo : operations.scriviMezzoFisso;
    const allegati = nominati(tutti.current);
    const corpo = { ...corpoDi(valori), dichiarazione, allegati, ...(mezzo !== 'nuovo' && { id: mezzo }) };
    return send(operazione, corpo as never, { key: chiave });
  }

  function allaPagina(): undefined {
    partito.current = true;
    const campo = form.current?.elements.namedItem('allegati');
    if (campo instanceof HTMLInputElement) campo.value = JSON.stringify(nominati(tutti.current));
  }

  const invio = useCall(
    { errors: props.errori, message: props.messaggio },
    {
      failed: NON_SALVATO,
      uploads: [...caricamenti.values()],
      call: async (_typed, azione) => {
        online();
        // The draft forgets a device that is saved: what it is still being asked to keep comes before.
        await tenuta.current;
        if (azione === 'annulla') return allaPagina();
        partito.current = true;
        const valori = leggi();
        try {
          return dopoIlMezzo(dichiarazione, await salva(valori), azione);
        } catch (error) {
          partito.current = false;
          if (!(error instanceof PortalError)) throw error;
          if (nessuno(error.fields ?? {}) && ALLA_PAGINA.includes(error.code)) return allaPagina();
          tieni.current();
          await tenuta.current;
          const fields = inOrdine(error.fields ?? {}, valori);
          throw new PortalError(error.code, nessuno(fields) ? { message: error.message } : { fields });
        }
      },
    },
  );

  return { form, file, cambiaFile, caricamenti, scritti, scritto, invio };
}

/** The files of a device as they are sent. */
export const nominati = (file: readonly AllegatoMostrato[]) => file.map(({ Id, categoria }) => ({ Id, categoria }));
