/**
 * The invented land of the sandbox, drawn on its map and searched by its address book: three municipalities of the demo, each with
 * its border, quarters, streets and areas. `INVENTED_TOWNS[].streets[]` has a `name`, a `line` of [lat, lon] corners, and house `numbers` from 1 up to
 * the given one, spread evenly over the line (`houseAt`): odd ones to the left, even ones to the right. Pure data.
 */

/** Degrees north, degrees east. */
export type LatLon = readonly [lat: number, lon: number];
export type TownStreet = { name: string; line: readonly LatLon[]; numbers: number };
type TownArea = { name: string; ring: readonly LatLon[] };
type TownQuarter = { id: string; name: string; ring: readonly LatLon[] };
export type Town = {
  /** Id of the ente */
  ente: string;
  name: string;
  center: LatLon;
  /** The municipality's border */
  border: readonly LatLon[];
  /** Its quarters and hamlets, by which the office sorts reports; some houses are in none */
  quarters: readonly TownQuarter[];
  streets: readonly TownStreet[];
  areas: readonly TownArea[];
};

/** Metres to the east and to the north of the town's centre, in which the data below are written. */
type TownMetres = readonly [east: number, north: number];

const METRES_PER_DEGREE = 111_320;
/** Half of a street with its pavements and front gardens, in metres: so far from its middle a house stands. */
const HOUSE_DISTANCE = 15;

/** Writes a town in metres around its centre. */
function townAround(center: LatLon) {
  const [lat, lon] = center;
  const perDegreeEast = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180);
  const rounded = (degrees: number) => Number(degrees.toFixed(6));
  const place = ([east, north]: TownMetres): LatLon => [
    rounded(lat + north / METRES_PER_DEGREE),
    rounded(lon + east / perDegreeEast),
  ];
  return {
    line: (...corners: TownMetres[]): LatLon[] => corners.map(place),
    street: (name: string, numbers: number, ...corners: TownMetres[]): TownStreet => ({
      name,
      numbers,
      line: corners.map(place),
    }),
    area: (name: string, ...corners: TownMetres[]): TownArea => ({
      name,
      ring: corners.map(place),
    }),
    quarter: (id: string, name: string, ...corners: TownMetres[]): TownQuarter => ({
      id,
      name,
      ring: corners.map(place),
    }),
    /** A rectangle by its middle and its sides. */
    block: (name: string, [east, north]: TownMetres, width: number, height: number): TownArea => {
      const [w, h] = [width / 2, height / 2];
      const corners: TownMetres[] = [
        [east - w, north - h],
        [east + w, north - h],
        [east + w, north + h],
        [east - w, north + h],
      ];
      return { name, ring: corners.map(place) };
    },
  };
}

const BORGOSERENO_CENTER: LatLon = [42.5, 12.5];
const COLLELUME_CENTER: LatLon = [42.56, 12.6];
const PORTOLIEVE_CENTER: LatLon = [42.46, 12.38];
const inBorgosereno = townAround(BORGOSERENO_CENTER);
const inCollelume = townAround(COLLELUME_CENTER);
const inPortolieve = townAround(PORTOLIEVE_CENTER);

