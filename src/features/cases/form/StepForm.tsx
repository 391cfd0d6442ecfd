/** The frame that all forms share: steps, errors, buttons and dialogs around the sections that a service provides. */
import { Fragment } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { Dialog } from '../../../ui/form/Dialog.tsx';
import { DefaultSubmit, NavButtons } from '../../../ui/form/NavButtons.tsx';
import { PageIndex } from '../../../ui/form/Panel.tsx';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { fileListText } from '../allegati/Attachments.tsx';
import { DEVICE_QUESTION, SaveAnswers, SaveExplanation, SaveOutcome } from '../bozza/SaveBozza.tsx';
import { stepAddress, stepsOf } from './form.steps.ts';
import type { FormProps } from './form.ts';
import { PrivacyStep } from './PrivacyStep.tsx';
import { StepHead } from './StepHead.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import type { FormSection, SectionContext } from './section.tsx';
import { TermsDialog } from './TermsDialog.tsx';
import { type FormBehaviour, useStepForm } from './useStepForm.ts';

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
  const { step, values, allegati, sending } = m;
  const contextOf = (): SectionContext => ({
    ...{
      definition,
      values,
      mounted,
      errors: sending.errors,
      identita: page.identita,
      confirmedEmail: page.confirmedEmail,
      allegati: page.state.allegati,
    },
    onSent: m.codeSent,
  });
  const blocks = () =>
    sections.flatMap(({ id, title, rows, fixed }): SummaryBlock[] => {
      if (!rows) return [];
      const block = { title, items: rows(values, fileListText(allegati)) };
      return [fixed ? block : { ...block, editHref: stepAddress(definition, 'dati', `#${id}`) }];
    });
  return (
    // biome-ignore lint/a11y: the handler acts on links inside, which are operable by themselves
    <div onClick={m.onLinkClick} onFocus={m.onTouched} onInput={sending.edited}>
      <StepHead steps={stepsOf(definition)} step={step} {...sending.outcome} />
      <form
        ref={m.form}
        method="post"
        action={stepAddress(definition, step)}
        encType={step === 'dati' ? 'multipart/form-data' : undefined}
        noValidate
        onSubmit={m.onSubmit}
      >
        <DefaultSubmit value={step === 'riepilogo' ? 'invia' : 'avanti'} />
        <input type="hidden" name="_token" value={page.token} />
        <input type="hidden" name="_chiave" value={m.sendKey} />
        {step === page.state.step && <SaveOutcome salva={page.draftSaving} />}
        {step !== 'riepilogo' && <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>}
        {step === 'privacy' && (
          <PrivacyStep {...page} definition={definition} values={values} errors={sending.errors} />
        )}
        {step === 'dati' && (
          <div className="row">
            <div className="col-lg-3">
              <PageIndex items={sections.map(({ id, title }) => ({ id, name: title }))} />
            </div>
            <div className="col-lg-8 offset-lg-1">
              <input type="hidden" name="privacy" value={values.privacy} />
              <input type="hidden" name="codice_inviato_a" value={values.codice_inviato_a} />
              {sections.map(({ id, content }) => (
                <Fragment key={id}>{content?.(contextOf())}</Fragment>
              ))}
            </div>
          </div>
        )}
        {step === 'riepilogo' && <SummaryStep values={values} allegati={allegati} blocks={blocks()} />}
        <BotConsent />
        <NavButtons
          back={step !== 'privacy'}
          next={step === 'riepilogo' ? 'invia' : 'avanti'}
          busy={sending.busy}
          words={sending.words}
        />
        {mounted && (
          <>
            <Dialog
              id="salva"
              title={DEVICE_QUESTION}
              open={m.openDialog === 'salva'}
              onClose={m.closeDialog}
              actions={<SaveAnswers />}
            >
              <SaveExplanation />
            </Dialog>
            <TermsDialog
              open={m.openDialog === 'termini'}
              busy={sending.busy === 'invia'}
              onClose={m.closeDialog}
              onConfirm={m.onTermsConfirmed}
            />
          </>
        )}
      </form>
    </div>
  );
}
