import { useCallback, useEffect, useRef, useState } from 'react';
import { nuovaChiave } from '../../platform/key.browser.ts';
import { Callout } from '../../ui/form/Callout.tsx';
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx';
import { Timeline } from '../../ui/form/Timeline.tsx';
import { useMounted } from '../../ui/form/useMounted.ts';
import { island } from '../../ui/island.ts';
import type { AllegatoMostrato } from '../allegati/allegati.contract.ts';
import type { CampoDecisione } from '../pratica/decisione.ts';
import { aperta, type Stato } from '../pratica/stati.ts';
import { type Collegamento, useAggiornamento } from './aggiornamento.browser.ts';
import type { Dettaglio } from './chat.contract.ts';
import { DatiPratica } from './DatiPratica.tsx';
import { Flusso, tieni } from './Flusso.tsx';
import { Inviato } from './Inviato.tsx';
import { autore, cambioInParole, FATTO, type Fatto, prossimiPassi, situazione } from './parole.ts';
import { type Errore, Scrivi } from './Scrivi.tsx';

export type ChatProps = {
  dettaglio: Dettaglio;
  /** Name of its service, and what a decision on it may grant otherwise */
  servizio: string;
  asks: readonly CampoDecisione[];
  email: string;
  /** Name of the body of the case */
  ente: string;
  /** Anti-forgery token and idempotency keys of the forms that are sent without JavaScript */
  token: string;
  chiave: string;
  chiaveFile: string;
  valori: Record<string, string>;
  pronti: AllegatoMostrato[];
  errore?: Errore;
  fatto?: Fatto;
  /** Today where the server is, `YYYY-MM-DD`: the same in the page and in its script */
  oggi: string;
  /** Where an operator whose login has ended enters again; none for who came by a key */
  accedi?: string;
  /** An earlier part of the timeline was asked for: the page is for reading only */
  sfoglia?: boolean;
};

