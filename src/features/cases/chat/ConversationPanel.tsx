/** The messages of a case, as one of its sides sees them. New ones appear without a reload. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Callout } from '../../../ui/form/Callout.tsx';
import { createIsland } from '../../../ui/island.ts';
import { NO_EMAIL } from '../pratica/pratica-names.ts';
import { isOpenStato, type StatoPratica } from '../pratica/stati.ts';
import { $chatConnection, $newEventi, $praticaDetail, $sendState } from './chat.store.ts';
import { EventoList } from './EventoList.tsx';
import type { HideControl } from './HideButton.tsx';
import type { ConversationPart } from './parts.ts';
import { authorOf, DONE_TEXTS, type DoneKind, describeChange } from './pratica-words.ts';
import { followPratica, refreshPage } from './updates.browser.ts';

export type ConversationProps = {
  detail: ConversationPart;
  email: string;
  /** Name of the ente of the case */
  ente: string;
  /** Anti-forgery token of the forms that hide content without JavaScript */
  token: string;
  /** The outcome of a form without JavaScript */
  doneKind?: DoneKind | undefined;
  /** Where an operator whose login has ended logs in again; undefined for a reader with a key */
  loginPath?: string;
  /** In front of a back end that answers no call of the portal's own: files, read marks, news. Left out elsewhere, for the page's bytes */
  isBare?: boolean;
  /** The page shows an earlier part of the timeline, for reading only */
  browsing?: boolean;
};

/** The citizen's; the office can hide what was written. */
export const ConversationPanel = createIsland(function ConversationPanel(props: ConversationProps) {
  return <ConversationView {...props} />;
});

export function ConversationView(props: ConversationProps & { HidePart?: HideControl }) {
  const { email, ente, token } = props;
  const browsing = props.browsing === true;
  const d = useStore($praticaDetail, { ssr: 'initial' }) ?? props.detail;
  const { vista, id } = d;
  // Once per page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page came with never changes
  useEffect(() => followPratica(props.detail, { email, id, vista }, props), []);

  const reader = { email, vista, token, ente, downloads: !props.isBare };
  return (
    <section aria-labelledby="messaggi-titolo">
      <h2 className="h3" id="messaggi-titolo">
        Messaggi
      </h2>
      <p>{describeReaders(d, email)}</p>
      <EventoList detail={d} reader={reader} browsing={browsing} HidePart={props.HidePart} />
      <NewsLog detail={d} ente={ente} />
      <ConnectionNotice loginPath={props.loginPath} />
      <DoneNotice doneKind={props.doneKind} />
    </section>
  );
}

/** Announces new messages to a screen reader. */
function NewsLog({ detail: d, ente }: { detail: ConversationPart; ente: string }) {
  const news = useStore($newEventi, { ssr: 'initial' });
  return (
    <div className="visually-hidden" role="log" aria-label="Nuovi messaggi">
      {news.map((e) => (
        <p key={e.id}>
          {authorOf(e, d, ente)}: {[e.stato && describeChange(e, d.tipo), e.testo].filter(Boolean).join('. ')}
        </p>
      ))}
    </div>
  );
}

/** Announces an outcome until the other side writes or something else is sent. */
function DoneNotice({ doneKind }: { doneKind: DoneKind | undefined }) {
  const send = useStore($sendState, { ssr: 'initial' });
  const { length } = useStore($newEventi, { ssr: 'initial' });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (send?.state !== 'done') return;
    // The pressed button is gone, so the focus moves to the announcement, with the message above it.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [send]);
  const done = send ?? (doneKind && { state: 'done' as const, what: doneKind, news: 0 });
  return (
    <div ref={box} tabIndex={-1} role="status" className="esito">
      {done?.state === 'done' && done.news === length && <Callout kind="success" title={DONE_TEXTS[done.what]} />}
    </div>
  );
}

function describeReaders(d: ConversationPart, email: string): string {
  if (d.vista === 'operatore') {
    return 'Quello che scrivi qui lo legge il cittadino. Se ha un’e-mail lo avvisiamo quando c’è qualcosa di nuovo, senza il testo.';
  }
  const isTold = isOpenStato(d.stato as StatoPratica) && email !== NO_EMAIL;
  const avviso = isTold ? ` Quando c’è qualcosa di nuovo ti avvisiamo a ${email}.` : '';
  return `Li leggono solo gli operatori che seguono questa ${d.tipo}.${avviso}`;
}

function ConnectionNotice({ loginPath }: { loginPath: string | undefined }) {
  const connection = useStore($chatConnection, { ssr: 'initial' });
  return (
    <div role="status">
      {connection === 'lost' && (
        <Callout kind="warning" title="Non riusciamo ad aggiornare la conversazione">
          <p>Controlla la connessione: quello che hai scritto è ancora qui. Riproviamo tra poco.</p>
          <button type="button" className="btn btn-outline-primary mb-3" onClick={refreshPage}>
            Riprova adesso
          </button>
        </Callout>
      )}
      {connection === 'ended' && loginPath && (
        <Callout kind="warning" title="Il tuo accesso è finito">
          <p>
            Copia quello che hai scritto, poi <a href={loginPath}>accedi di nuovo come dipendente</a>: torni a questa
            pagina.
          </p>
        </Callout>
      )}
      {connection === 'ended' && !loginPath && (
        <Callout kind="warning" title="Il collegamento non è più valido">
          <p>
            Copia quello che hai scritto e ricarica la pagina, oppure apri di nuovo il collegamento ricevuto per e-mail.
          </p>
        </Callout>
      )}
    </div>
  );
}
