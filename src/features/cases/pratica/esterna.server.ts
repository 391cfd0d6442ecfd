/**
 * Keeps the cases that a program of an ente deals with itself. Each is a case as any other, so that its citizen has it in their area with
 * its timeline and its files; its state in the store says that it is not the office's.
 */
import { type CallContext, type CallingProgram, type LoggedInUser, programActor } from '../../../context.ts';
import { yearInRome } from '../../../platform/atoms/date.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Pratica, PraticaEsterna, StoreDb } from '../../../store/tables.ts';
import { attachFiles } from '../allegati/allegati.server.ts';
import { townHost } from '../ente/ente.server.ts';
import { ESTERNA_CODE } from '../ente/servizi.ts';
import type { EsternaShown, praticaEsternaOperations } from './esterna.contract.ts';
import {
  type FoundEsterna,
  findByNumeroEsterno,
  findCitizen,
  findEsterna,
  findMessaggioEsterno,
  lockProgramma,
  takeEsterne,
  writeEsterna,
  writeMessaggioEsterno,
} from './esterna.db.ts';
import { writeEvento } from './eventi.db.ts';
import { changePratica, findToChange, renewWords, takeNextNumero, writePratica } from './pratica.db.ts';
import { protocollo } from './pratica-names.ts';
import { UNTOUCHED_PRATICA } from './pratica-opening.server.ts';
import { CITTADINO_ESTERNA } from './pratica-outbox.ts';
import { ESTERNA, isOpenStato, type PraticaSide, type StatoPratica } from './stati.ts';

type SaidEsterna = OperationInput<typeof praticaEsternaOperations.scriviPraticaEsterna>;

export const praticaEsternaHandlers: OperationHandlers<typeof praticaEsternaOperations> = {
  scriviPraticaEsterna: async (said, ctx) => {
    const { programma } = ctx;
    if (!ctx.user?.enti.includes(said.ente)) throw new PortalError('not_found');
    if (!programma)
      throw new PortalError('forbidden', { message: 'Questa chiamata è dei programmi, con la loro chiave.' });
    await lockProgramma(ctx, programma.id);
    const known = await findByNumeroEsterno(ctx.db, { programma: programma.id, numero: said.numero });
    const pratica = known ? await findKnown(ctx, known, said) : await openEsterna(ctx, programma, said);
    const isChanged = (await changeFacts(ctx, pratica, { known, said })) || known === undefined;
    const hasNews = await addNews(ctx, pratica, { programma, before: known?.stato ?? said.stato, said });
    if (hasNews || !known) await tellCitizen(ctx, pratica);
    return { id: pratica.ufficio, protocollo: protocollo(pratica), cambiata: isChanged || hasNews };
  },
};

/** Locks the case. @throws PortalError `conflict` for another person's: its history would be shown to somebody else */
async function findKnown(ctx: CallContext, { pratica }: FoundEsterna, said: SaidEsterna): Promise<Pratica> {
  const found = await findToChange(ctx, pratica);
  if (found?.codice_fiscale === said.codice_fiscale) return found;
  throw new PortalError('conflict', {
    message: `La pratica ${said.numero} è di un altro codice fiscale, e resta sua: usa un altro numero.`,
    fields: { codice_fiscale: ['La pratica con questo numero è di un altro codice fiscale.'] },
  });
}

/** Opens the case in the area of its citizen, if they have one; else it comes there when they log in. */
async function openEsterna(ctx: CallContext, programma: CallingProgram, said: SaidEsterna): Promise<Pratica> {
  const { ente, codice_fiscale, oggetto } = said;
  const citizen = await findCitizen(ctx.db, codice_fiscale);
  const pratica: Pratica = {
    ...UNTOUCHED_PRATICA,
    id: randomId(),
    ufficio: randomId(),
    ente,
    tipo: 'richiesta',
    codice: ESTERNA_CODE,
    anno: yearInRome(ctx.now),
    numero: 0,
    oggetto,
    descrizione: '',
    email: addressOf(citizen),
    nome: said.nome ?? citizen?.nome ?? '',
    cognome: said.cognome ?? citizen?.cognome ?? '',
    codice_fiscale,
    telefono: null,
    dati_json: '{}',
    privacy_versione: '',
    proprietario: programActor(programma.id),
    utente: citizen?.id ?? null,
    stato: ESTERNA,
    inviata_il: ctx.now,
    termine_il: '',
    letto_cittadino: 0,
    letto_operatore: 1,
    host: await townHost(ctx),
  };
  await writeEvento(ctx.db, {
    id: randomId(),
    pratica: pratica.id,
    n: 1,
    quando: ctx.now,
    da: 'sistema',
    chi: null,
    tipo: 'stato',
    testo: `La segue ${programma.nome}, con il numero ${said.numero}.`,
    stato: said.stato,
    nascosto: null,
    nascosto_da: null,
  });
  // Taken last, because other sends to this ente wait for their number until the transaction ends.
  pratica.numero = await takeNextNumero(ctx.db, ente, pratica.anno);
  await writePratica(ctx.db, pratica);
  return pratica;
}

/** The address of a login: '' for none. */
const addressOf = (citizen?: { email: string | null; email_comunicazione: string | null }): string =>
  citizen?.email_comunicazione ?? citizen?.email ?? '';

