/** The state of a case and its messages, as one of its two sides sees them: they appear by themselves. */
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { Callout } from '../../../ui/form/Callout.tsx';
import { island } from '../../../ui/island.ts';
import { aperta, type Stato } from '../pratica/stati.ts';
import { $connection, $dettaglio, $news, $send } from './chat.store.ts';
import { DatiPratica } from './DatiPratica.tsx';
import { Flusso } from './Flusso.tsx';
import { Inviato } from './Inviato.tsx';
import { autore, cambioInParole, FATTO, type Fatto, situazione } from './parole.ts';
import type { ConversationPart, SentPart } from './parts.ts';
import { follow, refresh } from './updates.browser.ts';

export type ConversationProps = {
  dettaglio: ConversationPart;
  /** Where it is shown above the messages */
  sent?: SentPart | undefined;
  /** Name of the service of the case */
  servizio: string;
  email: string;
  /** Name of the municipality of the case */
  ente: string;
  /** Anti-forgery token of the forms that hide something without JavaScript */
  token: string;
  /** What was done without JavaScript */
  fatto?: Fatto | undefined;
  /** Today where the server is, `YYYY-MM-DD`: the same in the page and in its script */
  oggi: string;
  /** Where an operator whose login has ended enters again; none for those who came by a key */
  accedi?: string;
  /** An earlier part of the timeline was asked for: the page is for reading only */
  sfoglia?: boolean;
};

export const ConversationPanel = island(function ConversationPanel(props: ConversationProps) {
  const { email, ente, token, oggi, sent } = props;
  const sfoglia = props.sfoglia === true;
  const now = useStore($dettaglio, { ssr: 'initial' });
  const d = now ?? props.dettaglio;
  const { vista, id } = d;
  // Once per page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page came with never changes
  useEffect(() => follow(props.dettaglio, { email, id, vista }, sfoglia), []);

  const s = situazione(d, oggi);
  const lettore = { email, vista, token, ente };
  return (
    <>
      <Callout kind={s.kind} title={s.titolo}>
        <p>{s.testo}</p>
      </Callout>
      <DatiPratica dettaglio={d} oggi={oggi} />
      {sent && (
        <Inviato dettaglio={now ?? { ...props.dettaglio, ...sent }} servizio={props.servizio} lettore={lettore} />
      )}
      <section aria-labelledby="messaggi-titolo">
        <h2 className="h3" id="messaggi-titolo">
          Messaggi
        </h2>
        <p>{chiLegge(d, ente, email)}</p>
        <Flusso dettaglio={d} lettore={lettore} sfoglia={sfoglia} />
        <News dettaglio={d} ente={ente} />
        <ConnectionNotice accedi={props.accedi} />
        <Done fatto={props.fatto} />
      </section>
    </>
  );
});

/** What came in by itself, for a screen reader. */
function News({ dettaglio: d, ente }: { dettaglio: ConversationPart; ente: string }) {
  const news = useStore($news, { ssr: 'initial' });
  return (
    <div className="visually-hidden" role="log" aria-label="Nuovi messaggi">
      {news.map((e) => (
        <p key={e.id}>
          {autore(e, d, ente)}: {[e.stato && cambioInParole(e, d.tipo), e.testo].filter(Boolean).join('. ')}
        </p>
      ))}
    </div>
  );
}

/** Says what was done, until something new comes from the other side or something else is sent. */
function Done({ fatto }: { fatto: Fatto | undefined }) {
  const send = useStore($send, { ssr: 'initial' });
  const { length } = useStore($news, { ssr: 'initial' });
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (send?.state !== 'done') return;
    // The button that was pressed is gone: the focus goes to the words that say what was done, with the message above them.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [send]);
  const done = send ?? (fatto && { state: 'done' as const, what: fatto, news: 0 });
  return (
    <div ref={box} tabIndex={-1} role="status" className="esito">
      {done?.state === 'done' && done.news === length && <Callout kind="success" title={FATTO[done.what]} />}
    </div>
  );
}

function chiLegge(d: ConversationPart, ente: string, email: string): string {
  if (d.vista === 'operatore') {
    return 'Quello che scrivi qui lo legge il cittadino. Quando c’è qualcosa di nuovo lo avvisiamo per e-mail, senza il testo.';
  }
  const avviso = aperta(d.stato as Stato) ? ` Quando c’è qualcosa di nuovo da leggere ti avvisiamo a ${email}.` : '';
  return `Li leggono gli operatori dell’ente (${ente}) che seguono questa ${d.tipo}, nessun altro.${avviso}`;
}

function ConnectionNotice({ accedi }: { accedi: string | undefined }) {
  const connection = useStore($connection, { ssr: 'initial' });
  return (
    <div role="status">
      {connection === 'lost' && (
        <Callout kind="warning" title="Non riusciamo ad aggiornare la conversazione">
          <p>Controlla la connessione: quello che hai scritto è ancora qui. Riproviamo tra poco.</p>
          <button type="button" className="btn btn-outline-primary mb-3" onClick={refresh}>
            Riprova adesso
          </button>
        </Callout>
      )}
      {connection === 'ended' && accedi && (
        <Callout kind="warning" title="Il tuo accesso è finito">
          <p>
            Copia quello che hai scritto, poi <a href={accedi}>accedi di nuovo come dipendente</a>: torni a questa
            pagina.
          </p>
        </Callout>
      )}
      {connection === 'ended' && !accedi && (
        <Callout kind="warning" title="Il collegamento non è più valido">
          <p>
            Copia quello che hai scritto e ricarica la pagina, oppure apri di nuovo il collegamento ricevuto per e-mail.
          </p>
        </Callout>
      )}
    </div>
  );
}
