/** The form in which the documents of a request are chosen. A call checks that they go together; without JavaScript the page does. */
import { useRef, useState } from 'react';
import { sendCall } from '../../../platform/client.browser.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { FieldError } from '../../../ui/form/FormGroup.tsx';
import { useCall } from '../../../ui/form/useCall.ts';
import { createIsland } from '../../../ui/island.ts';
import { DocumentBox } from './DocumentBox.tsx';
import { aboveInWords, explainRefusal, togetherErrors } from './documenti-together.ts';
import { OnwardLink } from './OnwardLink.tsx';
import { sceltaDocumentiCalls } from './scelta.calls.ts';
import type { SelectableDocumento } from './scelta.contract.ts';

export type ChoiceProps = {
  servizio: string;
  /** Path of the page */
  path: string;
  posizioni: {
    Id: string;
    codice_utente: string;
    nome_ente: string;
    nome_sistema: string;
    /** The total that the documents have to exceed */
    aboveCents?: number | undefined;
    documenti: { Id: string; words: string; perche: string | null }[];
  }[];
  /** Ids that were ticked, and the outcome that the server rendered without JavaScript */
  chosenIds: readonly string[];
  documenti?: Pick<SelectableDocumento, 'numero' | 'sistema' | 'perche'>[] | undefined;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
};

const CHECK_FAILED =
  'Non siamo riusciti a controllare i documenti: quelli che hai scelto sono ancora spuntati. Controlla la connessione e riprova.';

export const ChoiceForm = createIsland(function ChoiceForm({
  servizio,
  path,
  posizioni,
  chosenIds,
  ...props
}: ChoiceProps) {
  const box = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState(props.documenti);
  const firstId = posizioni.flatMap((p) => p.documenti).find((d) => d.perche === null)?.Id;
  const form = useCall(
    { errors: props.errors, message: props.message },
    {
      failed: CHECK_FAILED,
      call: async () => {
        setChosen(undefined);
        const ids = new FormData(box.current ?? undefined).getAll('documento').map(String);
        const found = await checkTogether(servizio, ids);
        if (!found) return undefined;
        if (found.percorso) return found.percorso;
        setChosen(found.documenti);
        throw new PortalError('invalid', { fields: togetherErrors(found.documenti, firstId) });
      },
    },
  );
  return (
    <>
      <ErrorSummary errors={form.outcome.errors} message={form.outcome.message} />
      <OnwardLink servizio={servizio} documenti={chosen} />
      <h2 className="h4">Scegli i documenti</h2>
      <p>Puoi sceglierne più di uno, se sono dello stesso ente e dello stesso servizio.</p>
      <form ref={box} method="get" action={path} onSubmit={form.submit}>
        <input type="hidden" name="scelta" value="1" />
        <FieldError name="documento" errors={form.errors} />
        {posizioni.map((p) => (
          <fieldset className="form-group" key={p.Id}>
            <legend className="h6">
              {p.nome_ente}, {p.nome_sistema}, posizione <bdi>{p.codice_utente}</bdi>
            </legend>
            {p.aboveCents && p.documenti.length > 0 && <p>{aboveInWords(p.aboveCents)}</p>}
            {p.documenti.length === 0 && <p>Su questa posizione non ci sono documenti da scegliere.</p>}
            {p.documenti.map((d) => (
              <DocumentBox
                key={d.Id}
                documentoId={d.Id}
                words={d.words}
                firstId={firstId}
                chosenIds={chosenIds}
                errors={form.errors}
                note={d.perche}
              />
            ))}
          </fieldset>
        ))}
        {firstId ? (
          <BusyButton busy={form.busy !== undefined} busyLabel="Controllo…">
            Vai avanti con i documenti scelti
          </BusyButton>
        ) : (
          <p>Con questi documenti la richiesta non si può fare.</p>
        )}
      </form>
    </>
  );
});

/**
 * @returns undefined when a document is not open any more, perhaps because the hour has passed; the page then says which
 * @throws PortalError with the words of the page
 */
async function checkTogether(servizio: string, ids: string[]) {
  try {
    return await sendCall(sceltaDocumentiCalls.scegliDocumenti, { servizio, documenti: ids.join(',') });
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    if (error.code === 'not_found') return undefined;
    const { errors, message } = explainRefusal(error);
    throw new PortalError(error.code, { cause: error, ...(errors ? { fields: errors } : { message }) });
  }
}
