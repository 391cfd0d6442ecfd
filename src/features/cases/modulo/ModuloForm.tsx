/** The frame that all forms share: steps, errors, buttons and dialogs around the sections that a service provides. */
import { Fragment } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { Dialog } from '../../../ui/form/Dialog.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { DefaultSubmit, NavButtons } from '../../../ui/form/NavButtons.tsx';
import { PageIndex } from '../../../ui/form/Panel.tsx';
import { Steps } from '../../../ui/form/Steps.tsx';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { Attachments, fileDetti } from '../allegati/Attachments.tsx';
import { DOMANDA, EsitoSalva, RisposteSalva, TestoSalva } from '../bozza/SalvaBozza.tsx';
import { indirizzoPasso, nomePasso } from './modulo.passi.ts';
import { type ModuloProps, PASSI } from './modulo.ts';
import { PassoPrivacy } from './PassoPrivacy.tsx';
import { PassoRiepilogo } from './PassoRiepilogo.tsx';
import type { CampiProps, Section } from './section.tsx';
import { TerminiDialog } from './TerminiDialog.tsx';
import { type Comportamento, useModulo } from './useModulo.ts';

type Props = {
  come: Comportamento;
  pagina: ModuloProps;
  sections: readonly Section[];
};

/** A form, step by step: the same markup without JavaScript, where each button is a POST. */
export function ModuloForm({ come, pagina, sections }: Props) {
  const mounted = useMounted();
  const m = useModulo(come, pagina);
  const { modulo } = come;
  const { passo, valori, allegati, sending } = m;
  const at = PASSI.indexOf(passo);
  const campi = (): CampiProps => ({
    ...{ modulo, valori, mounted, errori: sending.errors, identita: pagina.identita, confermata: m.confermata },
    onSent: m.inviato,
    onConfirmed: m.setConfermata,
    allegati: (label, di) => (
      <Attachments
        {...(di ?? { hint: modulo.serveFile, required: Boolean(modulo.serveFile) })}
        label={label}
        percorso={modulo.percorso}
        files={allegati}
        onFiles={m.setAllegati}
        caricamento={m.caricamento}
        errors={sending.errors}
        mounted={mounted}
      />
    ),
  });
  const blocks = () =>
    sections.flatMap(({ id, title, rows, fixed }): SummaryBlock[] => {
      if (!rows) return [];
      const block = { titolo: title, voci: rows(valori, fileDetti(allegati)) };
      return [fixed ? block : { ...block, modifica: indirizzoPasso(modulo, 'dati', `#${id}`) }];
    });
  return (
    // biome-ignore lint/a11y: only links inside are listened to, and they are operable by themselves
    <div onClick={m.seguito} onFocus={m.toccato} onInput={sending.edited}>
      <Steps current={at} steps={PASSI.map((p) => ({ nome: nomePasso(modulo, p), href: indirizzoPasso(modulo, p) }))} />
      <form
        ref={m.form}
        method="post"
        action={indirizzoPasso(modulo, passo)}
        encType={passo === 'dati' ? 'multipart/form-data' : undefined}
        noValidate
        onSubmit={m.premuto}
      >
        <h2 id="passo" className="visually-hidden" tabIndex={-1}>
          Passo {at + 1} di {PASSI.length}: {nomePasso(modulo, passo)}
        </h2>
        <DefaultSubmit value={passo === 'riepilogo' ? 'invia' : 'avanti'} />
        <input type="hidden" name="_token" value={pagina.token} />
        <input type="hidden" name="_chiave" value={m.chiave} />
        <ErrorSummary errors={sending.outcome.errors} message={sending.outcome.message} />
        {passo === pagina.stato.passo && <EsitoSalva salva={pagina.salva} />}
        {passo !== 'riepilogo' && <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>}
        {passo === 'privacy' && <PassoPrivacy {...pagina} modulo={modulo} valori={valori} errori={sending.errors} />}
        {passo === 'dati' && (
          <div className="row">
            <div className="col-lg-3">
              <PageIndex items={sections.map(({ id, title }) => ({ id, nome: title }))} />
            </div>
            <div className="col-lg-8 offset-lg-1">
              <input type="hidden" name="privacy" value={valori.privacy} />
              <input type="hidden" name="codice_inviato_a" value={valori.codice_inviato_a} />
              {sections.map(({ id, content }) => (
                <Fragment key={id}>{content?.(campi())}</Fragment>
              ))}
            </div>
          </div>
        )}
        {passo === 'riepilogo' && <PassoRiepilogo valori={valori} allegati={allegati} blocchi={blocks()} />}
        <BotConsent />
        <NavButtons
          back={passo !== 'privacy'}
          next={passo === 'riepilogo' ? 'invia' : 'avanti'}
          busy={sending.busy}
          words={sending.words}
        />
        {mounted && (
          <>
            <Dialog
              id="salva"
              title={DOMANDA}
              open={m.finestra === 'salva'}
              onClose={m.chiudi}
              actions={<RisposteSalva />}
            >
              <TestoSalva />
            </Dialog>
            <TerminiDialog
              open={m.finestra === 'termini'}
              busy={sending.busy === 'invia'}
              onClose={m.chiudi}
              onConfirm={m.confermaInvio}
            />
          </>
        )}
      </form>
    </div>
  );
}
