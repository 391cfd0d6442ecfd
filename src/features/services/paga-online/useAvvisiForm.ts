/** State and buttons behind AvvisiForm: checks an avviso, keeps the carrello in the browser's history, opens the payment. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import { pagaOnlineCalls } from './paga-online.calls.ts';
import {
  type AvvisiFormProps,
  type CarrelloKey,
  type CarrelloRow,
  checkCarrello,
  fornitoriFor,
  hasNoErrors,
  isSameAvviso,
  parseTypedAvviso,
  type TypedValues,
} from './pagamento-form.ts';
import { errorOutcome, useInvio } from './useInvio.ts';

type FormAction = 'controlla' | Fornitore;

/** What the page for notices does once scripts run: checks, keeps the cart, opens the payment. */
export function useAvvisiForm(props: AvvisiFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [carrello, setCarrello] = useState(props.carrello);
  const [announced, setAnnounced] = useState('');
  const { runWork, openPagamento, setFormOutcome, ...invio } = useInvio<FormAction>(props);

  // Kept with this entry of the browser's history: who comes back from the provider finds the cart.
  useEffect(() => {
    const kept: unknown = history.state?.carrello;
    if (Array.isArray(kept)) setCarrello(kept as CarrelloRow[]);
  }, []);

  function keepCarrello(rows: CarrelloRow[], words: string) {
    history.replaceState({ ...history.state, carrello: rows }, '');
    setCarrello(rows);
    setAnnounced(words);
  }

  // What was pressed is gone: the focus goes to the cart, or to the first field when it is empty.
  useEffect(() => {
    if (announced) document.getElementById(carrello.length > 0 ? 'carrello' : 'numero_avviso')?.focus();
  }, [announced, carrello]);

  const readValues = (): TypedValues => {
    const typed = Object.fromEntries(new FormData(form.current ?? undefined));
    return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]));
  };

  async function checkAvviso() {
    const parsed = parseTypedAvviso(readValues(), carrello);
    if ('errors' in parsed) return parsed;
    try {
      const avviso = await sendCall(pagaOnlineCalls.controllaAvviso, { ...parsed.key, conferma: true });
      writeField('numero_avviso', '');
      keepCarrello([...carrello, { ...parsed.key, avviso }], `Avviso trovato: ${avviso.causale}. Ora puoi pagarlo.`);
      return undefined;
    } catch (error) {
      return outcomeAtNumero(error);
    }
  }

  /** Writes into a field of the form, which nobody controls. */
  function writeField(name: string, value: string) {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }

  async function sendPagamento(fornitore: Fornitore) {
    const { emailDebitore = '', ...values } = readValues();
    const errors = checkCarrello({ ...values, emailDebitore }, carrello);
    const [first, ...others] = carrello.flatMap(({ avviso }) =>
      avviso ? [{ IUV: avviso.IUV, dominioEC: avviso.dominioEC }] : [],
    );
    if (!hasNoErrors(errors) || !first) return { errors };
    const body = { ...first, emailDebitore, ...(values.conferma && { conferma: true }) };
    if (fornitore === 'mooney') return openPagamento(pagaOnlineCalls.pagaConMooney, body);
    return openPagamento(pagaOnlineCalls.pagaConPagopa, { ...body, altri: others });
  }

  function removeAvviso(key: CarrelloKey) {
    setFormOutcome({});
    keepCarrello(
      carrello.filter((row) => !isSameAvviso(row, key)),
      `Avviso ${key.numero_avviso} tolto dall’elenco.`,
    );
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [action = '', keyText] = ((event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? '').split(
      ':',
    );
    if (action === 'togli') {
      const row = carrello.find((r) => `${r.dominioEC}-${r.numero_avviso}` === keyText);
      if (row) removeAvviso(row);
      return;
    }
    if (action === 'pagopa' || action === 'mooney') return void runWork(action, () => sendPagamento(action));
    // Enter in a field: whoever wrote a number wants it checked.
    const [fornitore] = action === 'avanti' && !readValues().numero_avviso?.trim() ? fornitoriFor(carrello) : [];
    if (fornitore && carrello.length > 0) return void runWork(fornitore, () => sendPagamento(fornitore));
    void runWork('controlla', checkAvviso);
  }

  return { ...invio, form, carrello, announced, onSubmit, writeField };
}

/** A refusal of the check stands beside the number; what says to wait, or that the line is down, belongs to no field. */
function outcomeAtNumero(error: unknown) {
  const { errors, message = '' } = errorOutcome(error);
  const isRefused =
    error instanceof PortalError
      ? error.code === 'not_found' || error.code === 'conflict'
      : error instanceof CallError && error.status === 503;
  return errors || !isRefused ? { errors, message: message || undefined } : { errors: { numero_avviso: [message] } };
}
