/** A declaration of advertising devices from its beginning: begun, read, found again. */
import { type Ctx, owner } from '../../../context.ts';
import { iso } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { iniziaBozza } from '../../cases/bozza/bozza.server.ts';
import { ente, enti } from '../../cases/ente/ente.server.ts';
import { type Ente, nonRiceve } from '../../cases/ente/ente.ts';
import { SISTEMI_AFFISSIONI } from '../../cases/posizione/affissioni.server.ts';
import { conIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { posizioneDichiarata, propria } from './accesso.server.ts';
import { scomponiRichiedente } from './chi-dichiara.ts';
import { iniziate, scriviDichiarazione } from './dichiarazioni.db.ts';
import { mezziDellaPosizione } from './mezzi.db.ts';
import type { operations } from './mezzo.contract.ts';
import { datiDi, type Operazione } from './mezzo.ts';
import { mostraDichiarazione, mostraMezzo } from './mostra.server.ts';
import { tariffaDi } from './tariffa.server.ts';

/** The code of the case a declaration becomes. */
export const codiceDi = (tipo: Operazione): string => (tipo === 'nuovo' ? 'SF100' : 'SF110');

/** @throws PortalError `invalid` on `ente` when there is no such body, or it takes no such declarations online */
export function enteCheRiceve(scelto: Ente | undefined, tipo: Operazione): Ente {
  if (!scelto) throw new PortalError('invalid', { fields: { ente: ['Scegli l’ente a cui scrivere.'] } });
  if (!scelto.categorie.includes(codiceDi(tipo)))
    throw new PortalError('invalid', { fields: { ente: [nonRiceve(scelto.nome)] } });
  return scelto;
}

type Nuova = { tipo: Operazione; ente?: string | undefined; posizione?: string | undefined };

/** @throws PortalError `invalid`, also for a position of something else; `not_found` when it is not open to who asks, or another body's */
async function prepara(
  { tipo, ente: chiesto, posizione }: Nuova,
  ctx: Ctx,
): Promise<{ ente: string; posizione: string | null }> {
  if (owner(ctx) === '') throw new PortalError('token');
  if (!posizione && tipo !== 'nuovo')
    throw new PortalError('invalid', {
      fields: {
        posizione: ['Scegli la posizione a cui appartengono i mezzi: la apri con i due codici della lettera.'],
      },
    });
  const aperta = posizione ? await posizioneDichiarata(ctx, posizione) : undefined;
  if (aperta && chiesto && aperta.ente !== chiesto) throw new PortalError('not_found');
  if (aperta && !SISTEMI_AFFISSIONI.includes(aperta.sistema))
    throw new PortalError('invalid', {
      fields: { posizione: ['Questa posizione non riguarda i mezzi pubblicitari: scegline un’altra.'] },
    });
  const scelto = enteCheRiceve(await ente(ctx.house, aperta?.ente ?? chiesto ?? ''), tipo);
  return { ente: scelto.id, posizione: aperta?.id ?? null };
}

export const handlers: Pick<
  Handlers<typeof operations>,
  'nuovaDichiarazioneMezzi' | 'leggiDichiarazioneMezzi' | 'mezziPosizione' | 'mieDichiarazioniMezzi'
> = {
  nuovaDichiarazioneMezzi: {
    complete: conIdentita,
    prepare: prepara,
    run: async ({ tipo, richiedente }, ctx, di: { ente: string; posizione: string | null }) => {
      const id = randomId();
      const proprietario = owner(ctx);
      await scriviDichiarazione(ctx.db, { id, proprietario, tipo, ...di, creata: ctx.now, pratica: null });
      const valori = richiedente ? scomponiRichiedente(richiedente) : {};
      await iniziaBozza(ctx, { percorso: percorsoDichiarazione(id), passo: 'richiedente', valori });
      return { Id: id };
    },
  },

  leggiDichiarazioneMezzi: async ({ id }, ctx) => mostraDichiarazione(ctx, await propria(ctx, id)),

  mezziPosizione: async ({ id }, ctx) => {
    const posizione = await posizioneDichiarata(ctx, id);
    const tariffa = await tariffaDi(ctx.house, posizione.ente);
    const mezzi = await mezziDellaPosizione(ctx.db, { posizione: posizione.id });
    return mezzi.map((m) => mostraMezzo(m.id, datiDi(m), tariffa));
  },

  mieDichiarazioniMezzi: async (_input, ctx) => {
    const proprietario = owner(ctx);
    if (proprietario === '') return [];
    const [righe, bodies] = await Promise.all([iniziate(ctx.db, { proprietario, now: ctx.now }), enti(ctx.house)]);
    return righe.map(({ id, tipo, ente: di, codice_utente, mezzi, aggiornata }) => ({
      ...{ Id: id, tipo, nome_ente: bodies.find((e) => e.id === di)?.nome ?? di, codice_utente },
      mezzi: Number(mezzi),
      aggiornata: iso(aggiornata),
    }));
  },
};
