/** The form of a request about documents in the browser: the documents come first and cannot be changed. */
import type { ComponentProps } from 'react';
import { type DocumentiFormProps, documentsSection } from './DocumentiPanel.tsx';
import { RichiestaForm } from './RichiestaForm.tsx';

type Props = ComponentProps<typeof RichiestaForm> & { page: DocumentiFormProps };

export const DocumentiForm = ({ sections, ...form }: Props) => (
  <RichiestaForm {...form} sections={[documentsSection(form.page), ...sections]} />
);
