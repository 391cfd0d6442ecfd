/** Devices as a CSV sheet: the template, in, and out. */
import Papa from 'papaparse';
import { conArticolo, dataBreve } from '../../../platform/atoms/date.ts';
import type { FileAnswer } from '../../../platform/contract.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/nome.server.ts';
import { daInviare, dichiarazioneVista, propria } from './accesso.server.ts';
import { aggiungiMezzi } from './correlati.server.ts';
import { COLONNE, type Colonna, colonne, daScrivere, ESEMPI, FORMULA, VALORI } from './csv.ts';
import { leggiMezzi } from './lettura.server.ts';
import type { DichiarazioneMostrata, MezzoDichiaratoMostrato, operations } from './mezzo.contract.ts';
import type { DatiMezzo } from './mezzo.ts';
import { dichiarato } from './parole.ts';

type Cella = string | number | undefined;

/** As spreadsheets in Italy open it: semicolons, UTF-8 with its mark, CRLF; nothing in it is reckoned. */
function foglio(quali: readonly Colonna[], righe: readonly Partial<Record<Colonna, Cella>>[]): Uint8Array {
  const celle = righe.map((riga) => quali.map((c) => riga[c] ?? ''));
  const testo = Papa.unparse([quali.map((c) => COLONNE[c]), ...celle], {
    delimiter: ';',
    newline: '\r\n',
    escapeFormulae: FORMULA,
  });
  return Buffer.from(`\uFEFF${testo}\r\n`);
}

/** One line for each device that the declaration says something of, as it will stand. */
export const foglioDi = ({ mezzi }: Pick<DichiarazioneMostrata, 'mezzi'>): Uint8Array =>
  foglio(colonne, mezzi.filter(dichiarato).map(rigaDi));

function rigaDi(m: MezzoDichiaratoMostrato): Partial<Record<Colonna, Cella>> {
  const { stima_cent, cessazione } = m;
  const riga: Partial<Record<Colonna, Cella>> = {
    stato: cessazione ? `cessazione ${conArticolo('dal', dataBreve(cessazione.dal))}` : m.azione,
    stima: cessazione || stima_cent === null ? '' : (stima_cent / 100).toFixed(2).replace('.', ','),
  };
  for (const c of daScrivere) {
    const valore = m[c as keyof typeof m & Colonna];
    riga[c] = (c === 'dal' || c === 'al') && typeof valore === 'string' ? dataBreve(valore) : inParole(c, valore);
  }
  return riga;
}

const inParole = (c: Colonna, valore: Cella): Cella =>
  typeof valore === 'string' ? (VALORI[c]?.[valore] ?? valore) : valore;

export const modello = (): Uint8Array =>
  foglio(
    daScrivere,
    ESEMPI.map((e) => ({
      ...e,
      Tipologia_impianto_publicitario__c: inParole(
        'Tipologia_impianto_publicitario__c',
        e.Tipologia_impianto_publicitario__c,
      ),
    })),
  );

const csv = (nome: string, bytes: Uint8Array): FileAnswer => ({
  type: 'text/csv; charset=utf-8',
  bytes,
  disposition: contentDisposition(nome),
});

/** `mezzi-pubblicitari-2026-000123.pdf`, or `-bozza` before it is sent. */
export const nomeFile = ({ protocollo }: Pick<DichiarazioneMostrata, 'protocollo'>, estensione: string): string =>
  `mezzi-pubblicitari-${protocollo?.replace('/', '-') ?? 'bozza'}.${estensione}`;

export const handlers: Pick<Handlers<typeof operations>, 'importaMezzi' | 'esportaMezziCsv' | 'modelloMezziCsv'> = {
  importaMezzi: {
    // All lines are checked before the store is asked to hold anything.
    prepare: async ({ id, file }, ctx) => {
      daInviare(await propria(ctx, id));
      return leggiMezzi(await file.bytes());
    },
    run: async ({ id }, ctx, mezzi: DatiMezzo[]) => ({ importati: await aggiungiMezzi(ctx, id, mezzi) }),
  },
  esportaMezziCsv: async (chiesta, ctx) => {
    const d = await dichiarazioneVista(ctx, chiesta);
    return csv(nomeFile(d, 'csv'), foglioDi(d));
  },
  modelloMezziCsv: async () => csv('modello-mezzi-pubblicitari.csv', modello()),
};