const BORGOSERENO: Town = {
  ente: 'borgosereno',
  name: 'Borgosereno',
  center: BORGOSERENO_CENTER,
  border: inBorgosereno.line(
    [-3600, 1200],
    [-1900, 3300],
    [900, 3500],
    [3300, 2500],
    [4200, 200],
    [2900, -2600],
    [-200, -3100],
    [-3200, -2100],
  ),
  quarters: [
    inBorgosereno.quarter(
      'centro',
      'Centro',
      [-620, 442],
      [-500, 434],
      [-100, 472],
      [300, 400],
      [640, 277],
      [640, -215],
      [305, -170],
      [10, -150],
      [-290, -140],
      [-620, -152],
    ),
    inBorgosereno.quarter(
      'stazione',
      'Quartiere Stazione',
      [-620, -152],
      [-290, -140],
      [10, -150],
      [305, -170],
      [640, -215],
      [640, -590],
      [20, -615],
      [-620, -620],
    ),
    inBorgosereno.quarter(
      'campo-sportivo',
      'Campo Sportivo',
      [640, 277],
      [700, 255],
      [1100, 150],
      [1300, 162],
      [1300, -570],
      [640, -590],
    ),
    inBorgosereno.quarter('vigne', 'Le Vigne', [-1350, 388], [-1000, 470], [-620, 442], [-620, -620], [-1350, -640]),
    inBorgosereno.quarter(
      'oltrefiume',
      'Oltrefiume',
      [-3370, -674],
      [-3200, -600],
      [-1700, 300],
      [-1000, 470],
      [-500, 434],
      [-100, 472],
      [300, 400],
      [700, 255],
      [1100, 150],
      [1600, 180],
      [2600, 320],
      [3880, 1022],
      [3300, 2500],
      [900, 3500],
      [-1900, 3300],
      [-3600, 1200],
    ),
  ],
  streets: [
    inBorgosereno.street('Via Roma', 86, [-60, 0], [-300, 10], [-610, 20], [-900, 30], [-1300, -40]),
    inBorgosereno.street('Corso Garibaldi', 84, [60, 0], [300, -15], [620, -60], [900, -90], [1250, -80]),
    inBorgosereno.street('Piazza del Municipio', 12, [-60, -42], [60, -42], [60, 42], [-60, 42], [-60, -42]),
    inBorgosereno.street(
      'Via del Ponte',
      62,
      [40, 42],
      [60, 150],
      [80, 300],
      [91, 395],
      [100, 470],
      [120, 640],
      [140, 860],
    ),
    inBorgosereno.street('Viale della Stazione', 48, [0, -42], [10, -150], [12, -300], [20, -450], [20, -560]),
    inBorgosereno.street('Via Cavour', 98, [-620, 170], [-300, 160], [60, 150], [330, 140], [640, 90]),
    inBorgosereno.street('Via Dante', 92, [-600, -150], [-290, -140], [10, -150], [305, -170], [620, -210]),
    inBorgosereno.street('Via Verdi', 94, [-590, -320], [-280, -280], [12, -300], [318, -320], [640, -350]),
    inBorgosereno.street(
      'Via dell’Industria',
      110,
      [-580, -430],
      [-270, -430],
      [20, -450],
      [330, -440],
      [650, -430],
      [1150, -400],
    ),
    inBorgosereno.street('Via dei Tigli', 46, [-270, -430], [-280, -280], [-290, -140], [-300, 10], [-300, 160]),
    inBorgosereno.street('Via Galilei', 44, [-620, 170], [-610, 20], [-600, -150], [-590, -320], [-580, -430]),
    inBorgosereno.street('Via Leopardi', 44, [330, 140], [300, -15], [305, -170], [318, -320], [330, -440]),
    inBorgosereno.street('Via Manzoni', 40, [640, 90], [620, -60], [620, -210], [640, -350], [650, -430]),
    inBorgosereno.street('Via Marconi', 14, [175, -8], [178, 145]),
    inBorgosereno.street('Via San Rocco', 16, [330, 140], [330, 326]),
    inBorgosereno.street('Vicolo del Forno', 12, [-160, 5], [-165, 155]),
    inBorgosereno.street('Via delle Scuole', 12, [-145, -146], [-140, -290]),
    inBorgosereno.street('Via delle Rose', 12, [165, -160], [170, -310]),
    inBorgosereno.street('Largo della Fonte', 8, [-300, 160], [-308, 240], [-310, 384]),
    inBorgosereno.street(
      'Lungofiume Italia',
      120,
      [-950, 405],
      [-500, 370],
      [-100, 405],
      [91, 395],
      [330, 326],
      [700, 190],
      [950, 120],
    ),
    inBorgosereno.street('Via Oltrefiume', 88, [-760, 660], [-300, 620], [120, 640], [500, 570], [900, 440]),
    inBorgosereno.street('Via dei Cipressi', 18, [120, 640], [-60, 760], [-180, 880]),
    inBorgosereno.street('Via delle Vigne', 30, [-760, 660], [-900, 405], [-900, 30], [-860, -320], [-580, -430]),
    inBorgosereno.street('Via dei Mulini', 28, [500, 570], [560, 760], [760, 980], [900, 1250]),
    inBorgosereno.street('Via del Campo Sportivo', 20, [900, -90], [900, -250], [880, -410]),
    inBorgosereno.street(
      'Via Provinciale per Collelume',
      60,
      [1250, -80],
      [1900, 300],
      [2600, 1500],
      [4200, 3300],
      [7900, 6500],
    ),
    inBorgosereno.street(
      'Via Provinciale per Portolieve',
      60,
      [-1300, -40],
      [-2400, -700],
      [-4600, -1700],
      [-9300, -4400],
    ),
  ],
  areas: [
    inBorgosereno.area('Bosco della Valle', [-2600, 1300], [-1500, 1050], [-1150, 1500], [-1500, 2300], [-2500, 2200]),
    inBorgosereno.area('Parco dei Tigli', [-590, -10], [-320, -15], [-308, -125], [-450, -132], [-585, -136]),
    inBorgosereno.area('Giardini sul fiume', [130, 372], [320, 312], [316, 250], [110, 300]),
    inBorgosereno.block('Cimitero', [-260, 950], 200, 130),
    inBorgosereno.block('Campo sportivo', [1000, -250], 150, 95),
    inBorgosereno.block('Isola ecologica', [760, -490], 160, 80),
    inBorgosereno.block('Zona artigianale', [-440, -500], 240, 100),
    inBorgosereno.block('Stazione', [20, -588], 120, 26),
    inBorgosereno.block('Scuola Rodari', [-206, -358], 74, 46),
    inBorgosereno.block('Biblioteca', [95, -95], 48, 34),
    inBorgosereno.area('Piazza del Municipio', [-58, -40], [58, -40], [58, 40], [-58, 40]),
    inBorgosereno.block('Municipio', [-10, 72], 70, 36),
  ],
};

