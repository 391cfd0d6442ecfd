import { type FormEvent, type MouseEvent, useRef, useState } from 'react';
import { BotConsent } from '../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../platform/bot-check/bot-check.browser.ts';
import { BOT_FIELD } from '../../platform/bot-check/bot-check.ts';
import { send } from '../../platform/client.browser.ts';
import { type FieldErrors, PortalError } from '../../platform/errors.ts';
import { CallError } from '../../platform/monitoring/call-error.ts';
import { Dialog } from '../../ui/form/Dialog.tsx';
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx';
import { type Azione, DefaultSubmit, NavButtons } from '../../ui/form/NavButtons.tsx';
import { Steps } from '../../ui/form/Steps.tsx';
import { useMounted } from '../../ui/form/useMounted.ts';
import { useStep } from '../../ui/form/useStep.ts';
import { island } from '../../ui/island.ts';
import { operations as operazioniBozza } from '../bozza/bozza.contract.ts';
import { DOMANDA, EsitoSalva, RisposteSalva, TestoSalva } from '../bozza/SalvaBozza.tsx';
import { operations as operazioniOtp } from '../otp/otp.contract.ts';
import type { ModuloProps } from './modulo.ts';
import { PassoDati } from './PassoDati.tsx';
import { PassoPrivacy } from './PassoPrivacy.tsx';
import { PassoRiepilogo } from './PassoRiepilogo.tsx';
import { operations } from './segnalazione.contract.ts';
import {
  daInviare,
  erroriDati,
  erroriPrivacy,
  indirizzoPasso,
  inOrdine,
  NOMI,
  nessuno,
  PASSI,
  type Passo,
  PERCORSO,
  passoAmmesso,
  passoDelCampo,
  primoIncompleto,
  stessa,
  titolo,
  type Valori,
  valoriDi,
  vicino,
} from './segnalazione.passi.ts';
import { TerminiDialog } from './TerminiDialog.tsx';

type Esito = { errori?: FieldErrors | undefined; messaggio?: string | undefined };

