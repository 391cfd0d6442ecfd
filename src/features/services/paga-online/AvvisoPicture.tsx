/** Where the codes are on a payment notice. */
import { CodePicture } from '../../../ui/form/CodePicture.tsx';
import avviso from './avviso.svg?url&no-inline';

const AVVISO_PICTURE = {
  src: avviso,
  width: 340,
  height: 410,
  alt: 'Un avviso di pagamento: nella parte bassa il codice QR (1), sotto di esso il codice avviso (2) e il codice fiscale dell’ente creditore (3), accanto l’importo (4).',
};

export function AvvisoPicture() {
  return (
    <CodePicture
      question="Dove trovo i codici sull’avviso?"
      picture={AVVISO_PICTURE}
      places={[
        'Il codice QR: dice anche gli altri dati.',
        'Il codice avviso: 18 cifre, a gruppi di quattro.',
        'Il codice fiscale dell’ente creditore: 11 cifre.',
        'L’importo: non devi scriverlo, ce lo dice l’ente.',
      ]}
    />
  );
}
