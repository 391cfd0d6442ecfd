/** A small town for the authorization table: its people, and what belongs to each. */
import type { CallContext, LoggedInUser } from '../src/context.ts';
import { OFFERTE } from '../src/data/offerta.ts';
import { writeAppuntamento } from '../src/features/cases/calendario/appuntamenti.db.ts';
import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import type { Ente } from '../src/features/cases/ente/ente.ts';
import { writeMappa } from '../src/features/cases/mappa/mappa.db.ts';
import { type NewPratica, openPratica } from '../src/features/cases/pratica/pratica-opening.server.ts';
import { keepCodicePermesso } from '../src/features/services/abbonamento-parcheggi/parcheggi.db.ts';
import type { OperationName } from '../src/handlers.ts';
import { ANAGRAFE } from './calendari.ts';
import { ONE_POINT_PNG } from './files.ts';
import { addMezzo, beginDichiarazione, sendDichiarazione, writeMezzo } from './mezzi.ts';
import { writeAvviso, writePagamento } from './pagamenti.ts';
import { LETTERA, writeActOf, writeDichiarazione, writeDocumento, writePosizione } from './posizioni.ts';
import { uploadAllegato } from './richiedente.ts';
import {
  callerOf,
  createAccount,
  createOperator,
  ENTI,
  HOUR,
  IMPORTED_BORGO,
  RIG_NOW,
  type Rig,
  type RigCaller,
  ufficioIdOf,
} from './rig.ts';

/** In the order of the columns. */
export const ACTOR_NAMES = {
  nobody: 'a person who is not logged in and knows only the id',
  A: 'the citizen concerned, logged in',
  B: 'another citizen, logged in, who knows only the id',
  X: 'an operator of the ente of the case, logged in',
  Y: 'an operator of another ente, logged in, who was even given the address and id of the case',
  key: 'a person who opened the links in the mails to the mailbox of the ente',
  visitor: 'a person who is not logged in, with the browser that sent a case of its own',
  Z: 'an administrator of the ente of the case, logged in; one of its operators, too',
  D: 'another citizen, logged in, whom A lets see, pay and send requests on their positions',
  V: 'another citizen, logged in, whom A lets see their positions, and no more',
} as const;
export type ActorName = keyof typeof ACTOR_NAMES;

/** Of the permit of Anna's subscription. */
export const PERMESSO_CODE = 'ANNA23456789ABCD';

/** A case, and the address that opens it together with the id. @property ufficio its id for the side of the ente */
type OwnPratica = { id: string; email: string; protocollo: string; ufficio: string };
/** What a person holds: a report, a request, and a file that waits for their next message. */
type Holdings = { segnalazione: OwnPratica; richiesta: OwnPratica; file: string; pagamenti: Pagamenti };
/** References of an attempt at the second provider that is open, and of one that is paid. */
type Pagamenti = { open: string; paid: string };

export type Town = {
  /** Asks as this actor does. @returns the status, with `nothing` after it when what comes back is empty */
  ask(who: ActorName, operation: OperationName, fields: Record<string, unknown>): Promise<string>;
  callers: Readonly<Record<ActorName, RigCaller>>;
  anna: Holdings;
  guest: Holdings;
  /** Attached to Anna's report; a message of Anna's in it */
  allegato: string;
  messaggio: string;
  posizione: { id: string; codice_utente: string; codice_controllo: string };
  /** To pay, on that position */
  documento: { id: string; numero: string; sistema: string };
  /** Anna's for posters, by its id */
  affissioni: string;
  /** Declarations of devices: begun by Anna with a new device and one of her position, sent by her, begun by the visitor */
  mezzi: Mezzi;
  /** An office of the ente, in which X works; the accounts of X and Z; the change by which Z made the office */
  ufficio: string;
  operatore: string;
  amministratore: string;
  modifica: string;
  /** A program with a key of the ente */
  programma: string;
  /** Its webhook */
  webhook: string;
  /** A view of the list that X saved */
  vista: string;
  /** Of Anna: one that Delia has accepted, one that waits for Bruno */
  deleghe: { held: string; waiting: string };
  /** Asked of an office by Anna for her ward: the cases as the office knows them, one waiting and one granted, and what it opens */
  wardship: { asked: string; granted: string; posizione: string };
  delegateFiles: Readonly<Record<'D' | 'V', string>>;
  /** A notice that Anna owes, and a service of its ente that can be paid without one */
  avviso: { numero_avviso: string; IUV: string; dominioEC: string };
};

