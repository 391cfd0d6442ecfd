/** An administrator, or a program with a key for it, brings in a file of one of the ente's systems; the administrator reads what became of each. */
import * as z from 'zod/mini';
import { lookupIdSchema } from '../../../platform/atoms/id.ts';
import { optionalTickSchema } from '../../../platform/atoms/text.ts';
import { defineOperation, fileOutput } from '../../../platform/contract.ts';
import { MAX_FILE } from '../../cases/allegati/file-limits.ts';

/** Largest file of a call, in bytes; larger ones go into the folder that the nightly run reads. */
export const MAX_SENT = 8 * 1024 * 1024;

/** Of a sheet, as Excel has it. */
const MAX_SHEET_NAME = 31;

const IMPORTAZIONI_PATH = '/api/v1/portale/operatore/importazioni';

/** How it ended. `con_rifiuti`: rows were refused or met a state that stays · `rifiutata`: nothing was written */
const ESITI_IMPORTAZIONE = ['in_corso', 'fatta', 'con_rifiuti', 'prova', 'rifiutata', 'interrotta'] as const;
export type EsitoImportazione = (typeof ESITI_IMPORTAZIONE)[number];

const VIE_IMPORTAZIONE = ['pagina', 'programma', 'cartella'] as const;
export type ViaImportazione = (typeof VIE_IMPORTAZIONE)[number];

/** What became of the rows of a file. */
export const importazioneCounts = z.object({
  /** Why nothing was written, or what to look at in a file that was read */
  messaggio: z.nullable(z.string()),
  sezioni: z.array(
    z
      .object({
        nome: z.string(),
        nuovi: z.int(),
        aggiornati: z.int(),
        invariati: z.int(),
        rifiutati: z.int(),
        conflitti: z.int(),
      })
      .register(z.globalRegistry, { id: 'SezioneImportata' }),
  ),
  /** What the file replaces: how many were open before, and how many it closed */
  sostituiti: z.array(
    z
      .object({ sistema: z.string(), sezione: z.string(), aperti: z.int(), chiusi: z.int() })
      .register(z.globalRegistry, { id: 'SezioneSostituita' }),
  ),
  /** Faults in all */
  errori: z.int(),
});
export type ImportazioneCounts = z.infer<typeof importazioneCounts>;

const importazione = z.extend(importazioneCounts, {
  id: z.string(),
  nome: z.string(),
  esito: z.enum(ESITI_IMPORTAZIONE),
  via: z.enum(VIE_IMPORTAZIONE),
  /** Name of the person or program; empty for the folder */
  chi: z.string(),
  quando: z.string(),
  /** Whether the refused rows can be downloaded */
  rifiuti: z.boolean(),
});
export type Importazione = z.infer<typeof importazione>;

const ofEnte = { ente: z.string('Scegli l’ente.') };

export const importazioniOperations = {
  importaPosizioni: defineOperation({
    summary:
      'An administrator, or a program, brings in a data file of their ente: positions, who represents them, documents, what is gone. The answer says what became of its rows.',
    method: 'POST',
    path: IMPORTAZIONI_PATH,
    access: 'operator',
    scope: 'posizioni:scrivi',
    input: z.object({
      ...ofEnte,
      file: z.instanceof(File, { error: 'Scegli il file.' }),
      /** Name of the sheet, of an Excel workbook; without it the first visible one that has data */
      foglio: z.optional(
        z.string().check(z.maxLength(MAX_SHEET_NAME, 'Il nome di un foglio ha al massimo 31 caratteri.')),
      ),
      /** Tells what would be done, and does nothing */
      prova: optionalTickSchema(),
      /** It may close more than a tenth */
      conferma: optionalTickSchema(),
    }),
    output: z.extend(importazione, {
      /** The first hundred, by line */
      righe: z.array(z.object({ riga: z.int(), campo: z.string(), testo: z.string() })),
    }),
    upload: MAX_SENT,
    brakes: [{ by: 'visitor', times: 60, minutes: 60 }],
  }),
  caricaAtto: defineOperation({
    summary:
      'An administrator, or a program, brings the act (PDF) of a document of their ente; it takes the place of the one before. The same file twice changes nothing.',
    method: 'POST',
    path: '/api/v1/portale/operatore/atti',
    access: 'operator',
    scope: 'posizioni:scrivi',
    input: z.object({
      ...ofEnte,
      sistema: z.string('Scrivi il sistema del documento.'),
      numero: z.string('Scrivi il numero del documento.'),
      file: z.instanceof(File, { error: 'Scegli il PDF.' }),
    }),
    output: z.object({
      documento: z.string(),
      nome: z.string(),
      /** Bytes */
      dimensione: z.int(),
      /** Of its bytes, hexadecimal */
      sha256: z.string(),
    }),
    upload: MAX_FILE,
    brakes: [{ by: 'visitor', times: 6000, minutes: 60 }],
  }),
  importazioniEnte: defineOperation({
    summary:
      'An administrator reads which files of their ente were brought in, the latest first, and what became of each.',
    method: 'GET',
    path: IMPORTAZIONI_PATH,
    access: 'administrator',
    input: z.object(ofEnte),
    output: z.object({ importazioni: z.array(importazione) }),
  }),
  rifiutiImportazione: defineOperation({
    summary: 'An administrator downloads the refused rows of a file, in its own columns, with the reasons (CSV).',
    method: 'GET',
    path: `${IMPORTAZIONI_PATH}/{id}/rifiuti`,
    access: 'administrator',
    input: z.object({ ...ofEnte, id: lookupIdSchema() }),
    output: fileOutput,
  }),
};
