/** Routes on reports: the code by e-mail, sending one, and the chat of any case. */
import { createHash, randomInt } from 'node:crypto';
import { dataReply, jsonReply, notFound, refuseWith, tooManyAttempts } from './laravel.ts';
import { attachFiles, type BackEndCall, type BackEndRoute, enteOf, personOf, requireConfirmed } from './route.ts';
import { addEvento, type BackEndPratica, isClosed, phpInstant } from './town.ts';
import { refuseFields, textAt } from './validate.ts';

const TIPI: Readonly<Record<string, string>> = {
  SF510: 'Illuminazione votiva',
  SF130: 'Pubblicità e affissioni',
  SF310: 'Mobilità e strade',
  SF230: 'Recupero crediti',
  SF410: 'Rifiuti',
  SF140: 'Occupazione di suolo pubblico',
  SF420: 'Immobili',
};

/** Events in one answer. */
const PAGE = 50;
const REOPEN_MS = 21 * 86_400_000;
/** Wrong codes in a row for one address. */
const MAX_WRONG_CODES = 5;

export const chatPathOf = ({ tipo, email, id }: BackEndPratica): string =>
  `/${tipo}/chat/${encodeURIComponent(email)}/${id}`;

/** What every call answers that opens a case. */
export function shownOpened(pratica: BackEndPratica) {
  const { id, protocollo, stato, inviata_il, termine_il } = pratica;
  return { id, protocollo, stato, inviata_il, termine_il, chat: chatPathOf(pratica) };
}

/** @throws RouteRefusal 404 unless address and id belong together */
function praticaOf(call: BackEndCall): BackEndPratica {
  const pratica = call.town.pratiche.get(textAt(call.fields, 'id'));
  const email = textAt(call.fields, 'email').toLowerCase();
  // This back end has no operator who logs in through the portal.
  if (!pratica || pratica.email.toLowerCase() !== email || call.fields.vista === 'operatore') throw notFound();
  return pratica;
}

function azioniOf(pratica: BackEndPratica): string[] {
  const canReopen = Date.now() - Date.parse(pratica.chiusa_il ?? '') <= REOPEN_MS;
  if (pratica.tipo === 'segnalazione') return pratica.stato === 'conclusa' && canReopen ? ['non_risolto'] : [];
  return isClosed(pratica) ? [] : ['ritirata'];
}

function shownPratica(call: BackEndCall, pratica: BackEndPratica) {
  const { cittadino: _, readUpTo: _read, eventi, email: _email, ...shown } = pratica;
  const placeOf = (name: string) => {
    const id = textAt(call.fields, name);
    if (!id) return undefined;
    const place = eventi.findIndex((evento) => evento.id === id);
    if (place < 0) throw notFound();
    return place;
  };
  const [after, before] = [placeOf('dopo'), placeOf('prima')];
  const end = before ?? eventi.length;
  const page =
    after === undefined ? eventi.slice(Math.max(0, end - PAGE), end) : eventi.slice(after + 1, after + 1 + PAGE);
  return {
    ...shown,
    eventi: page.map((evento) => ({ ...evento, letto: true })),
    ...((page[0]?.n ?? 1) > 1 && after === undefined && { altri_prima: true }),
    letto_fino: eventi.length,
    vista: 'cittadino',
    azioni: azioniOf(pratica),
    puo_scrivere: !isClosed(pratica),
  };
}

function writeComment(call: BackEndCall): object {
  const pratica = praticaOf(call);
  const [testo, stato] = [textAt(call.fields, 'testo'), textAt(call.fields, 'stato')];
  if (['accettata', 'rifiutata', 'in_elaborazione', 'da_integrare', 'conclusa'].includes(stato))
    throw refuseWith(403, 'This action is unauthorized.');
  if (stato ? !azioniOf(pratica).includes(stato) : isClosed(pratica)) throw refuseWith(409, 'La pratica è chiusa.');
  const hasFiles = Array.isArray(call.fields.filesAllegati) && call.fields.filesAllegati.length > 0;
  if (!testo && !hasFiles && stato !== 'ritirata')
    throw refuseFields({ testo: ['Il campo testo è obbligatorio.'] }, call.back, ['The testo field is required.']);
  const allegati = attachFiles(call, 'filesAllegati');
  if (stato === 'non_risolto') {
    pratica.stato = 'in_elaborazione';
    delete pratica.chiusa_il;
  }
  if (stato === 'ritirata') Object.assign(pratica, { stato, chiusa_il: phpInstant() });
  return addEvento(pratica, {
    da: 'cittadino',
    tipo: stato ? 'stato' : testo ? 'messaggio' : 'documento',
    allegati,
    ...(testo && { testo }),
    ...(stato && { stato: pratica.stato }),
  });
}

