/** The address book of the sandbox: streets, house numbers and places of the invented towns. Pure. */
import { withoutAccents } from '../../platform/atoms/plain-text.ts';
import { type GeoPoint, isWithin, metresBetween } from '../../platform/border.ts';
import { type FoundPlace, type GeocodingPort, MAX_FOUND, NEAR_BY } from '../../platform/geocoding.ts';
import { houseAt, INVENTED_TOWNS, type LatLon, type Town, type TownStreet } from './town.ts';

/** Words without accents and capitals: "Via dell’Industria" is "via dell industria". */
const wordsOf = (text: string): string[] =>
  withoutAccents(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const pointOf = ([lat, lon]: LatLon): GeoPoint => ({ lat, lon });

type TownPlace = { name: string; street?: TownStreet; place: LatLon };

/** The streets of a town, at their middle house, and its squares, parks and public buildings. */
function placesOf({ streets, areas }: Town): TownPlace[] {
  return [
    ...streets.flatMap((street) => {
      const place = houseAt(street, Math.ceil(street.numbers / 2));
      return place ? [{ name: street.name, street, place }] : [];
    }),
    ...areas.map(({ name, ring }) => ({ name, place: middleOf(ring) })),
  ];
}

function middleOf(ring: readonly LatLon[]): LatLon {
  const mean = (axis: 0 | 1) => ring.reduce((sum, corner) => sum + corner[axis], 0) / ring.length;
  return [mean(0), mean(1)];
}

/** Every word typed begins a word of the name; a number at the end is a house. */
function matchPlace({ name, street, place }: TownPlace, typed: readonly string[]): FoundPlace | undefined {
  const last = typed.at(-1) ?? '';
  const number = typed.length > 1 && /^\d{1,4}$/.test(last) ? Number(last) : undefined;
  const wanted = number === undefined ? typed : typed.slice(0, -1);
  const words = wordsOf(name);
  if (!wanted.every((word) => words.some((w) => w.startsWith(word)))) return undefined;
  const house = street && number !== undefined ? houseAt(street, number) : undefined;
  return house ? { label: `${name} ${number}`, ...pointOf(house) } : { label: name, ...pointOf(place) };
}

/** Every house of the towns, found once. */
let townHouses: FoundPlace[] | undefined;

function allHouses(): FoundPlace[] {
  townHouses ??= INVENTED_TOWNS.flatMap((town) => town.streets).flatMap((street) =>
    Array.from({ length: street.numbers }, (_, i) => houseAt(street, i + 1)).flatMap((place, i) =>
      place ? [{ label: `${street.name} ${i + 1}`, ...pointOf(place) }] : [],
    ),
  );
  return townHouses;
}

export const townGazetteer: GeocodingPort = {
  async search(text, { center, border }) {
    const typed = wordsOf(text);
    if (typed.length === 0) return [];
    const distance = (town: Town) => metresBetween(pointOf(town.center), center);
    const [town] = INVENTED_TOWNS.toSorted((a, b) => distance(a) - distance(b));
    // Another municipality is not searched in this one's place.
    if (!town || distance(town) > 5_000) return [];
    return placesOf(town)
      .flatMap((place) => matchPlace(place, typed) ?? [])
      .filter((place) => !border || isWithin(border, place))
      .slice(0, MAX_FOUND);
  },

  async reverse(point) {
    let nearest: { label: string; metres: number } | undefined;
    for (const house of allHouses()) {
      const metres = metresBetween(point, house);
      if (metres < (nearest?.metres ?? NEAR_BY)) nearest = { label: house.label, metres };
    }
    return nearest ? { label: nearest.label } : null;
  },
};
