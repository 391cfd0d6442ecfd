/** What the start page of the parking subscription says, with the prices of the municipality. */
import type { ServiceSheet } from '../../../context.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { BOLLO_COST } from '../../cases/bollo/bollo.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import { offertaParcheggiSchema } from './offerta.ts';
import { DURATION_LABELS, TIPI } from './options.ts';

export const parcheggiSheet: ServiceSheet = {
  who: 'A chi abita, lavora o parcheggia spesso in una zona a pagamento.',
  access: 'Non serve accedere: bastano i tuoi dati e un indirizzo e-mail. Se accedi, sono già scritti.',
  needed: [
    'la targa di ogni veicolo',
    'la carta di circolazione, in PDF o come foto',
    'un documento di identità, se non accedi',
    'un indirizzo e-mail che puoi leggere adesso',
  ],
  minutes: 5,
  cost: 'Il prezzo dipende da zona, tipo e durata. Lo vedi prima di inviare e paghi quando la richiesta è accettata.',
  prices: async (house, ente) => {
    const offerta = await readOfferta(house, offertaParcheggiSchema, { ente, codice: 'SF300' });
    if (!offerta) return undefined;
    const { zone, prezzi, bollo } = offerta;
    const durations = Object.entries(DURATION_LABELS).filter(([d]) => prezzi.some(({ durata }) => durata === d));
    // A price of a zone comes after the one for all others.
    const groups = Object.entries(TIPI).flatMap(([tipo, label]) =>
      [undefined, ...zone].flatMap((zona) => {
        const own = prezzi.filter((p) => p.tipo === tipo && p.zona === zona?.codice);
        return own.length > 0 ? [{ name: zona ? `${label}, ${zona.nome}` : label, own }] : [];
      }),
    );
    const shown = (cent: number | undefined) => (cent === undefined ? '–' : cent === 0 ? 'gratis' : formatEuro(cent));
    return {
      ...(bollo && { text: BOLLO_COST }),
      rows: [
        ['Abbonamento', ...durations.map(([, label]) => label)],
        ...groups.map(({ name, own }) => [
          name,
          ...durations.map(([d]) => shown(own.find(({ durata }) => durata === d)?.importo_cent)),
        ]),
      ],
    };
  },
  gets: 'Il permesso di parcheggio in PDF, da scaricare dopo il pagamento.',
  how: [
    'Scegli zona, tipo e durata: vedi subito il prezzo.',
    'Scrivi le targhe, allega la carta di circolazione e invia.',
    'Quando la richiesta è accettata paga online e scarica il permesso.',
  ],
};
