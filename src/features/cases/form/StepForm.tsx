/** The frame that all forms share: steps, errors, buttons and dialogs around the sections that a service provides. */
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { Dialog } from '../../../ui/form/Dialog.tsx';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { summaryFiles } from '../allegati/SummaryFiles.tsx';
import { PAGE_NAME } from '../bozza/bozza.browser.ts';
import { formatSeen } from '../bozza/bozza-conflict.ts';
import { LateConflict } from '../bozza/LateConflict.tsx';
import { DEVICE_QUESTION, SaveAnswers, SaveExplanation, SaveOutcome } from '../bozza/SaveBozza.tsx';
import { DataStep } from './DataStep.tsx';
import type { FormBehaviour, FormProps } from './form.ts';
import { PrivacyStep } from './PrivacyStep.tsx';
import { StepBody } from './StepBody.tsx';
import { StepHead } from './StepHead.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import type { FormSection } from './section.tsx';
import { TermsDialog } from './TermsDialog.tsx';
import { useStepForm } from './useStepForm.ts';

type Props = {
  behaviour: FormBehaviour;
  page: FormProps;
  sections: readonly FormSection[];
};

/** A form, step by step. The markup is the same without JavaScript; each button is a POST then. */
export function StepForm({ behaviour, page, sections }: Props) {
  const mounted = useMounted();
  const m = useStepForm(behaviour, page);
  const { definition } = behaviour;
  const { step, filled, sending } = m;
  const { values } = filled;
  const blocks = () =>
    sections.flatMap(({ id, title, rows, fixed }): SummaryBlock[] => {
      if (!rows) return [];
      const block = { title, items: rows(values, summaryFiles(filled.allegati)) };
      return [fixed ? block : { ...block, editHref: definition.steps.address('dati', `#${id}`) }];
    });
  if (m.waiting) return m.waiting;
  return (
    // biome-ignore lint/a11y: the handler acts on links inside, which are operable by themselves
    <div onClick={m.onLinkClick} onFocus={startBotCheck} onInput={m.onInput}>
      <StepHead steps={definition.steps} step={step} {...sending.outcome} />
      <StepBody
        ref={m.form}
        token={page.token}
        sendKey={m.sendKey}
        seen={formatSeen(m.vista, mounted ? PAGE_NAME : '')}
        action={definition.steps.address(step)}
        encType={step === 'dati' ? 'multipart/form-data' : undefined}
        back={step !== 'privacy'}
        next={step === 'riepilogo' ? 'invia' : 'avanti'}
        sending={sending}
        onSubmit={m.onSubmit}
      >
        <LateConflict told={sending.outcome.message} path={definition.path} guest={!page.login} />
        {step === page.state.step && (
          <SaveOutcome salva={page.draftSaving} travels={page.travels ? definition.path : undefined} />
        )}
        {step !== 'riepilogo' && <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>}
        {step === 'privacy' && (
          <PrivacyStep {...page} definition={definition} values={values} errors={sending.errors} />
        )}
        {step === 'dati' && (
          <DataStep
            sections={sections}
            hidden={['privacy', 'codice_inviato_a']}
            context={{
              definition,
              values,
              mounted,
              errors: sending.errors,
              login: page.login,
              confirmedEmail: page.confirmedEmail,
              allegati: page.state.allegati,
              onSent: m.codeSent,
            }}
          />
        )}
        {step === 'riepilogo' && <SummaryStep {...filled} blocks={blocks()} />}
        {m.savedWords && step === 'dati' && <p className="form-text">{m.savedWords}</p>}
        <BotConsent />
        {mounted && (
          <>
            <Dialog
              id="salva"
              title={DEVICE_QUESTION}
              open={m.openDialog === 'save'}
              onClose={m.closeDialog}
              actions={<SaveAnswers />}
            >
              <SaveExplanation />
            </Dialog>
            <TermsDialog
              open={m.openDialog === 'terms'}
              busy={sending.busy === 'invia'}
              onClose={m.closeDialog}
              onConfirm={m.onTermsConfirmed}
            />
          </>
        )}
      </StepBody>
    </div>
  );
}
