/** The field of an address, with suggestions to choose from once scripts run. */
import { sendCall } from '../../../platform/client.browser.ts';
import type { CallOutput } from '../../../platform/contract.ts';
import { controlProps, type FieldProps, FormGroup } from '../../../ui/form/FormGroup.tsx';
import { Suggestions } from '../../../ui/form/Suggestions.tsx';
import { luogoCalls } from './luogo.calls.ts';

export type FoundLuogo = CallOutput<typeof luogoCalls.cercaLuogo>[number];

type Props = FieldProps & {
  /** The ente in whose municipality is searched; '' while there is none, or no address book */
  ente: string;
  /** Every text that is typed */
  onText(text: string): void;
  onChoose(luogo: FoundLuogo): void;
};

export function AddressField({ ente, onText, onChoose, ...field }: Props) {
  return (
    <FormGroup {...field}>
      <input {...controlProps(field)} type="text" autoComplete="off" defaultValue={field.defaultValue} />
      <Suggestions
        field={field.name}
        isOn={ente !== ''}
        label="Indirizzi"
        search={(text) => sendCall(luogoCalls.cercaLuogo, { ente, testo: text })}
        keyOf={({ indirizzo }) => indirizzo}
        textOf={({ indirizzo }) => indirizzo}
        countWords={countWords}
        onText={onText}
        onChoose={onChoose}
      />
    </FormGroup>
  );
}

function countWords(count: number): string {
  if (count === 0) return 'Nessun indirizzo trovato: puoi scriverlo lo stesso.';
  const words = count === 1 ? 'Un indirizzo trovato' : `${count} indirizzi trovati`;
  return `${words}: scegli con le frecce e Invio.`;
}
