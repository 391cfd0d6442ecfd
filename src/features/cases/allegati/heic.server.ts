/** Empties the hidden parts of an uploaded HEIC, so that a photo does not reveal where and with what it was taken. */
import { soloOrientamento } from './orientamento.server.ts';
import { rifiuto } from './rifiuto.server.ts';
import { checkSides } from './size.server.ts';

/** What stays of the file itself (ISO/IEC 14496-12); films, notes of programs and gaps are emptied. */
const SCATOLE = new Set(['ftyp', 'meta', 'mdat']);
/** What stays of the description of the picture; XML and programs' own boxes are emptied. */
const SCATOLE_META = new Set(['hdlr', 'dinf', 'pitm', 'iinf', 'iloc', 'iref', 'iprp', 'idat', 'grpl']);
/** Items that are pixels, or say how pixels are put together (ISO/IEC 23008-12); Exif, XMP and unknown ones are emptied. */
const IMMAGINI = new Set(['hvc1', 'hev1', 'lhv1', 'av01', 'grid', 'iden', 'iovl', 'tmap']);
/** How the pixels are decoded, turned, cut and coloured; descriptions, times and camera positions are emptied. */
const PROPRIETA = new Set([
  ...['hvcC', 'lhvC', 'av1C', 'a1op', 'a1lx', 'lsel', 'oinf', 'tols', 'ispe', 'pixi', 'auxC', 'rloc', 'iscl', 'ipma'],
  ...['colr', 'clli', 'mdcv', 'cclv', 'amve', 'ndwt', 'pasp', 'clap', 'irot', 'imir'],
]);
/** A photo of 48 megapixels has some 200 items. */
const MAX_PARTI = 10_000;

/** A stretch of the file: bytes from `da` to before `a`. */
type Tratto = { da: number; a: number };
/** A box: its kind, where it starts, and what is in it. */
type Scatola = Tratto & { tipo: string; inizio: number };

/**
 * A HEIC without metadata (position, device, author, times): what is not pixels, or not needed to show them, is
 * overwritten in place, so that the file keeps its length and its pixels every byte. Exif is left with one field that says "upright":
 * readers turn a HEIC by its own property.
 *
 * @throws PortalError `invalid` when the file is not laid out as one that this reads (the words say how to send a JPEG), or one of its
 * pictures has a side that no phone makes
 */
export function heicSenzaMetadati(originale: Buffer): Buffer {
  const b = Buffer.from(originale);
  const prime = scatole(b, { da: 0, a: b.length });
  for (const scatola of prime) if (!SCATOLE.has(scatola.tipo)) svuota(b, scatola);
  const meta = una(prime, 'meta');
  const parti = scatole(b, { da: meta.da + 4, a: meta.a });
  for (const scatola of parti) if (!SCATOLE_META.has(scatola.tipo)) svuota(b, scatola);

  const tipi = tipiDegliElementi(b, una(parti, 'iinf'));
  const idat = parti.filter((s) => s.tipo === 'idat');
  if (idat.length > 1) throw oscura();
  const dati = [...prime.filter((s) => s.tipo === 'mdat'), ...idat];
  const posti = tratti(b, una(parti, 'iloc'), idat[0]);
  if (!IMMAGINI.has(tipi.get(principale(b, una(parti, 'pitm'))) ?? '')) throw oscura();

  const tenuti: Tratto[] = [];
  for (const [id, suoi] of posti) if (IMMAGINI.has(tipi.get(id) ?? '')) tenuti.push(...suoi);
  if (tenuti.some((t) => !dati.some((d) => t.da >= d.da && t.a <= d.a))) throw oscura();
  for (const scatola of dati) lasciaSolo(b, scatola, tenuti);
  for (const [id, suoi] of posti) if (tipi.get(id) === 'Exif') exifVuoto(b, suoi, tenuti);

  for (const iprp of parti.filter((s) => s.tipo === 'iprp'))
    for (const ipco of scatole(b, iprp))
      if (ipco.tipo === 'ipco') {
        for (const scatola of scatole(b, ipco)) {
          if (scatola.tipo === 'ispe') controllaLati(b, scatola);
          if (!PROPRIETA.has(scatola.tipo)) svuota(b, scatola);
        }
      } else if (ipco.tipo !== 'ipma') svuota(b, ipco);
  return b;
}

/** The boxes of a stretch, one after the other up to its end. */
function scatole(b: Buffer, { da, a }: Tratto): Scatola[] {
  const trovate: Scatola[] = [];
  let i = da;
  while (i < a) {
    if (i + 8 > a || trovate.length >= MAX_PARTI) throw oscura();
    const breve = b.readUInt32BE(i);
    const testa = breve === 1 ? 16 : 8;
    if (i + testa > a) throw oscura();
    const lunga = breve === 0 ? a - i : breve === 1 ? Number(b.readBigUInt64BE(i + 8)) : breve;
    if (lunga < testa || i + lunga > a) throw oscura();
    trovate.push({ tipo: b.toString('latin1', i + 4, i + 8), inizio: i, da: i + testa, a: i + lunga });
    i += lunga;
  }
  return trovate;
}

function una(tra: readonly Scatola[], tipo: string): Scatola {
  const [prima, seconda] = tra.filter((s) => s.tipo === tipo);
  if (!prima || seconda) throw oscura();
  return prima;
}

