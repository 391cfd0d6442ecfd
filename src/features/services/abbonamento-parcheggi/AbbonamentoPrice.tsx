/** Shows the price and the days of a parking subscription, in its form and in the summary. */
import { isDate, shortDate, withArticle } from '../../../platform/atoms/date.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import type { FormValues } from '../../cases/form/form.ts';
import { DURATION_LABELS, type Durata } from './options.ts';
import type { OffertaView } from './parcheggi.contract.ts';
import { findPrice, lastDayOf } from './rules.ts';

/** The button that computes the price without JavaScript. */
export const COMPUTE_PRICE = 'calcola_prezzo';

/** In cents; undefined where the zone does not have such a subscription. */
const priceOf = ({ zone, prezzi }: OffertaView, v: FormValues): number | undefined =>
  zone.some(({ codice }) => codice === v.zona) ? findPrice(prezzi, v) : undefined;

/** "60,00 €, dal 01/12/2026 al 30/11/2027". The server computes it again when the request is sent. */
export function priceInWords(offerta: OffertaView, v: FormValues): string | undefined {
  const importo = priceOf(offerta, v);
  if (importo === undefined) return undefined;
  const giorni =
    v.dal && isDate(v.dal) && v.durata && v.durata in DURATION_LABELS
      ? `, ${withArticle('dal', shortDate(v.dal))} ${withArticle('al', shortDate(lastDayOf(v.dal, v.durata as Durata)))}`
      : '';
  return `${importo === 0 ? 'Gratuito' : formatEuro(importo)}${giorni}`;
}

/** Shows what the subscription costs once zone, kind and duration are chosen. @param props.v current values of the fields */
export function AbbonamentoPrice({ offerta, v, mounted }: { offerta: OffertaView; v: FormValues; mounted: boolean }) {
  const price = priceInWords(offerta, v);
  const isChosen = v.zona && v.tipo && v.durata;
  return (
    <div id="prezzo" tabIndex={-1}>
      <p role="status">
        {price ? (
          <>
            Prezzo: <strong>{price}</strong>.
            {priceOf(offerta, v) !== 0 && ' Si paga dopo che l’ente ha accettato la richiesta.'}
          </>
        ) : isChosen ? (
          'Per la zona scelta questo abbonamento non c’è: cambia tipo o durata.'
        ) : (
          'Scegli zona, tipo e durata: qui compare il prezzo.'
        )}
      </p>
      {!mounted && (
        <BusyButton name="_azione" value={COMPUTE_PRICE} className="btn btn-outline-primary mb-4" formNoValidate>
          Calcola il prezzo
        </BusyButton>
      )}
    </div>
  );
}
