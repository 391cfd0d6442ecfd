/** Where a form begins: the citizen accepts the privacy notice, and may log in to find their data filled in. */
import type { FieldErrors } from '../../../platform/errors.ts';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import type { Modulo, ModuloProps, Valori } from './modulo.ts';

type Props = Pick<ModuloProps, 'nomeEnte' | 'privacy' | 'identita'> & {
  modulo: Modulo;
  valori: Valori;
  errori?: FieldErrors | undefined;
};

/** This step, with what a link has filled in: the way back after the login. */
function qui({ percorso, dalLink = [] }: Modulo, valori: Valori): string {
  const scelti = dalLink.flatMap((nome) => (valori[nome] ? [[nome, valori[nome]]] : []));
  return scelti.length > 0 ? `${percorso}?${new URLSearchParams([...scelti, ['passo', 'privacy']])}` : percorso;
}

/** First step: what happens to the data, and the tick. What a link has filled in goes along. */
export function PassoPrivacy({ modulo, nomeEnte, privacy, identita, valori, errori }: Props) {
  const { tipo, dalLink } = modulo;
  return (
    <div className="testo">
      {!identita && (
        <p>
          Hai un’identità digitale? <a href={`/login?da=${encodeURIComponent(qui(modulo, valori))}`}>Accedi</a>: i tuoi
          dati sono già scritti.
        </p>
      )}
      <p>
        {nomeEnte} tratta i dati personali che fornisci con questo modulo per gestire la {tipo} e risponderti, in base
        agli articoli 13 e 14 del Regolamento (UE) 2016/679 sulla protezione dei dati. Li vedono gli uffici che lavorano
        la {tipo} e chi fornisce loro i servizi informatici.
      </p>
      <p>
        Per i dettagli leggi l’<a href={privacy}>informativa sulla privacy</a>.
      </p>
      {dalLink?.map((nome) => (
        <input key={nome} type="hidden" name={nome} value={valori[nome]} />
      ))}
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
