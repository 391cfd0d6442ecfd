/** Routes of the services that open a request: lamps, review, posters, petition, instalments, more time, parking; and of files. */
import { shownOpened } from './case-routes.ts';
import { dataReply, refuseWith } from './laravel.ts';
import { usableDocumento } from './posizione-routes.ts';
import {
  attachFiles,
  type BackEndCall,
  type BackEndRoute,
  documentiOf,
  enteOf,
  type FoundDocumento,
  namedCategorie,
  posizioneOf,
  requireConfirmed,
} from './route.ts';
import { type BackEndFile, type BackEndPratica, dayFromNow, newId } from './town.ts';
import { type FieldRules, refuseFields, textAt, valueAt } from './validate.ts';

const RUOLI = 'persona_fisica,titolare_ditta_individuale,legale_rappresentante,tutore,curatore,altro';

/** Of the applicant of every request. */
export const RICHIEDENTE_RULES: FieldRules = {
  'richiedente.nome': 'required|string',
  'richiedente.cognome': 'required|string',
  'richiedente.codice_fiscale': 'required|tax_code',
  'richiedente.email': 'required|email',
  'richiedente.telefono': 'required|string',
  'richiedente.ruolo': `in:${RUOLI}`,
};
const REQUEST_RULES: FieldRules = {
  ente: 'required|string',
  richiedente: 'required|array',
  ...RICHIEDENTE_RULES,
  filesAllegati: 'array',
  privacy: 'required|accepted',
};
const DOCUMENTI_RULES: FieldRules = { servizio: 'required|string', documenti: 'required' };

/**
 * A form that opens a request. @property needsFile a file of the request itself, beside identity and role
 * @property azione what it asks about documents, named in `sistema` and `documenti`
 */
type RequestForm = {
  path: `/${string}`;
  codice: string;
  oggetto: string;
  rules: FieldRules;
  needsFile?: true;
  azione?: string;
  sistema?: string;
};

const REQUEST_FORMS: readonly RequestForm[] = [
  {
    path: '/api/v1/tombe/new',
    codice: 'SF500',
    oggetto: 'Allacciamento lampade votive',
    needsFile: true,
    rules: {
      cimitero: 'required|string',
      tipo: 'required|string',
      'defunto.nome': 'required|string',
      'defunto.cognome': 'required|string',
      'defunto.data_decesso': 'required|date',
      posizione: 'array',
      lampade: 'required|integer',
      'fatturazione.indirizzo': 'required|string',
      'fatturazione.cap': 'required',
      'fatturazione.comune': 'required|string',
      'fatturazione.provincia': 'required|string',
      decorrenza: 'required|date',
    },
  },
  {
    path: '/api/v1/riesame/new',
    codice: 'SF220',
    oggetto: 'Riesame di un documento',
    needsFile: true,
    azione: 'riesame',
    sistema: 'servizio',
    rules: { ...DOCUMENTI_RULES, motivo: 'required|string', fatti: 'required|string' },
  },
  {
    path: '/api/v1/affissione/manifesto',
    codice: 'SF120',
    oggetto: 'Affissione manifesti',
    rules: {
      posizione: 'string',
      categoria: 'required|in:commerciale,istituzionale,culturale,funebre',
      titolo: 'required|string',
      formato: 'required|in:70x100,100x140,140x200,600x300',
      quantita: 'required|integer',
      dal: 'required|date',
      al: 'required|date',
    },
  },
  {
    path: '/api/v1/istanza-tributi/new',
    codice: 'ISTANZA',
    oggetto: 'Istanza del contribuente',
    azione: 'istanza',
    sistema: 'sistema__c',
    rules: { sistema__c: 'required|string', oggetto: 'required|string', testo: 'required|string' },
  },
  {
    path: '/api/v1/rateizzazione/new',
    codice: 'SF200',
    oggetto: 'Pagamento a rate',
    needsFile: true,
    azione: 'rateizza',
    sistema: 'servizio',
    rules: {
      ...DOCUMENTI_RULES,
      rate: 'required|integer',
      prima_scadenza: 'required|date',
      motivo: 'required|string',
      difficolta: 'required|accepted',
    },
  },
  {
    path: '/api/v1/proroga/form/new',
    codice: 'SF210',
    oggetto: 'Nuova scadenza per un pagamento',
    needsFile: true,
    azione: 'rinegozia',
    sistema: 'servizio',
    rules: { ...DOCUMENTI_RULES, nuova_scadenza: 'required|date', motivo: 'required|string' },
  },
  {
    path: '/api/v1/abbonamento-parcheggi/new',
    codice: 'SF300',
    oggetto: 'Abbonamento parcheggi',
    rules: {
      zona: 'required|string',
      tipo: 'required|in:residente,domiciliato,lavoratore,altro',
      durata: 'required|in:mensile,trimestrale,semestrale,annuale',
      dal: 'required|date',
      targhe: 'required',
    },
  },
];

