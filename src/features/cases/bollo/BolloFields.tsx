/** The group of a form in which a citizen says how they pay the stamp duty on their request. */
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { Panel } from '../../../ui/form/Panel.tsx';
import { type FormSection, fieldControls, type SectionContext } from '../form/section.tsx';
import { useTypedValues } from '../richiesta/useTypedValues.ts';
import { bolloFields, MODO_FIELDS } from './bollo.fields.ts';
import { type AskedBollo, BOLLO_CENT, type BolloModo, bolloInWords, FIRST_BOLLO_DAY, MODO_LABELS } from './bollo.ts';

const BOLLO_PANEL = { id: 'bollo', title: 'Marca da bollo' };
const BOLLO_INTRO = `La richiesta è soggetta all’imposta di bollo di ${formatEuro(BOLLO_CENT)} (DPR 642/1972, tariffa, parte I, art. 3).`;

/** Without JavaScript every way has its fields on the page, under the words for which way they are. */
const MODO_LEGENDS: Readonly<Record<BolloModo, string>> = {
  carta: 'Se hai la marca cartacea',
  online: 'Se paghi online',
  esente: 'Se la richiesta è esente',
};

type Props = { asked: AskedBollo; today: string; fields: SectionContext };

/** With JavaScript only the fields of the chosen way are shown. */
function BolloFields({ asked, today, fields }: Props) {
  const { values, mounted } = fields;
  const { box, typed, readTyped } = useTypedValues(values, mounted);
  const control = fieldControls(bolloFields, fields);
  const offered = (Object.keys(MODO_LABELS) as BolloModo[]).filter((modo) => modo !== 'online' || asked.online);
  const days = { line: { min: FIRST_BOLLO_DAY, max: today } };
  return (
    <div ref={box} onChange={readTyped}>
      <Panel {...BOLLO_PANEL} intro={BOLLO_INTRO}>
        {control('bollo_modo', { options: offered.map((value) => ({ value, label: MODO_LABELS[value] })) })}
        {offered
          .filter((modo) => !mounted || typed.bollo_modo === modo)
          .map((modo) => (
            <fieldset key={modo}>
              <legend className="h6">{mounted ? MODO_LABELS[modo] : MODO_LEGENDS[modo]}</legend>
              {MODO_FIELDS[modo].map((name) => control(`bollo_${name}` as const, name === 'data' ? days : {}))}
            </fieldset>
          ))}
      </Panel>
    </div>
  );
}

/** @param asked by the chosen ente @param today date in Rome */
export const bolloSection = (asked: AskedBollo, today: string): FormSection => ({
  ...BOLLO_PANEL,
  content: (fields) => <BolloFields asked={asked} today={today} fields={fields} />,
  rows: (v) => [{ name: 'Imposta di bollo', value: bolloInWords(bolloFields.typed(v)) }],
});

/** In the place of the group where the ente asks for no duty: what was said to another ente is not sent to this one. */
export const NoBollo = () => <input type="hidden" name="bollo_modo" value="" />;
