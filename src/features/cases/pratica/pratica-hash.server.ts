/** The fingerprint of a case as it was sent, by which a paper elsewhere can be bound to it. */
import { createHash } from 'node:crypto';
import type { CallContext } from '../../../context.ts';
import type { Pratica } from '../../../store/tables.ts';
import { listSentAllegati } from '../allegati/allegati.db.ts';
import { parsePraticaData, shownPraticaData } from './pratica-data.ts';
import { protocollo } from './pratica-names.ts';
import { fileFact, praticaFacts } from './pratica-summary.ts';

/** SHA-256, in base64, of a case as its receipt shows it: number, data, and the fingerprints of its files. */
export async function praticaHash({ db }: Pick<CallContext, 'db'>, pratica: Pratica): Promise<string> {
  const dati = parsePraticaData(shownPraticaData, pratica);
  const files = await listSentAllegati(db, { pratica: pratica.id });
  const document = [protocollo(pratica), praticaFacts({ ...pratica, dati }), files.map(fileFact)];
  return createHash('sha256').update(JSON.stringify(document)).digest('base64');
}