/** Files that prove identity or role. */
const PROOFS = ['documento_identita', 'titolo_rappresentanza'];

/** @throws RouteRefusal 422 on `filesAllegati`, with a sentence per category that is missing */
export function requireProofs(call: BackEndCall, ruolo: string): void {
  const given = namedCategorie(call, 'filesAllegati');
  const isMissing = (categoria: string) => !given.includes(categoria);
  const missing = [
    ...(!call.session.person && isMissing('documento_identita') ? ['Allega un documento di identità.'] : []),
    ...(ruolo && ruolo !== 'persona_fisica' && isMissing('titolo_rappresentanza')
      ? ['Allega il documento che prova il tuo ruolo.']
      : []),
  ];
  if (missing.length > 0) throw refuseFields({ filesAllegati: missing }, call.back);
}

/** Opens the request that a form asks for. @param more data of the case beside what was sent */
export function openRichiesta(
  call: BackEndCall,
  { codice, oggetto, ente, dati }: Pick<BackEndPratica, 'codice' | 'oggetto' | 'ente' | 'dati'>,
): BackEndPratica {
  const { town, fields, session } = call;
  const email = textAt(dati, 'richiedente.email');
  const spendCode = session.person ? () => {} : requireConfirmed(call, email);
  const allegati = attachFiles(call, 'filesAllegati');
  spendCode();
  const descrizione = textAt(fields, 'testo') || textAt(fields, 'fatti') || textAt(fields, 'motivo') || oggetto;
  return town.openPratica({
    tipo: 'richiesta',
    codice,
    oggetto,
    descrizione,
    ente,
    email,
    dati,
    allegati,
    cittadino: session.person?.codice_fiscale ?? null,
  });
}

function documentiAsked(call: BackEndCall, { azione, sistema }: RequestForm): FoundDocumento[] {
  const numbers = call.fields.documenti;
  if (!azione || !sistema || numbers === undefined || numbers === null) return [];
  const found = documentiOf(call, numbers, textAt(call.fields, sistema));
  if (found.some((one) => !usableDocumento(one, azione, call.url).usabile))
    throw refuseWith(409, 'Richiesta già presente.');
  return found;
}

const requestRoute = (form: RequestForm): BackEndRoute => ({
  method: 'POST',
  path: form.path,
  creates: true,
  rules: { ...REQUEST_RULES, ...form.rules },
  answer: (call) => {
    const ente = enteOf(call);
    if (typeof call.fields.posizione === 'string') posizioneOf(call, call.fields.posizione);
    if (
      form.needsFile &&
      namedCategorie(call, 'filesAllegati').every((categoria) => PROOFS.includes(String(categoria)))
    )
      throw refuseFields({ filesAllegati: ['No files to upload'] }, call.back);
    requireProofs(call, textAt(call.fields, 'richiedente.ruolo'));
    const documenti = documentiAsked(call, form);
    const { codice, oggetto, azione } = form;
    const { 'g-recaptcha-response': _bot, filesAllegati: _files, privacy: _privacy, ...dati } = call.fields;
    const pratica = openRichiesta(call, { codice, oggetto: textAt(call.fields, 'oggetto') || oggetto, ente, dati });
    for (const { documento } of documenti) documento.richieste.push({ azione: azione ?? '', pratica });
    return dataReply(shownOpened(pratica), 201);
  },
});

const optionsRoute = (path: `/${string}`, options: Readonly<Record<string, string>>): BackEndRoute => ({
  method: 'GET',
  path,
  answer: () => dataReply(Object.entries(options).map(([codice, etichetta]) => ({ codice, etichetta }))),
});

