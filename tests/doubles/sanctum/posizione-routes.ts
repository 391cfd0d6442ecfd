/** Routes on positions, their documents and the declarations of a citizen. */
import { chatPathOf } from './case-routes.ts';
import { dataReply, notFound, refuseWith, tooManyAttempts } from './laravel.ts';
import { type BackEndCall, type BackEndRoute, type FoundDocumento, personOf, posizioneOf } from './route.ts';
import { type BackEndPosizione, iuvIn, newId } from './town.ts';
import { refuseFields, textAt } from './validate.ts';

const OPEN_STATI: readonly string[] = ['da_pagare', 'scaduto', 'in_pagamento'];
const OWED_STATI: readonly string[] = ['da_pagare', 'scaduto'];
const ALL_AZIONI = ['paga', 'rateizza', 'rinegozia', 'riesame', 'istanza'];
const CODICI_RULES = { codice_utente: 'required|string', codice_controllo: 'required|string' };
/** Wrong pairs of codes of one browser. */
const MAX_WRONG_PAIRS = 5;

/** What can be asked for about a document now. */
function azioniFor({ documento: { stato, richieste, isClosed } }: FoundDocumento): string[] {
  const byState = OWED_STATI.includes(stato) ? ALL_AZIONI : stato === 'annullato' ? [] : ['istanza'];
  return byState.filter(
    (azione) => !richieste.some((open) => open.azione === azione) && !(isClosed && azione === 'paga'),
  );
}

/** A document as calls have it. @param url of the back end, under which its PDF lies */
function shownDocumento(found: FoundDocumento, url: string) {
  const { posizione, documento } = found;
  const { richieste, isClosed: _, numero_avviso, ...shown } = documento;
  return {
    ...shown,
    sistema: posizione.sistema,
    ente: posizione.ente,
    ...(numero_avviso && { numero_avviso, iuv: iuvIn(numero_avviso) }),
    azioni: azioniFor(found),
    richieste: richieste.map(({ azione, pratica }) => ({
      azione,
      pratica: { protocollo: pratica.protocollo, inviata_il: pratica.inviata_il, chat: chatPathOf(pratica) },
    })),
    pdf: `${url}/storage/documenti/${documento.Id}.pdf`,
  };
}

const UNUSABLE = 'Per questo documento non si può chiedere ora.';

/** A document, and whether a request of one kind may be about it. */
export function usableDocumento(found: FoundDocumento, azione: string, url: string) {
  const isUsable = azioniFor(found).includes(azione);
  return { ...shownDocumento(found, url), usabile: isUsable, perche: isUsable ? null : UNUSABLE };
}

function shownPosizione(call: BackEndCall, posizione: BackEndPosizione) {
  const { Id, codice_utente, ente, sistema, intestatario, documenti, rappresentanze } = posizione;
  const owed = documenti.filter(({ stato }) => OWED_STATI.includes(stato));
  return {
    Id,
    codice_utente,
    ente,
    nome_ente: call.town.nomeOf(ente),
    sistema,
    intestatario,
    ...(rappresentanze.get(personOf(call).codice_fiscale) ?? { ruolo: 'persona_fisica', idRappresentanza: '' }),
    da_pagare_cent: owed.reduce((sum, { importo_cent }) => sum + importo_cent, 0),
  };
}

/** @throws RouteRefusal 422 for codes that do not belong together, whichever half is wrong; 429 after too many of them */
function posizioneByCodes(call: BackEndCall): BackEndPosizione {
  const { session, town, fields, back } = call;
  if (session.wrongPairs >= MAX_WRONG_PAIRS) throw tooManyAttempts(900, MAX_WRONG_PAIRS);
  const [utente, controllo] = ['codice_utente', 'codice_controllo'].map((name) => textAt(fields, name).toUpperCase());
  const found = town.posizioni.find((one) => one.codice_utente === utente && one.codice_controllo === controllo);
  if (found) return found;
  session.wrongPairs++;
  throw refuseFields({ codice_utente: ['I codici non corrispondono a nessuna posizione.'] }, back);
}

const ownPosizioni = (call: BackEndCall) => {
  const owner = personOf(call).codice_fiscale;
  return call.town.posizioni.filter(({ rappresentanze }) => rappresentanze.has(owner));
};

export const POSIZIONE_ROUTES: readonly BackEndRoute[] = [
  {
    method: 'POST',
    path: '/api/v1/posizione/new',
    login: true,
    creates: true,
    rules: CODICI_RULES,
    answer: (call) => {
      const posizione = posizioneByCodes(call);
      const owner = personOf(call).codice_fiscale;
      if (posizione.rappresentanze.has(owner)) throw refuseWith(409, 'La posizione è già tra le tue.');
      posizione.rappresentanze.set(owner, { ruolo: 'persona_fisica', idRappresentanza: newId() });
      return dataReply(shownPosizione(call, posizione), 201);
    },
  },
  {
    method: 'GET',
    path: '/api/v1/posizione/list',
    login: true,
    answer: (call) => dataReply(ownPosizioni(call).map((posizione) => shownPosizione(call, posizione))),
  },
  {
    method: 'DELETE',
    path: '/api/v1/posizione/delete/{id}',
    login: true,
    answer: (call) => {
      const posizione = ownPosizioni(call).find(({ Id }) => Id === call.params.id);
      if (!posizione) throw notFound();
      posizione.rappresentanze.delete(personOf(call).codice_fiscale);
      return { status: 204 };
    },
  },
  {
    method: 'GET',
    path: '/api/v1/posizione/documents/list/{id}/{codice}',
    login: true,
    answer: (call) => {
      const { id, codice = '' } = call.params;
      const owner = personOf(call).codice_fiscale;
      const posizione = ownPosizioni(call).find(
        ({ Id, rappresentanze }) => Id === id || rappresentanze.get(owner)?.idRappresentanza === id,
      );
      if (!posizione || Buffer.from(codice, 'base64').toString() !== posizione.codice_utente) throw notFound();
      return dataReply(posizione.documenti.map((documento) => shownDocumento({ posizione, documento }, call.url)));
    },
  },
  {
    method: 'POST',
    path: '/api/v1/posizione/documents/check',
    rules: CODICI_RULES,
    answer: (call) => {
      const { Id } = posizioneByCodes(call);
      call.session.grants.add(Id);
      const posizione = posizioneOf(call, Id);
      const open = posizione.documenti.filter(({ stato }) => OPEN_STATI.includes(stato));
      return dataReply(open.map((documento) => shownDocumento({ posizione, documento }, call.url)));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/dichiarazione/list',
    login: true,
    answer: (call) => {
      const { town, session } = call;
      const owner = personOf(call).codice_fiscale;
      const old = town.oldDichiarazioni.filter(({ cittadino }) => cittadino === owner);
      const made = [...town.dichiarazioni.values()].filter(
        (one) => one.owner === session.visitor || one.pratica?.cittadino === owner,
      );
      return dataReply([
        ...made.map(({ Id, tipo, ente, pratica }) => ({
          Id,
          tipo: `Mezzi pubblicitari: ${tipo}`,
          ente,
          nome_ente: town.nomeOf(ente),
          data: (pratica?.inviata_il ?? new Date().toISOString()).slice(0, 10),
          stato: pratica ? 'inviata' : 'bozza',
          protocollo: pratica?.protocollo ?? null,
        })),
        ...old.map(({ cittadino: _, ...shown }) => ({ ...shown, nome_ente: town.nomeOf(shown.ente) })),
      ]);
    },
  },
];
