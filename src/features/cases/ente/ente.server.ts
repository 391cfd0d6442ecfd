/** Which municipalities the portal serves, what they answer for, and which of them a page belongs to. */
import type { Ctx, House } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import type { operations } from './ente.contract.ts';
import { entiConSistema, tuttiGliEnti } from './ente.db.ts';
import { type Ente, PORTALE } from './ente.ts';
import { serviceOf } from './servizi.ts';
import { sistemaNoto } from './sistemi.ts';

/** Bodies change by import only, perhaps on another host: what is kept in memory is asked for again after this. */
const KEPT_MS = 10_000;
const kept = new WeakMap<House, { enti: Promise<Ente[]>; until: number }>();

/** All records, the portal's own included. */
function records(house: House): Promise<Ente[]> {
  const known = kept.get(house);
  if (known && known.until > house.now()) return known.enti;
  const enti = tuttiGliEnti(house.db, house.services);
  kept.set(house, { enti, until: house.now() + KEPT_MS });
  enti.catch(() => kept.delete(house));
  return enti;
}

/** The bodies citizens can write to. */
export async function enti(house: House): Promise<Ente[]> {
  return (await records(house)).filter((ente) => ente.id !== PORTALE);
}

/** The same inside a transaction, which reads through itself: SQLite has one connection, and it is taken. */
export async function entiDentro({ db, house }: Pick<Ctx, 'db' | 'house'>): Promise<Ente[]> {
  return (await tuttiGliEnti(db, house.services)).filter(({ id }) => id !== PORTALE);
}

/** Service codes that a page may offer: those of its municipality; on the portal's own host, those that at least one offers. */
export async function offertiSu(house: House, pagina: Ente): Promise<readonly string[]> {
  return pagina.id === PORTALE ? (await enti(house)).flatMap((e) => e.categorie) : pagina.categorie;
}

export async function ente(house: House, id: string): Promise<Ente | undefined> {
  return (await enti(house)).find((e) => e.id === id);
}

/**
 * Whose page this is (product rule): the body whose host name matches, else the one chosen, else the portal itself.
 * @param host host name without port
 */
export async function enteDellaPagina(house: House, host: string, scelto?: string): Promise<Ente> {
  const all = await records(house);
  const known = (e: Ente) => (host ? e.host === host : false);
  return all.find(known) ?? all.find((e) => e.id === scelto) ?? all.find((e) => e.id === PORTALE) ?? SENZA_DATI;
}

/** Before the first import: the portal has pages, and no body to write to. */
const SENZA_DATI: Ente = {
  id: PORTALE,
  nome: 'Portale del cittadino',
  motto: 'Servizi online',
  regione: '',
  codice_fiscale: '',
  host: null,
  colore: '#0066cc',
  contatti: { indirizzo: '', email: '' },
  url: {},
  caselle: {},
  categorie: [],
  giorni: {},
};

const onWire = (e: Ente) => ({ Id: e.id, Nome: e.nome, CodiceFiscale: e.codice_fiscale });

export const handlers: Handlers<typeof operations> = {
  listaEnti: async (_input, { house }) => (await enti(house)).map((e) => ({ ...onWire(e), Categorie: e.categorie })),
  entiPerCategoria: async ({ category, optional: sistema }, { house }) => {
    if (!serviceOf(house.services, category))
      throw new PortalError('invalid', { fields: { category: ['Il codice del servizio non esiste.'] } });
    const offrono = (await enti(house)).filter((e) => e.categorie.includes(category));
    if (sistema === undefined) return offrono.map(onWire);
    const con = sistemaNoto(sistema) ? await entiConSistema(house.db, sistema) : new Set();
    return offrono.filter((e) => con.has(e.id)).map(onWire);
  },
};
