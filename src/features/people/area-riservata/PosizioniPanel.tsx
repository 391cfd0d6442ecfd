/** The island of the positions tab in the reserved area: shows its list, forms, messages and dialog together. */
import { ListView } from '../../../platform/vault/ListState.tsx';
import { Callout } from '../../../ui/form/Callout.tsx';
import { ErrorSummary } from '../../../ui/form/ErrorSummary.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { island } from '../../../ui/island.ts';
import { NuovaPosizione } from './NuovaPosizione.tsx';
import { FATTO, type PosizioniProps } from './posizioni.ts';
import { RighePosizioni } from './RighePosizioni.tsx';
import { TogliDialog, TogliDomanda } from './TogliPosizione.tsx';
import { usePosizioni } from './usePosizioni.ts';

/** The citizen's positions: the list, a form that adds one, and the question before one goes. */
export const PosizioniPanel = island(function PosizioniPanel(props: PosizioniProps) {
  const { servizio, purpose, token, valori } = props;
  const mounted = useMounted();
  const p = usePosizioni(props);
  const { elenco, esito } = p;
  if (p.uscito)
    return <Callout kind="info" title="L’accesso è terminato: accedi di nuovo per vedere le tue posizioni" />;
  const domanda = elenco.items.find((one) => one.Id === p.domanda);
  return (
    <>
      {purpose && (
        <Callout kind="info" title={`Per ${purpose} comincia da qui`}>
          <p>Scegli la posizione, poi il documento. Se la posizione non c’è, aggiungila con i due codici.</p>
        </Callout>
      )}
      <ErrorSummary errors={esito.errori} message={esito.messaggio} />
      <div ref={p.detto} tabIndex={-1} role="status">
        {esito.fatto && <Callout kind="success" title={FATTO[esito.fatto]} />}
      </div>
      {domanda && (
        <TogliDomanda posizione={domanda} token={token} busy={p.lavoro === 'togli'} onConfirm={p.togliDavvero} />
      )}
      <ListView
        list={elenco}
        title="Le tue posizioni"
        empty="Non hai ancora posizioni: aggiungine una con i due codici della lettera."
        onRetry={p.riprova}
      >
        {(posizioni) => <RighePosizioni posizioni={posizioni} servizio={servizio} onRemove={p.chiedi} />}
      </ListView>
      <NuovaPosizione
        key={p.chiave}
        chiave={p.chiave}
        token={token}
        valori={p.chiave === props.chiave ? valori : {}}
        errori={esito.errori}
        busy={p.lavoro === 'aggiungi'}
        servizio={servizio}
        onSubmit={p.aggiungi}
      />
      {mounted && (
        <TogliDialog posizione={p.togli} busy={p.lavoro === 'togli'} onClose={p.chiudi} onConfirm={p.togliDavvero} />
      )}
    </>
  );
});
