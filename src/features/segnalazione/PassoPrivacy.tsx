import type { FieldErrors } from '../../platform/errors.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import type { ModuloProps } from './modulo.ts';
import type { Valori } from './segnalazione.passi.ts';

type Props = Pick<ModuloProps, 'nomeEnte' | 'privacy'> & { valori: Valori; errori?: FieldErrors | undefined };

/** First step: what happens to the data, and the tick. */
export function PassoPrivacy({ nomeEnte, privacy, valori, errori }: Props) {
  return (
    <div className="testo">
      <p>
        {nomeEnte} tratta i dati personali che fornisci con questo modulo per gestire la segnalazione e risponderti, in
        base agli articoli 13 e 14 del Regolamento (UE) 2016/679 sulla protezione dei dati. Li vedono gli uffici che
        lavorano la segnalazione e chi fornisce loro i servizi informatici.
      </p>
      <p>
        Per i dettagli leggi l’<a href={privacy}>informativa sulla privacy</a>.
      </p>
      <Checkbox
        name="privacy"
        label="Ho letto e compreso l’informativa sulla privacy"
        required
        defaultChecked={valori.privacy === 'on'}
        errors={errori}
      />
    </div>
  );
}
