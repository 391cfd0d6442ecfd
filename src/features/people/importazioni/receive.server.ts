/** Brings in a file of one of the ente's systems, whichever door it came by, and keeps what became of it. */
import type { PortalHouse } from '../../../context.ts';
import { byLine, readDataJson } from '../../../data/data-json.server.ts';
import type { NamedAct } from '../../../data/documento.ts';
import { ImportError, type ImportReport, importData } from '../../../data/import.server.ts';
import type { JsonFile } from '../../../data/json-file.ts';
import { emptyPlan } from '../../../data/row-batch.ts';
import { PortalError } from '../../../platform/errors.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { keepActs, type ReadAct } from './atti.server.ts';
import type { EsitoImportazione, ImportazioneCounts, ViaImportazione } from './importazioni.contract.ts';
import { ALIVE_MS, beginImportazione, endImportazione, forgetImportazioni, noteAlive } from './importazioni.db.ts';
import { rejectsSheet, tableRejects } from './rejects.server.ts';
import { dataOf, isTabella, readTabella, remarksOn, SENT_ROWS, type TableOrigin } from './tabella.server.ts';
import { findTracciato } from './tracciati.db.ts';
import { parseTracciato } from './tracciati.server.ts';
import { headingsKey } from './tracciato.ts';

/** @property name of the file @property foglio name of the sheet, of a workbook @property chi name of the person or program */
export type SentFile = {
  ente: string;
  name: string;
  bytes: Uint8Array;
  foglio?: string | undefined;
  via: ViaImportazione;
  chi: string;
  readAct?: ReadAct;
};
/** @property isDry tells what would be done @property confirmed it may close more than the brake lets through */
export type ReceiveHow = { isDry: boolean; confirmed: boolean };
/** @property faults all of them, by line @property rejects the refused rows as CSV */
export type ReceivedFile = ImportazioneCounts & {
  id: string;
  esito: EsitoImportazione;
  faults: { riga: number; campo: string; testo: string }[];
  rejects: string | undefined;
};

/** The columns of this table are not explained yet. */
export class UnknownColumnsError extends ImportError {}

/** @property table where the rows of the file come from, unless it is a data file itself @property remarks on it as a whole */
type SentData = { file: JsonFile; table?: TableOrigin; remarks: string[] };

const DAY_MS = 24 * 60 * 60_000;
const REJECTS_DAYS = 30;
const ROWS_DAYS = 365;

const NO_COUNTS: ImportazioneCounts = { messaggio: null, sezioni: [], sostituiti: [], errori: 0 };

type ReceiveHouse = Pick<PortalHouse, 'db' | 'dialect' | 'signer' | 'now' | 'files' | 'scan'>;

/**
 * @throws UnknownColumnsError for a table whose columns the ente has not explained yet
 * @throws ImportError when nothing was written: what is wrong with the file as a whole, in words
 * @throws PortalError `conflict` while another file of the ente is being brought in
 */
export async function receiveFile(house: ReceiveHouse, sent: SentFile, how: ReceiveHow): Promise<ReceivedFile> {
  const { db, dialect, signer, now } = house;
  const { ente, name: nome, via, chi } = sent;
  const id = randomId();
  const begun = {
    id,
    ente,
    iniziata: now(),
    via,
    chi,
    nome,
    esito: 'in_corso',
    dati_json: '',
    rifiuti: null,
    viva: now(),
  };
  await forgetImportazioni(db, { rejects: now() - REJECTS_DAYS * DAY_MS, rows: now() - ROWS_DAYS * DAY_MS });
  if (!(await beginImportazione(db, begun)))
    throw new PortalError('conflict', {
      message: 'Un altro file dell’ente è in importazione: aspetta che finisca, poi riprova.',
    });
  // A store that does not take it for once has other faults to tell.
  const alive = setInterval(() => void noteAlive(db, id, now()).catch(() => undefined), ALIVE_MS).unref();
  try {
    const data = await readSent(db, sent);
    const planned = how.isDry ? { planned: emptyPlan() } : {};
    const acts: NamedAct[] = [];
    const report = await importData({ db, dialect, signer, now, ente, acts, ...planned }, data.file.value, how);
    if (!how.isDry) report.errors.push(...(await keepActs(house, acts, sent.readAct)));
    const received = receivedOf(report, { id, data, isDry: how.isDry });
    await noteEnd(house, received);
    return received;
  } catch (error) {
    const isTold = error instanceof ImportError || error instanceof PortalError;
    const messaggio = isTold ? error.message : 'Il portale non è riuscito a leggere il file.';
    // Rows may be written already, and the same file brings the rest.
    const isBroken = error instanceof PortalError && error.code === 'unavailable';
    const esito = isBroken ? 'interrotta' : 'rifiutata';
    await noteEnd(house, { ...NO_COUNTS, id, esito, messaggio, faults: [], rejects: undefined });
    throw error;
  } finally {
    clearInterval(alive);
  }
}

async function readSent(db: ReceiveHouse['db'], { ente, name, bytes, foglio, via }: SentFile): Promise<SentData> {
  if (!isTabella(bytes)) return { file: readDataJson(bytes, name), remarks: [] };
  const tabella = await readTabella(bytes, { ente, foglio, ...(via !== 'cartella' && { workbookRows: SENT_ROWS }) });
  const known = await findTracciato(db, { ente, intestazioni: headingsKey(tabella.headings) });
  if (!known)
    throw new UnknownColumnsError(
      'il portale non conosce ancora le colonne di questo file: un amministratore le spiega una volta nella pagina «Importazioni».',
    );
  const tracciato = parseTracciato(known.campi_json);
  return { ...(await dataOf(tabella, tracciato)), remarks: remarksOn(tabella, tracciato) };
}

async function noteEnd(
  { db }: ReceiveHouse,
  { id, esito, rejects, faults: _, ...counts }: ReceivedFile,
): Promise<void> {
  await endImportazione(db, id, { esito, dati_json: JSON.stringify(counts), rifiuti: rejects ?? null });
}

function receivedOf(
  { sections, replaced, errors }: ImportReport,
  { id, data, isDry }: { id: string; data: SentData; isDry: boolean },
): ReceivedFile {
  const { file, table, remarks } = data;
  const done: EsitoImportazione = errors.length > 0 ? 'con_rifiuti' : 'fatta';
  return {
    id,
    esito: isDry ? 'prova' : done,
    messaggio: remarks.join(' ') || null,
    sezioni: Object.entries(sections).map(([nome, counts]) => ({
      nome,
      nuovi: counts.created,
      aggiornati: counts.updated,
      invariati: counts.unchanged,
      rifiutati: counts.refused,
      conflitti: counts.conflicts,
    })),
    sostituiti: replaced.map(({ sistema, section, live, closed }) => ({
      sistema,
      sezione: section,
      aperti: live,
      chiusi: closed,
    })),
    errori: errors.length,
    faults: byLine(errors, file).map((error) => ({
      riga: error.line,
      campo: table?.whereOf(error.path) ?? error.where,
      testo: table?.textOf(error) ?? error.text,
    })),
    rejects: table ? tableRejects(errors, file, table) : rejectsSheet(errors, file),
  };
}
