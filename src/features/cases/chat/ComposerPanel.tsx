/** Where one side of a case writes to the other and moves it on: the forms that the case has now. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { nuovaChiave } from '../../../platform/key.browser.ts';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { island } from '../../../ui/island.ts';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import type { CampoDecisione } from '../pratica/decisione.ts';
import { $dettaglio, $send } from './chat.store.ts';
import { type Errore, MessageForm } from './MessageForm.tsx';
import type { TurnPart } from './parts.ts';
import { keepStill } from './still.browser.ts';

export type ComposerProps = {
  turn: TurnPart;
  /** What a decision on the case may grant otherwise */
  asks: readonly CampoDecisione[];
  email: string;
  /** Anti-forgery token and idempotency keys of the forms that are sent without JavaScript */
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  pronti: AllegatoMostrato[];
  errore?: Errore | undefined;
  /** An earlier part of the timeline was asked for: the page is for reading only */
  sfoglia?: boolean;
};

export const ComposerPanel = island(function ComposerPanel(props: ComposerProps) {
  const { email, token, chiaveFile } = props;
  const mounted = useMounted();
  const box = useRef<HTMLDivElement>(null);
  useStill(box);
  const turn = useStore($dettaglio, { ssr: 'initial' }) ?? props.turn;
  // What was sent starts fresh forms, with a key of their own.
  const [{ sent, chiave }, setSent] = useState({ sent: 0, chiave: props.chiave });
  const onSent = () => setSent(({ sent: n }) => ({ sent: n + 1, chiave: nuovaChiave() }));

  const first = sent === 0;
  const form = {
    ...{ turn, asks: props.asks, email, token, mounted, chiaveFile, onSent },
    valori: first ? props.valori : {},
    pronti: first ? props.pronti : [],
  };
  // What came back without JavaScript belongs to the form that was sent.
  const errore = first ? props.errore : undefined;
  const ritiro = props.valori.stato === 'ritirata';
  const puoScrivere = turn.puo_scrivere && !props.sfoglia;
  const azioni = props.sfoglia ? [] : turn.azioni;
  const chiusa = !puoScrivere && !azioni.some((a) => a === 'non_risolto' || a === 'ritirata');
  return (
    <div ref={box} id="scrivi">
      {errore && chiusa && <NotSent errore={errore} testo={props.valori.motivo ?? props.valori.testo} />}
      {puoScrivere && (
        <MessageForm key={`m${sent}`} mode="messaggio" chiave={chiave} errore={ritiro ? undefined : errore} {...form} />
      )}
      {azioni.includes('non_risolto') && (
        <MessageForm key={`r${sent}`} mode="riapri" chiave={chiave} errore={errore} {...form} />
      )}
      {azioni.includes('ritirata') && (
        <details className="conferma" open={ritiro && errore !== undefined}>
          <summary>Ritira la richiesta</summary>
          <p>
            Se la ritiri l’ufficio non la esamina più e non potrai riaprirla. Quello che hai inviato resta qui da
            leggere.
          </p>
          <MessageForm
            key={`x${sent}`}
            mode="ritira"
            chiave={`${chiave}-ritira`}
            errore={ritiro ? errore : undefined}
            {...form}
          />
        </details>
      )}
    </div>
  );
});

/** Keeps the form where it is on the screen while messages appear above it and somebody writes. */
function useStill(box: React.RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      $dettaglio.listen(() => {
        const el = box.current;
        // After a send the screen moves to what was done.
        if ($send.get()?.state === 'sending' || !el?.contains(document.activeElement)) return;
        keepStill(el, el.getBoundingClientRect().top);
      }),
    [box],
  );
}

/** Meanwhile somebody else has closed the case: no form is left to say so, or to hold what was typed. */
const NotSent = ({ errore, testo }: { errore: Errore; testo: string | undefined }) => (
  <>
    <ErrorSummary message={errore.message ?? Object.values(errore.fields ?? {})[0]?.[0]} />
    {testo && <p>Avevi scritto: «{testo}»</p>}
  </>
);
