/** What the start page of the posters says, with the tariff of the municipality. */
import type { ServiceSheet } from '../../../context.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { readOfferta } from '../../cases/offerta/offerta.server.ts';
import { offertaManifestiSchema } from './offerta.ts';
import { CATEGORIA_LABELS, FORMAT_LABELS } from './options.ts';
import { MAX_GIORNI, MAX_MANIFESTI } from './rules.ts';

export const manifestoSheet: ServiceSheet = {
  who: 'A cittadini, associazioni e imprese che vogliono affiggere manifesti sugli spazi del Comune.',
  access: 'Non serve accedere: bastano i tuoi dati e un indirizzo e-mail. Se accedi, sono già scritti.',
  needed: [
    `formato e numero dei manifesti, al massimo ${MAX_MANIFESTI}`,
    `i giorni in cui affiggerli, al massimo ${MAX_GIORNI}`,
    'l’anteprima del manifesto, in PDF o come immagine',
    'un documento di identità, se non accedi',
  ],
  minutes: 5,
  cost: 'Il prezzo dipende da formato, categoria, numero e giorni. Lo vedi prima di inviare e paghi se la richiesta è accettata.',
  prices: async (house, ente) => {
    const tariffa = await readOfferta(house, offertaManifestiSchema, { ente, codice: 'SF120' });
    if (!tariffa) return undefined;
    const { prezzi, urgenza_percento: urgency, urgenza_minimo_cent: least } = tariffa;
    const categorie = Object.entries(CATEGORIA_LABELS).filter(([c]) => prezzi.some((p) => p.categoria === c));
    const sizes = Object.entries(FORMAT_LABELS).filter(([f]) => prezzi.some((p) => p.formato === f));
    const priceOf = (size: string, categoria: string) => {
      const cent = prezzi.find((p) => p.formato === size && p.categoria === categoria)?.al_giorno_cent;
      return cent === undefined ? '–' : cent === 0 ? 'gratis' : formatEuro(cent);
    };
    return {
      text: [
        'Prezzo di un manifesto per un giorno.',
        ...(urgency > 0
          ? [`Se è urgente si aggiunge il ${urgency} %${least > 0 ? `, almeno ${formatEuro(least)}` : ''}.`]
          : []),
      ].join(' '),
      rows: [
        ['Formato', ...categorie.map(([, label]) => label)],
        ...sizes.map(([f, label]) => [label, ...categorie.map(([c]) => priceOf(f, c))]),
      ],
    };
  },
  gets: 'L’affissione dei tuoi manifesti nei giorni scelti, quando la richiesta è accettata e pagata.',
  how: [
    'Scegli categoria, formato, numero e giorni: vedi subito la stima.',
    'Allega l’anteprima e scrivi i tuoi dati.',
    'Controlla il riepilogo e invia.',
  ],
};
