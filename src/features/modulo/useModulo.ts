import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { startBotCheck } from '../../platform/bot-check/bot-check.browser.ts';
import { send } from '../../platform/client.browser.ts';
import type { Operation } from '../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../platform/errors.ts';
import { leave } from '../../platform/leave.browser.ts';
import type { Azione } from '../../ui/form/NavButtons.tsx';
import { useStep } from '../../ui/form/useStep.ts';
import { ASPETTIAMO, type Caricamento } from '../allegati/Attachments.tsx';
import { operations as operazioniBozza } from '../bozza/bozza.contract.ts';
import { confermaCodice } from '../otp/codice.browser.ts';
import { stessa } from '../otp/otp.contract.ts';
import type { praticaAperta } from '../pratica/pratica.contract.ts';
import { type Esito, esitoDi } from './esito.ts';
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
import type { ModuloControllato, ModuloProps, Passo, Valori } from './modulo.ts';

/** How one form behaves in the browser. */
export type Comportamento = {
  modulo: ModuloControllato;
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
  const [esito, setEsito] = useState<Esito>(stato);
  const [lavoro, setLavoro] = useState<Azione>();
  const [parole, setParole] = useState<string>();
  const [finestra, setFinestra] = useState<'salva' | 'termini'>();
  const [corretti, setCorretti] = useState<string[]>([]);
  const chiave = useRef(stato.chiave);
  const occupato = useRef(false);
  const caricamento: Caricamento = useRef(undefined);

  const indirizzo = (passo: Passo, segue?: string) => indirizzoPasso(modulo, passo, segue);
  const [passo, vai] = useStep<Passo>({
    first: stato.passo,
    href: indirizzo,
    leadsTo: (chiesto) => {
      setEsito({});
      const valori = leggi();
      return passoAmmesso(
        modulo,
        { valori, allegati, identita, confermata: stessa(confermata, valori.email) },
        chiesto,
      );
    },
  });

  const sbagliato = esito.messaggio || !nessuno(esito.errori ?? {});
  useEffect(() => {
    document.title = `${titolo(modulo, passo, Boolean(sbagliato))} - ${props.nomeEnte}`;
  }, [modulo, passo, sbagliato, props.nomeEnte]);

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
    if (occupato.current || passo !== 'dati') return;
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
    if (!nessuno(errori)) return mostra({ errori });
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

  function mostra(nuovo: Esito) {
    setEsito(nuovo);
    setCorretti([]);
  }

  function sposta(verso: Passo, meta?: string) {
    setEsito({});
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

  async function esegui(azione: Azione, fai?: () => Promise<void>) {
    if (occupato.current) return;
    occupato.current = true;
    setLavoro(azione);
    setParole(caricamento.current && ASPETTIAMO);
    try {
      const { errori = {} } = (await caricamento.current) ?? {};
      caricamento.current = undefined;
      setParole(undefined);
      if (!nessuno(errori)) throw new PortalError('invalid', { fields: errori });
      await (fai ?? lavori.current[azione])();
    } catch (error) {
      setFinestra(undefined);
      const nuovo = esitoDi(modulo, error, azione);
      const campo = Object.keys(nuovo.errori ?? {})[0];
      if (nuovo.errori?.otp) setConfermata('');
      if (campo && passoDelCampo(modulo, campo) !== passo) vai(passoDelCampo(modulo, campo));
      mostra(nuovo);
    } finally {
      occupato.current = false;
      setLavoro(undefined);
    }
  }

  function premuto(event: FormEvent<HTMLFormElement>) {
    const azione = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? 'avanti';
    // Saving needs a cookie: the answer to its question is a POST of the page. Who is logged in is asked nothing.
    if (azione.startsWith(identita ? 'salva' : 'salva_') && !caricamento.current) {
      occupato.current = true;
      return;
    }
    event.preventDefault();
    void esegui(azione.split('_')[0] as Azione);
  }

  /** A field that is being put right is no longer shown as wrong; the summary stays until the next check. */
  function scritto({ target }: FormEvent) {
    const nome = (target as HTMLInputElement).name;
    if (esito.errori?.[nome] && !corretti.includes(nome)) setCorretti([...corretti, nome]);
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

  const aperti = Object.entries(esito.errori ?? {}).filter(([nome]) => !corretti.includes(nome));
  return {
    ...{ form, passo, valori, allegati, setAllegati, confermata, setConfermata, esito, lavoro, finestra, inviato },
    ...{ caricamento, parole },
    /** Errors beside the fields: those not yet put right */
    errori: Object.fromEntries(aperti) as FieldErrors,
    chiave: chiave.current,
    chiudi: () => occupato.current || setFinestra(undefined),
    toccato: startBotCheck,
    confermaInvio: () => void esegui('invia', invia),
    premuto,
    scritto,
    seguito,
  };
}