type Mezzi = {
  posizione: string;
  existing: string;
  begun: string;
  added: string;
  sent: string;
  begunByVisitor: string;
};

const TOWN_EMAIL = {
  anna: 'anna@esempio.it',
  bruno: 'bruno@esempio.it',
  ospite: 'ospite@esempio.it',
  delia: 'delia@esempio.it',
  vera: 'vera@esempio.it',
};
const CF_ANNA = 'BNCNNA80A41H501R';
const CF_BRUNO = 'VRDLCU72P15Z999A';
const CF_DELIA = 'RSSMRA80A01H501U';
const CF_VERA = 'BNCNNA85M41Z999R';

const POINT = { lat: 42.5, lon: 12.5 };

/** A parking subscription that costs nothing. */
const ABBONAMENTO = {
  zona: 'a',
  nome_zona: 'A',
  tipo: 'residente',
  durata: 'mensile',
  targhe: ['AB123CD'],
  importo_cent: 0,
  dal: '2026-12-01',
  al: '2026-12-31',
};

/** At ten on a Monday in December. */
const FIXED = {
  ente: 'borgo',
  calendario: ANAGRAFE.codice,
  inizio: Date.UTC(2026, 11, 14, 9),
  fine: Date.UTC(2026, 11, 14, 9, 30),
  motivo: 'carta',
  motivo_nome: 'Carta d’identità',
  stato: 'fissato' as const,
  proprietario: null,
  scade: null,
  sequenza: 0,
  creato: RIG_NOW,
  da_spostare: null,
  in_lista_dal: null,
  orari_noti: null,
};

const WARD = { nome: 'Mario', cognome: 'Rossi', codice_fiscale: 'RSSMRA15A01H501G' };

/** Anna asks twice to act for her ward, and X grants it once. */
async function askAnOffice(rig: Rig, { A, X }: Record<ActorName, RigCaller>): Promise<Town['wardship']> {
  const { id: posizione } = await writePosizione(
    rig,
    { codice_utente: 'TUTELA-1' },
    [WARD.codice_fiscale],
    'persona_fisica',
  );
  const ask = async () => {
    const person = { nome: 'Anna', cognome: 'Bianchi', email: TOWN_EMAIL.anna };
    const sent = await A.call('chiediDelega', {
      ...person,
      ente: 'borgo',
      persona: WARD,
      motivo: 'tutore',
      privacy: true,
      filesAllegati: [await uploadAllegato(A)],
    });
    return ufficioIdOf(rig, sent.body.data.id);
  };
  const [granted, asked] = [await ask(), await ask()];
  await X.call('commenta', { id: granted, email: '', vista: 'operatore', stato: 'accettata', motivo: 'Va bene.' });
  return { asked, granted, posizione };
}

/** The ente of the case has a desk here, and answers for requests. */
export async function prepareEnte({ house }: Rig): Promise<void> {
  const categorie: Ente['categorie'] = [
    ...ENTI.borgo.categorie,
    'SPORTELLO',
    'APPUNTAMENTO',
    'SF100',
    'SF110',
    'SF120',
    'SF200',
    'SF210',
    'SF220',
    'SF500',
    'ISTANZA',
    'DELEGA',
  ];
  const mappa = { tasselli: 'https://tile.borgo.example/{z}/{x}/{y}.png', attribuzione: 'Borgo', ...POINT, zoom: 15 };
  await writeEnte(house.db, { ...IMPORTED_BORGO, categorie, mappa }, 1);
}

