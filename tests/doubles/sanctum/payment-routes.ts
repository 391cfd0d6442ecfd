/** Routes to pay: notices of documents, payments without a notice, their outcome and receipt, and a page that stands for the provider. */
import { type BackEndReply, htmlReply, jsonReply, notFound, RouteRefusal, redirectTo } from './laravel.ts';
import { type BackEndCall, type BackEndRoute, enteOf } from './route.ts';
import {
  type BackEndAvviso,
  type BackEndDocumento,
  type BackEndPagamento,
  type BackEndPosizione,
  iuvIn,
  newId,
  phpInstant,
} from './town.ts';
import { refuseFields, textAt, valueAt } from './validate.ts';

const PAYMENTS = '/api/v1/payments';

const paidReply = (value: unknown, status = 200): BackEndReply => jsonReply(status, { success: true, data: value });

function failure(status: number, codice: string, messaggio: string): RouteRefusal {
  return new RouteRefusal(
    jsonReply(status, { success: false, error: { status, codice, messaggio }, message: messaggio }),
  );
}

const UNKNOWN = () => failure(404, 'PAGAMENTO_SCONOSCIUTO', 'Nessun avviso con questo numero.');
const NOT_PAYABLE: Partial<Record<BackEndDocumento['stato'], string>> = {
  pagato: 'PAGAMENTO_DUPLICATO',
  annullato: 'PAGAMENTO_ANNULLATO',
  rateizzato: 'PAGAMENTO_ANNULLATO',
  in_pagamento: 'PAGAMENTO_IN_CORSO',
};

const SERVIZI: readonly {
  codice: string;
  nome: string;
  campi: { nome: string; etichetta: string; tipo: string; obbligatorio: boolean }[];
  importo_cent?: number;
  [other: string]: unknown;
}[] = [
  {
    codice: 'mensa',
    nome: 'Mensa scolastica',
    descrizione: 'Ricarica dei pasti.',
    min_cent: 500,
    max_cent: 30_000,
    campi: [{ nome: 'alunno', etichetta: 'Codice fiscale dell’alunno', tipo: 'codice_fiscale', obbligatorio: true }],
    modificabili: ['importo'],
  },
  {
    codice: 'certificati',
    nome: 'Diritti di segreteria',
    importo_cent: 520,
    campi: [{ nome: 'certificato', etichetta: 'Certificato richiesto', tipo: 'testo', obbligatorio: true }],
  },
];

type FoundAvviso = { posizione: BackEndPosizione; documento: BackEndDocumento; avviso: BackEndAvviso };

/** @param number notice number or IUV @throws RouteRefusal with the `codice` of why it cannot be paid */
function payableAvviso({ town }: BackEndCall, number: string, dominioEC: string): FoundAvviso {
  const ente = town.enti.find(({ codice_fiscale }) => codice_fiscale === dominioEC);
  for (const posizione of town.posizioni.filter((one) => one.ente === ente?.id))
    for (const documento of posizione.documenti) {
      const { numero_avviso, stato, importo_cent, tipo, isClosed } = documento;
      if (!ente || !numero_avviso || ![numero_avviso, iuvIn(numero_avviso)].includes(number)) continue;
      const codice = isClosed ? 'PAGAMENTO_SCADUTO' : NOT_PAYABLE[stato];
      if (codice) throw failure(409, codice, 'Questo avviso non si può pagare.');
      const IUV = iuvIn(numero_avviso);
      return {
        posizione,
        documento,
        avviso: { IUV, numero_avviso, dominioEC, ente: ente.nome, causale: tipo, importo_cent },
      };
    }
  throw UNKNOWN();
}

/** @returns the answer to a payment that was opened: its reference, and the provider's page */
function openPagamento({ town, url }: BackEndCall, fornitore: BackEndPagamento['fornitore'], avvisi: BackEndAvviso[]) {
  const riferimento = newId();
  const numero = `P-${town.pagamenti.size + 1}`;
  town.pagamenti.set(riferimento, { riferimento, numero, fornitore, stato: 'in_verifica', avvisi });
  return { riferimento, redirect: `${url}/checkout/${riferimento}` };
}

