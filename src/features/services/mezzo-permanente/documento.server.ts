/** A declaration of advertising devices as a document: marked as a draft until it is sent, old beside new. */
import { dataInParole, istanteInParole } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { type Fact, type Receipt, receiptPdf } from '../../../platform/pdf/receipt.server.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { contentDisposition } from '../../cases/allegati/nome.server.ts';
import { enteDellaPagina } from '../../cases/ente/ente.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import type { Richiedente } from '../../cases/richiedente/richiedente.controlli.ts';
import { inQualitaDi } from '../../cases/richiesta/richiesta.server.ts';
import { dichiarazioneVista } from './accesso.server.ts';
import { nomeFile } from './csv.server.ts';
import type { DichiarazioneMostrata, MezzoDichiaratoMostrato, operations } from './mezzo.contract.ts';
import { FILE_MEZZO, type FileMezzo, OPERAZIONI } from './mezzo.ts';
import { dichiarato, rigaMezzo, titoloMezzo } from './parole.ts';

/** @property creato epoch ms, of a draft: what was sent is dated by its sending, and gives the same bytes for ever */
export type Contorno = { ente: Pick<Ente, 'nome' | 'colore' | 'contatti'>; sandbox: boolean; creato: number };

/** What stands in it, before it is drawn. */
export function documentoDi(d: DichiarazioneMostrata, { ente, sandbox, creato }: Contorno): Receipt {
  const { pratica, posizione, richiedente, allegati } = d;
  const mezzi = d.mezzi.filter(dichiarato);
  return {
    ente: { nome: ente.nome, colore: ente.colore, indirizzo: ente.contatti.indirizzo },
    title: 'Dichiarazione di mezzi pubblicitari',
    number: d.protocollo ?? '',
    facts: [
      ['Che cosa si dichiara', OPERAZIONI[d.tipo]],
      ...fatto('Posizione', posizione?.codice_utente),
      ...fatto('Inviata il', pratica && istanteInParole(Date.parse(pratica.inviata_il))),
      ...fatto('Da concludere entro il', pratica && dataInParole(pratica.termine_il)),
      ['Mezzi dichiarati', String(mezzi.length)],
      [
        d.tipo === 'nuovo' ? 'Stima del canone di un anno' : 'Stima del canone di un anno, per i mezzi che restano',
        d.stima_cent === null ? 'L’importo lo comunica l’ente.' : `${euro(d.stima_cent)}. ${STIMA}`,
      ],
    ],
    sections: [
      ...(richiedente ? [{ title: 'Chi dichiara', facts: chiDichiara(richiedente) }] : []),
      { title: 'Mezzi pubblicitari', facts: mezzi.map((m, i): Fact => [titoloMezzo(m, i + 1), inTutto(m)]) },
      ...(allegati.length > 0 ? [{ title: 'Allegati della dichiarazione', facts: allegati.map(file) }] : []),
    ],
    footer: pratica
      ? 'Le informazioni che hai fornito hanno valore di dichiarazione.'
      : 'Questa è una bozza: la dichiarazione vale da quando la invii.',
    draft: !pratica,
    sandbox,
    createdAt: pratica ? Date.parse(pratica.inviata_il) : creato,
  };
}

const STIMA = 'È una stima: l’importo lo stabilisce l’ente.';

const fatto = (etichetta: string, valore: string | null | undefined): Fact[] => (valore ? [[etichetta, valore]] : []);

function inTutto(m: MezzoDichiaratoMostrato): string {
  const stima = m.cessazione || m.stima_cent === null ? [] : [`Stima di un anno: ${euro(m.stima_cent)}`];
  const files = m.allegati.map((a) => file(a).join(': '));
  return [rigaMezzo(m), ...stima, ...files].join('\n');
}

const file = ({ categoria, nome }: { categoria: string; nome: string }): Fact => [
  FILE_MEZZO[categoria as FileMezzo] ?? 'Allegato',
  nome,
];

/** Of a draft it may be unfinished. */
function chiDichiara(scritto: Record<string, unknown>): Fact[] {
  const r = scritto as Partial<Richiedente>;
  return [
    ...fatto('Nome e cognome', [r.nome, r.cognome].filter(Boolean).join(' ')),
    ...fatto('Codice fiscale', r.codice_fiscale),
    ...fatto('E-mail', r.email),
    ...fatto('Telefono', r.telefono),
    ...inQualitaDi({ ruolo: 'persona_fisica', ...scritto } as Richiedente),
  ];
}

export const handlers: Pick<Handlers<typeof operations>, 'esportaMezziPdf'> = {
  esportaMezziPdf: async (chiesta, ctx) => {
    const d = await dichiarazioneVista(ctx, chiesta);
    const ente = await enteDellaPagina(ctx.house, '', d.ente);
    const sandbox = ctx.house.settings.mode === 'sandbox';
    const bytes = await receiptPdf(documentoDi(d, { ente, sandbox, creato: ctx.now }));
    return { type: 'application/pdf', bytes, disposition: contentDisposition(nomeFile(d, 'pdf')) };
  },
};