/** Everything anew: what a call changed is as it was. */
export async function buildTown(rig: Rig): Promise<Town> {
  await rig.reset();
  const { house } = rig;
  // Before the first call: what a municipality offers is kept in memory for a while.
  const shown = {
    nome: 'URP',
    descrizione: 'Informazioni',
    indirizzo: 'Via Roma 1',
    orari: 'lun 9–12',
    telefono: '06 123',
  };
  const dati_json = JSON.stringify({ ...shown, email: 'urp@borgo.example', moduli: [] });
  await house.db.insertInto('sportelli').values({ ente: 'borgo', codice: 'urp', ordine: 1, dati_json }).execute();
  const calendario = JSON.stringify({ ...ANAGRAFE, sportello: 'urp', massimo_per_persona: 9 });
  await house.db
    .insertInto('calendari')
    .values({ ente: 'borgo', codice: ANAGRAFE.codice, ordine: 0, dati_json: calendario })
    .execute();
  const anna = await createAccount(rig, { codice_fiscale: CF_ANNA, email: TOWN_EMAIL.anna });
  const bruno = await createAccount(rig, {
    codice_fiscale: CF_BRUNO,
    nome: 'Bruno',
    cognome: 'Verdi',
    email: TOWN_EMAIL.bruno,
  });
  const delia = await createAccount(rig, { codice_fiscale: CF_DELIA, nome: 'Delia', email: TOWN_EMAIL.delia });
  const vera = await createAccount(rig, { codice_fiscale: CF_VERA, nome: 'Vera', email: TOWN_EMAIL.vera });
  const olga = await createOperator(rig, 'Olga');
  const administrator = await createOperator(rig, 'Zita', { amministra: ['borgo'] });
  const vito = await createOperator(rig, 'Vito', { enti: ['valle'] });
  const visitatore = callerOf(rig);

  const annas = await sendBoth(rig, { user: anna, visitor: null }, TOWN_EMAIL.anna);
  await keepCodicePermesso(house.db, annas.richiesta.id, PERMESSO_CODE);
  // Anna sent it before she had an account: hers to take.
  const guest = await sendBoth(rig, { user: null, visitor: visitatore.visitor }, TOWN_EMAIL.ospite, CF_ANNA);
  const keys = await keysOf(rig, [annas.segnalazione.id, annas.richiesta.id]);
  const callers: Record<ActorName, RigCaller> = {
    nobody: callerOf(rig),
    A: callerOf(rig, { user: anna }),
    B: callerOf(rig, { user: bruno }),
    X: callerOf(rig, { user: olga }),
    Y: callerOf(rig, { user: vito }),
    key: callerOf(rig, { keys: keys }),
    visitor: visitatore,
    Z: callerOf(rig, { user: administrator }),
    D: callerOf(rig, { user: delia }),
    V: callerOf(rig, { user: vera }),
  };
  const { id, email } = annas.segnalazione;
  const { Id: allegato } = await uploadAllegato(callers.A);
  const commented = await callers.A.call('commenta', { id, email, testo: 'Ecco', filesAllegati: [{ Id: allegato }] });
  for (const { id: pratica } of [annas.segnalazione, guest.segnalazione])
    await house.db.updateTable('pratiche').set({ letto_cittadino: 0 }).where('id', '=', pratica).execute();
  const drafted = { ente: 'borgo', lat: String(POINT.lat), lon: String(POINT.lon) };
  for (const who of [callers.A, callers.visitor])
    await who.call('salvaBozza', { percorso: '/segnalazione', passo: 'dati', valori: drafted });

  for (const { segnalazione } of [annas, guest])
    await writeMappa(house.db, {
      pratica: segnalazione.id,
      dati: ONE_POINT_PNG,
      attribuzione: 'Borgo',
      fatta: RIG_NOW,
    });

  for (const [desk, { richiesta }] of [annas, guest].entries())
    await writeAppuntamento(house.db, {
      ...FIXED,
      id: `appuntamento-${desk}`,
      postazione: desk + 1,
      pratica: richiesta.id,
    });

  const posizione = await writePosizione(rig, {}, [CF_ANNA]);
  // Enough to be paid in instalments.
  const documento = await writeDocumento(rig, posizione, { importo_cent: 300_00 });
  await writeActOf(rig, documento);
  const affissioni = await writePosizione(rig, { codice_utente: 'ICP-1', sistema: 'ICP' }, [CF_ANNA]);
  await writeOfferta(rig, 'SF120', { prezzi: [{ formato: '70x100', categoria: 'culturale', al_giorno_cent: 20 }] });
  const item = [{ codice: 'a', nome: 'A' }];
  await writeOfferta(rig, 'SF500', { cimiteri: item, tipi: item });
  await writeOfferta(rig, 'SF300', { zone: item, prezzi: [{ tipo: 'residente', durata: 'mensile', importo_cent: 0 }] });
  await writeDichiarazione(rig, { codice_fiscale: CF_ANNA });
  const mezzi = await writeMezzi(rig, callers);
  const posizioni = [posizione.id, affissioni.id, mezzi.posizione];
  const giveTo = async (delegato: string, powers: object): Promise<string> => {
    const shared = { posizioni, avvisi: 'entrambi', fino_a: '2027-11-20' };
    return (await callers.A.call('nuovaDelega', { delegato, ...powers, ...shared })).body.data.id;
  };
  const deleghe = { held: await giveTo(CF_DELIA, { paga: true, presenta: true }), waiting: await giveTo(CF_BRUNO, {}) };
  await callers.D.call('accettaDelega', { id: deleghe.held });
  await callers.V.call('accettaDelega', { id: await giveTo(CF_VERA, {}) });
  const wardship = await askAnOffice(rig, callers);
  const prova = { proprietario: visitatore.visitor, email: TOWN_EMAIL.ospite, usata: null };
  await house.db
    .insertInto('prove_email')
    .values({ ...prova, verificata: RIG_NOW, scade: RIG_NOW + HOUR })
    .execute();

  const avviso = await writeAvvisoAndServizio(rig);
  const pagamentiOf = {
    A: await writePagamenti(rig, 1, anna.id),
    visitor: await writePagamenti(rig, 2, visitatore.visitor, null),
  };

  const made = await callers.Z.call('salvaUfficio', { ente: 'borgo', nome: 'Tecnico', servizi: [] });
  const ufficio: string = made.body.data.id;
  const place = { ufficio, utente: olga.id, assente_dal: null, assente_al: null };
  await house.db.insertInto('uffici_persone').values(place).execute();
  const { id: modifica } = await house.db.selectFrom('modifiche').select('id').executeTakeFirstOrThrow();

  const app = {
    ente: 'borgo',
    nome: 'App',
    email: 'app@esempio.it',
    permessi: ['segnalazioni:invia', 'pratiche:leggi'],
  };
  const key = await callers.Z.call('creaProgramma', app);
  const programma: string = key.body.data.id;
  const told = { ente: 'borgo', programma, indirizzo: 'https://app.example/avvisi' };
  const webhook: string = (await callers.Z.call('creaWebhook', told)).body.data.id;
  const saved = await callers.X.call('salvaVista', { nome: 'Le mie buche', filtri: { coda: 'mie' } });

  return {
    ask: async (actor, operation, fields) => {
      await house.db.deleteFrom('limiti').execute();
      const { status, body } = await callers[actor].call(operation, fields);
      return `${status}${status < 300 && isNothing(body?.data) ? ' nothing' : ''}`;
    },
    callers,
    anna: {
      ...annas,
      file: (await uploadAllegato(callers.A, undefined, `/chat/cittadino/${id}`)).Id,
      pagamenti: pagamentiOf.A,
    },
    guest: {
      ...guest,
      file: (await uploadAllegato(visitatore, undefined, `/chat/cittadino/${guest.segnalazione.id}`)).Id,
      pagamenti: pagamentiOf.visitor,
    },
    avviso,
    allegato,
    messaggio: commented.body.data.id,
    posizione: { id: posizione.id, ...LETTERA },
    deleghe,
    wardship,
    delegateFiles: {
      D: (await uploadAllegato(callers.D)).Id,
      V: (await uploadAllegato(callers.V)).Id,
    },
    documento,
    affissioni: affissioni.id,
    mezzi,
    ufficio,
    modifica,
    programma,
    webhook,
    vista: saved.body.data.id,
    operatore: olga.id,
    amministratore: administrator.id,
  };
}