function shownEsito({ url }: BackEndCall, pagamento: BackEndPagamento) {
  const { stato, numero, fornitore, avvisi, pagato_il, riferimento } = pagamento;
  const [first] = avvisi as [BackEndAvviso];
  const { IUV, ente, causale } = first;
  return {
    stato,
    numero,
    IUV,
    ente,
    causale,
    fornitore,
    annullabile: false,
    controllato_il: phpInstant(),
    importo_cent: avvisi.reduce((sum, { importo_cent }) => sum + importo_cent, 0),
    ...(pagato_il && { pagato_il, ricevuta: `${url}${PAYMENTS}/pagopa/ricevuta-redirect/${riferimento}` }),
    avvisi: avvisi.map((avviso) => ({ ...avviso, pagato: stato === 'pagato' })),
  };
}

/** The enti and payment services of one list. */
const listRoutes = (list: string): BackEndRoute[] => [
  {
    method: 'GET',
    path: `${PAYMENTS}/pagopa/elenco-enti/${list}`,
    answer: ({ town }) =>
      paidReply(town.enti.map(({ id, nome, codice_fiscale }) => ({ codice: id, nome, codice_fiscale }))),
  },
  {
    method: 'GET',
    path: `${PAYMENTS}/pagopa/elenco-servizi/${list}/{ente}`,
    answer: ({ town, params }) => {
      if (!town.enti.some(({ id }) => id === params.ente)) throw failure(404, 'NOT_FOUND', 'Questo ente non esiste.');
      return paidReply(SERVIZI);
    },
  },
];

const OPEN_RULES = { IUV: 'required', dominioEC: 'required', emailDebitore: 'required|email', altri: 'array' };

function openNotices(call: BackEndCall, fornitore: BackEndPagamento['fornitore']): BackEndReply {
  const others = valueAt(call.fields, 'altri');
  const asked = [call.fields, ...(Array.isArray(others) && fornitore === 'pagopa' ? others : [])];
  if (asked.length > 5) throw refuseFields({ altri: ['Al massimo 5 avvisi insieme.'] }, call.back);
  const found = asked.map((one) => payableAvviso(call, textAt(one, 'IUV'), textAt(one, 'dominioEC')));
  return paidReply(
    openPagamento(
      call,
      fornitore,
      found.map(({ avviso }) => avviso),
    ),
  );
}

/** The payment that a provider's page or a receipt is about. */
function pagamentoOf({ town, params }: BackEndCall): BackEndPagamento {
  const pagamento = town.pagamenti.get(params.id ?? '');
  if (!pagamento) throw notFound();
  return pagamento;
}

