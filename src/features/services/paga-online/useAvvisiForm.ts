/** What the buttons of the form to pay avvisi do once scripts run: check one, take one out of the carrello, open the payment. */
import { type RefObject, useEffect, useRef } from 'react';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/call-error.ts';
import type { Fornitore } from '../../../platform/payments.ts';
import { $carrello, $formSending, $typedAvviso, changeCarrello, type FormAction } from './avvisi.store.ts';
import { fornitoriFor } from './carrello-summary.ts';
import { pagaOnlineCalls } from './paga-online.calls.ts';
import {
  type CarrelloKey,
  type CarrelloRow,
  checkCarrello,
  type FormOutcome,
  formatCarrelloKeys,
  hasNoErrors,
  isSameAvviso,
  parseTypedAvviso,
  rowOfAvviso,
  type TypedValues,
} from './pagamento-form.ts';
import { errorOutcome, useInvio } from './useInvio.ts';

type Carrello = readonly CarrelloRow[];

/**
 * Listens to the form around the islands, which is the page's own.
 * @param box an element inside it
 * @param start what the page came with; `byNumero`: the ente of a notice may be left out
 * @returns what came of the last work
 */
export function useAvvisiForm(
  box: RefObject<HTMLElement | null>,
  start: FormOutcome & { sendKey: string; byNumero: boolean },
): FormOutcome {
  const invio = useInvio<FormAction>(start);
  const { formOutcome, setFormOutcome, errors, busy, runWork, openPagamento, edited } = invio;
  // The other islands show which button is at work, and each its own errors.
  useEffect(() => $formSending.set({ busy, errors }));

  async function checkAvviso(values: TypedValues, carrello: Carrello) {
    const parsed = parseTypedAvviso(values, carrello, start.byNumero);
    if ('errors' in parsed) return parsed;
    try {
      const avviso = await sendCall(pagaOnlineCalls.controllaAvviso, { ...parsed.key, conferma: true });
      $typedAvviso.set({});
      changeCarrello([...carrello, rowOfAvviso(avviso)], `Avviso trovato: ${avviso.causale}. Ora puoi pagarlo.`);
      return undefined;
    } catch (error) {
      return outcomeAtNumero(error);
    }
  }

  async function sendPagamento(fornitore: Fornitore, values: TypedValues, carrello: Carrello) {
    const { emailDebitore = '', conferma } = values;
    const errors = checkCarrello({ ...values, emailDebitore }, carrello);
    const [first, ...others] = carrello.flatMap(({ avviso }) =>
      avviso ? [{ IUV: avviso.IUV, dominioEC: avviso.dominioEC }] : [],
    );
    if (!hasNoErrors(errors) || !first) return { errors };
    const body = { ...first, emailDebitore, ...(conferma && { conferma: true }) };
    if (fornitore === 'mooney') return openPagamento(pagaOnlineCalls.pagaConMooney, body);
    return openPagamento(pagaOnlineCalls.pagaConPagopa, { ...body, altri: others });
  }

  function removeAvviso(key: CarrelloKey, carrello: Carrello) {
    setFormOutcome({});
    changeCarrello(
      carrello.filter((row) => !isSameAvviso(row, key)),
      `Avviso ${key.numero_avviso} tolto dall’elenco.`,
    );
  }

  function onSubmit(event: SubmitEvent, form: HTMLFormElement) {
    const carrello = $carrello.get();
    // The carrello is not alive yet: the press is the page's own POST.
    if (!carrello) return;
    event.preventDefault();
    const values = readValues(form);
    const [action = '', keyText] = (event.submitter?.getAttribute('value') ?? '').split(':');
    if (action === 'togli') {
      const row = carrello.find((r) => formatCarrelloKeys([r]) === keyText);
      if (row) removeAvviso(row, carrello);
      return;
    }
    const pay = (fornitore: Fornitore) => void runWork(fornitore, () => sendPagamento(fornitore, values, carrello));
    if (action === 'pagopa' || action === 'mooney') return pay(action);
    // Enter in a field: a citizen who typed a number wants it checked.
    const [fornitore] = action === 'avanti' && !values.numero_avviso?.trim() ? fornitoriFor(carrello) : [];
    if (fornitore && carrello.length > 0) return pay(fornitore);
    void runWork('controlla', () => checkAvviso(values, carrello));
  }

  const latest = useRef({ onSubmit, edited });
  latest.current = { onSubmit, edited };
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    const ended = new AbortController();
    const { signal } = ended;
    form.addEventListener('submit', (event) => latest.current.onSubmit(event, form), { signal });
    form.addEventListener('input', (event) => latest.current.edited(event), { signal });
    form.addEventListener('focusin', startBotCheck, { signal });
    return () => ended.abort();
  }, [box]);

  return formOutcome;
}

const readValues = (form: HTMLFormElement): TypedValues =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** A refusal of the check is shown at the number. A request to wait, or a lost connection, belongs to no field. */
function outcomeAtNumero(error: unknown) {
  const { errors, message = '' } = errorOutcome(error);
  const isRefused =
    error instanceof PortalError
      ? error.code === 'not_found' || error.code === 'conflict'
      : error instanceof CallError && error.status === 503;
  return errors || !isRefused ? { errors, message: message || undefined } : { errors: { numero_avviso: [message] } };
}