/** What the ente of the case offers for a service. */
async function writeOfferta({ house }: Rig, codice: string, offertaData: object): Promise<void> {
  const dati_json = JSON.stringify(OFFERTE[codice]?.parse(offertaData));
  await house.db.insertInto('offerte').values({ ente: 'borgo', codice, dati_json }).execute();
}

async function writeMezzi(rig: Rig, { A, visitor }: Record<'A' | 'visitor', RigCaller>): Promise<Mezzi> {
  const posizione = await writePosizione(rig, { codice_utente: 'MEZZI-1', sistema: 'ICP' }, [CF_ANNA]);
  const existing = await writeMezzo(rig, posizione);
  const begun = await beginDichiarazione(A, { tipo: 'variazione', posizione: posizione.id, ente: undefined });
  const added = (await addMezzo(A, begun)).body.data.Id as string;
  const sent = await beginDichiarazione(A);
  await addMezzo(A, sent);
  await sendDichiarazione(A, sent);
  return {
    posizione: posizione.id,
    existing: existing.id,
    begun,
    added,
    sent,
    begunByVisitor: await beginDichiarazione(visitor),
  };
}

async function writeAvvisoAndServizio(rig: Rig): Promise<Town['avviso']> {
  const { numero_avviso, iuv } = await writeAvviso(rig, { debitore: CF_ANNA });
  const servizioData = {
    codice: 'mensa',
    nome: 'Mensa',
    elenchi: ['PPA'],
    campi: [],
    importo_cent: 500,
    tassonomia: '9/0105',
  };
  const servizio = { ente: 'borgo', codice: servizioData.codice, ordine: 1, dati_json: JSON.stringify(servizioData) };
  await rig.house.db.insertInto('servizi_pagamento').values(servizio).execute();
  return { numero_avviso, IUV: iuv, dominioEC: IMPORTED_BORGO.codice_fiscale };
}

