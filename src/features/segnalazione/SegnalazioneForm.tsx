import { BotConsent } from '../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../platform/bot-check/bot-check.browser.ts';
import { Dialog } from '../../ui/form/Dialog.tsx';
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx';
import { DefaultSubmit, NavButtons } from '../../ui/form/NavButtons.tsx';
import { Steps } from '../../ui/form/Steps.tsx';
import { useMounted } from '../../ui/form/useMounted.ts';
import { island } from '../../ui/island.ts';
import { DOMANDA, EsitoSalva, RisposteSalva, TestoSalva } from '../bozza/SalvaBozza.tsx';
import type { ModuloProps } from './modulo.ts';
import { PassoDati } from './PassoDati.tsx';
import { PassoPrivacy } from './PassoPrivacy.tsx';
import { PassoRiepilogo } from './PassoRiepilogo.tsx';
import { indirizzoPasso, NOMI, PASSI } from './segnalazione.passi.ts';
import { TerminiDialog } from './TerminiDialog.tsx';
import { useSegnalazione } from './useSegnalazione.ts';

/** The report, step by step: the same markup without JavaScript, where each button is a POST. */
export const SegnalazioneForm = island(function SegnalazioneForm(props: ModuloProps) {
  const mounted = useMounted();
  const modulo = useSegnalazione(props);
  const { passo, valori, allegati, confermata, esito, errori, finestra } = modulo;
  const at = PASSI.indexOf(passo);
  return (
    // biome-ignore lint/a11y: only links inside are listened to, and they are operable by themselves
    <div onClick={modulo.seguito} onFocus={startBotCheck} onInput={modulo.scritto}>
      <Steps current={at} steps={PASSI.map((p) => ({ nome: NOMI[p], href: indirizzoPasso(p) }))} />
      <form
        ref={modulo.form}
        method="post"
        action={indirizzoPasso(passo)}
        encType={passo === 'dati' ? 'multipart/form-data' : undefined}
        noValidate
        onSubmit={modulo.premuto}
      >
        <h2 id="passo" className="visually-hidden" tabIndex={-1}>
          Passo {at + 1} di {PASSI.length}: {NOMI[passo]}
        </h2>
        <DefaultSubmit value={passo === 'riepilogo' ? 'invia' : 'avanti'} />
        <input type="hidden" name="_token" value={props.token} />
        <input type="hidden" name="_chiave" value={modulo.chiave} />
        <ErrorSummary errors={esito.errori} message={esito.messaggio} />
        {passo === props.stato.passo && <EsitoSalva salva={props.salva} />}
        {passo !== 'riepilogo' && <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>}
        {passo === 'privacy' && <PassoPrivacy {...props} valori={valori} errori={errori} />}
        {passo === 'dati' && (
          <PassoDati
            {...{ ...props, valori, allegati, confermata, mounted, errori }}
            onFiles={modulo.setAllegati}
            caricamento={modulo.caricamento}
            onSent={modulo.inviato}
            onConfirmed={modulo.setConfermata}
          />
        )}
        {passo === 'riepilogo' && <PassoRiepilogo {...props} valori={valori} allegati={allegati} />}
        <BotConsent loadNow />
        <NavButtons
          back={passo !== 'privacy'}
          next={passo === 'riepilogo' ? 'invia' : 'avanti'}
          busy={modulo.lavoro}
          words={modulo.parole}
        />
        {mounted && (
          <>
            <Dialog
              id="salva"
              title={DOMANDA}
              open={finestra === 'salva'}
              onClose={modulo.chiudi}
              actions={<RisposteSalva />}
            >
              <TestoSalva />
            </Dialog>
            <TerminiDialog
              open={finestra === 'termini'}
              busy={modulo.lavoro === 'invia'}
              onClose={modulo.chiudi}
              onConfirm={modulo.confermaInvio}
            />
          </>
        )}
      </form>
    </div>
  );
});