export const PAYMENT_ROUTES: readonly BackEndRoute[] = [
  ...['PPA', 'LINK'].flatMap(listRoutes),
  {
    method: 'POST',
    path: `${PAYMENTS}/pagopa/check`,
    rules: { dominioEC: 'required|string' },
    answer: (call) => {
      const number = textAt(call.fields, 'numero_avviso') || textAt(call.fields, 'IUV');
      if (!number) throw refuseFields({ numero_avviso: ['Il campo numero_avviso è obbligatorio.'] }, call.back);
      const { avviso, documento } = payableAvviso(call, number, textAt(call.fields, 'dominioEC'));
      const { scadenza, stato } = documento;
      return paidReply({ ...avviso, scadenza, stato, cifre_tornano: true, fornitori: ['pagopa', 'mooney'] });
    },
  },
  {
    method: 'POST',
    path: `${PAYMENTS}/pagopa/richiesta`,
    creates: true,
    rules: OPEN_RULES,
    answer: (call) => openNotices(call, 'pagopa'),
  },
  {
    method: 'POST',
    path: `${PAYMENTS}/mooney/richiesta`,
    creates: true,
    rules: OPEN_RULES,
    answer: (call) => openNotices(call, 'mooney'),
  },
  {
    method: 'POST',
    path: `${PAYMENTS}/pagopa/pagamento-non-predeterminato`,
    creates: true,
    rules: {
      ente: 'required|string',
      servizio: 'required|string',
      'pagatore.nome': 'required|string',
      'pagatore.cognome': 'required|string',
      'pagatore.codice_fiscale': 'required|tax_code',
      emailDebitore: 'required|email',
      importo_cent: 'integer',
    },
    answer: (call) => {
      const { town, fields, back } = call;
      const ente = town.enti.find(({ id }) => id === enteOf(call));
      const servizio = SERVIZI.find(({ codice }) => codice === textAt(fields, 'servizio'));
      if (!ente || !servizio) throw failure(404, 'NOT_FOUND', 'Questo servizio non esiste.');
      for (const { nome, obbligatorio } of servizio.campi)
        if (obbligatorio && !textAt(fields, `campi.${nome}`))
          throw refuseFields({ [`campi.${nome}`]: [`Il campo ${nome} è obbligatorio.`] }, back);
      const importo_cent = servizio.importo_cent ?? Number(textAt(fields, 'importo_cent'));
      if (!importo_cent) throw refuseFields({ importo_cent: ['Il campo importo_cent è obbligatorio.'] }, back);
      const numero_avviso = town.nextAvviso();
      const IUV = iuvIn(numero_avviso);
      const causale = textAt(fields, 'causale') || servizio.nome;
      const avviso = { IUV, numero_avviso, dominioEC: ente.codice_fiscale, ente: ente.nome, causale, importo_cent };
      town.avvisi.push(avviso);
      return paidReply({ IUV, numero_avviso, ...openPagamento(call, 'pagopa', [avviso]) });
    },
  },
  {
    method: 'POST',
    path: `${PAYMENTS}/pagopa/ricevuta`,
    rules: { riferimento: 'required|string' },
    answer: (call) => {
      const pagamento = call.town.pagamenti.get(textAt(call.fields, 'riferimento'));
      if (!pagamento) throw UNKNOWN();
      return paidReply(shownEsito(call, pagamento));
    },
  },
  {
    method: 'GET',
    path: `${PAYMENTS}/pagopa/ricevuta-redirect/{id}`,
    answer: (call) => {
      const pagamento = call.town.pagamenti.get(call.params.id ?? '');
      if (pagamento?.stato !== 'pagato') throw UNKNOWN();
      return redirectTo(`${call.url}/storage/ricevute/${pagamento.riferimento}.pdf`);
    },
  },
  {
    // Stands for the provider: with `esito` the payment ends, and the browser goes to `ritorno`.
    method: 'GET',
    path: '/checkout/{id}',
    web: true,
    rules: { esito: 'in:pagato,annullato,scaduto,non_completato' },
    answer: (call) => {
      const pagamento = pagamentoOf(call);
      const esito = textAt(call.fields, 'esito') as BackEndPagamento['stato'] | '';
      const title = `Pagamento ${pagamento.numero}`;
      const link = `<a href="${call.url}/checkout/${pagamento.riferimento}?esito=pagato">Paga</a>`;
      if (!esito) return htmlReply(200, `<!DOCTYPE html><title>${title}</title><h1>${title}</h1><p>${link}</p>`);
      settlePagamento(call, pagamento, esito);
      const returnAddress = textAt(call.fields, 'ritorno');
      return returnAddress && call.isOwnPage(returnAddress)
        ? redirectTo(returnAddress)
        : htmlReply(200, `<!DOCTYPE html><p>${esito}</p>`);
    },
  },
];

function settlePagamento({ town }: BackEndCall, pagamento: BackEndPagamento, stato: BackEndPagamento['stato']): void {
  pagamento.stato = stato;
  if (stato !== 'pagato') return;
  pagamento.pagato_il = phpInstant();
  const numbers = pagamento.avvisi.map(({ numero_avviso }) => numero_avviso);
  for (const documento of town.posizioni.flatMap(({ documenti }) => documenti))
    if (documento.numero_avviso && numbers.includes(documento.numero_avviso)) documento.stato = 'pagato';
}