/** Nothing is in it any more, and readers pass over it; what lies behind stays where it was. */
function svuota(b: Buffer, { inizio, da, a }: Scatola): void {
  b.write('free', inizio + 4, 'latin1');
  b.fill(0, da, a);
}

/** Reads numbers one after the other, within a box. */
function lettore(b: Buffer, { da, a }: Tratto) {
  let i = da;
  const leggi = (cifre: number): number => {
    if (i + cifre > a) throw oscura();
    i += cifre;
    if (cifre === 8) return Number(b.readBigUInt64BE(i - 8));
    return cifre === 0 ? 0 : b.readUIntBE(i - cifre, cifre);
  };
  return { leggi, posto: () => i };
}

function principale(b: Buffer, pitm: Tratto): number {
  const { leggi } = lettore(b, pitm);
  return leggi(4) >>> 24 === 0 ? leggi(2) : leggi(4);
}

/** What kind each item is of, by its number. Their names go. */
function tipiDegliElementi(b: Buffer, iinf: Tratto): Map<number, string> {
  const testa = lettore(b, iinf);
  testa.leggi(testa.leggi(4) >>> 24 === 0 ? 2 : 4);
  const tipi = new Map<number, string>();
  for (const infe of scatole(b, { da: testa.posto(), a: iinf.a })) {
    const { leggi, posto } = lettore(b, infe);
    const versione = leggi(4) >>> 24;
    if (infe.tipo !== 'infe' || versione < 2 || versione > 3) throw oscura();
    const id = leggi(versione === 2 ? 2 : 4);
    leggi(2);
    leggi(4);
    if (tipi.has(id)) throw oscura();
    tipi.set(id, b.toString('latin1', posto() - 4, posto()));
    b.fill(0, posto(), infe.a);
  }
  return tipi;
}

/** Where the bytes of each item are, by its number. */
function tratti(b: Buffer, iloc: Tratto, idat: Tratto | undefined): Map<number, Tratto[]> {
  const { leggi } = lettore(b, iloc);
  const versione = leggi(4) >>> 24;
  const misure = leggi(2);
  const [cifreInizio, cifreLunghezza, cifreBase] = [misure >>> 12, (misure >>> 8) & 15, (misure >>> 4) & 15];
  const cifreIndice = versione === 0 ? 0 : misure & 15;
  const cifre = [cifreInizio, cifreLunghezza, cifreBase, cifreIndice];
  if (versione > 2 || cifre.some((n) => n !== 0 && n !== 4 && n !== 8)) throw oscura();
  const posti = new Map<number, Tratto[]>();
  let parti = leggi(versione < 2 ? 2 : 4);
  if (parti > MAX_PARTI) throw oscura();
  for (let n = parti; n > 0; n -= 1) {
    const id = leggi(versione < 2 ? 2 : 4);
    const modo = versione === 0 ? 0 : leggi(2) & 15;
    // In another file, or inside another item: no phone writes that.
    if (leggi(2) !== 0 || modo > 1 || (modo === 1 && !idat) || posti.has(id)) throw oscura();
    const origine = leggi(cifreBase) + (modo === 1 ? (idat as Tratto).da : 0);
    const suoi: Tratto[] = [];
    for (let m = leggi(2); m > 0; m -= 1) {
      parti += 1;
      leggi(cifreIndice);
      const da = origine + leggi(cifreInizio);
      const lunga = leggi(cifreLunghezza);
      if (lunga === 0 || da + lunga > b.length || parti > MAX_PARTI) throw oscura();
      suoi.push({ da, a: da + lunga });
    }
    posti.set(id, suoi);
  }
  return posti;
}

/** The office opens the picture with programs of its own. */
function controllaLati(b: Buffer, ispe: Tratto): void {
  const { leggi } = lettore(b, ispe);
  leggi(4);
  checkSides({ width: leggi(4), height: leggi(4) });
}

/** Of a stretch only the stretches that are kept stay. */
function lasciaSolo(b: Buffer, { da, a }: Tratto, tenuti: readonly Tratto[]): void {
  let i = da;
  for (const tenuto of tenuti.filter((t) => t.da >= da && t.a <= a).sort((x, y) => x.da - y.da)) {
    if (tenuto.da > i) b.fill(0, i, tenuto.da);
    i = Math.max(i, tenuto.a);
  }
  b.fill(0, i, a);
}

/** An emptied Exif item is still a readable one, where it has the room and the room is its own. */
function exifVuoto(b: Buffer, [primo, secondo]: readonly Tratto[], tenuti: readonly Tratto[]): void {
  const exif = Buffer.concat([Buffer.alloc(4), soloOrientamento(1)]);
  if (!primo || secondo || primo.a - primo.da < exif.length) return;
  if (tenuti.every((t) => t.a <= primo.da || t.da >= primo.a)) exif.copy(b, primo.da);
}

function oscura() {
  return rifiuto(
    'Non riusciamo a togliere da questa foto i dati nascosti, come il luogo dello scatto. Salvala come JPEG e riprova: con iPhone, in Impostazioni, Fotocamera, Formati, scegli «Più compatibile» e scattala di nuovo.',
  );
}