/** @param ownerId id of a citizen, or what the store knows a browser by when there is none */
async function writePagamenti(
  rig: Rig,
  n: number,
  ownerId: string,
  utente: string | null = ownerId,
): Promise<Pagamenti> {
  const owner = { proprietario: utente === null ? ownerId : `u:${ownerId}`, utente };
  const writeOne = async (index: number, over: object) => {
    const numero_avviso = `30100000000000${index}${n}00`;
    const { proprietario } = owner;
    const written = await writeAvviso(rig, { numero_avviso, iuv: numero_avviso.slice(1), proprietario });
    return (await writePagamento(rig, [written], { id: `pagamento-${index}-${n}-1234`, ...owner, ...over })).id;
  };
  return { open: await writeOne(1, { fornitore: 'mooney', stato: 'aperto' }), paid: await writeOne(2, {}) };
}

function isNothing(answered: unknown): boolean {
  if (Array.isArray(answered)) return answered.length === 0;
  return answered === null || (typeof answered === 'object' && 'totale' in answered && answered.totale === 0);
}

async function sendBoth(
  { house }: Rig,
  sender: { user: LoggedInUser | null; visitor: string | null },
  email: string,
  codice_fiscale?: string,
): Promise<Pick<Holdings, 'segnalazione' | 'richiesta'>> {
  const ctx = { house, now: house.now(), host: '', ...sender } as unknown as CallContext;
  const openOne = (tipo: NewPratica['tipo'], codice: NewPratica['codice']): Promise<OwnPratica> =>
    house.db.transaction().execute(async (db) => {
      const { id, protocollo } = await openPratica(
        { ...ctx, db },
        {
          tipo,
          codice,
          ente: ENTI.borgo,
          oggetto: 'Lampione',
          descrizione: 'Spento',
          dati: tipo === 'richiesta' ? ABBONAMENTO : {},
          files: [],
          richiedente: { nome: 'Anna', cognome: 'Bianchi', email, codice_fiscale },
          percorso: '/prova',
        },
      );
      const { ufficio } = await db
        .selectFrom('pratiche')
        .select('ufficio')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return { id, email, protocollo, ufficio };
    });
  return { segnalazione: await openOne('segnalazione', 'SF510'), richiesta: await openOne('richiesta', 'SF300') };
}

/** The words of the keys of these cases, as the mails to the ente's mailbox carry them. */
async function keysOf({ house }: Rig, pratiche: string[]): Promise<string[]> {
  const rows = await house.db.selectFrom('chiavi_operatore').select('id').where('pratica', 'in', pratiche).execute();
  return rows.map(({ id }) => house.signer.sign('operatore', id));
}
