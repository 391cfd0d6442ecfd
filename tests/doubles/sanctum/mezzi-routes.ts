/** Routes of permanent advertising devices: declarations of them, and the devices of a position. */
import { shownOpened } from './case-routes.ts';
import { dataReply, notFound, refuseWith } from './laravel.ts';
import { type BackEndCall, type BackEndRoute, enteOf, posizioneOf } from './route.ts';
import { openRichiesta, RICHIEDENTE_RULES, requireProofs } from './service-routes.ts';
import { type BackEndDichiarazione, type BackEndMezzo, newId } from './town.ts';
import { type FieldRules, refuseFields, requireValid, textAt, valueAt } from './validate.ts';

const SHARED_RULES: FieldRules = {
  dichiarazione: 'required|string',
  facce: 'required|in:Monofacciale,Bifacciale,Polifacciale',
  illuminazione: 'required|in:Luminoso,Opaco',
  larghezza_cm: 'required|integer',
  altezza_cm: 'required|integer',
};
const AUTO_RULES: FieldRules = {
  ...SHARED_RULES,
  Tipologia_impianto_publicitario__c: 'required|in:Automezzo',
  targa: 'required|string',
  categoria_veicolo: 'required|in:sotto_30q,sopra_30q,altra',
};
const FIXED_TIPI =
  'Cartello,Freccia,Telo,Cavalletto,Scritte,Tende,Postir stazionario,Pannello luminoso a messaggio variabile o intermittente,Altro';
const FIXED_RULES: FieldRules = {
  ...SHARED_RULES,
  Tipologia_impianto_publicitario__c: `required|in:${FIXED_TIPI}`,
  indirizzo: 'required|string',
  quantita: 'required|integer',
  testo: 'required|string',
  dal: 'date',
  al: 'date',
};

/** @throws RouteRefusal 404 for another browser's */
function dichiarazioneOf(call: BackEndCall, id: string): BackEndDichiarazione {
  const found = call.town.dichiarazioni.get(id);
  const owner = call.session.person?.codice_fiscale;
  const isOwn = found?.owner === call.session.visitor || (owner !== undefined && found?.pratica?.cittadino === owner);
  if (!found || !isOwn) throw notFound();
  return found;
}

/** @throws RouteRefusal 404, or 409 once it is sent */
function openDichiarazioneOf(call: BackEndCall, id: string): BackEndDichiarazione {
  const found = dichiarazioneOf(call, id);
  if (found.pratica) throw refuseWith(409, 'La dichiarazione è già stata inviata.');
  return found;
}

/** The declaration that has a device that was not removed. */
function withMezzo(call: BackEndCall, id: string): { dichiarazione: BackEndDichiarazione; mezzo: BackEndMezzo } {
  for (const dichiarazione of call.town.dichiarazioni.values()) {
    const mezzo = dichiarazione.mezzi.find(({ Id, isRemoved }) => Id === id && !isRemoved);
    if (mezzo) return { dichiarazione: openDichiarazioneOf(call, dichiarazione.Id), mezzo };
  }
  throw notFound();
}

const shownMezzi = ({ mezzi }: BackEndDichiarazione) =>
  mezzi.filter(({ isRemoved }) => !isRemoved).map(({ isRemoved: _, ...shown }) => shown);

function shownDichiarazione(call: BackEndCall, dichiarazione: BackEndDichiarazione) {
  const { Id, tipo, ente, posizione, richiedente, allegati, pratica } = dichiarazione;
  return {
    Id,
    tipo,
    stato: pratica ? 'inviata' : 'bozza',
    ente,
    nome_ente: call.town.nomeOf(ente),
    posizione: posizione && { Id: posizione.Id, codice_utente: posizione.codice_utente },
    richiedente,
    mezzi: shownMezzi(dichiarazione),
    allegati,
    stima_cent: null,
    pratica: pratica && shownOpened(pratica),
    protocollo: pratica?.protocollo ?? null,
  };
}

/** What was typed of a device; numbers also from a form. */
function typedMezzo(call: BackEndCall, rules: FieldRules): Record<string, unknown> {
  const names = Object.keys(rules).filter((name) => name !== 'dichiarazione' && valueAt(call.fields, name) != null);
  const typedValue = (name: string) => {
    const value = valueAt(call.fields, name);
    return rules[name]?.includes('integer') ? Number(value) : value;
  };
  return Object.fromEntries(names.map((name) => [name, typedValue(name)]));
}

/** Files of a device as it names them, without those that it takes away. */
function namedFiles(call: BackEndCall): unknown[] {
  const list = valueAt(call.fields, 'allegati');
  return (Array.isArray(list) ? list : []).flatMap(({ Id, categoria, IsDeleted }) => {
    const file = call.town.files.get(String(Id));
    if (!file || file.owner !== call.session.visitor)
      throw refuseFields({ allegati: ['Il file allegato non esiste.'] }, call.back);
    const { nome, tipo, dimensione } = file;
    return IsDeleted === true ? [] : [{ Id, categoria: String(categoria), nome, tipo, dimensione, miniatura: false }];
  });
}

function writeMezzo(call: BackEndCall, rules: FieldRules) {
  const typed = typedMezzo(call, rules);
  const { id } = call.params;
  if (id !== undefined) {
    const { mezzo } = withMezzo(call, id);
    const { prima: _, allegati: _files, azione: _azione, mezzo: original, ...before } = mezzo;
    Object.assign(mezzo, typed, original !== undefined && !mezzo.prima && { prima: before });
    if (call.fields.allegati !== undefined) mezzo.allegati = namedFiles(call);
    return dataReply(mezzo);
  }
  const dichiarazione = openDichiarazioneOf(call, textAt(call.fields, 'dichiarazione'));
  const added = {
    Id: newId(),
    stima_cent: null,
    azione: 'nuovo',
    allegati: namedFiles(call),
    ...(typed as { Tipologia_impianto_publicitario__c: string }),
  };
  dichiarazione.mezzi.push(added);
  return dataReply({ ...added, nuovo: true }, 201);
}