/** A case as one of its two sides sees it: state, conversation, what may be done now, what was sent. */
export const ChatPanel = island(function ChatPanel(props: ChatProps) {
  const { email, ente, token, oggi } = props;
  const sfoglia = props.sfoglia === true;
  const mounted = useMounted();
  const { vista, id } = props.dettaglio;
  const scrivi = useRef<HTMLDivElement>(null);
  const fermo = useFermo(scrivi);
  const aggiornamento = useAggiornamento(props.dettaglio, { email, id, vista }, fermo, sfoglia);
  const { dettaglio: d, collegamento, novita, adesso, precedenti } = aggiornamento;
  // Said until something new comes from the other side.
  const [fatto, setFatto] = useState({ cosa: props.fatto, novita: 0, volta: 0 });
  // What was sent starts fresh forms, with a key of their own.
  const [{ inviati, chiave }, setInviati] = useState({ inviati: 0, chiave: props.chiave });
  const esito = useRef<HTMLDivElement>(null);

  const dopo = async (cosa: Fatto) => {
    const quante = await adesso();
    setFatto(({ volta }) => ({ cosa, novita: quante, volta: volta + 1 }));
    if (cosa !== 'nascosto') setInviati(({ inviati: n }) => ({ inviati: n + 1, chiave: nuovaChiave() }));
  };
  useEffect(() => {
    if (fatto.volta === 0) return;
    // The button that was pressed is gone: the focus goes to the words that say what was done, with the message above them.
    esito.current?.focus({ preventScroll: true });
    esito.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [fatto.volta]);

  const s = situazione(d, oggi);
  const lettore = { email, vista, token, ente };
  const primo = inviati === 0;
  const form = {
    dettaglio: d,
    asks: props.asks,
    email,
    token,
    mounted,
    chiaveFile: props.chiaveFile,
    valori: primo ? props.valori : {},
    pronti: primo ? props.pronti : [],
    dopo,
  };
  // What came back without JavaScript belongs to the form that was sent.
  const errore = primo ? props.errore : undefined;
  const ritiro = props.valori.stato === 'ritirata';
  const puoScrivere = d.puo_scrivere && !sfoglia;
  const azioni = sfoglia ? [] : d.azioni;
  const chiusa = !puoScrivere && !azioni.some((a) => a === 'non_risolto' || a === 'ritirata');
  const inviato = <Inviato dettaglio={d} servizio={props.servizio} lettore={lettore} dopo={dopo} />;
  return (
    <div className="row chat">
      <div className="col-12 col-lg-8">
        <Callout kind={s.kind} title={s.titolo}>
          <p>{s.testo}</p>
        </Callout>
        <DatiPratica dettaglio={d} oggi={oggi} />
        {vista === 'operatore' && inviato}
        <section aria-labelledby="messaggi-titolo">
          <h2 className="h3" id="messaggi-titolo">
            Messaggi
          </h2>
          <p>{chiLegge(d, ente, email)}</p>
          <Flusso dettaglio={d} lettore={lettore} dopo={dopo} precedenti={precedenti} sfoglia={sfoglia} />
          <div className="visually-hidden" role="log" aria-label="Nuovi messaggi">
            {novita.map((e) => (
              <p key={e.id}>
                {autore(e, d, ente)}: {[e.stato && cambioInParole(e, d.tipo), e.testo].filter(Boolean).join('. ')}
              </p>
            ))}
          </div>
          <Avviso collegamento={collegamento} riprova={adesso} accedi={props.accedi} />
          <div ref={esito} tabIndex={-1} role="status" className="esito">
            {fatto.cosa && fatto.novita === novita.length && <Callout kind="success" title={FATTO[fatto.cosa]} />}
          </div>
        </section>
        {/* What was sent before is no news once something else is. */}
        <div ref={scrivi} id="scrivi" onSubmit={() => setFatto((before) => ({ ...before, cosa: undefined }))}>
          {errore && chiusa && <NonInviato errore={errore} testo={props.valori.motivo ?? props.valori.testo} />}
          {puoScrivere && (
            <Scrivi
              key={`m${inviati}`}
              modo="messaggio"
              chiave={chiave}
              errore={ritiro ? undefined : errore}
              {...form}
            />
          )}
          {azioni.includes('non_risolto') && (
            <Scrivi key={`r${inviati}`} modo="riapri" chiave={chiave} errore={errore} {...form} />
          )}
          {azioni.includes('ritirata') && (
            <details className="conferma" open={ritiro && errore !== undefined}>
              <summary>Ritira la richiesta</summary>
              <p>
                Se la ritiri l’ufficio non la esamina più e non potrai riaprirla. Quello che hai inviato resta qui da
                leggere.
              </p>
              <Scrivi
                key={`x${inviati}`}
                modo="ritira"
                chiave={`${chiave}-ritira`}
                errore={ritiro ? errore : undefined}
                {...form}
              />
            </details>
          )}
        </div>
      </div>
      <div className="col-12 col-lg-4">
        <section aria-labelledby="passi-titolo">
          <h2 className="h3" id="passi-titolo">
            {aperta(d.stato as Stato) ? 'Prossimi passi' : 'I passi fatti'}
          </h2>
          <Timeline items={prossimiPassi(d, oggi)} />
        </section>
        {vista === 'cittadino' && inviato}
      </div>
    </div>
  );
});

function chiLegge(d: Dettaglio, ente: string, email: string): string {
  if (d.vista === 'operatore') {
    return 'Quello che scrivi qui lo legge il cittadino. Quando c’è qualcosa di nuovo lo avvisiamo per e-mail, senza il testo.';
  }
  const avviso = aperta(d.stato as Stato) ? ` Quando c’è qualcosa di nuovo da leggere ti avvisiamo a ${email}.` : '';
  return `Li leggono gli operatori dell’ente (${ente}) che seguono questa ${d.tipo}, nessun altro.${avviso}`;
}

type AvvisoProps = { collegamento: Collegamento; riprova(): Promise<unknown>; accedi: string | undefined };

function Avviso({ collegamento, riprova, accedi }: AvvisoProps) {
  return (
    <div role="status">
      {collegamento === 'guasto' && (
        <Callout kind="warning" title="Non riusciamo ad aggiornare la conversazione">
          <p>Controlla la connessione: quello che hai scritto è ancora qui. Riproviamo tra poco.</p>
          <button type="button" className="btn btn-outline-primary mb-3" onClick={riprova}>
            Riprova adesso
          </button>
        </Callout>
      )}
      {collegamento === 'finito' && accedi && (
        <Callout kind="warning" title="Il tuo accesso è finito">
          <p>
            Copia quello che hai scritto, poi <a href={accedi}>accedi di nuovo come dipendente</a>: torni a questa
            pagina.
          </p>
        </Callout>
      )}
      {collegamento === 'finito' && !accedi && (
        <Callout kind="warning" title="Il collegamento non è più valido">
          <p>
            Copia quello che hai scritto e ricarica la pagina, oppure apri di nuovo il collegamento ricevuto per e-mail.
          </p>
        </Callout>
      )}
    </div>
  );
}

/**
 * Keeps the form where it is on the screen while messages appear above it, for who is writing.
 * @returns to be called before the change
 */
function useFermo(box: React.RefObject<HTMLElement | null>): () => void {
  return useCallback(() => {
    const el = box.current;
    if (!el?.contains(document.activeElement)) return;
    tieni(el, el.getBoundingClientRect().top);
  }, [box]);
}

/** Meanwhile somebody else has closed the case: no form is left to say so, or to hold what was typed. */
const NonInviato = ({ errore, testo }: { errore: Errore; testo: string | undefined }) => (
  <>
    <ErrorSummary message={errore.message ?? Object.values(errore.fields ?? {})[0]?.[0]} />
    {testo && <p>Avevi scritto: «{testo}»</p>}
  </>
);