const COLLELUME: Town = {
  ente: 'collelume',
  name: 'Collelume',
  center: COLLELUME_CENTER,
  border: inCollelume.line(
    [-3700, -3300],
    [-3900, 400],
    [-2400, 3200],
    [700, 3900],
    [3300, 2500],
    [3700, -700],
    [1800, -3200],
  ),
  quarters: [
    inCollelume.quarter(
      'borgo-alto',
      'Borgo alto',
      [-320, -200],
      [-170, -60],
      [-180, 120],
      [-50, 310],
      [120, 640],
      [340, 640],
      [440, 260],
      [60, -15],
    ),
    inCollelume.quarter(
      'ulivi',
      'Gli Ulivi',
      [-320, -200],
      [60, -15],
      [440, 260],
      [480, -120],
      [260, -340],
      [-80, -360],
    ),
  ],
  streets: [
    inCollelume.street('Via dei Lampioni', 40, [-300, -180], [-120, -60], [60, 0], [260, 90], [420, 240]),
    inCollelume.street('Via della Salita', 26, [-60, -320], [-20, -160], [60, 0], [70, 160]),
    inCollelume.street('Piazza del Colle', 8, [50, 160], [120, 170], [130, 240], [60, 235], [50, 160]),
    inCollelume.street('Via delle Mura', 32, [-120, -60], [-150, 110], [-40, 280], [120, 320], [260, 260], [260, 90]),
    inCollelume.street('Via degli Ulivi', 30, [-300, -180], [-60, -320], [220, -300], [380, -120], [260, 90]),
    inCollelume.street('Via Belvedere', 18, [120, 320], [140, 480], [300, 620]),
  ],
  areas: [
    inCollelume.area('Bosco del Colle', [-1200, 300], [-400, 420], [-300, 1100], [-1000, 1400]),
    inCollelume.area('Parco del Belvedere', [160, 470], [320, 600], [420, 480], [260, 380]),
    inCollelume.block('Municipio', [100, -50], 46, 30),
    inCollelume.block('Torre', [30, 215], 20, 20),
  ],
};

