import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { send } from '../../platform/client.browser.ts';
import { type FieldErrors, PortalError } from '../../platform/errors.ts';
import type { Azione } from '../../ui/form/NavButtons.tsx';
import { useStep } from '../../ui/form/useStep.ts';
import { operations as operazioniBozza } from '../bozza/bozza.contract.ts';
import { operations as operazioniOtp } from '../otp/otp.contract.ts';
import { type Esito, esitoDi } from './esito.ts';
import type { ModuloProps } from './modulo.ts';
import { operations } from './segnalazione.contract.ts';
import {
  daInviare,
  erroriDati,
  erroriPrivacy,
  indirizzoPasso,
  nessuno,
  type Passo,
  PERCORSO,
  passoAmmesso,
  passoDelCampo,
  primoIncompleto,
  stessa,
  titolo,
  type Valori,
  valoriDi,
  vicino,
} from './segnalazione.passi.ts';

/** What the form does once scripts run: checks, keeps the draft, moves between the steps, sends. */
export function useSegnalazione(props: ModuloProps) {
  const { stato } = props;
  const form = useRef<HTMLFormElement>(null);
  const [valori, setValori] = useState(stato.valori);
  const [allegati, setAllegati] = useState(stato.allegati);
  const [confermata, setConfermata] = useState(props.confermata);
  const [esito, setEsito] = useState<Esito>(stato);
  const [lavoro, setLavoro] = useState<Azione>();
  const [finestra, setFinestra] = useState<'salva' | 'termini'>();
  const [corretti, setCorretti] = useState<string[]>([]);
  const chiave = useRef(stato.chiave);
  const occupato = useRef(false);

  const [passo, vai] = useStep<Passo>({
    first: stato.passo,
    href: indirizzoPasso,
    title: (p) => `${titolo(p, !nessuno(esito.errori ?? {}))} - ${props.nomeEnte}`,
    leadsTo: (chiesto) => {
      const scritti = leggi();
      setEsito({});
      return passoAmmesso(chiesto, primoIncompleto(scritti, stessa(confermata, scritti.email)));
    },
  });

  /** What stands in the fields now, over what was there before. */
  function leggi(): Valori {
    const scritti = Object.fromEntries(new FormData(form.current ?? undefined));
    const tutti = valoriDi({ ...valori, ...(passo === 'privacy' && { privacy: '' }), ...scritti });
    setValori(tutti);
    return tutti;
  }

  async function tieni(valori: Valori, verso: Passo): Promise<void> {
    const bozza = await send(operazioniBozza.salvaBozza, { percorso: PERCORSO, passo: verso, valori });
    chiave.current = bozza.chiave;
  }

  /** Who goes to the mail for the code may find the page thrown out of memory: what is typed is kept before. */
  function custodisci(valori: Valori) {
    if (occupato.current || passo !== 'dati') return;
    // Nobody waits for this: the next button saves again, and says when it cannot.
    tieni(valori, 'dati').catch((cause) => console.debug(cause));
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
      errori = erroriDati(scritti, codice.confermata);
      if (codice.errore) errori.otp = [codice.errore];
    }
    if (!nessuno(errori)) return mostra({ errori });
    await tieni(scritti, vicino(passo, 1));
    sposta(vicino(passo, 1));
  }

  /** A code that was typed and not yet verified is verified on the way. */
  async function verificaCodice({ email = '' }: Valori): Promise<{ confermata: boolean; errore?: string }> {
    if (stessa(confermata, email)) return { confermata: true };
    const otp = form.current?.querySelector<HTMLInputElement>('[name="otp"]')?.value.trim();
    if (!otp) return { confermata: false };
    try {
      await send(operazioniOtp.codiceEmail, { email, otp });
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
    setFinestra(undefined);
    const pronti = daInviare(
      valori,
      allegati.map((f) => f.Id),
    );
    const aperta = await send(operations.inviaSegnalazione, pronti, { key: chiave.current });
    // The browser's Back may bring this page as it was: what was sent is not sent from it again.
    addEventListener('pageshow', () => location.reload(), { once: true });
    location.assign(`${PERCORSO}?passo=conferma&pratica=${aperta.id}`);
    // The button stays busy until the confirmation is there.
    await new Promise(() => {});
  }

  function mostra(nuovo: Esito) {
    setEsito(nuovo);
    setCorretti([]);
    document.title = `${titolo(passo, true)} - ${props.nomeEnte}`;
  }

  function sposta(verso: Passo, meta?: string) {
    setEsito({});
    vai(verso, meta);
  }

  async function esegui(azione: Azione, fai: () => Promise<void>) {
    if (occupato.current) return;
    occupato.current = true;
    setLavoro(azione);
    try {
      await fai();
    } catch (error) {
      const nuovo = esitoDi(error, azione);
      const campo = Object.keys(nuovo.errori ?? {})[0];
      if (nuovo.errori?.otp) setConfermata('');
      if (campo && passoDelCampo(campo) !== passo) vai(passoDelCampo(campo));
      mostra(nuovo);
    } finally {
      occupato.current = false;
      setLavoro(undefined);
    }
  }

  function premuto(event: FormEvent<HTMLFormElement>) {
    const azione = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? 'avanti';
    // Saving needs a cookie: the answer to its question is a POST of the page.
    if (azione.startsWith('salva_')) {
      occupato.current = true;
      return;
    }
    event.preventDefault();
    if (azione === 'avanti') void esegui('avanti', avanti);
    if (azione === 'invia' && !occupato.current) setFinestra('termini');
    if (azione === 'salva') setFinestra('salva');
    if (azione === 'indietro') {
      const scritti = leggi();
      void esegui('indietro', async () => {
        await tieni(scritti, vicino(passo, -1));
        sposta(vicino(passo, -1));
      });
    }
  }

  /** A field that is being put right is no longer shown as wrong; the summary stays until the next check. */
  function scritto({ target }: FormEvent) {
    const nome = (target as HTMLInputElement).name;
    if (esito.errori?.[nome] && !corretti.includes(nome)) setCorretti([...corretti, nome]);
  }

  /** Links between the steps move inside the page. */
  function seguito(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    const verso = link?.pathname === PERCORSO && new URLSearchParams(link.search).get('passo');
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
    const scritti = leggi();
    sposta(passoAmmesso(verso, primoIncompleto(scritti, stessa(confermata, scritti.email))), link.hash.slice(1));
  }

  const aperti = Object.entries(esito.errori ?? {}).filter(([nome]) => !corretti.includes(nome));
  return {
    ...{ form, passo, valori, allegati, setAllegati, confermata, setConfermata, esito, lavoro, finestra, inviato },
    /** Errors beside the fields: those not yet put right */
    errori: Object.fromEntries(aperti) as FieldErrors,
    chiave: chiave.current,
    chiudi: () => setFinestra(undefined),
    confermaInvio: () => void esegui('invia', invia),
    premuto,
    scritto,
    seguito,
  };
}