const ONE_DOCUMENTO: FieldRules = { documento: 'required|string', servizio: 'required|string' };
const askedDocumenti = (call: BackEndCall) => documentiOf(call, call.fields.documento, textAt(call.fields, 'servizio'));

/** Files that the back end takes: how they begin, and their type. */
const FILE_TYPES: readonly (readonly [start: string, type: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['\x89PNG\r\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
];

/** @param maxFile largest file in bytes */
export function serviceRoutes(maxFile: number): BackEndRoute[] {
  return [
    ...REQUEST_FORMS.map(requestRoute),
    optionsRoute('/api/v1/tombe/tipo/options', { loculo: 'Loculo', ossario: 'Ossario', terra: 'Tomba a terra' }),
    optionsRoute('/api/v1/riesame/istanza/options', {
      annullamento: 'Chiedo l’annullamento',
      gia_pagato: 'Ho già pagato',
      altro: 'Altro motivo',
    }),
    {
      method: 'GET',
      path: '/api/v1/riesame/documento',
      rules: ONE_DOCUMENTO,
      answer: (call) => {
        const [found] = askedDocumenti(call) as [FoundDocumento];
        return dataReply(usableDocumento(found, 'riesame', call.url));
      },
    },
    {
      method: 'GET',
      path: '/api/v1/proroga/documento/check',
      rules: ONE_DOCUMENTO,
      answer: (call) => {
        const [found] = askedDocumenti(call) as [FoundDocumento];
        const limits = { scadenza_minima: dayFromNow(1), scadenza_massima: dayFromNow(180) };
        return dataReply({ ...usableDocumento(found, 'rinegozia', call.url), ...limits });
      },
    },
    {
      method: 'GET',
      path: '/api/v1/rateizzazione/documento',
      rules: ONE_DOCUMENTO,
      answer: (call) => {
        const found = askedDocumenti(call);
        const totale_cent = found.reduce((sum, { documento }) => sum + documento.importo_cent, 0);
        const rate_max = Math.min(72, Math.floor(totale_cent / 5000));
        return dataReply({
          documenti: found.map((one) => usableDocumento(one, 'rateizza', call.url)),
          totale_cent,
          rate_min: rate_max < 2 ? 0 : 2,
          rate_max: rate_max < 2 ? 0 : rate_max,
          prima_scadenza_da: dayFromNow(30),
          prima_scadenza_a: dayFromNow(90),
          tasso_centesimi: 250,
          decorrenza_interessi: 'scadenza_o_richiesta',
        });
      },
    },
    {
      method: 'GET',
      path: '/api/v1/istanza-tributi/check-documenti',
      rules: { idDocument: 'required|string', sistema__c: 'required|string' },
      answer: (call) => {
        const found = documentiOf(call, call.fields.idDocument, textAt(call.fields, 'sistema__c'));
        return dataReply(found.map((one) => usableDocumento(one, 'istanza', call.url)));
      },
    },
    {
      method: 'POST',
      path: '/api/v1/generic/documento/upload',
      creates: true,
      rules: { note: 'string' },
      answer: (call) => {
        const received = call.files.find(({ field }) => field === 'file');
        if (!received)
          throw refuseFields({ file: ['Il campo file è obbligatorio.'] }, call.back, ['The file field is required.']);
        if (received.dimensione > maxFile) throw refuseWith(413, 'Il file è troppo grande.');
        const start = received.start.toString('latin1');
        const tipo = FILE_TYPES.find(([first]) => start.startsWith(first))?.[1];
        if (!tipo) throw refuseWith(415, 'Unsupported Media Type.');
        const { nome, dimensione, sha256 } = received;
        const [nota, categoria] = ['note', 'categoria'].map((name) => valueAt(call.fields, name));
        const file: BackEndFile = {
          Id: newId(),
          nome,
          tipo,
          dimensione,
          sha256,
          owner: call.session.visitor,
          isAttached: false,
          ...(typeof nota === 'string' && { nota }),
          ...(typeof categoria === 'string' && { categoria }),
        };
        call.town.files.set(file.Id, file);
        return dataReply(shownFile(file), 201);
      },
    },
  ];
}

const shownFile = ({ Id, nome, tipo, dimensione, nota, categoria }: BackEndFile) => ({
  Id,
  nome,
  tipo,
  dimensione,
  miniatura: false,
  ...(nota && { nota }),
  ...(categoria && { categoria }),
});
