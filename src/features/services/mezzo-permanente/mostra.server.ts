/** Devices and declarations as they are shown: what a declaration says laid over the devices of its position. */
import type { Ctx } from '../../../context.ts';
import type { Allegato, Mezzo, MezzoDichiarato } from '../../../store/tables.ts';
import { allegatiDellaBozza, allegatiInviati } from '../../cases/allegati/allegati.db.ts';
import { mostra as mostraFile } from '../../cases/allegati/allegati.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { trovaPratica } from '../../cases/pratica/pratica.db.ts';
import { aperta } from '../../cases/pratica/pratica.server.ts';
import { richiedenteScritto } from './chi-dichiara.ts';
import { inCorsoSu, type Trovata } from './dichiarazioni.db.ts';
import { statoDi } from './elenco-dichiarazioni.contract.ts';
import { mezziConId, mezziDellaPosizione, righeDi } from './mezzi.db.ts';
import type { DichiarazioneMostrata, MezzoDichiaratoMostrato, MezzoMostrato } from './mezzo.contract.ts';
import { type DatiMezzo, datiDi, FILE_MEZZO, type FileMezzo, IN_CORSO } from './mezzo.ts';
import { differenze } from './parole.ts';
import { leggiInCorso } from './scheda.ts';
import { stimaDi, type TariffaMezzi } from './stima.ts';
import { tariffaDi } from './tariffa.server.ts';

export type FileMostrato = MezzoDichiaratoMostrato['allegati'][number];
export type FileDiMezzo = { Id: string; categoria: FileMezzo };
/** What does not stand in the store's transaction: read before it. */
export type Noti = { nome_ente: string; tariffa: TariffaMezzi | null };

export async function notiDi({ house }: Ctx, id: string): Promise<Noti> {
  const [suo, tariffa] = await Promise.all([ente(house, id), tariffaDi(house, id)]);
  return { nome_ente: suo?.nome ?? id, tariffa };
}

export const nominatiDa = ({ allegati_json }: Pick<MezzoDichiarato, 'allegati_json'>): FileDiMezzo[] =>
  JSON.parse(allegati_json) as FileDiMezzo[];

/** @property stima_cent a year, by the body's tariff of today; null without one */
export const mostraMezzo = (Id: string, dati: DatiMezzo, tariffa: TariffaMezzi | null): MezzoMostrato => ({
  Id,
  ...dati,
  stima_cent: tariffa && stimaDi(tariffa, dati),
});

/** @property mezzo the position's device that the row is about @property file those that may be named, by id */
export type ConRiga = { mezzo?: Mezzo | undefined; tariffa: TariffaMezzi | null; file: ReadonlyMap<string, Allegato> };

export function mostraRiga(riga: MezzoDichiarato, { mezzo, tariffa, file }: ConRiga): MezzoDichiaratoMostrato {
  const tolto = riga.tolto !== null;
  const altro = {
    azione: riga.azione,
    ...(riga.mezzo !== null && { mezzo: riga.mezzo }),
    ...(tolto && { tolto: true }),
    // What was removed with the ordinary removal of files is no longer there.
    allegati: nominatiDa(riga).flatMap(({ Id, categoria }) => mostraNominato(file.get(Id), categoria)),
  };
  const prima = mezzo && datiDi(mezzo);
  if (prima && (tolto || riga.azione === 'cessazione'))
    return {
      ...mostraMezzo(riga.id, prima, tariffa),
      ...altro,
      ...(!tolto && { cessazione: JSON.parse(riga.dati_json) as { dal: string; motivo: string } }),
    };
  const dati = datiDi(riga);
  const cambia = prima && mezzo && differenze(prima, dati).length > 0;
  return {
    ...mostraMezzo(riga.id, dati, tariffa),
    ...altro,
    ...(cambia && { prima: mostraMezzo(mezzo.id, prima, tariffa) }),
  };
}

const mostraNominato = (riga: Allegato | undefined, categoria: string): FileMostrato[] =>
  riga ? [{ ...mostraFile(riga), categoria }] : [];

const invariata = (mezzo: Mezzo, tariffa: TariffaMezzi | null): MezzoDichiaratoMostrato => ({
  ...mostraMezzo(mezzo.id, datiDi(mezzo), tariffa),
  azione: 'variazione',
  mezzo: mezzo.id,
  allegati: [],
});

/**
 * A declaration with all its devices: while it is a draft those of its position, each with what is said of it, then the new
 * ones; once sent what was sent, as it was then.
 * @param noti needed inside a transaction, which reads nothing but its own
 */
