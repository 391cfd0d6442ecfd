/** A small town for the authorization table: who there is, and what is whose. */
import type { Ctx, User } from '../src/context.ts';
import { OFFERTE } from '../src/data/offerta.ts';
import { scriviEnte } from '../src/features/cases/ente/ente.db.ts';
import type { Ente } from '../src/features/cases/ente/ente.ts';
import { apriPratica, type NuovaPratica } from '../src/features/cases/pratica/pratica.server.ts';
import type { OperationName } from '../src/handlers.ts';
import { randomId } from '../src/platform/signer.server.ts';
import type { Attore } from './autorizzazioni.ts';
import { aggiungi, inizia, manda, scriviMezzo } from './mezzi.ts';
import { scriviAvviso, scriviPagamento } from './pagamenti.ts';
import { LETTERA, scriviDichiarazione, scriviDocumento, scriviPosizione } from './posizioni.ts';
import { type Caller, caller, conto, ENTI, HOUR, NOW, pdfFile, type Rig } from './rig.ts';

/** A case, and the address that opens it together with the id. @property ufficio its id for the side of the body */
type Caso = { id: string; email: string; protocollo: string; ufficio: string };
/** What somebody holds: a report and a request of theirs, and a file that waits for their next message. */
type Roba = { segnalazione: Caso; richiesta: Caso; file: string; pagamenti: Pagamenti };
/** References of an attempt at the second provider that is open, and of one that is paid. */
type Pagamenti = { aperto: string; pagato: string };

export type Mondo = {
  /** Asks as this actor does. @returns the status, with `nothing` after it when what comes back is empty */
  chiedi(chi: Attore, operazione: OperationName, fields: Record<string, unknown>): Promise<string>;
  anna: Roba;
  ospite: Roba;
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
  /** A notice that Anna owes, and a service of its body that can be paid without one */
  avviso: { numero_avviso: string; IUV: string; dominioEC: string };
};

type Mezzi = { posizione: string; di: string; iniziata: string; nuovo: string; inviata: string; delVisitatore: string };

export const EMAIL = { anna: 'anna@esempio.it', bruno: 'bruno@esempio.it', ospite: 'ospite@esempio.it' };
const CF_ANNA = 'BNCNNA80A41H501R';
const CF_BRUNO = 'VRDLCU72P15Z999A';

/** A parking subscription that costs nothing. */
const ABBONAMENTO = {
  ...{ zona: 'a', nome_zona: 'A', tipo: 'residente', durata: 'mensile', targhe: ['AB123CD'], importo_cent: 0 },
  ...{ dal: '2026-12-01', al: '2026-12-31' },
};

/** The body of the case has a desk here, and answers for requests. */
export async function conSportello({ house }: Rig): Promise<void> {
  const categorie: Ente['categorie'] = [
    ...ENTI.borgo.categorie,
    'SPORTELLO',
    'SF100',
    'SF110',
    'SF120',
    'SF200',
    'SF210',
    'SF220',
    'SF500',
    'ISTANZA',
  ];
  await scriviEnte(house.db, { ...ENTI.borgo, categorie }, 1);
}

