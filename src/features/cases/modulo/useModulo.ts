/** The state and actions of a form in the browser, as one hook under `ModuloForm`. */
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { send } from '../../../platform/client.browser.ts';
import type { Operation } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { leave } from '../../../platform/leave.browser.ts';
import type { Azione } from '../../../ui/form/NavButtons.tsx';
import { useSend } from '../../../ui/form/useSend.ts';
import { useStep } from '../../../ui/form/useStep.ts';
import type { Caricamento } from '../allegati/Attachments.tsx';
import { operations as operazioniBozza } from '../bozza/bozza.contract.ts';
import { confermaCodice } from '../otp/codice.browser.ts';
import { stessa } from '../otp/otp.contract.ts';
import type { praticaAperta } from '../pratica/pratica.contract.ts';
import { esitoDi } from './esito.ts';
import { daInviare, erroriDati, passoAmmesso } from './modulo.controlli.ts';
import {
  erroriPrivacy,
  indirizzoPasso,
  nessuno,
  passoDelCampo,
  passoSenzaDati,
  titolo,
  valoriDi,
  vicino,
} from './modulo.passi.ts';
import type { Modulo, ModuloProps, Passo, Valori } from './modulo.ts';

/** How one form behaves in the browser. */
export type Comportamento = {
  modulo: Modulo;
  invio: Operation<z.ZodMiniType, typeof praticaAperta>;
  /** Values that the page around the form depends on: when they have changed, the step is another page (product rule) */
  cornice: readonly string[];
  /** What the browser knows beyond the schema: a body's own list, for example */
  controlla?(valori: Valori): FieldErrors;
};

