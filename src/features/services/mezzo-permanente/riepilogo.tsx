/** What is sent, as the blocks of the summary; of a variation the old beside the new. */
import { dataInParole } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import type { SummaryBlock } from '../../../ui/form/Summary.tsx';
import { fileDetti } from '../../cases/allegati/Attachments.tsx';
import type { AllegatoMostrato } from '../../cases/allegati/allegati.contract.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { vociRichiedente } from '../../cases/richiedente/RichiedenteFields.tsx';
import { CON_RICERCA } from './elenco.ts';
import type { DichiarazioneMostrata, MezzoDichiaratoMostrato } from './mezzo.contract.ts';
import { FILE_MEZZO, type FileMezzo } from './mezzo.ts';
import { type Detto, dichiarato, differenze, ETICHETTE, mezzoInParole, titoloMezzo, valoreInParole } from './parole.ts';
import { indirizzo, OPERAZIONI_DETTE } from './passi.ts';

type Voci = SummaryBlock['voci'];
type File = Pick<AllegatoMostrato, 'nome' | 'dimensione' | 'categoria'>;

const CATEGORIE = Object.entries(FILE_MEZZO) as [FileMezzo, string][];
const dei = (files: readonly File[]): Voci => CATEGORIE.map(([c, nome]) => ({ nome, valore: fileDetti(files)(c) }));
const conValore = (voci: Voci): Voci => voci.filter((v) => v.valore);

/** Fields of a device that it has, without its type, which is the heading. */
const CAMPI = Object.entries(ETICHETTE).slice(1) as [keyof Detto, string][];

/** @param breve a new one in one line: of many nobody finds the end otherwise */
function vociMezzo(m: MezzoDichiaratoMostrato, breve: boolean): Voci {
  const { cessazione, prima } = m;
  if (cessazione)
    return [
      { nome: 'Mezzo', valore: mezzoInParole(prima ?? m) },
      { nome: 'Non c’è più dal', valore: dataInParole(cessazione.dal) },
      { nome: 'Perché', valore: cessazione.motivo },
    ];
  if (breve && !prima) return [{ nome: 'Mezzo', valore: mezzoInParole(m) }];
  if (m.azione === 'nuovo' || !prima) return CAMPI.map(([campo, nome]) => ({ nome, valore: valoreInParole(m, campo) }));
  return [
    { nome: 'Mezzo com’è ora', valore: mezzoInParole(prima) },
    ...differenze(prima, m).map(({ etichetta, prima: era, dopo }) => ({
      nome: etichetta,
      valore: (
        <>
          <span className="visually-hidden">Prima: </span>
          <del>{era || 'non indicato'}</del>
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden">, dopo: </span>
          <b>{dopo || 'non indicato'}</b>
        </>
      ),
    })),
  ];
}

/** @param cent yearly, or null when the body has told no tariff */
const stima = (cent: number | null): string =>
  cent === null ? '' : `${euro(cent)} all’anno (è una stima: l’importo lo stabilisce l’ente)`;

/**
 * @param valori of who declares @param files of who declares
 * @returns the blocks from top to bottom, each with the way to change it
 */
export function blocchi(d: DichiarazioneMostrata, valori: Valori, files: readonly File[]): SummaryBlock[] {
  const { Id, tipo, posizione } = d;
  const dichiarati = d.mezzi.filter(dichiarato);
  const breve = dichiarati.length > CON_RICERCA;
  const mezzi = dichiarati.map((m, at): SummaryBlock => {
    const suo = m.cessazione ? `?cessa=${m.mezzo}` : `?mezzo=${m.Id}`;
    const costa = m.cessazione || m.stima_cent === null ? '' : stima(m.stima_cent);
    return {
      titolo: titoloMezzo(m, at + 1),
      modifica: indirizzo('mezzi', Id, suo),
      voci: conValore([...vociMezzo(m, breve), ...dei(m.allegati), { nome: 'Canone stimato', valore: costa }]),
    };
  });
  return [
    {
      titolo: 'Dichiarazione',
      modifica: indirizzo('tipo', Id),
      voci: [
        { nome: 'Che cosa dichiari', valore: OPERAZIONI_DETTE[tipo].nome },
        { nome: 'Ente', valore: d.nome_ente },
        { nome: 'Posizione', valore: posizione?.codice_utente ?? 'Nessuna' },
      ],
    },
    {
      titolo: 'Richiedente',
      modifica: indirizzo('richiedente', Id),
      voci: vociRichiedente(valori, fileDetti(files)),
    },
    ...mezzi,
    { titolo: 'Allegati della dichiarazione', modifica: indirizzo('allegati', Id), voci: dei(d.allegati) },
    {
      titolo: 'Canone stimato',
      voci: [
        {
          nome: tipo === 'nuovo' ? 'Per tutti i mezzi' : 'Per i mezzi che restano',
          valore: stima(d.stima_cent) || 'L’ente ti comunica l’importo quando esamina la dichiarazione.',
        },
      ],
    },
  ];
}
