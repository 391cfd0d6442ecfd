/** Where a citizen types an avviso, or has its QR code read, and asks to check it: the first one, then another beside the carrello. */
import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '../../../platform/errors.ts';
import { BusyButton } from '../../../ui/form/BusyButton.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import { AvvisoPicture } from './AvvisoPicture.tsx';
import {
  $carrello,
  $carrelloChange,
  $formSending,
  $typedAvviso,
  type FormSending,
  typeAvviso,
} from './avvisi.store.ts';
import { parseAvviso } from './avviso.ts';
import { MAX_AVVISI } from './paga-online.checks.ts';
import { type AvvisiFormProps, type CarrelloKey, ENTI_LIST_ID, valuesForNext } from './pagamento-form.ts';
import { QrButton } from './QrButton.tsx';

/** @property keys of the carrello that the page came with */
export type AvvisoProps = Pick<AvvisiFormProps, 'values' | 'ownEnte' | 'byNumero'> & {
  keys: readonly CarrelloKey[];
  errors?: FieldErrors | undefined;
};

export const AvvisoPanel = createIsland(function AvvisoPanel(props: AvvisoProps) {
  const keys = useStore($carrello, { ssr: 'initial' }) ?? props.keys;
  const typed = useStore($typedAvviso, { ssr: 'initial' });
  const sending = useStore($formSending, { ssr: 'initial' }) ?? { errors: props.errors ?? {} };
  const change = useStore($carrelloChange, { ssr: 'initial' });
  const isEmpty = keys.length === 0;
  useEffect(() => {
    // The button that was pressed is gone with the last row: the focus goes to the first field.
    if (change && isEmpty) document.getElementById('numero_avviso')?.focus();
  }, [change, isEmpty]);

  const values = valuesForNext({ ...props.values, ...typed }, keys, props.byNumero);
  const fields = <AvvisoFields values={values} ownEnte={props.ownEnte} byNumero={props.byNumero} sending={sending} />;
  if (isEmpty)
    return (
      <Panel id="avviso" title="Il tuo avviso" intro="Lo controlliamo e ti mostriamo che cosa stai per pagare.">
        {fields}
      </Panel>
    );
  if (keys.length >= MAX_AVVISI)
    return <p>Sono {MAX_AVVISI} avvisi, il massimo per un pagamento: paga questi, poi gli altri.</p>;
  const { errors } = sending;
  return (
    <AnotherAvviso
      key={keys.length}
      isWrong={Boolean(errors.numero_avviso || errors.dominioEC)}
      isTyped={Boolean(values.numero_avviso)}
    >
      {fields}
    </AnotherAvviso>
  );
});

/** Closed at first, unless its fields are filled or wrong. */
function AnotherAvviso(props: { isWrong: boolean; isTyped: boolean; children: ReactNode }) {
  const { isWrong, isTyped, children } = props;
  const [isOpen, setIsOpen] = useState(isWrong || isTyped);
  useEffect(() => {
    if (isWrong) setIsOpen(true);
  }, [isWrong]);
  return (
    <details className="altro" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Aggiungi un altro avviso</summary>
      {children}
    </details>
  );
}

type AvvisoFieldsProps = Pick<AvvisoProps, 'values' | 'ownEnte' | 'byNumero'> & { sending: FormSending };

function AvvisoFields({ values, ownEnte, byNumero, sending }: AvvisoFieldsProps) {
  const { busy, errors } = sending;
  const mounted = useMounted();
  const box = useRef<HTMLDivElement>(null);
  const named = parseAvviso(values.numero_avviso ?? '')?.dominioEC;
  const ownDominio = byNumero ? '' : ownEnte?.codice_fiscale;
  const dominioEC = values.dominioEC || ownDominio;

  // The fields are uncontrolled: what the QR reader puts into the store is written into them.
  useEffect(
    () =>
      $typedAvviso.listen((typed) => {
        for (const field of box.current?.querySelectorAll('input') ?? []) {
          const value = isAvvisoField(field.name) ? typed[field.name] : undefined;
          if (value !== undefined && field.value !== value) field.value = value;
        }
      }),
    [],
  );

  return (
    <div
      ref={box}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement && isAvvisoField(target.name))
          typeAvviso({ [target.name]: target.value });
      }}
    >
      <AvvisoPicture />
      <Field
        name="numero_avviso"
        label="Codice avviso"
        required
        autoComplete="off"
        spellCheck={false}
        defaultValue={values.numero_avviso}
        errors={errors}
        hint="18 cifre, accanto al codice QR: gli spazi non contano. Puoi anche incollare il testo del codice QR."
      />
      <EnteDetails ownEnte={ownEnte} open={dominioEC !== ownDominio || Boolean(errors.dominioEC)}>
        <Field
          name="dominioEC"
          label="Codice fiscale dell’ente (se non hai incollato il testo del QR)"
          required={!named && !byNumero}
          inputMode="numeric"
          autoComplete="off"
          list={ENTI_LIST_ID}
          defaultValue={dominioEC}
          errors={errors}
          hint={
            byNumero
              ? '11 cifre, accanto al nome dell’ente creditore. Di solito non serve: cerchiamo il numero tra gli avvisi di tutti gli enti di questo portale.'
              : '11 cifre, accanto al nome dell’ente creditore. Se hai incollato il testo del QR non serve.'
          }
        />
      </EnteDetails>
      <QrButton ready={mounted} />
      <BusyButton name="_azione" value="controlla" busy={busy === 'controlla'} busyLabel="Controllo…">
        Controlla l’avviso
      </BusyButton>
    </div>
  );
}

/** On the host of an ente a notice is nearly always found without a tax code. */
function EnteDetails({
  ownEnte,
  open,
  children,
}: Pick<AvvisoProps, 'ownEnte'> & { open: boolean; children: ReactNode }) {
  if (!ownEnte) return children;
  return (
    <details className="altro" open={open}>
      <summary>Ente creditore: {ownEnte.nome}, o un altro</summary>
      {children}
    </details>
  );
}

const isAvvisoField = (name: string): name is keyof CarrelloKey => name === 'numero_avviso' || name === 'dominioEC';