/** Everything anew: what a call changed is as it was. */
export async function mondo(rig: Rig): Promise<Mondo> {
  await rig.reset();
  const { house } = rig;
  // Before the first call: what a municipality offers is kept in memory for a while.
  const dati_json = JSON.stringify({ nome: 'URP', descrizione: '', moduli: [] });
  await house.db.insertInto('sportelli').values({ ente: 'borgo', codice: 'urp', ordine: 1, dati_json }).execute();
  const operatori = { provider: 'operatori', codice_fiscale: '', email: null } as const;
  const anna = await conto(rig, { codice_fiscale: CF_ANNA, email: EMAIL.anna });
  const bruno = await conto(rig, { codice_fiscale: CF_BRUNO, nome: 'Bruno', cognome: 'Verdi', email: EMAIL.bruno });
  const olga = await conto(rig, { ...operatori, subject: 'olga', nome: 'Olga', enti: ['borgo'] });
  const vito = await conto(rig, { ...operatori, subject: 'vito', nome: 'Vito', enti: ['valle'] });
  const visitatore = caller(rig);

  const sue = await roba(rig, { user: anna, visitor: null }, EMAIL.anna);
  // Anna sent it before she had an account: hers to take.
  const ospite = await roba(rig, { user: null, visitor: visitatore.visitor }, EMAIL.ospite, CF_ANNA);
  const chiavi = await chiaviDi(rig, [sue.segnalazione.id, sue.richiesta.id]);
  const chi: Record<Attore, Caller> = {
    nobody: caller(rig),
    A: caller(rig, { user: anna }),
    B: caller(rig, { user: bruno }),
    X: caller(rig, { user: olga }),
    Y: caller(rig, { user: vito }),
    key: caller(rig, { keys: chiavi }),
    visitor: visitatore,
  };
  const { id, email } = sue.segnalazione;
  const allegato = await carica(chi.A);
  const scritto = await chi.A.call('commenta', { id, email, testo: 'Ecco', filesAllegati: [{ Id: allegato }] });
  for (const { id: pratica } of [sue.segnalazione, ospite.segnalazione])
    await house.db.updateTable('pratiche').set({ letto_cittadino: 0 }).where('id', '=', pratica).execute();
  for (const di of [chi.A, chi.visitor])
    await di.call('salvaBozza', { percorso: '/segnalazione', passo: 'dati', valori: {} });

  const posizione = await scriviPosizione(rig, {}, [CF_ANNA]);
  // Enough to be paid in instalments.
  const documento = await scriviDocumento(rig, posizione, { importo_cent: 300_00 });
  const affissioni = await scriviPosizione(rig, { codice_utente: 'ICP-1', sistema: 'ICP' }, [CF_ANNA]);
  await offre(rig, 'SF120', { prezzi: [{ formato: '70x100', categoria: 'culturale', al_giorno_cent: 20 }] });
  const voce = [{ codice: 'a', nome: 'A' }];
  await offre(rig, 'SF500', { cimiteri: voce, tipi: voce });
  await offre(rig, 'SF300', { zone: voce, prezzi: [{ tipo: 'residente', durata: 'mensile', importo_cent: 0 }] });
  await scriviDichiarazione(rig, { codice_fiscale: CF_ANNA });
  const mezzi = await conMezzi(rig, chi);
  const prova = { proprietario: visitatore.visitor, email: EMAIL.ospite, usata: null };
  await house.db
    .insertInto('prove_email')
    .values({ ...prova, verificata: NOW, scade: NOW + HOUR })
    .execute();

  const avviso = await conPagamenti(rig);
  const suoi = { A: await pagamenti(rig, 1, anna.id), visitor: await pagamenti(rig, 2, visitatore.visitor, null) };

  return {
    chiedi: async (attore, operazione, fields) => {
      await house.db.deleteFrom('limiti').execute();
      const { status, body } = await chi[attore].call(operazione, fields);
      return `${status}${status < 300 && isNothing(body?.data) ? ' nothing' : ''}`;
    },
    anna: { ...sue, file: await carica(chi.A, `/chat/cittadino/${id}`), pagamenti: suoi.A },
    ospite: {
      ...ospite,
      file: await carica(visitatore, `/chat/cittadino/${ospite.segnalazione.id}`),
      pagamenti: suoi.visitor,
    },
    avviso,
    allegato,
    messaggio: scritto.body.data.id,
    posizione: { id: posizione.id, ...LETTERA },
    documento,
    affissioni: affissioni.id,
    mezzi,
  };
}

/** What the body of the case offers for a service. */
async function offre({ house }: Rig, codice: string, dati: object): Promise<void> {
  const dati_json = JSON.stringify(OFFERTE[codice]?.parse(dati));
  await house.db.insertInto('offerte').values({ ente: 'borgo', codice, dati_json }).execute();
}

