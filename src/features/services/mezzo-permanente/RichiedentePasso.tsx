/** The step of a declaration that asks for the applicant; a bozza keeps what is typed while they fetch the e-mail code. */
import { useEffect, useRef, useState } from 'react';
import { BotConsent } from '../../../platform/bot-check/BotConsent.tsx';
import { startBotCheck } from '../../../platform/bot-check/bot-check.browser.ts';
import { send } from '../../../platform/client.browser.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { DefaultSubmit, NavButtons } from '../../../ui/form/NavButtons.tsx';
import { PageIndex } from '../../../ui/form/Panel.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { island } from '../../../ui/island.ts';
import { Attachments } from '../../cases/allegati/Attachments.tsx';
import type { AllegatoMostrato } from '../../cases/allegati/allegati.contract.ts';
import { operations } from '../../cases/bozza/bozza.contract.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { RichiedenteFields, SEZIONI_RICHIEDENTE } from '../../cases/richiedente/RichiedenteFields.tsx';
import { indirizzo } from './passi.ts';
import { moduloRichiedente } from './richiedente.modulo.ts';
import { usePageButtons } from './usePageButtons.ts';

/** @property id of the declaration @property confermata the address whose code was typed right, or '' */
export type RichiedentePassoProps = {
  id: string;
  valori: Valori;
  allegati: AllegatoMostrato[];
  errori?: FieldErrors | undefined;
  token: string;
  confermata: string;
  identita: boolean | undefined;
};

/** Who declares. Each button is a POST of the page; scripts send files and the code of the e-mail at once. */
export const RichiedentePasso = island(function RichiedentePasso(props: RichiedentePassoProps) {
  const { id, token, identita } = props;
  const mounted = useMounted();
  const form = useRef<HTMLFormElement>(null);
  const [valori, setValori] = useState(props.valori);
  const [allegati, setAllegati] = useState(props.allegati);
  const [confermata, setConfermata] = useState(props.confermata);
  const { upload: caricamento, ...sending } = usePageButtons(props.errori);
  const { errors: errori, running } = sending;
  const modulo = moduloRichiedente(id);

  /** Who goes to the mail for the code may find the page thrown out of memory: what is typed is kept before. */
  function custodisci(altri: Valori = {}) {
    const scritti = [...new FormData(form.current ?? undefined)].filter(
      (campo): campo is [string, string] => typeof campo[1] === 'string' && !/^(_|otp|g-)/.test(campo[0]),
    );
    const tutti = { ...valori, ...Object.fromEntries(scritti), ...altri };
    setValori(tutti);
    // Nobody waits for this: the next button keeps it again, and says when it cannot.
    send(operations.salvaBozza, { percorso: modulo.percorso, passo: 'dati', valori: tutti }, { keepalive: true }).catch(
      (cause) => console.debug(cause),
    );
  }
  const nascosta = useRef(() => {});
  nascosta.current = () => document.hidden && !running.current && custodisci();
  useEffect(() => {
    const listen = () => nascosta.current();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);

  return (
    <form
      ref={form}
      method="post"
      action={indirizzo('richiedente', id)}
      encType="multipart/form-data"
      noValidate
      onSubmit={sending.submit}
      onFocus={startBotCheck}
      onInput={sending.edited}
    >
      <DefaultSubmit />
      <input type="hidden" name="_token" value={token} />
      <input type="hidden" name="codice_inviato_a" value={valori.codice_inviato_a ?? ''} />
      <p>I campi contraddistinti dal simbolo asterisco (*) sono obbligatori.</p>
      <div className="row">
        <div className="col-lg-3">
          <PageIndex items={SEZIONI_RICHIEDENTE} />
        </div>
        <div className="col-lg-8 offset-lg-1">
          <RichiedenteFields
            campi={{
              ...{ modulo, valori, errori, mounted, identita, confermata },
              onSent: (email) => custodisci({ codice_inviato_a: email }),
              onConfirmed: setConfermata,
              allegati: (label, di) => (
                <Attachments
                  {...{ ...di, label, errors: errori, mounted, caricamento }}
                  percorso={modulo.percorso}
                  files={allegati}
                  onFiles={setAllegati}
                />
              ),
            }}
          />
        </div>
      </div>
      <BotConsent />
      <ErrorSummary message={sending.outcome.message} />
      <NavButtons busy={sending.busy} words={sending.words} />
    </form>
  );
});
