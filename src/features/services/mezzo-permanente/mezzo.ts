/** Permanent advertising devices in words: types, faces, lighting, vehicles, files. Server and browser. */
import { FILE_CATEGORIE } from '../../cases/allegati/file-limits.ts';

/** Types as calls name them, with their words on screen. The first is identified by its plate, the others by their place. */
export const TIPI = {
  Automezzo: 'Automezzo',
  Cartello: 'Cartello',
  Freccia: 'Freccia',
  Telo: 'Telo',
  Cavalletto: 'Cavalletto',
  Scritte: 'Scritte',
  Tende: 'Tende',
  'Postir stazionario': 'Postazione stazionaria',
  'Pannello luminoso a messaggio variabile o intermittente': 'Pannello luminoso a messaggio variabile o intermittente',
  Altro: 'Altro',
} as const;
export type TipoMezzo = keyof typeof TIPI;
export const tipiMezzo = Object.keys(TIPI) as [TipoMezzo, ...TipoMezzo[]];
export type FixedTipo = Exclude<TipoMezzo, 'Automezzo'>;
export const fixedTipi = tipiMezzo.filter((t) => t !== 'Automezzo') as [FixedTipo, ...FixedTipo[]];

export const FACCE = {
  Monofacciale: 'Una faccia',
  Bifacciale: 'Due facce',
  Polifacciale: 'Più di due facce',
} as const;
export type Facce = keyof typeof FACCE;

export const LIGHTING_KINDS = { Luminoso: 'Luminoso o illuminato', Opaco: 'Senza luce' } as const;
export type LightingKind = keyof typeof LIGHTING_KINDS;

/** By payload, as the fee for vehicles is set (30 quintali: 3,000 kg). */
export const VEICOLI = {
  sotto_30q: 'Portata sotto i 30 quintali',
  sopra_30q: 'Portata da 30 quintali in su',
  altra: 'Altro veicolo',
} as const;
export type CategoriaVeicolo = keyof typeof VEICOLI;

const { foto_bozzetti, autorizzazione, altri_documenti } = FILE_CATEGORIE;
/** Files of a device, each kind in a field of its own. */
export const FILE_MEZZO = { foto_bozzetti, autorizzazione, altri_documenti } as const;
export type FileMezzo = keyof typeof FILE_MEZZO;
/** What `altri_documenti` asks for: the fee's law has reductions and exemptions (l. 160/2019, art. 1, c. 832 and 833). */
export const REDUCTION_HINT = 'Ad esempio lo statuto di un ente senza scopo di lucro.';

export const TIPI_DICHIARAZIONE = {
  nuovo: 'Nuovi mezzi',
  variazione: 'Variazione',
  cessazione: 'Cessazione',
} as const;
export type TipoDichiarazione = keyof typeof TIPI_DICHIARAZIONE;

/** Most devices of one declaration, files of one device and kind (product rule). */
export const MAX_MEZZI = 200;
export const MAX_FILE_MEZZO = 10;
/** Largest side in cm, and most pieces in one place: larger numbers are typing errors. */
export const MAX_SIDE_CM = 5000;
export const MAX_PIECES = 500;

/** One file of a device or a declaration in calls. @property IsDeleted true: it is removed */
export type NamedFile = { Id: string; categoria: FileMezzo; IsDeleted?: boolean | undefined };

type SharedMezzoData = { facce: Facce; illuminazione: LightingKind; larghezza_cm: number; altezza_cm: number };
/** @property targa as the atom gives it: the country before `:` of a foreign one */
export type Automezzo = SharedMezzoData & {
  Tipologia_impianto_publicitario__c: 'Automezzo';
  targa: string;
  categoria_veicolo: CategoriaVeicolo;
};
/** @property dal first day `YYYY-MM-DD` of a temporary device @property al its last day */
export type FixedMezzo = SharedMezzoData & {
  Tipologia_impianto_publicitario__c: FixedTipo;
  indirizzo: string;
  quantita: number;
  testo: string;
  dal?: string | undefined;
  al?: string | undefined;
};
export type MezzoData = Automezzo | FixedMezzo;

/** Key under which the draft keeps a half-typed device. */
export const MEZZO_IN_PROGRESS = 'mezzo_in_corso';
/** The same of a cessation. */
export const CESSAZIONE_IN_PROGRESS = 'cessazione_in_corso';
