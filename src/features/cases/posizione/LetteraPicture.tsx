/** Where the two codes of a position are on the letter: for every form that asks for them. */
import { CodePicture } from '../../../ui/form/CodePicture.tsx';
import lettera from './lettera.svg?url&no-inline';

const LETTERA_PICTURE = {
  src: lettera,
  width: 340,
  height: 250,
  alt: 'Una lettera dell’ente: in basso, uno accanto all’altro, il codice utente (1) e il codice controllo (2).',
};

export function LetteraPicture() {
  return (
    <CodePicture
      question="Dove trovo i due codici?"
      picture={LETTERA_PICTURE}
      places={[
        <>
          Il codice utente, ad esempio <b>BS-100101</b>: anche il trattino ne fa parte.
        </>,
        <>
          Il codice controllo, accanto al primo, ad esempio <b>A3F7K9</b>.
        </>,
      ]}
    />
  );
}