const PORTOLIEVE: Town = {
  ente: 'portolieve',
  name: 'Portolieve',
  center: PORTOLIEVE_CENTER,
  border: inPortolieve.line(
    [-600, 3900],
    [2600, 3300],
    [3900, 600],
    [3100, -2500],
    [-200, -3600],
    [-900, -1500],
    [-900, 1500],
  ),
  quarters: [
    inPortolieve.quarter('porto', 'Porto', [-900, 1200], [130, 1200], [130, -1200], [-900, -1200]),
    inPortolieve.quarter('pineta', 'Pineta', [130, 1200], [800, 1200], [800, -1200], [130, -1200]),
  ],
  streets: [
    inPortolieve.street('Lungomare Levante', 70, [-330, 900], [-260, 350], [-250, 0], [-290, -380], [-420, -850]),
    inPortolieve.street('Molo Vecchio', 10, [-250, 0], [-420, -10], [-540, 40]),
    inPortolieve.street('Via del Porto', 50, [-250, 0], [0, 10], [260, 0], [560, 60]),
    inPortolieve.street('Via dei Pescatori', 36, [-260, 350], [-20, 330], [240, 310], [480, 340]),
    inPortolieve.street('Via del Faro', 34, [-290, -380], [-20, -330], [250, -320], [520, -300]),
    inPortolieve.street('Via delle Reti', 36, [-20, 330], [0, 10], [-20, -330]),
    inPortolieve.street('Viale dei Pini', 36, [240, 310], [260, 0], [250, -320]),
  ],
  areas: [
    inPortolieve.area(
      'Mar Sereno',
      [-30_000, 30_000],
      [-1500, 30_000],
      [-900, 6000],
      [-380, 1800],
      [-360, 900],
      [-290, 350],
      [-280, 0],
      [-320, -380],
      [-450, -850],
      [-800, -2600],
      [-500, -6000],
      [-1200, -30_000],
      [-30_000, -30_000],
    ),
    inPortolieve.area('Pineta', [290, 290], [500, 310], [540, 80], [310, 30]),
    inPortolieve.area('Piazza del Mare', [20, 60], [120, 60], [120, 130], [20, 130]),
    inPortolieve.block('Municipio', [70, 160], 60, 30),
    inPortolieve.block('Faro', [-535, 45], 16, 16),
  ],
};

export const INVENTED_TOWNS: readonly Town[] = [BORGOSERENO, COLLELUME, PORTOLIEVE];

/** The place of a house. @returns undefined for a number that the street does not have */
export function houseAt({ line, numbers }: Pick<TownStreet, 'line' | 'numbers'>, number: number): LatLon | undefined {
  if (!Number.isInteger(number) || number < 1 || number > numbers) return undefined;
  const corners = line.map((at) => inMetres(at, line[0] as LatLon));
  const legs = corners.slice(1).map(([x, y], i) => {
    const [fromX, fromY] = corners[i] as TownMetres;
    return { fromX, fromY, x: x - fromX, y: y - fromY, length: Math.hypot(x - fromX, y - fromY) };
  });
  const whole = legs.reduce((sum, leg) => sum + leg.length, 0);
  // Two houses face each other: 1 and 2 are as far along the street as each other.
  const pairs = Math.ceil(numbers / 2);
  let left = ((Math.ceil(number / 2) - 0.5) / pairs) * whole;
  for (const leg of legs) {
    if (left > leg.length) {
      left -= leg.length;
      continue;
    }
    const [east, north] = [leg.x / leg.length, leg.y / leg.length];
    const side = number % 2 === 1 ? 1 : -1;
    const metres: TownMetres = [
      leg.fromX + east * left - north * side * HOUSE_DISTANCE,
      leg.fromY + north * left + east * side * HOUSE_DISTANCE,
    ];
    return townAround(line[0] as LatLon).line(metres)[0];
  }
  return undefined;
}

/** Metres from a place to another, to the east and to the north. */
export function inMetres([lat, lon]: LatLon, from: LatLon): TownMetres {
  const perDegreeEast = METRES_PER_DEGREE * Math.cos((from[0] * Math.PI) / 180);
  return [(lon - from[1]) * perDegreeEast, (lat - from[0]) * METRES_PER_DEGREE];
}
