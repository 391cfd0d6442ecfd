/** The open panel of an operator's case: what will be sent, what will happen, and one button that does exactly that. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Callout } from '../../../ui/form/Callout.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import type { DecisioneField } from '../pratica/decisione.ts';
import { isDecisionePanel, type OperatorePanel, panelWords, possiblePanels } from '../pratica/operatore-panels.ts';
import type { PraticaEnding, TipoPratica } from '../pratica/stati.ts';
import { DeleteBozza, KeepBozza, KeepOutcome } from './BozzaOperatore.tsx';
import { $praticaDetail, $sendState } from './chat.store.ts';
import { DecisioneForm } from './DecisioneForm.tsx';
import { type FormStart, MessageForm } from './MessageForm.tsx';
import { NotSent } from './NotSent.tsx';
import { useBozzaOperatore } from './useBozzaOperatore.ts';
import { usePanelForm } from './usePanelForm.ts';
import { useStill } from './useStill.ts';

export type AzioneProps = FormStart & {
  tipo: TipoPratica;
  ending: PraticaEnding;
  /** The panel that the page came with, possible or not */
  panel: OperatorePanel;
  asks: readonly DecisioneField[];
  /** The reader is logged in, so that what they type can be kept for them */
  login: boolean;
  /** When what is shown was kept: "delle 10:42" */
  kept?: string | undefined;
};

export const AzionePanel = createIsland(function AzionePanel(props: AzioneProps) {
  const { tipo, ending, login } = props;
  const box = useRef<HTMLElement>(null);
  const mounted = useMounted();
  const turn = useStore($praticaDetail, { ssr: 'initial' }) ?? props.turn;
  const { form, beginAnew } = usePanelForm(box, props);
  const bozza = useBozzaOperatore(box, login ? { id: turn.id, panel: form.panel } : undefined);
  useRispostePronte(box);
  useStill(box);
  const send = useStore($sendState, { ssr: 'initial' });
  // What was kept of a case that was closed before the page came is shown as a text, without a form.
  const couldSend = possiblePanels(props.turn).includes(props.panel);
  const typed = useTyped(couldSend && Boolean(props.valori.testo ?? props.valori.motivo));

  const first = form.n === 0;
  const error = first ? props.error : undefined;
  const kept = first ? props.kept : undefined;
  const words = panelWords(form.panel, { tipo, ending });
  const isPossible = possiblePanels(turn).includes(form.panel);
  const text = form.valori.testo ?? form.valori.motivo;
  // A colleague was quicker: what was being typed stays in sight as long as the page is open.
  const isLost = !isPossible && mounted && typed.current;
  if (!isPossible && !isLost)
    return (
      <div id="scrivi">
        {error && <NotSent error={error} text={text} />}
        {kept && !error && text && (
          <div>
            Avevi cominciato a scrivere: «{text}» <DeleteBozza token={props.token} />
          </div>
        )}
      </div>
    );

  const shared = {
    token: props.token,
    chiaveFile: props.chiaveFile,
    chiave: form.chiave,
    valori: form.valori,
    error,
    buttons: login && <KeepBozza keep={mounted ? () => void bozza.keep() : undefined} />,
    submitLabel: words.submit,
  };
  return (
    <section
      className="azione"
      id="scrivi"
      ref={box}
      aria-labelledby="scrivi-titolo"
      onInput={() => {
        typed.current = true;
        bozza.onInput();
      }}
      onSubmit={() => void bozza.settle()}
    >
      <h2 className="h4" id="scrivi-titolo" tabIndex={-1}>
        {words.title}
      </h2>
      <p>{words.effects}</p>
      {isLost && send?.state !== 'sending' && (
        <Callout kind="warning" title="Nel frattempo la pratica è cambiata" live>
          <p>Leggi nei messaggi che cosa è successo. Quello che hai scritto è ancora qui, ma non parte più.</p>
        </Callout>
      )}
      {kept && (
        <div className="form-text">
          Ripreso dalla bozza {kept}. <DeleteBozza token={props.token} />
        </div>
      )}
      {isDecisionePanel(form.panel) ? (
        <DecisioneForm key={form.n} {...shared} esito={form.panel} asks={props.asks} readyFiles={props.readyFiles} />
      ) : (
        <MessageForm
          key={form.n}
          {...shared}
          words={{
            title: '',
            label: words.field,
            submitLabel: words.submit,
            ...(form.panel !== 'rispondi' && { stato: form.panel }),
          }}
          turn={turn}
          email={props.email}
          readyFiles={props.readyFiles}
          mounted={mounted}
          beforeSend={bozza.settle}
          onSent={beginAnew}
        />
      )}
      <KeepOutcome state={bozza.state} />
    </section>
  );
});

/** Whether something is typed that was not sent. @param start of what the page came with */
function useTyped(start: boolean): React.RefObject<boolean> {
  const typed = useRef(start);
  useEffect(
    () =>
      $sendState.listen((now) => {
        if (now?.state === 'done' && !now.what.startsWith('nascosto')) typed.current = false;
      }),
    [],
  );
  return typed;
}

/** A prepared answer goes to the end of what was typed. Without scripts its link loads the page with it. */
function useRispostePronte(box: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const insert = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a[data-risposta]');
      const area = box.current?.querySelector('textarea');
      const text = link?.parentElement?.querySelector('p')?.textContent;
      if (!area || !text) return;
      event.preventDefault();
      area.value = [area.value.trim(), text].filter(Boolean).join('\n\n');
      area.dispatchEvent(new Event('input', { bubbles: true }));
      area.focus();
    };
    document.addEventListener('click', insert);
    return () => document.removeEventListener('click', insert);
  }, [box]);
}
