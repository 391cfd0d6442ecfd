/** The form of a message to a desk: the desk, the question and the author. */
import { useItems } from '../../../platform/vault/ListState.tsx';
import { Panel } from '../../../ui/form/Panel.tsx';
import { createIsland } from '../../../ui/island.ts';
import { authorSection } from '../../cases/form/AuthorFields.tsx';
import type { FormBehaviour } from '../../cases/form/form.ts';
import { StepForm } from '../../cases/form/StepForm.tsx';
import { listedSection, rowsOf } from '../../cases/form/section.tsx';
import type { SportelloFormProps } from './form-props.ts';
import { entiList } from './lists.browser.ts';
import { SportelloFields } from './SportelloFields.tsx';
import { sportelloCalls } from './sportello.calls.ts';
import { deskFields, questionFields, SPORTELLO_FORM } from './sportello.fields.ts';

const FORM_BEHAVIOUR: FormBehaviour = {
  definition: SPORTELLO_FORM,
  invio: sportelloCalls.scriviSportello,
  pageFields: ['ente'],
};

const SPORTELLO_PANEL = { id: 'sportello', title: 'Sportello' };

export const SportelloForm = createIsland(function SportelloForm(props: SportelloFormProps) {
  const listedEnti = useItems(entiList).items;
  const enti = [...listedEnti, ...(Array.isArray(props.enti) ? props.enti : [])];
  const sportelli = Array.isArray(props.sportelli) ? props.sportelli : [];
  return (
    <StepForm
      behaviour={FORM_BEHAVIOUR}
      page={props}
      sections={[
        {
          ...SPORTELLO_PANEL,
          content: (context) => (
            <Panel {...SPORTELLO_PANEL} intro="A chi scrivi">
              <SportelloFields {...props} context={context} />
            </Panel>
          ),
          rows: (v, files) => [
            {
              name: 'Ente',
              value: props.fixedEnte ?? enti.find((e) => e.Ente__c === v.ente)?.idDescrizioneEntePortale__c ?? v.ente,
            },
            ...rowsOf(deskFields, v, files, { servizio: sportelli.find((s) => s.codice === v.servizio)?.nome }),
          ],
        },
        listedSection({ id: 'richiesta', title: 'Richiesta' }, questionFields),
        authorSection('Richiedente'),
      ]}
    />
  );
});
