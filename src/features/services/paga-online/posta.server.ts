/** Processes the outbox entries of payments: asks for an outcome, publishes an avviso, or fills in the mail to the payer. */
import type { House } from '../../../context.ts';
import { dataInParole, istanteInParole } from '../../../platform/atoms/date.ts';
import { euro } from '../../../platform/atoms/euro.ts';
import { inGruppi } from '../../../platform/atoms/gruppi.ts';
import { enteDellaPagina } from '../../cases/ente/ente.server.ts';
import type { Ente, Lettera } from '../../cases/ente/ente.ts';
import { chiaveTesto } from './avvisi.db.ts';
import { PUBLICA, pubblica } from './avviso-pratica.server.ts';
import { indirizzoEsito, indirizzoPaga, NOMI_FORNITORI } from './fornitori.ts';
import { type Tentativo, tentativo } from './lettura.server.ts';
import {
  mailFallito,
  mailPagato,
  mailRisultaPagato,
  type PagamentoDellaMail,
  type StatoFallito,
} from './pagamento.mail.ts';
import { linkRicevuta, ultimoGiornoDelLink } from './ricevuta.server.ts';
import { VERIFICA, verifica } from './verifica.server.ts';

/**
 * Each kind of outbox row about a payment: what it does, and the mail that leaves; null: nothing to mail. Made when it is
 * sent, from what is true then: a payment that went through meanwhile is told of by its own row.
 * @throws PortalError `unavailable` while a provider does not know the outcome: the row waits and asks again
 * @throws PortalError `not_found` when there is no such payment
 */
export const POSTA_PAGAMENTI: Readonly<Record<string, (dati: unknown, house: House) => Promise<Lettera | null>>> = {
  [VERIFICA]: async (dati, house) => {
    await verifica(house, idDi(dati));
    return null;
  },
  [PUBLICA]: async (dati, house) => {
    await pubblica(house, dati as { ente: string; numero_avviso: string });
    return null;
  },
  'pagamento.pagato': async (dati, house) => {
    const q = await quadro(house, idDi(dati));
    const { pagamento, avvisi, ricevute } = q.tentativo;
    if (pagamento.stato !== 'pagato') return null;
    const suoi = new Set(ricevute.map(chiaveTesto));
    return lettera(
      q,
      mailPagato({
        ...q.base,
        // Those with a receipt of their own: that of a notice that several people were paying is nobody's.
        avvisi: inMail(avvisi.filter((a) => suoi.has(chiaveTesto(a)))),
        importo: euro(ricevute.reduce((sum, r) => sum + Number(r.importo_cent), 0)),
        pagatoIl: istanteInParole(Math.max(...ricevute.map((r) => r.pagato_il))),
        ricevutaUrl: linkRicevuta(house, pagamento.id),
        valeFino: dataInParole(ultimoGiornoDelLink(house.now())),
        esitoUrl: q.esitoUrl,
      }),
    );
  },
  'pagamento.risulta_pagato': async (dati, house) => {
    const q = await quadro(house, idDi(dati));
    return lettera(q, mailRisultaPagato({ ...q.base, esitoUrl: q.esitoUrl }));
  },
  'pagamento.fallito': async (dati, house) => {
    const q = await quadro(house, idDi(dati));
    const { pagamento, avvisi, pagati } = q.tentativo;
    if (!isFallito(pagamento.stato)) return null;
    const primo = avvisi.find((a) => !pagati.has(chiaveTesto(a)));
    const pagaUrl = primo && house.settings.publicUrl + indirizzoPaga(primo.numero_avviso, primo.dominioEC);
    return lettera(q, mailFallito({ ...q.base, stato: pagamento.stato, pagaUrl, esitoUrl: q.esitoUrl }));
  },
};

const isFallito = (stato: string): stato is StatoFallito =>
  stato === 'non_completato' || stato === 'annullato' || stato === 'scaduto';

function idDi(dati: unknown): string {
  return (dati as { pagamento: string }).pagamento;
}

type Quadro = { tentativo: Tentativo; ente: Ente; base: PagamentoDellaMail; esitoUrl: string };

const lettera = ({ tentativo: { pagamento }, ente }: Quadro, testo: Lettera['testo']): Lettera => ({
  to: pagamento.email,
  ente,
  testo,
});

const inMail = (avvisi: Tentativo['avvisi']): PagamentoDellaMail['avvisi'] =>
  avvisi.map((a) => ({ numero: inGruppi(a.numero_avviso), ente: a.nomeEnte }));

async function quadro(house: House, id: string): Promise<Quadro> {
  const trovato = await tentativo({ house, db: house.db }, id);
  const { pagamento, avvisi } = trovato;
  const corpi = new Set(avvisi.map((a) => a.ente));
  // Who was paid writes; for several bodies the portal does.
  const ente = await enteDellaPagina(house, '', corpi.size === 1 ? avvisi[0]?.ente : undefined);
  return {
    tentativo: trovato,
    ente,
    base: {
      ente,
      avvisi: inMail(avvisi),
      importo: euro(Number(pagamento.importo_cent)),
      fornitore: NOMI_FORNITORI[pagamento.fornitore],
      riferimento: id,
    },
    esitoUrl: house.settings.publicUrl + indirizzoEsito(id),
  };
}