/** What a form does once scripts run: checks, keeps the draft, moves between the steps, sends. */
export function useModulo({ modulo, invio, cornice, controlla }: Comportamento, props: ModuloProps) {
  const { stato, identita } = props;
  const { percorso } = modulo;
  const form = useRef<HTMLFormElement>(null);
  const [valori, setValori] = useState(stato.valori);
  const [allegati, setAllegati] = useState(stato.allegati);
  const [confermata, setConfermata] = useState(props.confermata);
  const [finestra, setFinestra] = useState<'salva' | 'termini'>();
  const chiave = useRef(stato.chiave);
  const caricamento: Caricamento = useRef(undefined);
  const sending = useSend<Azione>(
    { errors: stato.errori, message: stato.messaggio },
    {
      uploads: [caricamento],
      refused: (error, azione) => {
        setFinestra(undefined);
        const said = esitoDi(modulo, error, azione);
        const campo = Object.keys(said.errors ?? {})[0];
        if (said.errors?.otp) setConfermata('');
        if (campo && passoDelCampo(modulo, campo) !== passo) vai(passoDelCampo(modulo, campo));
        return said;
      },
    },
  );
  const { show, wrong, running } = sending;

  const indirizzo = (passo: Passo, segue?: string) => indirizzoPasso(modulo, passo, segue);
  const [passo, vai] = useStep<Passo>({
    first: stato.passo,
    href: indirizzo,
    leadsTo: (chiesto) => {
      show({});
      const valori = leggi();
      return passoAmmesso(
        modulo,
        { valori, allegati, identita, confermata: stessa(confermata, valori.email) },
        chiesto,
      );
    },
  });

  useEffect(() => {
    document.title = `${titolo(modulo, passo, wrong)} - ${props.nomeEnte}`;
  }, [modulo, passo, wrong, props.nomeEnte]);

  /** What stands in the fields now, over what was there before. */
  function leggi(): Valori {
    const scritti = Object.fromEntries(new FormData(form.current ?? undefined));
    // A box that is not ticked is not sent.
    const caselle = passo === 'privacy' ? { privacy: '' } : modulo.caselle;
    const tutti = valoriDi(modulo, { ...valori, ...caselle, ...scritti });
    setValori(tutti);
    return tutti;
  }

  async function tieni(valori: Valori, verso: Passo, keepalive = false): Promise<void> {
    const bozza = await send(operazioniBozza.salvaBozza, { percorso, passo: verso, valori }, { keepalive });
    chiave.current = bozza.chiave;
  }

  /** Who goes to the mail for the code may find the page thrown out of memory: what is typed is kept before. */
  function custodisci(valori: Valori) {
    if (running.current || passo !== 'dati') return;
    // Nobody waits for this: the next button saves again, and says when it cannot.
    tieni(valori, 'dati', true).catch((cause) => console.debug(cause));
  }
  const nascosta = useRef(() => {});
  nascosta.current = () => document.hidden && custodisci(leggi());
  useEffect(() => {
    const listen = () => nascosta.current();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);

  async function avanti() {
    const scritti = leggi();
    let errori = passo === 'privacy' ? erroriPrivacy(scritti) : {};
    if (passo === 'dati') {
      const codice = await verificaCodice(scritti);
      const compilato = { valori: scritti, allegati, identita, confermata: codice.confermata };
      errori = erroriDati(modulo, compilato, controlla?.(scritti));
      if (codice.errore) errori.otp = [codice.errore];
    }
    if (!nessuno(errori)) return show({ errors: errori });
    await procedi(scritti, 1);
  }

  async function procedi(scritti: Valori, oltre: 1 | -1) {
    const verso = vicino(passo, oltre);
    await tieni(scritti, verso);
    if (cornice.some((nome) => scritti[nome] !== (stato.valori[nome] ?? ''))) await leave(indirizzo(verso, '#passo'));
    sposta(verso);
  }

  /** A code that was typed and not yet verified is verified on the way. */
  async function verificaCodice({ email = '' }: Valori): Promise<{ confermata: boolean; errore?: string }> {
    if (stessa(confermata, email)) return { confermata: true };
    const otp = form.current?.querySelector<HTMLInputElement>('[name="otp"]')?.value.trim();
    if (!otp) return { confermata: false };
    try {
      await confermaCodice(email, otp);
      setConfermata(email);
      return { confermata: true };
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      return { confermata: false, errore: error.fields?.otp?.[0] ?? error.message };
    }
  }

  function inviato(email: string) {
    const scritti = { ...leggi(), codice_inviato_a: email };
    setValori(scritti);
    custodisci(scritti);
  }

  async function invia() {
    const corpo = daInviare(modulo, valori, allegati);
    const aperta = await send(invio, corpo, { key: chiave.current }).catch(async (error) => {
      if (!(error instanceof PortalError && error.code === 'not_found') || error.fields) throw error;
      // What it is about is not open any more: the page asks for the codes, or the login, and finds the draft.
      await tieni(valori, passo);
      return leave(indirizzo(passo));
    });
    await leave(`${percorso}?passo=conferma&pratica=${aperta.id}`);
  }

  function sposta(verso: Passo, meta?: string) {
    show({});
    vai(verso, meta);
  }

  /** What each button asks for, as it is now: while a file was on its way the form has gone on. */
  const lavori = useRef({} as Record<Azione, () => Promise<void>>);
  lavori.current = {
    avanti,
    indietro: () => procedi(leggi(), -1),
    salva: async () => setFinestra('salva'),
    invia: async () => setFinestra('termini'),
  };

  const esegui = (azione: Azione, fai?: () => Promise<void>) =>
    sending.run(azione, async () => {
      await (fai ?? lavori.current[azione])();
      return undefined;
    });

  function premuto(event: FormEvent<HTMLFormElement>) {
    const azione = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? 'avanti';
    // Saving needs a cookie: the answer to its question is a POST of the page. Who is logged in is asked nothing.
    if (azione.startsWith(identita ? 'salva' : 'salva_') && !caricamento.current) {
      running.current = true;
      return;
    }
    event.preventDefault();
    void esegui(azione.split('_')[0] as Azione);
  }

  /** Links between the steps move inside the page. */
  function seguito(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    const verso = link?.pathname === percorso && new URLSearchParams(link.search).get('passo');
    // A place of this step is the browser's to find.
    if (
      !link ||
      !verso ||
      link.search === location.search ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    // From there all links lead one step back.
    if (passo === 'dati') return void esegui('indietro');
    // And from the summary to a step before it.
    sposta(passoSenzaDati(leggi(), verso) ?? 'dati', link.hash.slice(1));
  }

  return {
    ...{ form, passo, valori, allegati, setAllegati, confermata, setConfermata, finestra, inviato, caricamento },
    ...{ premuto, seguito, sending },
    chiave: chiave.current,
    chiudi: () => running.current || setFinestra(undefined),
    toccato: startBotCheck,
    confermaInvio: () => void esegui('invia', invia),
  };
}
