/** Where a case stands that another program deals with, and where that is. It changes while the page is open. */
import { useStore } from '@nanostores/react';
import { Callout } from '../../../ui/form/Callout.tsx';
import { createIsland } from '../../../ui/island.ts';
import { StatoBadge } from '../pratica/StatoBadge.tsx';
import { $praticaDetail } from './chat.store.ts';
import type { EsternaPart } from './parts.ts';
import { formatInstant } from './pratica-words.ts';

/** @param props.ente name of the ente of the case */
export const EsternaPanel = createIsland(function EsternaPanel(props: { part: EsternaPart; ente: string }) {
  const fresh = useStore($praticaDetail, { ssr: 'initial' });
  const d = { ...props.part, ...fresh, esterna: fresh?.esterna ?? props.part.esterna };
  const { programma, numero, servizio, indirizzo } = d.esterna;
  // No list of facts as of other cases: the tables in it would come along with every form.
  const facts: [string, string][] = [
    ['Servizio', servizio],
    ['Ente', props.ente],
    [`Numero in ${programma}`, numero],
    ['Numero nel portale', d.protocollo],
    ['Nel portale da', formatInstant(d.inviata_il)],
    ...(d.chiusa_il ? [['Chiusa il', formatInstant(d.chiusa_il)] as [string, string]] : []),
  ];
  return (
    <>
      <div className="situazione">
        <p className="riga-stato">
          <StatoBadge stato={d.stato} />
        </p>
        <Callout kind={d.stato === 'da_integrare' ? 'warning' : 'info'} title={`La segue ${programma}`}>
          <p>{whereToWrite(d)}</p>
          {indirizzo && (
            <p>
              <a className="btn btn-outline-primary" href={indirizzo} rel="external">
                Apri in {programma}
              </a>
            </p>
          )}
        </Callout>
      </div>
      <section className="passi" aria-labelledby="dati-titolo">
        <h2 className="h4" id="dati-titolo">
          Dati della pratica
        </h2>
        <dl className="dati-pratica">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
});

function whereToWrite({ stato, puo_scrivere, esterna }: EsternaPart): string {
  const asked = stato === 'da_integrare' ? 'Aspetta una tua risposta. ' : '';
  if (puo_scrivere)
    return `${asked}Qui leggi a che punto è, e puoi scrivere: il messaggio arriva a ${esterna.programma}.`;
  const there = esterna.indirizzo
    ? ' Per scrivere o aggiungere documenti vai lì.'
    : ' Per scrivere contatta l’ente con i recapiti in fondo alla pagina.';
  return `${asked}Qui leggi a che punto è, i messaggi e i documenti.${there}`;
}
