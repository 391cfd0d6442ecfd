/** What people are told in App IO about their payments: the same as by mail, in fewer words. */
import type { IoAlert } from '../../../context.ts';
import { formatEuro } from '../../../platform/atoms/euro.ts';
import { alertOf } from '../../cases/app-io/io-alert.ts';
import { OTHER_SERVICES } from '../../cases/app-io/io-notice.ts';
import { enteOfPage, siteOf } from '../../cases/ente/ente.server.ts';
import { esitoAddress } from './fornitori.ts';
import { PAGAMENTO_PAID } from './pagamento-outbox.ts';
import { readTentativo } from './tentativo-read.server.ts';

export const PAGAMENTO_ALERTS: readonly IoAlert[] = [
  alertOf(PAGAMENTO_PAID, async ({ pagamento: id }, house) => {
    const { pagamento, avvisi, ricevute } = await readTentativo({ house, db: house.db }, id);
    const [ente, ...others] = new Set(avvisi.map((a) => a.ente));
    // A person who paid without a login is told by mail alone; a cart of several enti belongs to no service of IO.
    if (pagamento.stato !== 'pagato' || !pagamento.utente || !ente || others.length > 0) return null;
    const importo = ricevute.reduce((sum, r) => sum + Number(r.importo_cent), 0);
    return {
      utente: pagamento.utente,
      ente: await enteOfPage(house, '', ente),
      servizio: OTHER_SERVICES,
      words: {
        subject: 'Pagamento riuscito: la ricevuta è pronta',
        paragraphs: [
          `Abbiamo la conferma del tuo pagamento di ${formatEuro(importo)}: non devi fare altro.`,
          'La ricevuta si scarica dalla pagina del pagamento, e resta nella tua area riservata alla voce Pagamenti.',
        ],
        link: { label: 'Vedi il pagamento', url: (await siteOf(house, pagamento.host)) + esitoAddress(id) },
      },
    };
  }),
];
