/** An attempt to pay as it is read: its notices, its receipts, whose it is. */
import { type Ctx, owner } from '../../../context.ts';
import { iuvDi } from '../../../platform/atoms/numero-avviso.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { AvvisoDaPagare } from '../../../platform/payments.ts';
import type { Db } from '../../../store/open.server.ts';
import type { Pagamento, Ricevuta } from '../../../store/tables.ts';
import { enti, entiDentro } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { chiaveTesto } from './avvisi.db.ts';
import type { StatoPagamento } from './esiti.ts';
import { ricevuteDegliAvvisi } from './ricevute.db.ts';
import {
  type AvvisoDelTentativo,
  apertiConMooney,
  avvisiDelTentativo,
  risultanoPagati,
  trovaTentativo,
} from './tentativi.db.ts';

/**
 * @property avvisi as they were when it was opened @property ricevute this attempt's own: two of a notice that was paid twice
 * @property diNessuno receipts of its notices that the portal gives to no attempt: it does not know by which they were paid
 */
export type Tentativo = {
  pagamento: Pagamento & { stato: StatoPagamento };
  avvisi: (AvvisoDelTentativo & Pick<AvvisoDaPagare, 'dominioEC' | 'nomeEnte' | 'iuv'>)[];
  ricevute: Ricevuta[];
  diNessuno: Ricevuta[];
  /** Numbers with body of those notices that are paid, by this attempt or another way */
  pagati: ReadonlySet<string>;
};

/** @throws PortalError `not_found` */
export async function tentativo(ctx: Pick<Ctx, 'house' | 'db'>, id: string): Promise<Tentativo> {
  const pagamento = await trovaTentativo(ctx.db, id);
  if (!pagamento) throw tentativoSconosciuto();
  const trovato = await conAvvisi(ctx.db, pagamento, await corpiDi(ctx));
  const risultano = await risultanoPagati(ctx.db, { pagamento: id });
  return { ...trovato, pagati: new Set([...trovato.pagati, ...risultano.map(chiaveTesto)]) };
}

export type Corpi = ReadonlyMap<string, Pick<Ente, 'codice_fiscale' | 'nome'>>;

/** Bodies by id. Inside a transaction they are read through it: SQLite has one connection, and it is taken. */
export async function corpiDi({ house, db }: Pick<Ctx, 'house' | 'db'>): Promise<Corpi> {
  const tutti = db.isTransaction ? await entiDentro({ db, house }) : await enti(house);
  return new Map(tutti.map((e) => [e.id, e]));
}

/** One answer for a reference that does not exist and for what is not the caller's. */
export const tentativoSconosciuto = (): PortalError =>
  new PortalError('not_found', {
    message:
      'Non troviamo questo pagamento. Riapri la pagina dal browser con cui hai pagato, o dal collegamento ricevuto per e-mail.',
  });

/** An attempt with all that is known of its notices. @param corpi of all bodies */
export async function conAvvisi(db: Db, pagamento: Pagamento, corpi: Corpi): Promise<Tentativo> {
  const righe = await avvisiDelTentativo(db, { pagamento: pagamento.id });
  const tutte = await ricevuteDegliAvvisi(db, { pagamento: pagamento.id });
  const sua = (r: (typeof tutte)[number]) => r.pagamento === pagamento.id;
  // Paid in another tab by the same person: one receipt, and it is theirs.
  const stesso = (r: (typeof tutte)[number]) =>
    r.proprietario === pagamento.proprietario || (r.utente !== null && r.utente === pagamento.utente);
  const ricevute = righe.flatMap((riga) => {
    const diQuesto = tutte.filter((r) => chiaveTesto(r) === chiaveTesto(riga));
    const sue = diQuesto.filter(sua);
    return sue.length > 0 ? sue : (diQuesto.find(stesso) ?? []);
  });
  return {
    pagamento: { ...pagamento, stato: pagamento.stato as StatoPagamento },
    avvisi: righe.map((riga) => ({
      ...riga,
      iuv: iuvDi(riga.numero_avviso),
      dominioEC: corpi.get(riga.ente)?.codice_fiscale ?? '',
      nomeEnte: corpi.get(riga.ente)?.nome ?? '',
    })),
    ricevute: ricevute.map(soloRicevuta),
    diNessuno: tutte.filter((r) => r.pagamento === null).map(soloRicevuta),
    pagati: new Set(tutte.map(chiaveTesto)),
  };
}

const soloRicevuta = ({
  proprietario,
  utente,
  ...ricevuta
}: Awaited<ReturnType<typeof ricevuteDegliAvvisi>>[number]): Ricevuta => ricevuta;

/** Names under which this caller may have opened a payment: of the browser, of the login. */
const nomiDi = (ctx: Pick<Ctx, 'visitor' | 'user'>): string[] => [owner(ctx as Ctx), ctx.visitor ?? ''].filter(Boolean);

/** True for who opened it: the same browser, or the same citizen. */
export function eSuo(ctx: Pick<Ctx, 'visitor' | 'user'>, { proprietario, utente }: Pagamento): boolean {
  if (ctx.user && utente === ctx.user.id) return true;
  return nomiDi(ctx).includes(proprietario);
}

/** What this caller has open at the second provider: who closed its page finds the way back, to finish it or give it up. */
export async function lasciatiAperti(ctx: Ctx): Promise<{ id: string; causale: string; importo_cent: number }[]> {
  const nomi = nomiDi(ctx);
  const righe = nomi.length > 0 ? await apertiConMooney(ctx.db, nomi) : [];
  return righe.map((riga) => ({ ...riga, importo_cent: Number(riga.importo_cent) }));
}
