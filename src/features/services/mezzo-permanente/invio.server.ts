/** Who declares and the files of a declaration; and its sending, which makes a case of it. */
import type { Ctx } from '../../../context.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import type { Allegato } from '../../../store/tables.ts';
import { allegatiDellaBozza } from '../../cases/allegati/allegati.db.ts';
import { MAX_BYTES_DICHIARAZIONE, percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { ente } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { PRIVACY } from '../../cases/modulo/modulo.ts';
import type { Richiedente } from '../../cases/richiedente/richiedente.controlli.ts';
import { CATEGORIE_RICHIEDENTE } from '../../cases/richiedente/richiedente.ts';
import { apriRichiesta, conIdentita } from '../../cases/richiesta/richiesta.server.ts';
import { type Propria, propria, propriaDaCambiare } from './accesso.server.ts';
import { richiedenteDi, scomponiRichiedente } from './chi-dichiara.ts';
import { codiceDi, enteCheRiceve } from './dichiarazione.server.ts';
import { inCorsoSu, rinnovaBozza, segnaInviata } from './dichiarazioni.db.ts';
import { nominaFile, prendiFile, troppi } from './file.server.ts';
import { mezziTenuti, scordaRighe } from './mezzi.db.ts';
import type { DichiarazioneMostrata, MezzoDichiaratoMostrato, operations } from './mezzo.contract.ts';
import { MAX_MEZZI, type Operazione } from './mezzo.ts';
import { type DatiInviati, mostraDichiarazione, type Noti, notiDi } from './mostra.server.ts';
import { dichiarato, qualeMezzo, rigaMezzo, titoloMezzo } from './parole.ts';

type Pronto = { scelto: Ente | undefined; noti: Noti };

export const handlers: Pick<Handlers<typeof operations>, 'scriviDichiarazioneMezzi'> = {
  scriviDichiarazioneMezzi: {
    complete: conIdentita,
    // Read before the transaction, which must not wait for what is not its own.
    prepare: async ({ id }, ctx): Promise<Pronto> => {
      // Also of one that was sent just now, perhaps under this very key: whose answer it is, the transaction tells.
      const { ente: suo } = await propria(ctx, id);
      return { scelto: await ente(ctx.house, suo), noti: await notiDi(ctx, suo) };
    },
    run: async (input, ctx, pronto: Pronto) => {
      const d = await propriaDaCambiare(ctx, input.id);
      const ora = input.richiedente ? await conRichiedente(ctx, d, input.richiedente) : d;
      const di = { dichiarazione: d.id, id: '' };
      const prima = await mostraDichiarazione(ctx, ora, pronto.noti);
      if (input.allegati?.length) await nominaFile(ctx, di, { ora: propriFile(prima), inviati: input.allegati });
      await prendiFile(ctx, d.id, input.filesAllegati);
      const altri = input.allegati?.length || input.filesAllegati.length > 0;
      const dopo = altri ? await mostraDichiarazione(ctx, ora, pronto.noti) : prima;
      return input.invia ? invia(ctx, { d: ora, mostrata: dopo, privacy: input.privacy }, pronto) : dopo;
    },
  },
};

const propriFile = ({ allegati }: DichiarazioneMostrata) =>
  allegati.map(({ Id, categoria }) => ({ Id, categoria: categoria as never }));

async function conRichiedente(ctx: Ctx, d: Propria, detto: Richiedente): Promise<Propria> {
  const valori = { ...d.valori, ...scomponiRichiedente(detto) };
  await rinnovaBozza(ctx.db, d, { valori_json: JSON.stringify(valori) });
  return { ...d, valori };
}

type DaInviare = { d: Propria; mostrata: DichiarazioneMostrata; privacy: boolean };

/** @throws PortalError `invalid` with all that is missing, `conflict` for a device that is gone or in another declaration */
async function invia(
  ctx: Ctx,
  { d, mostrata, privacy }: DaInviare,
  { scelto }: Pronto,
): Promise<DichiarazioneMostrata> {
  const mezzi = mostrata.mezzi.filter(dichiarato);
  const { richiedente, errori } = richiedenteDi(d.valori, ctx.user);
  const mancano: FieldErrors = {
    ...(mezzi.length === 0 && { mezzi: [NESSUN_MEZZO[d.tipo]] }),
    ...(mezzi.length > MAX_MEZZI && {
      mezzi: [`Una dichiarazione ha al massimo ${MAX_MEZZI} mezzi: togline qualcuno.`],
    }),
    ...errori,
    ...(!privacy && { privacy: [PRIVACY] }),
  };
  if (!richiedente || Object.keys(mancano).length > 0) throw new PortalError('invalid', { fields: mancano });
  const ente = enteCheRiceve(scelto, d.tipo);
  await liberi(ctx, d, mezzi);
  const filesAllegati = fileDa(
    mezzi,
    mostrata,
    await allegatiDellaBozza(ctx.db, d.proprietario, percorsoDichiarazione(d.id)),
  );
  await scordaRighe(
    ctx.db,
    d.id,
    mezzi.map((m) => m.Id),
  );
  const pratica = await apriRichiesta(
    ctx,
    { richiedente, filesAllegati },
    {
      ...{ codice: codiceDi(d.tipo), ente, oggetto: oggettoDi(d, mezzi.length), descrizione: '' },
      fatti: fattiDi(mostrata, mezzi),
      dati: { ...datiInviati(mostrata, mezzi), richiedente, tipo: d.tipo, posizione: d.posizione },
      percorso: percorsoDichiarazione(d.id),
    },
  );
  await segnaInviata(ctx.db, d.id, pratica.id);
  return { ...mostrata, stato: 'inviata', richiedente, mezzi, pratica, protocollo: pratica.protocollo };
}

const NESSUN_MEZZO: Readonly<Record<Operazione, string>> = {
  nuovo: 'Aggiungi almeno un mezzo pubblicitario.',
  variazione: 'Non hai ancora cambiato niente: modifica, aggiungi o togli almeno un mezzo.',
  cessazione: 'Indica almeno un mezzo che non c’è più.',
};

const OGGETTI: Readonly<Record<Operazione, string>> = {
  nuovo: 'Nuovi mezzi pubblicitari',
  variazione: 'Variazione di mezzi pubblicitari',
  cessazione: 'Cessazione di mezzi pubblicitari',
};
const oggettoDi = ({ tipo, codice_utente }: Propria, quanti: number) =>
  `${OGGETTI[tipo]}: ${quanti}${codice_utente === null ? '' : `, posizione ${codice_utente}`}`;

/** As receipt, chat and operator read it. */
function fattiDi({ posizione, stima_cent }: DichiarazioneMostrata, mezzi: readonly MezzoDichiaratoMostrato[]) {
  return [
    ...(posizione ? [['Posizione', posizione.codice_utente] as const] : []),
    ...mezzi.map((m, i) => [titoloMezzo(m, i + 1), rigaMezzo(m)] as const),
    ...(stima_cent === null
      ? []
      : [['Canone stimato', `${euro(stima_cent)} all’anno. È una stima: l’importo lo stabilisce l’ente.`] as const]),
  ];
}

const datiInviati = (
  { Id, allegati, stima_cent }: DichiarazioneMostrata,
  mezzi: readonly MezzoDichiaratoMostrato[],
): Omit<DatiInviati, 'richiedente'> => {
  const nomi = (files: readonly { Id: string; categoria: string }[]) =>
    files.map(({ Id, categoria }) => ({ Id, categoria: categoria as never }));
  return {
    ...{ dichiarazione: Id, stima_cent },
    mezzi: mezzi.map((m) => ({ ...m, allegati: nomi(m.allegati) })),
    allegati: nomi(allegati),
  };
};

/**
 * The devices of the position, held, are what they were, and no other declaration about them is open.
 * @throws PortalError `conflict` that names those that are not
 */
async function liberi(ctx: Ctx, d: Propria, mezzi: readonly MezzoDichiaratoMostrato[]): Promise<void> {
  const ids = mezzi.flatMap((m) => m.mezzo ?? []);
  const tenuti = await mezziTenuti(ctx.db, ctx.house.dialect, ids);
  const cessati = tenuti.filter((m) => m.cessato_dal !== null || m.posizione !== d.posizione).map((m) => m.id);
  const occupati = await inCorsoSu(ctx.db, ids);
  const di = (quali: readonly string[]) =>
    mezzi.flatMap((m) => (m.mezzo && quali.includes(m.mezzo) ? [qualeMezzo(m)] : []));
  const tolti = di(cessati);
  if (tolti.length > 0) {
    const [questo, toglilo] = tolti.length === 1 ? ['questo mezzo', 'Toglilo'] : ['questi mezzi', 'Toglili'];
    throw new PortalError('conflict', {
      message: `Intanto l’ente ha tolto ${questo} dalla posizione: ${tolti.join('; ')}. ${toglilo} dalla dichiarazione e invia di nuovo.`,
    });
  }
  const inCorso = di(occupati);
  if (inCorso.length > 0) {
    const [questo, toglilo] = inCorso.length === 1 ? ['questo mezzo', 'Toglilo'] : ['questi mezzi', 'Toglili'];
    throw new PortalError('conflict', {
      message: `Per ${questo} c’è già una dichiarazione in corso: ${inCorso.join('; ')}. ${toglilo} da questa, o attendi che l’ente decida sull’altra.`,
    });
  }
}

/** All that goes with the case, each once. @throws PortalError `invalid` on `allegati` for too many or too much */
function fileDa(
  mezzi: readonly MezzoDichiaratoMostrato[],
  { allegati }: DichiarazioneMostrata,
  bozza: readonly Allegato[],
): { Id: string }[] {
  troppi(allegati);
  const chi = bozza.filter((f) => Object.hasOwn(CATEGORIE_RICHIEDENTE, f.categoria ?? '')).map((f) => f.id);
  const ids = new Set([...mezzi.flatMap((m) => m.allegati.map((f) => f.Id)), ...allegati.map((f) => f.Id), ...chi]);
  const bytes = bozza.filter((f) => ids.has(f.id)).reduce((somma, f) => somma + f.dimensione, 0);
  if (bytes > MAX_BYTES_DICHIARAZIONE) {
    const parole = `I file superano in tutto ${MAX_BYTES_DICHIARAZIONE / 1024 / 1024} MB: togline qualcuno.`;
    throw new PortalError('invalid', { message: parole, fields: { allegati: [parole] } });
  }
  return [...ids].map((Id) => ({ Id }));
}
