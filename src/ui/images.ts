/** Where the pictures of a municipality are served. */
import type { Ente, EnteImage } from '../features/cases/ente/ente.ts';

/** Address of a crest or a logo, new with every change of its bytes. */
export const imageHref = ({ id }: Pick<Ente, 'id'>, { impronta, tipo }: EnteImage): string =>
  `/immagini/${id}/${impronta}.${tipo}`;

/** The type of a picture, in its answer and in the head of a page. */
export const IMAGE_TYPES = { svg: 'image/svg+xml', png: 'image/png' } as const;
