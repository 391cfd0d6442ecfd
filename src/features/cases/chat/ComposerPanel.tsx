/** The forms with which one side of a case writes to the other and changes its state. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { newSendKey } from '../../../platform/key.browser.ts';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import type { ShownAllegato } from '../allegati/allegati.contract.ts';
import { $praticaDetail, $sendState } from './chat.store.ts';
import { type FormError, MessageForm } from './MessageForm.tsx';
import type { TurnPart } from './parts.ts';
import { keepStill } from './still.browser.ts';

export type ComposerProps = {
  turn: TurnPart;
  email: string;
  /** Anti-forgery token and idempotency keys of the forms that are sent without JavaScript */
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  readyFiles: ShownAllegato[];
  error?: FormError | undefined;
  /** The page shows an earlier part of the timeline, for reading only */
  browsing?: boolean;
};

export const ComposerPanel = createIsland(function ComposerPanel(props: ComposerProps) {
  const { email, token, chiaveFile } = props;
  const mounted = useMounted();
  const box = useRef<HTMLDivElement>(null);
  useStill(box);
  const turn = useStore($praticaDetail, { ssr: 'initial' }) ?? props.turn;
  // After a send the forms start empty, with new keys.
  const [{ sent, chiave }, setSent] = useState({ sent: 0, chiave: props.chiave });
  const onSent = () => setSent(({ sent: n }) => ({ sent: n + 1, chiave: newSendKey() }));

  const first = sent === 0;
  const form = {
    ...{ turn, email, token, mounted, chiaveFile, readyFiles: props.readyFiles, onSent },
    valori: first ? props.valori : {},
  };
  // The outcome without JavaScript belongs to the form that was sent.
  const error = first ? props.error : undefined;
  const isWithdrawal = props.valori.stato === 'ritirata';
  const canWrite = turn.puo_scrivere && !props.browsing;
  const azioni = props.browsing ? [] : turn.azioni;
  const isClosed = !canWrite && !azioni.some((a) => a === 'non_risolto' || a === 'ritirata');
  return (
    <>
      <div ref={box} id="scrivi">
        {error && isClosed && <NotSent error={error} text={props.valori.motivo ?? props.valori.testo} />}
        {canWrite && (
          <MessageForm
            key={`m${sent}`}
            mode="message"
            chiave={chiave}
            error={isWithdrawal ? undefined : error}
            {...form}
          />
        )}
      </div>
      {azioni.includes('non_risolto') && (
        <MessageForm key={`r${sent}`} mode="reopen" chiave={chiave} error={error} {...form} />
      )}
      {azioni.includes('ritirata') && (
        <details className="conferma" open={isWithdrawal && error !== undefined}>
          <summary>Ritira la richiesta</summary>
          <p>
            Se la ritiri l’ufficio non la esamina più e non potrai riaprirla. Quello che hai inviato resta qui da
            leggere.
          </p>
          <MessageForm
            key={`x${sent}`}
            mode="withdraw"
            chiave={`${chiave}-ritira`}
            error={isWithdrawal ? error : undefined}
            {...form}
          />
        </details>
      )}
    </>
  );
});

/** Keeps the form in its place on the screen when messages appear above it while a person writes. */
function useStill(box: React.RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      $praticaDetail.listen(() => {
        const el = box.current;
        // After a send the screen moves to the outcome.
        if ($sendState.get()?.state === 'sending' || !el?.contains(document.activeElement)) return;
        keepStill(el, el.getBoundingClientRect().top);
      }),
    [box],
  );
}

/** Shown when the other side closes the case meanwhile: no form is left that could say so or hold what was typed. */
const NotSent = ({ error, text }: { error: FormError; text: string | undefined }) => (
  <>
    <ErrorSummary message={error.message ?? Object.values(error.fields ?? {})[0]?.[0]} />
    {text && <p>Avevi scritto: «{text}»</p>}
  </>
);
