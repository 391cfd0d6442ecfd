/** The island of the positions tab in the reserved area: shows its list, forms, messages and dialog together. */
import { ListView } from '../../../platform/vault/ListState.tsx';
import { Callout } from '../../../ui/form/Callout.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import { NewPosizioneForm } from './NewPosizioneForm.tsx';
import { PosizioneTable } from './PosizioneTable.tsx';
import { DONE_MESSAGES, type PosizioniProps } from './posizioni.ts';
import { RemoveDialog, RemoveQuestion } from './RemovePosizione.tsx';
import { usePosizioni } from './usePosizioni.ts';

export const PosizioniPanel = createIsland(function PosizioniPanel(props: PosizioniProps) {
  const { servizio, purpose, token, values } = props;
  const mounted = useMounted();
  const p = usePosizioni(props);
  const { list, outcome } = p;
  if (p.isLoggedOut)
    return <Callout kind="info" title="L’accesso è terminato: accedi di nuovo per vedere le tue posizioni" />;
  const asked = list.items.find((one) => one.Id === p.askedId);
  return (
    <>
      {purpose && (
        <Callout kind="info" title={`Per ${purpose} comincia da qui`}>
          <p>Scegli la posizione, poi il documento. Se la posizione non c’è, aggiungila con i due codici.</p>
        </Callout>
      )}
      <ErrorSummary errors={outcome.errors} message={outcome.message} />
      <div ref={p.statusRef} tabIndex={-1} role="status">
        {outcome.done && <Callout kind="success" title={DONE_MESSAGES[outcome.done]} />}
      </div>
      {asked && (
        <RemoveQuestion posizione={asked} token={token} busy={p.busyTask === 'togli'} onConfirm={p.confirmRemoval} />
      )}
      <ListView
        list={list}
        title="Le tue posizioni"
        empty="Non hai ancora posizioni, cioè conti con il Comune (un tributo, le multe, un servizio): aggiungine una con i due codici della lettera."
        onRetry={p.retry}
      >
        {(posizioni) => <PosizioneTable posizioni={posizioni} servizio={servizio} onRemove={p.askRemoval} />}
      </ListView>
      <NewPosizioneForm
        key={p.sendKey}
        sendKey={p.sendKey}
        token={token}
        values={p.sendKey === props.sendKey ? values : {}}
        errors={outcome.errors}
        busy={p.busyTask === 'aggiungi'}
        servizio={servizio}
        folded={list.items.length > 0}
        onSubmit={p.addPosizione}
      />
      {mounted && (
        <RemoveDialog
          posizione={p.toRemove}
          busy={p.busyTask === 'togli'}
          onClose={p.closeDialog}
          onConfirm={p.confirmRemoval}
        />
      )}
    </>
  );
});