async function conMezzi(rig: Rig, { A, visitor }: Record<'A' | 'visitor', Caller>): Promise<Mezzi> {
  const posizione = await scriviPosizione(rig, { codice_utente: 'MEZZI-1', sistema: 'ICP' }, [CF_ANNA]);
  const di = await scriviMezzo(rig, posizione);
  const iniziata = await inizia(A, { tipo: 'variazione', posizione: posizione.id, ente: undefined });
  const nuovo = (await aggiungi(A, iniziata)).body.data.Id as string;
  const inviata = await inizia(A);
  await aggiungi(A, inviata);
  await manda(A, inviata);
  return { posizione: posizione.id, di: di.id, iniziata, nuovo, inviata, delVisitatore: await inizia(visitor) };
}

async function conPagamenti(rig: Rig): Promise<Mondo['avviso']> {
  const { numero_avviso, iuv } = await scriviAvviso(rig, { debitore: CF_ANNA });
  const dati = { codice: 'mensa', nome: 'Mensa', elenchi: ['PPA'], campi: [], importo_cent: 500, tassonomia: '9/0105' };
  const servizio = { ente: 'borgo', codice: dati.codice, ordine: 1, dati_json: JSON.stringify(dati) };
  await rig.house.db.insertInto('servizi_pagamento').values(servizio).execute();
  return { numero_avviso, IUV: iuv, dominioEC: ENTI.borgo.codice_fiscale };
}

/** @param di id of a citizen, or what the store knows a browser by when there is none */
async function pagamenti(rig: Rig, n: number, di: string, utente: string | null = di): Promise<Pagamenti> {
  const chi = { proprietario: utente === null ? di : `u:${di}`, utente };
  const apri = async (nn: number, over: object) => {
    const numero_avviso = `30100000000000${nn}${n}00`;
    const suo = await scriviAvviso(rig, { numero_avviso, iuv: numero_avviso.slice(1) });
    return (await scriviPagamento(rig, [suo], { id: `pagamento-${nn}-${n}-1234`, ...chi, ...over })).id;
  };
  return { aperto: await apri(1, { fornitore: 'mooney', stato: 'aperto' }), pagato: await apri(2, {}) };
}

function isNothing(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  return data === null || (typeof data === 'object' && 'totale' in data && data.totale === 0);
}

async function roba(
  { house }: Rig,
  chi: { user: User | null; visitor: string | null },
  email: string,
  codice_fiscale?: string,
): Promise<Pick<Roba, 'segnalazione' | 'richiesta'>> {
  const ctx = { house, now: house.now(), ...chi } as unknown as Ctx;
  const apri = (tipo: NuovaPratica['tipo'], codice: NuovaPratica['codice']): Promise<Caso> =>
    house.db.transaction().execute(async (db) => {
      const { id, protocollo } = await apriPratica(
        { ...ctx, db },
        {
          ...{
            tipo,
            codice,
            ente: ENTI.borgo,
            oggetto: 'Lampione',
            descrizione: 'Spento',
            dati: tipo === 'richiesta' ? ABBONAMENTO : {},
            files: [],
          },
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
  return { segnalazione: await apri('segnalazione', 'SF510'), richiesta: await apri('richiesta', 'SF300') };
}

/** The words of the keys of these cases, as the mails to the body's mailbox carry them. */
async function chiaviDi({ house }: Rig, pratiche: string[]): Promise<string[]> {
  const righe = await house.db.selectFrom('chiavi_operatore').select('id').where('pratica', 'in', pratiche).execute();
  return righe.map(({ id }) => house.signer.sign('operatore', id));
}

async function carica(chi: Caller, percorso?: string): Promise<string> {
  const file = pdfFile(`${randomId()}.pdf`);
  return (await chi.call('caricaFile', { file, ...(percorso && { percorso }) })).body.data.Id;
}
