/** A picture of the map around a place, with whose map it is, and the way there. */
import type { MapPoint } from '../../../platform/tiles.ts';
import { navigatorAddress, PICTURE_SIZE } from './view.ts';

type Props = { point: MapPoint; attribuzione: string | undefined; src: string; link?: string };

/** The words of the place stand beside it: the picture adds the streets around. Without a picture the link is left. */
export function PlaceFigure({ point, attribuzione, src, link = 'Apri il punto in OpenStreetMap' }: Props) {
  return (
    <figure className="mappa-figura">
      {attribuzione !== undefined && (
        <img src={src} alt="Mappa con il punto indicato" {...PICTURE_SIZE} loading="lazy" />
      )}
      <figcaption className="form-text">
        {attribuzione}
        {attribuzione !== undefined && <br />}
        <a className="d-inline-block py-2" href={navigatorAddress(point)} rel="noreferrer">
          {link}
        </a>
      </figcaption>
    </figure>
  );
}