const writeRoute = (kind: 'auto' | 'altro', rules: FieldRules): BackEndRoute => ({
  method: 'POST',
  path: `/api/v1/mezzi_pubblicitari/correlati/${kind}/{id?}`,
  creates: true,
  rules,
  answer: (call) => writeMezzo(call, rules),
});

const ceaseRoute = (kind: 'auto' | 'altro'): BackEndRoute => ({
  method: 'POST',
  path: `/api/v1/mezzi_pubblicitari/correlati/cessazione/${kind}`,
  creates: true,
  rules: { dichiarazione: 'required|string', Id: 'required|string', dal: 'required|date', motivo: 'required|string' },
  answer: (call) => {
    const dichiarazione = openDichiarazioneOf(call, textAt(call.fields, 'dichiarazione'));
    const id = textAt(call.fields, 'Id');
    const mezzo = dichiarazione.mezzi.find((one) => one.mezzo === id || one.Id === id);
    const isAuto = mezzo?.Tipologia_impianto_publicitario__c === 'Automezzo';
    if (!mezzo || isAuto !== (kind === 'auto')) throw notFound();
    const cessazione = { dal: textAt(call.fields, 'dal'), motivo: textAt(call.fields, 'motivo') };
    Object.assign(mezzo, { azione: 'cessazione', cessazione });
    return dataReply(mezzo);
  },
});

export const MEZZI_ROUTES: readonly BackEndRoute[] = [
  {
    method: 'POST',
    path: '/api/v1/mezzi_pubblicitari/new',
    creates: true,
    rules: { tipo: 'required|in:nuovo,variazione,cessazione', ente: 'string', posizione: 'string' },
    answer: (call) => {
      const tipo = textAt(call.fields, 'tipo');
      const id = textAt(call.fields, 'posizione');
      if (tipo !== 'nuovo' && !id)
        throw refuseFields({ posizione: ['Il campo posizione è obbligatorio.'] }, call.back, [
          'The posizione field is required.',
        ]);
      const posizione = id ? posizioneOf(call, id) : null;
      const ente = posizione?.ente ?? enteOf(call);
      const mezzi = (tipo === 'nuovo' ? [] : (posizione?.mezzi ?? [])).map((mezzo) => ({
        ...mezzo,
        azione: tipo,
        mezzo: mezzo.Id,
        allegati: [],
      }));
      const richiedente = (call.fields.richiedente as Record<string, unknown> | undefined) ?? null;
      const made: BackEndDichiarazione = {
        Id: newId(),
        tipo,
        ente,
        posizione,
        richiedente,
        mezzi,
        allegati: [],
        owner: call.session.visitor,
        pratica: null,
      };
      call.town.dichiarazioni.set(made.Id, made);
      return dataReply({ Id: made.Id }, 201);
    },
  },
  {
    method: 'GET',
    path: '/api/v1/mezzi_pubblicitari/dichiarazioni/{id}',
    answer: (call) => dataReply(shownDichiarazione(call, dichiarazioneOf(call, call.params.id ?? ''))),
  },
  {
    method: 'POST',
    path: '/api/v1/mezzi_pubblicitari/dichiarazioni/{id}',
    creates: true,
    answer: (call) => {
      const dichiarazione = openDichiarazioneOf(call, call.params.id ?? '');
      const { fields, back } = call;
      if (fields.richiedente != null) {
        requireValid(fields, RICHIEDENTE_RULES, back);
        dichiarazione.richiedente = fields.richiedente as Record<string, unknown>;
      }
      if (fields.allegati != null) dichiarazione.allegati = namedFiles(call);
      if (fields.invia) sendDichiarazione(call, dichiarazione);
      return dataReply(shownDichiarazione(call, dichiarazione));
    },
  },
  writeRoute('auto', AUTO_RULES),
  writeRoute('altro', FIXED_RULES),
  ceaseRoute('auto'),
  ceaseRoute('altro'),
  {
    method: 'DELETE',
    path: '/api/v1/mezzi_pubblicitari/correlati/{id}',
    answer: (call) => {
      const { mezzo } = withMezzo(call, call.params.id ?? '');
      mezzo.isRemoved = true;
      return { status: 204 };
    },
  },
  {
    method: 'GET',
    path: '/api/v1/mezzi_pubblicitari/posizione/{id}',
    answer: (call) => dataReply(posizioneOf(call, call.params.id ?? '').mezzi),
  },
];

function sendDichiarazione(call: BackEndCall, dichiarazione: BackEndDichiarazione): void {
  requireValid(call.fields, { privacy: 'required|accepted' }, call.back);
  const { tipo, ente, richiedente } = dichiarazione;
  const missing = {
    ...(shownMezzi(dichiarazione).length === 0 && { mezzi: ['Aggiungi almeno un mezzo.'] }),
    ...(!richiedente && { richiedente: ['Il campo richiedente è obbligatorio.'] }),
  };
  if (Object.keys(missing).length > 0) throw refuseFields(missing, call.back);
  requireProofs(call, textAt({ richiedente }, 'richiedente.ruolo'));
  const codice = tipo === 'nuovo' ? 'SF100' : 'SF110';
  const oggetto = `Mezzi pubblicitari: ${tipo}`;
  const dati = { dichiarazione: dichiarazione.Id, richiedente, mezzi: shownMezzi(dichiarazione) };
  dichiarazione.pratica = openRichiesta(call, { codice, oggetto, ente, dati });
}