export async function mostraDichiarazione(
  ctx: Ctx,
  d: Trovata & { valori: Valori },
  noti?: Noti,
): Promise<DichiarazioneMostrata> {
  const { nome_ente, tariffa } = noti ?? (await notiDi(ctx, d.ente));
  const { id: Id, tipo, ente, posizione, codice_utente } = d;
  const base = {
    ...{ Id, tipo, ente, nome_ente },
    posizione: posizione === null ? null : { Id: posizione, codice_utente: codice_utente ?? '' },
  };
  if (d.pratica !== null) return { ...base, ...(await inviata(ctx, d.pratica)) };
  const righe = await righeDi(ctx.db, { dichiarazione: Id });
  const diPosizione = posizione === null || tipo === 'nuovo' ? [] : await mezziDellaPosizione(ctx.db, { posizione });
  const file = new Map(
    (await allegatiDellaBozza(ctx.db, d.proprietario, percorsoDichiarazione(Id))).map((f) => [f.id, f] as const),
  );
  const cessati = await cessatiIntanto(ctx, righe, diPosizione);
  const occupati = new Set(
    await inCorsoSu(
      ctx.db,
      diPosizione.map((m) => m.id),
    ),
  );
  const perMezzo = new Map(righe.flatMap((r) => (r.mezzo === null ? [] : [[r.mezzo, r] as const])));
  const mezzi = [
    ...[...diPosizione, ...cessati].map((mezzo) => {
      const riga = perMezzo.get(mezzo.id);
      const mostrato = riga ? mostraRiga(riga, { mezzo, tariffa, file }) : invariata(mezzo, tariffa);
      return occupati.has(mezzo.id) ? { ...mostrato, occupato: true } : mostrato;
    }),
    ...righe.filter((r) => r.mezzo === null).map((riga) => mostraRiga(riga, { tariffa, file })),
  ];
  return {
    ...base,
    stato: 'bozza',
    richiedente: richiedenteScritto(d.valori, ctx.user),
    mezzi,
    allegati: propri(file, righe, d.valori),
    stima_cent: tariffa && somma(mezzi),
    pratica: null,
    protocollo: null,
  };
}

/** Of those that go on standing. */
const somma = (mezzi: readonly MezzoDichiaratoMostrato[]) =>
  mezzi
    .filter((m) => !m.cessazione && !(m.tolto && m.mezzo === undefined))
    .reduce((cent, m) => cent + (m.stima_cent ?? 0), 0);

/** Devices that the declaration speaks of and that the body has taken away since. */
async function cessatiIntanto({ db }: Ctx, righe: readonly MezzoDichiarato[], attivi: readonly Mezzo[]) {
  const noti = new Set(attivi.map((m) => m.id));
  return mezziConId(
    db,
    righe.flatMap((r) => (r.mezzo === null || noti.has(r.mezzo) ? [] : [r.mezzo])),
  );
}

/** Files of the declaration itself: those of its kinds, or of none, that no device names, nor the one that is half-typed. */
function propri(
  file: ReadonlyMap<string, Allegato>,
  righe: readonly MezzoDichiarato[],
  { [IN_CORSO]: inCorso }: Valori,
): FileMostrato[] {
  const detti = [...righe.flatMap(nominatiDa), ...(leggiInCorso(inCorso)?.file ?? [])];
  const nominati = new Set(detti.map((f) => f.Id));
  return [...file.values()].flatMap((f) => {
    const categoria = f.categoria ?? 'altri_documenti';
    return nominati.has(f.id) || !Object.hasOwn(FILE_MEZZO, categoria) ? [] : mostraNominato(f, categoria);
  });
}

/** What a case keeps of its declaration. */
export type DatiInviati = {
  dichiarazione: string;
  richiedente: Record<string, unknown>;
  mezzi: (Omit<MezzoDichiaratoMostrato, 'allegati'> & { allegati: FileDiMezzo[] })[];
  allegati: FileDiMezzo[];
  stima_cent: number | null;
};

async function inviata({ db }: Ctx, id: string) {
  const pratica = await trovaPratica(db, id);
  if (!pratica) throw new Error('Dichiarazione senza la sua pratica');
  const { richiedente, mezzi, allegati, stima_cent } = JSON.parse(pratica.dati_json) as DatiInviati;
  const file = new Map((await allegatiInviati(db, { pratica: id })).map((f) => [f.id, f] as const));
  const conFile = (nominati: readonly FileDiMezzo[]) =>
    nominati.flatMap(({ Id, categoria }) => mostraNominato(file.get(Id), categoria));
  const detta = aperta(pratica);
  return {
    stato: statoDi(pratica.stato),
    ...{ richiedente, stima_cent },
    mezzi: mezzi.map((m) => ({ ...m, allegati: conFile(m.allegati) })),
    allegati: conFile(allegati),
    pratica: detta,
    protocollo: detta.protocollo,
  };
}
