/** Answers the operators' list: a page of the cases of their enti, with counts by state and what is unread. */
import type { Ctx } from '../../../context.ts';
import { iso, oggi } from '../../../platform/atoms/date.ts';
import type { Input } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { enteDellaPagina } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { percorsoUfficio, protocollo } from '../../cases/pratica/pratica.server.ts';
import { paroleCercate } from '../../cases/pratica/ricerca.ts';
import { aperta, STATI, type Stato } from '../../cases/pratica/stati.ts';
import { type Elenco, MAX_PAGINE, type operations, PER_PAGINA, type PraticaInElenco } from './operatore.contract.ts';
import { contaPerStato, elenca, type Filtro, type Riga } from './operatore.db.ts';

const TUTTI = Object.keys(STATI) as Stato[];
const VUOTO = Object.fromEntries(TUTTI.map((stato) => [stato, 0])) as Record<Stato, number>;

export const handlers: Handlers<typeof operations> = {
  praticheOperatore: async ({ stato, ordine = 'termine', pagina = 1, ...chiesto }, ctx) => {
    const filtro = filtroDi(chiesto, ctx);
    if (filtro.enti.length === 0) return { pratiche: [], totale: 0, pagine: 0, conteggi: VUOTO, da_leggere: 0 };
    const nonLette = await contaPerStato(ctx.db, { ...filtro, nonLette: true });
    const perStato = filtro.nonLette ? nonLette : await contaPerStato(ctx.db, filtro);
    const voluti = TUTTI.filter((s) => !stato || s === stato || (stato === 'aperte' && aperta(s)));
    const somma = (conti: Partial<Record<Stato, number>>) => voluti.reduce((n, s) => n + (conti[s] ?? 0), 0);
    const righe = await elenca(ctx.db, filtro, {
      stati: voluti.filter((s) => perStato[s]),
      ordine,
      salta: (pagina - 1) * PER_PAGINA,
      quante: PER_PAGINA,
    });
    const totale = somma(perStato);
    return {
      pratiche: await Promise.all(
        righe.map(async (riga) => mostrata(riga, await enteDellaPagina(ctx.house, '', riga.ente), ctx)),
      ),
      totale,
      pagine: Math.min(Math.ceil(totale / PER_PAGINA), MAX_PAGINE),
      conteggi: { ...VUOTO, ...perStato },
      da_leggere: somma(nonLette),
    } satisfies Elenco;
  },
};

type Chiesto = Pick<Input<typeof operations.praticheOperatore>, 'ente' | 'q' | 'non_lette'>;

/** @throws PortalError `not_found` for a body that is not the operator's */
function filtroDi({ ente, q = '', non_lette }: Chiesto, { user }: Ctx): Filtro {
  const miei = user?.enti ?? [];
  if (ente && !miei.includes(ente)) throw new PortalError('not_found');
  return { enti: ente ? [ente] : miei, parole: paroleCercate(q), nonLette: non_lette };
}

function mostrata(riga: Riga, di: Ente, { house, now }: Ctx): PraticaInElenco {
  const stato = riga.stato as Stato;
  const { ufficio: id, tipo, codice, oggetto, ente, termine_il } = riga;
  return {
    ...{ id, tipo, codice, oggetto, ente, stato, termine_il },
    protocollo: protocollo(riga),
    servizio: nameOf(house.services, codice),
    richiedente: `${riga.nome} ${riga.cognome}`,
    inviata_il: iso(riga.inviata_il),
    // While the citizen is awaited the days do not count (product rule).
    in_ritardo: aperta(stato) && stato !== 'da_integrare' && termine_il < oggi(now),
    // Whoever of the body writes has read: what came later is not theirs.
    non_letti: Math.max(0, riga.versione - riga.letto_operatore),
    chat: percorsoUfficio(riga, di),
  };
}