/** The report, step by step: the same markup without JavaScript, where each button is a POST. */
export const SegnalazioneForm = island(function SegnalazioneForm(props: ModuloProps) {
  const { stato } = props;
  const mounted = useMounted();
  const form = useRef<HTMLFormElement>(null);
  const [valori, setValori] = useState(stato.valori);
  const [allegati, setAllegati] = useState(stato.allegati);
  const [confermata, setConfermata] = useState(props.confermata);
  const [esito, setEsito] = useState<Esito>(stato);
  const [lavoro, setLavoro] = useState<Azione>();
  const [finestra, setFinestra] = useState<'salva' | 'termini'>();
  const [corretti, setCorretti] = useState<string[]>([]);
  const chiave = useRef(stato.chiave);
  const occupato = useRef(false);

  const [passo, vai] = useStep<Passo>({
    first: stato.passo,
    href: indirizzoPasso,
    title: (p) => `${titolo(p, !nessuno(esito.errori ?? {}))} - ${props.nomeEnte}`,
    leadsTo: (chiesto) => {
      const scritti = leggi();
      setEsito({});
      return passoAmmesso(chiesto, primoIncompleto(scritti, stessa(confermata, scritti.email)));
    },
  });

  /** What stands in the fields now, over what was there before. */
  function leggi(): Valori {
    const scritti = Object.fromEntries(new FormData(form.current ?? undefined));
    const tutti = valoriDi({ ...valori, ...(passo === 'privacy' && { privacy: '' }), ...scritti });
    setValori(tutti);
    return tutti;
  }

  async function tieni(valori: Valori, verso: Passo): Promise<void> {
    const bozza = await send(operazioniBozza.salvaBozza, { percorso: PERCORSO, passo: verso, valori });
    chiave.current = bozza.chiave;
  }

  async function avanti() {
    const scritti = leggi();
    let errori = passo === 'privacy' ? erroriPrivacy(scritti) : {};
    if (passo === 'dati') {
      const codice = await verificaCodice(scritti);
      errori = erroriDati(scritti, codice.confermata);
      if (codice.errore) errori.otp = [codice.errore];
    }
    if (!nessuno(errori)) return mostra({ errori });
    await tieni(scritti, vicino(passo, 1));
    sposta(vicino(passo, 1));
  }

  /** A code that was typed and not yet verified is verified on the way. */
  async function verificaCodice({ email = '' }: Valori): Promise<{ confermata: boolean; errore?: string }> {
    if (stessa(confermata, email)) return { confermata: true };
    const otp = form.current?.querySelector<HTMLInputElement>('[name="otp"]')?.value.trim();
    if (!otp) return { confermata: false };
    try {
      await send(operazioniOtp.codiceEmail, { email, otp });
      setConfermata(email);
      return { confermata: true };
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      return { confermata: false, errore: error.fields?.otp?.[0] ?? error.message };
    }
  }

  async function invia() {
    setFinestra(undefined);
    const pronti = daInviare(
      valori,
      allegati.map((f) => f.Id),
    );
    const aperta = await send(operations.inviaSegnalazione, pronti, { key: chiave.current });
    location.assign(`${PERCORSO}?passo=conferma&pratica=${aperta.id}`);
    // The button stays busy until the confirmation is there.
    await new Promise(() => {});
  }

  function mostra(nuovo: Esito) {
    setEsito(nuovo);
    setCorretti([]);
    document.title = `${titolo(passo, true)} - ${props.nomeEnte}`;
  }

  function sposta(verso: Passo, meta?: string) {
    setEsito({});
    vai(verso, meta);
  }

  async function esegui(azione: Azione, fai: () => Promise<void>) {
    if (occupato.current) return;
    occupato.current = true;
    setLavoro(azione);
    try {
      await fai();
    } catch (error) {
      const nuovo = esitoDi(error, azione);
      const campo = Object.keys(nuovo.errori ?? {})[0];
      if (campo && passoDelCampo(campo) !== passo) vai(passoDelCampo(campo));
      mostra(nuovo);
    } finally {
      occupato.current = false;
      setLavoro(undefined);
    }
  }

  function premuto(event: FormEvent<HTMLFormElement>) {
    const azione = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? 'avanti';
    // Saving needs a cookie: the answer to its question is a POST of the page.
    if (azione.startsWith('salva_')) return;
    event.preventDefault();
    if (azione === 'avanti') void esegui('avanti', avanti);
    if (azione === 'invia' && !occupato.current) setFinestra('termini');
    if (azione === 'salva') setFinestra('salva');
    if (azione === 'indietro') {
      const scritti = leggi();
      void esegui('indietro', async () => {
        await tieni(scritti, vicino(passo, -1));
        sposta(vicino(passo, -1));
      });
    }
  }

  /** A field that is being put right is no longer shown as wrong; the summary stays until the next check. */
  function scritto({ target }: FormEvent) {
    const nome = (target as HTMLInputElement).name;
    if (esito.errori?.[nome] && !corretti.includes(nome)) setCorretti([...corretti, nome]);
  }

  /** Links between the steps move inside the page. */
  function seguito(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    const verso = link?.pathname === PERCORSO && new URLSearchParams(link.search).get('passo');
    if (!link || !verso || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const scritti = leggi();
    sposta(passoAmmesso(verso, primoIncompleto(scritti, stessa(confermata, scritti.email))), link.hash.slice(1));
  }

  const at = PASSI.indexOf(passo);
  const aperti = Object.entries(esito.errori ?? {}).filter(([nome]) => !corretti.includes(nome));
  const errori: FieldErrors = Object.fromEntries(aperti);
  return (
    // biome-ignore lint/a11y: only links inside are listened to, and they are operable by themselves
    <div onClick={seguito} onFocus={startBotCheck} onInput={scritto}>
      <Steps current={at} steps={PASSI.map((p) => ({ nome: NOMI[p], href: indirizzoPasso(p) }))} />
      <form
        ref={form}
        method="post"
        action={indirizzoPasso(passo)}
        encType={passo === 'dati' ? 'multipart/form-data' : undefined}
        noValidate
        onSubmit={premuto}
      >
        <h2 id="passo" className="visually-hidden" tabIndex={-1}>
          Passo {at + 1} di {PASSI.length}: {NOMI[passo]}
        </h2>
        <DefaultSubmit value={passo === 'riepilogo' ? 'invia' : 'avanti'} />
        <input type="hidden" name="_token" value={props.token} />
        <input type="hidden" name="_chiave" value={chiave.current} />
        <ErrorSummary errors={esito.errori} message={esito.messaggio} />
        {passo === stato.passo && <EsitoSalva salva={props.salva} />}
        {passo === 'privacy' && <PassoPrivacy {...props} valori={valori} errori={errori} />}
        {passo === 'dati' && (
          <PassoDati
            {...{ ...props, valori, allegati, confermata, mounted, errori }}
            onFiles={setAllegati}
            onSent={(email) => setValori({ ...leggi(), codice_inviato_a: email })}
            onConfirmed={setConfermata}
          />
        )}
        {passo === 'riepilogo' && <PassoRiepilogo {...props} valori={valori} allegati={allegati} />}
        <BotConsent loadNow />
        <NavButtons
          back={passo !== 'privacy'}
          save={passo !== 'privacy'}
          next={passo === 'riepilogo' ? 'invia' : 'avanti'}
          busy={lavoro}
        />
        <Dialog
          id="salva"
          title={DOMANDA}
          open={finestra === 'salva'}
          onClose={() => setFinestra(undefined)}
          actions={<RisposteSalva />}
        >
          <TestoSalva />
        </Dialog>
        <TerminiDialog
          open={finestra === 'termini'}
          onClose={() => setFinestra(undefined)}
          onConfirm={() => void esegui('invia', invia)}
        />
      </form>
    </div>
  );
});

const NON_RIUSCITI = {
  invia:
    'Non siamo riusciti a inviare la segnalazione: i tuoi dati sono salvi. Controlla la connessione e premi di nuovo «Invia».',
  altro:
    'Non siamo riusciti a salvare i dati: quello che hai scritto è ancora qui. Controlla la connessione e riprova.',
};

/** An error in words. One of our own is told to the error reporter as well. */
function esitoDi(error: unknown, azione: Azione): Esito {
  if (error instanceof PortalError) {
    const { [BOT_FIELD]: bot, ...campi } = error.fields ?? {};
    const errori = inOrdine(campi);
    return { errori, messaggio: nessuno(errori) ? (bot?.[0] ?? error.message) : undefined };
  }
  if (!(error instanceof CallError)) reportError(error);
  return { messaggio: azione === 'invia' ? NON_RIUSCITI.invia : NON_RIUSCITI.altro };
}
