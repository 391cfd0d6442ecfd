/** The files that a firm sends with what it writes. */
import { useMounted } from '../../../ui/form/useMounted.ts';
import { createIsland } from '../../../ui/island.ts';
import { PageAttachments, type PageAttachmentsProps } from '../allegati/PageAttachments.tsx';

export const DittaFiles = createIsland(function DittaFiles(props: PageAttachmentsProps) {
  const mounted = useMounted();
  return <PageAttachments {...props} mounted={mounted} />;
});
