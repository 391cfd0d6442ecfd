/** The forms with which a citizen writes in a case, reopens or withdraws it. */
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { newSendKey } from '../../../platform/key.browser.ts';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import { $praticaDetail } from './chat.store.ts';
import { type FormStart, MessageForm } from './MessageForm.tsx';
import { NotSent } from './NotSent.tsx';
import { useStill } from './useStill.ts';

export type ComposerProps = FormStart & {
  /** The page shows an earlier part of the timeline, for reading only */
  browsing?: boolean;
};

const MESSAGE_WORDS = { title: 'Scrivi un messaggio', label: 'Messaggio', submitLabel: 'Invia' };
const REOPEN_WORDS = {
  title: 'Il problema non è risolto?',
  label: 'Che cosa non è ancora risolto',
  submitLabel: 'Riapri la segnalazione',
  stato: 'non_risolto',
} as const;
const WITHDRAW_WORDS = { title: '', label: '', submitLabel: 'Sì, ritira la richiesta', stato: 'ritirata' } as const;

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
    turn,
    email,
    token,
    mounted,
    chiaveFile,
    readyFiles: props.readyFiles,
    onSent,
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
            words={MESSAGE_WORDS}
            chiave={chiave}
            error={isWithdrawal ? undefined : error}
            {...form}
          />
        )}
      </div>
      {azioni.includes('non_risolto') && (
        <MessageForm key={`r${sent}`} words={REOPEN_WORDS} chiave={chiave} error={error} {...form} />
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
            words={WITHDRAW_WORDS}
            bare
            chiave={`${chiave}-ritira`}
            error={isWithdrawal ? error : undefined}
            {...form}
          />
        </details>
      )}
    </>
  );
});
