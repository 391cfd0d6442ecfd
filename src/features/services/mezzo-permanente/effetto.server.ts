/** What the acceptance of a declaration does: new devices are the position's, the others change or are no more. */
import type { Ctx, Decision } from '../../../context.ts';
import { conArticolo, dataInParole } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { DichiarazioneMezzi, Mezzo, MezzoDichiarato, Pratica } from '../../../store/tables.ts';
import { protocollo } from '../../cases/pratica/pratica.server.ts';
import { dellaPratica } from './dichiarazioni.db.ts';
import { cambiaMezzo, mezziTenuti, righeDi, scriviMezzi } from './mezzi.db.ts';
import { type DatiMezzo, datiDi } from './mezzo.ts';
import type { DatiInviati } from './mostra.server.ts';
import { type Detto, qualeMezzo } from './parole.ts';

async function accepted(ctx: Ctx, pratica: Pratica) {
  const dichiarazione = await dellaPratica(ctx.db, pratica.id);
  if (!dichiarazione) return undefined;
  const righe = (await righeDi(ctx.db, { dichiarazione: dichiarazione.id })).filter((r) => r.tolto === null);
  const mezzi = await mezziTenuti(
    ctx.db,
    ctx.house.dialect,
    righe.flatMap((r) => r.mezzo ?? []),
  );
  const inviati = (JSON.parse(pratica.dati_json) as DatiInviati).mezzi;
  for (const riga of righe.filter((r) => r.mezzo !== null)) {
    const mezzo = mezzi.find((m) => m.id === riga.mezzo);
    const prima = inviati.find((m) => m.Id === riga.id)?.prima;
    await applica(ctx, pratica, { riga, mezzo, prima, posizione: dichiarazione.posizione });
  }
  // By number of the case and place in it: the office can say which device it means when it tells its own data.
  const codice = (riga: MezzoDichiarato) => `${protocollo(pratica)}-${inviati.findIndex((m) => m.Id === riga.id) + 1}`;
  const nuovi = righe
    .filter((r) => r.mezzo === null)
    .map((riga) => nuovo(riga, codice(riga), { dichiarazione, pratica }));
  await scriviMezzi(ctx.db, nuovi);
  const [primo] = nuovi;
  return inParole(righe) + (primo ? ` ${CODICI} ${primo.codice}.` : '');
}

const CODICI = 'Il codice di ogni mezzo nuovo è il numero della pratica con il suo posto nell’elenco: il primo è';

const nuovo = (
  { tipo, dati_json }: MezzoDichiarato,
  codice: string,
  { dichiarazione, pratica }: { dichiarazione: DichiarazioneMezzi; pratica: Pratica },
): Mezzo => ({
  ...{ id: randomId(), ente: dichiarazione.ente, codice, posizione: dichiarazione.posizione, tipo, dati_json },
  ...{ cessato_dal: null, stato_da: 'decisione', pratica: pratica.id },
});

type DaApplicare = {
  riga: MezzoDichiarato;
  mezzo: Mezzo | undefined;
  prima: Detto | undefined;
  posizione: string | null;
};

/** @throws PortalError `conflict` when the device is no more, is another position’s, or has changed otherwise where the declaration changes it */
async function applica(ctx: Ctx, pratica: Pratica, { riga, mezzo, prima, posizione }: DaApplicare): Promise<void> {
  if (!mezzo) throw new Error('Dichiarazione su un mezzo che non c’è');
  const ora = datiDi(mezzo);
  if (mezzo.cessato_dal !== null)
    throw nonApplicabile(
      `${qualeMezzo(ora)}: intanto risulta cessato ${conArticolo('dal', dataInParole(mezzo.cessato_dal))}`,
    );
  if (mezzo.posizione !== posizione) throw nonApplicabile(`${qualeMezzo(ora)}: intanto è passato a un’altra posizione`);
  const segno = { stato_da: 'decisione', pratica: pratica.id } as const;
  if (riga.azione === 'cessazione') {
    const { dal } = JSON.parse(riga.dati_json) as { dal: string };
    return cambiaMezzo(ctx.db, mezzo.id, { cessato_dal: dal, ...segno });
  }
  const dati = prima ? conCambi(ora, prima, datiDi(riga)) : ora;
  if (!dati) throw nonApplicabile(`${qualeMezzo(ora)}: intanto i suoi dati sono cambiati`);
  const tipo = dati.Tipologia_impianto_publicitario__c;
  await cambiaMezzo(ctx.db, mezzo.id, { tipo, dati_json: JSON.stringify(dati), ...segno });
}

/** @returns the device of today with what the declaration changes; undefined when just that has changed otherwise since */
function conCambi(ora: Detto, prima: Detto, dopo: Detto): DatiMezzo | undefined {
  const chiavi = [...new Set([...Object.keys(prima), ...Object.keys(dopo)])].filter(
    (k) => k !== 'Id' && k !== 'stima_cent',
  ) as (keyof Detto)[];
  const cambiano = chiavi.filter((k) => prima[k] !== dopo[k]);
  if (cambiano.some((k) => ora[k] !== prima[k] && ora[k] !== dopo[k])) return undefined;
  return { ...ora, ...Object.fromEntries(cambiano.map((k) => [k, dopo[k]])) } as DatiMezzo;
}

const nonApplicabile = (che: string) =>
  new PortalError('conflict', {
    message: `${che}. La dichiarazione non si può più accettare: puoi rifiutarla, spiegando il perché.`,
  });

function inParole(righe: readonly MezzoDichiarato[]): string {
  const detti = (['nuovo', 'variazione', 'cessazione'] as const).flatMap((azione) => {
    const n = righe.filter((r) => r.azione === azione).length;
    return n === 0 ? [] : [`${n} ${PAROLE[azione][n === 1 ? 0 : 1]}`];
  });
  return `I mezzi pubblicitari sono aggiornati: ${detti.join(', ')}.`;
}

const PAROLE = {
  nuovo: ['nuovo', 'nuovi'],
  variazione: ['variato', 'variati'],
  cessazione: ['cessato', 'cessati'],
} as const;

export const mezzi: Decision = { accepted };
