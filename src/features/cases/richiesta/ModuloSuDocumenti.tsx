/** The form of a request about documents in the browser: they come first, not to be changed in it. */
import type { ComponentProps } from 'react';
import { documentsSection, type SuDocumentiProps } from './DocumentiPanel.tsx';
import { ModuloRichiesta } from './ModuloRichiesta.tsx';

type Props = ComponentProps<typeof ModuloRichiesta> & { pagina: SuDocumentiProps };

export const ModuloSuDocumenti = ({ sections, ...form }: Props) => (
  <ModuloRichiesta {...form} sections={[documentsSection(form.pagina), ...sections]} />
);
