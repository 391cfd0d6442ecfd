/** Shows the price and the days of a parking subscription, in its form and in the summary. */
import { conArticolo, dataBreve, isData } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { Valori } from '../../cases/modulo/modulo.ts';
import type { OffertaMostrata } from './parcheggi.contract.ts';
import { prezzoDi, ultimoGiorno } from './regole.ts';
import { DURATE, type Durata } from './valori.ts';

/** The button that reckons the price without JavaScript. */
export const CALCOLA = 'calcola_prezzo';

/** "60,00 €, dal 01/12/2026 al 30/11/2027": the server reckons it again at the send. */
export function prezzoInParole({ zone, prezzi }: OffertaMostrata, v: Valori): string | undefined {
  const importo = zone.some(({ codice }) => codice === v.zona) ? prezzoDi(prezzi, v) : undefined;
  if (importo === undefined) return undefined;
  const giorni =
    v.dal && isData(v.dal) && v.durata && v.durata in DURATE
      ? `, ${conArticolo('dal', dataBreve(v.dal))} ${conArticolo('al', dataBreve(ultimoGiorno(v.dal, v.durata as Durata)))}`
      : '';
  return `${importo === 0 ? 'Gratuito' : euro(importo)}${giorni}`;
}

/** What the subscription costs, as soon as zone, kind and duration are chosen. @param props.v what stands in the fields */
export function Prezzo({ offerta, v, mounted }: { offerta: OffertaMostrata; v: Valori; mounted: boolean }) {
  const prezzo = prezzoInParole(offerta, v);
  const scelto = v.zona && v.tipo && v.durata;
  return (
    <div id="prezzo" tabIndex={-1}>
      <p role="status">
        {prezzo ? (
          <>
            Prezzo: <strong>{prezzo}</strong>. Si paga dopo che l’ente ha accettato la richiesta.
          </>
        ) : scelto ? (
          'Per la zona scelta questo abbonamento non c’è: cambia tipo o durata.'
        ) : (
          'Scegli zona, tipo e durata: qui compare il prezzo.'
        )}
      </p>
      {!mounted && (
        <BusyButton name="_azione" value={CALCOLA} className="btn btn-outline-primary mb-4" formNoValidate>
          Calcola il prezzo
        </BusyButton>
      )}
    </div>
  );
}