/** @returns the routes, with the wrong codes counted for one back end */
export function caseRoutes(): BackEndRoute[] {
  const wrongCodes = new Map<string, number>();
  return [
    {
      method: 'GET',
      path: '/api/v1/generic/segnalazione/options',
      answer: () => dataReply(Object.entries(TIPI).map(([codice, etichetta]) => ({ codice, etichetta }))),
    },
    {
      method: 'GET',
      path: '/api/v1/generic/segnalazione/list',
      login: true,
      answer: (call) => {
        const owner = personOf(call).codice_fiscale;
        const own = [...call.town.pratiche.values()].filter(({ cittadino }) => cittadino === owner).reverse();
        return dataReply(
          own.map((pratica) => {
            const { id, tipo, codice, oggetto, ente, email, protocollo, stato, inviata_il, termine_il } = pratica;
            const unread = pratica.eventi.filter(({ da, n }) => da === 'operatore' && n > pratica.readUpTo);
            return {
              id,
              tipo,
              protocollo,
              codice,
              oggetto,
              ente,
              stato,
              inviata_il,
              termine_il,
              email,
              messaggi_non_letti: unread.length,
              chat: chatPathOf(pratica),
            };
          }),
        );
      },
    },
    {
      method: 'POST',
      path: '/api/v1/generic/segnalazione/otp',
      rules: { email: 'required|email' },
      answer: ({ town, fields, session }) => {
        const key = textAt(fields, 'email').toLowerCase();
        const otp = textAt(fields, 'otp');
        if (!otp) {
          town.codes.set(key, String(randomInt(1_000_000)).padStart(6, '0'));
          wrongCodes.delete(key);
          return dataReply('Codice inviato', 201);
        }
        const wrong = wrongCodes.get(key) ?? 0;
        if (wrong >= MAX_WRONG_CODES) throw tooManyAttempts(600, MAX_WRONG_CODES);
        if (town.codes.get(key) !== otp) {
          wrongCodes.set(key, wrong + 1);
          throw refuseWith(422, 'Codice non valido');
        }
        town.codes.delete(key);
        session.proofs.add(key);
        return dataReply('Codice valido');
      },
    },
    {
      method: 'POST',
      path: '/api/v1/generic/segnalazione/new',
      creates: true,
      rules: {
        ente: 'required|string',
        codice: `required|in:${Object.keys(TIPI)}`,
        oggetto: 'required|string',
        descrizione: 'required|string',
        nome: 'required|string',
        cognome: 'required|string',
        codice_fiscale: 'tax_code',
        email: 'required|email',
        filesAllegati: 'array',
        privacy: 'accepted|required',
      },
      answer: (call) => {
        const { town, fields, session } = call;
        const ente = enteOf(call);
        const [indirizzo, lat, lon] = ['indirizzo', 'lat', 'lon'].map((name) => textAt(fields, name));
        const email = textAt(fields, 'email');
        const spendCode = requireConfirmed(call, email);
        const allegati = attachFiles(call, 'filesAllegati');
        spendCode();
        const pratica = town.openPratica({
          tipo: 'segnalazione',
          codice: textAt(fields, 'codice'),
          oggetto: textAt(fields, 'oggetto'),
          ente,
          email,
          descrizione: textAt(fields, 'descrizione'),
          cittadino: session.person?.codice_fiscale ?? null,
          dati: { indirizzo, lat, lon },
          allegati,
        });
        return dataReply(shownOpened(pratica), 201);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/generic/segnalazione/detail',
      rules: { email: 'required|string', id: 'required|string' },
      answer: (call) => {
        const pratica = praticaOf(call);
        pratica.readUpTo = pratica.eventi.length;
        const reply = dataReply(shownPratica(call, pratica));
        const etag = `"${createHash('sha1').update(String(reply.body)).digest('hex')}"`;
        if (call.headers['if-none-match'] === etag) return { status: 304, headers: { ETag: etag } };
        return { ...reply, headers: { ETag: etag } };
      },
    },
    {
      method: 'POST',
      path: '/api/v1/generic/segnalazione/commento',
      creates: true,
      rules: { email: 'required|string', id: 'required|string', testo: 'string', filesAllegati: 'array' },
      answer: (call) => jsonReply(201, { data: { ...writeComment(call), letto: false } }),
    },
  ];
}
