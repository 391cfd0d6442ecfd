/** Keeps what an operator types on the server, a few seconds after they have typed it, and when they leave the page. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { PortalError } from '../../../platform/errors.ts';
import { CallError } from '../../../platform/monitoring/filter.ts';
import { bozzaOperatoreCalls } from '../pratica/bozza-operatore.calls.ts';
import { DECISIONE_FIELDS } from '../pratica/decisione.ts';
import type { OperatorePanel } from '../pratica/operatore-panels.ts';

/** Milliseconds after the first key of what is not kept yet: as long as a person types, it is kept so often. */
const KEEP_AFTER_MS = 4000;

/** What is in the panel's form. The message and the reason of a decision are one text, which changes panels with the operator. */
export function readTyped(box: HTMLElement | null): Record<string, string> {
  const form = box?.querySelector<HTMLFormElement>('form[enctype]');
  if (!form) return {};
  const data = new FormData(form);
  const read = (name: string) => String(data.get(name) ?? '');
  const values = Object.fromEntries(DECISIONE_FIELDS.map((name) => [name, read(name)]));
  return { testo: read('testo') || read('motivo'), ...values };
}

type KeptState = 'new' | 'kept' | 'failed';

/** @param of the case, as its office knows it; undefined: there is no login, and so nobody to keep it for */
export function useBozzaOperatore(
  box: RefObject<HTMLElement | null>,
  of: { id: string; panel: OperatorePanel } | undefined,
) {
  const [state, setState] = useState<KeptState>('new');
  const own = useRef<{ timer?: number | undefined; running?: Promise<void> | undefined }>({});
  const keep = (keepalive = false): Promise<void> => {
    clearTimeout(own.current.timer);
    own.current.timer = undefined;
    if (!of) return Promise.resolve();
    const sent = sendCall(
      bozzaOperatoreCalls.salvaBozzaOperatore,
      { id: of.id, azione: of.panel, ...readTyped(box.current) },
      { keepalive },
    ).then(
      () => setState('kept'),
      (error) => {
        if (!(error instanceof PortalError || error instanceof CallError)) throw error;
        setState('failed');
      },
    );
    own.current.running = sent;
    return sent;
  };
  /** Nothing is kept any more of what was typed until now: it is sent, or deleted. */
  const settle = async (): Promise<void> => {
    clearTimeout(own.current.timer);
    own.current.timer = undefined;
    await own.current.running;
    setState('new');
  };
  // The panel may be another one by then.
  const latest = useRef(keep);
  latest.current = keep;
  const onInput = () => {
    if (of) own.current.timer ??= window.setTimeout(() => void latest.current(), KEEP_AFTER_MS);
  };
  useEffect(() => {
    const leave = () => {
      if (document.hidden && own.current.timer !== undefined) void latest.current(true);
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      clearTimeout(own.current.timer);
    };
  }, []);
  return { state, keep, settle, onInput };
}
