/** State and buttons behind PagaForm: checks an avviso, keeps the carrello in the browser's history, opens the payment. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { send } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import {
  type Chiave,
  erroriCarrello,
  fornitoriPer,
  leggiScritto,
  nessuno,
  type PagaProps,
  type Riga,
  stesso,
  type Valori,
} from './paga.ts';
import { operations } from './paga-online.contract.ts';
import { inParole, useInvio } from './useInvio.ts';

type Azione = 'controlla' | Fornitore;

/** What the page for notices does once scripts run: checks, keeps the cart, opens the payment. */
export function usePaga(props: PagaProps) {
  const form = useRef<HTMLFormElement>(null);
  const [carrello, setCarrello] = useState(props.carrello);
  const [detto, setDetto] = useState('');
  const { esegui, apri, setEsito, ...invio } = useInvio<Azione>(props);

  // Kept with this entry of the browser's history: who comes back from the provider finds the cart.
  useEffect(() => {
    const tenuto: unknown = history.state?.carrello;
    if (Array.isArray(tenuto)) setCarrello(tenuto as Riga[]);
  }, []);

  function tieni(righe: Riga[], parole: string) {
    history.replaceState({ ...history.state, carrello: righe }, '');
    setCarrello(righe);
    setDetto(parole);
  }

  // What was pressed is gone: the focus goes to the cart, or to the first field when it is empty.
  useEffect(() => {
    if (detto) document.getElementById(carrello.length > 0 ? 'carrello' : 'numero_avviso')?.focus();
  }, [detto, carrello]);

  const leggi = (): Valori => {
    const scritti = Object.fromEntries(new FormData(form.current ?? undefined));
    return Object.fromEntries(Object.entries(scritti).map(([nome, valore]) => [nome, String(valore)]));
  };

  async function controlla() {
    const letto = leggiScritto(leggi(), carrello);
    if ('errori' in letto) return letto;
    try {
      const avviso = await send(operations.controllaAvviso, { ...letto.chiave, conferma: true });
      scrivi('numero_avviso', '');
      tieni([...carrello, { ...letto.chiave, avviso }], `Avviso trovato: ${avviso.causale}. Ora puoi pagarlo.`);
      return undefined;
    } catch (error) {
      return alNumero(error);
    }
  }

  /** Writes into a field of the form, which nobody controls. */
  function scrivi(nome: string, valore: string) {
    const campo = form.current?.elements.namedItem(nome);
    if (campo instanceof HTMLInputElement) campo.value = valore;
  }

  async function paga(fornitore: Fornitore) {
    const { emailDebitore = '', ...valori } = leggi();
    const errori = erroriCarrello({ ...valori, emailDebitore }, carrello);
    const [primo, ...altri] = carrello.flatMap(({ avviso }) =>
      avviso ? [{ IUV: avviso.IUV, dominioEC: avviso.dominioEC }] : [],
    );
    if (!nessuno(errori) || !primo) return { errori };
    const corpo = { ...primo, emailDebitore, ...(valori.conferma && { conferma: true }) };
    if (fornitore === 'mooney') return apri(operations.pagaConMooney, corpo);
    return apri(operations.pagaConPagopa, { ...corpo, altri });
  }

  function togli(chiave: Chiave) {
    setEsito({});
    tieni(
      carrello.filter((riga) => !stesso(riga, chiave)),
      `Avviso ${chiave.numero_avviso} tolto dall’elenco.`,
    );
  }

  function premuto(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [azione = '', chiave] = ((event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? '').split(
      ':',
    );
    if (azione === 'togli') {
      const riga = carrello.find((r) => `${r.dominioEC}-${r.numero_avviso}` === chiave);
      if (riga) togli(riga);
      return;
    }
    if (azione === 'pagopa' || azione === 'mooney') return void esegui(azione, () => paga(azione));
    // Enter in a field: whoever wrote a number wants it checked.
    const [fornitore] = azione === 'avanti' && !leggi().numero_avviso?.trim() ? fornitoriPer(carrello) : [];
    if (fornitore && carrello.length > 0) return void esegui(fornitore, () => paga(fornitore));
    void esegui('controlla', controlla);
  }

  return { ...invio, form, carrello, detto, premuto, scrivi };
}

/** A refusal of the check stands beside the number; what says to wait, or that the line is down, belongs to no field. */
function alNumero(error: unknown) {
  const { errori, messaggio = '' } = inParole(error);
  const rifiutato =
    error instanceof PortalError
      ? error.code === 'not_found' || error.code === 'conflict'
      : error instanceof CallError && error.status === 503;
  return errori || !rifiutato
    ? { errori, messaggio: messaggio || undefined }
    : { errori: { numero_avviso: [messaggio] } };
}