/** Writes what the program says of the case beside its timeline. @returns whether something of it is new */
async function changeFacts(
  ctx: CallContext,
  pratica: Pratica,
  { known, said }: { known: FoundEsterna | undefined; said: SaidEsterna },
): Promise<boolean> {
  const row: PraticaEsterna = {
    pratica: pratica.id,
    programma: known?.programma ?? ctx.programma?.id ?? '',
    numero: said.numero,
    servizio: said.servizio,
    stato: said.stato,
    indirizzo: said.indirizzo ?? null,
    accetta_messaggi: said.accetta_messaggi ? 1 : 0,
  };
  const { nome = pratica.nome, cognome = pratica.cognome, oggetto } = said;
  const isRenamed = oggetto !== pratica.oggetto || nome !== pratica.nome || cognome !== pratica.cognome;
  const isSame = known && (Object.keys(row) as (keyof PraticaEsterna)[]).every((name) => row[name] === known[name]);
  if (!isSame) await writeEsterna(ctx.db, row);
  if (isRenamed) {
    await changePratica(ctx.db, pratica.id, { oggetto, nome, cognome });
    await renewWords(ctx.db, pratica.id);
  }
  return isRenamed || !isSame;
}

/** Adds a new state, and a message that was not sent before. @returns false when neither is new */
async function addNews(
  ctx: CallContext,
  pratica: Pratica,
  { programma, before, said }: { programma: CallingProgram; before: string; said: SaidEsterna },
): Promise<boolean> {
  const { messaggio, stato } = said;
  const isMoved = stato !== before;
  const isSaid = messaggio && !(await findMessaggioEsterno(ctx.db, { pratica: pratica.id, id: messaggio.id }));
  const { testo, filesAllegati = [] } = isSaid ? messaggio : {};
  if (isSaid && !testo && filesAllegati.length === 0)
    throw new PortalError('invalid', { fields: { 'messaggio.testo': ['Scrivi un messaggio o allega un file.'] } });
  const chiusa_il = isOpenStato(stato) ? null : (pratica.chiusa_il ?? ctx.now);
  if (!isMoved && !isSaid) {
    if (chiusa_il !== pratica.chiusa_il) await changePratica(ctx.db, pratica.id, { chiusa_il });
    return false;
  }
  const version = pratica.versione + 1;
  const evento = randomId();
  await writeEvento(ctx.db, {
    id: evento,
    pratica: pratica.id,
    n: version,
    quando: ctx.now,
    da: 'operatore',
    chi: programma.nome,
    tipo: isMoved ? 'stato' : testo ? 'messaggio' : 'documento',
    testo: testo ?? null,
    stato: isMoved ? stato : null,
    nascosto: null,
    nascosto_da: null,
  });
  if (isSaid) await writeMessaggioEsterno(ctx.db, { pratica: pratica.id, id: messaggio.id, evento });
  await attachFiles(ctx, filesAllegati, { pratica: pratica.id, evento });
  const changes = { versione: version, letto_operatore: version, senza_risposta: 0, chiusa_il };
  await changePratica(ctx.db, pratica.id, changes);
  return true;
}

/** Once for each call that brings something new, to a citizen who has an address. */
async function tellCitizen(ctx: CallContext, pratica: Pratica): Promise<void> {
  const { id, codice_fiscale } = pratica;
  const email = pratica.email || addressOf(await findCitizen(ctx.db, codice_fiscale ?? ''));
  if (!email) return;
  await enqueueEntries(ctx.db, ctx.house.now, outboxEntry(CITTADINO_ESTERNA, { pratica: id }));
  await changePratica(ctx.db, id, { email, avvisato_cittadino: ctx.now });
}

/** In the transaction of a login. */
export const takeEsterneAtLogin = (db: StoreDb, user: Pick<LoggedInUser, 'id' | 'codice_fiscale'> & CitizenAddresses) =>
  takeEsterne(db, { id: user.id, codice_fiscale: user.codice_fiscale, email: addressOf(user) });
type CitizenAddresses = NonNullable<Parameters<typeof addressOf>[0]>;

/** What is known of a case that another program deals with; undefined of any other. */
export const findOwnEsterna = async (
  { db }: Pick<CallContext, 'db'>,
  { id, stato }: Pick<Pratica, 'id' | 'stato'>,
): Promise<FoundEsterna | undefined> => (stato === ESTERNA ? findEsterna(db, id) : undefined);

/** What the two sides read of it. */
export const showEsterna = ({ nome, numero, servizio, indirizzo }: FoundEsterna): EsternaShown => ({
  programma: nome,
  numero,
  servizio,
  ...(indirizzo !== null && { indirizzo }),
});

/** Whether a side writes a message into it: its citizen, while it is open and the program reads it. */
export const takesMessaggi = ({ stato, accetta_messaggi }: PraticaEsterna, side: PraticaSide): boolean =>
  side === 'cittadino' && accetta_messaggi === 1 && isOpenStato(stato as StatoPratica);

/** The refusal of what only an office does with a case of its own. */
export const esternaRefused = (programma: string): PortalError =>
  new PortalError('conflict', { message: `Questa pratica la segue ${programma}: qui non si lavora.` });
