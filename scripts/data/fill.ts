/** `fill`: a new store as large as a province's, to try the portal and its host with. */
import { performance } from 'node:perf_hooks';
import { importData } from '../../src/data/import.server.ts';
import { todayInRome } from '../../src/platform/atoms/date.ts';
import { createSigner } from '../../src/platform/signer.server.ts';
import { demoData } from '../../src/sandbox/demo.ts';
import { readSettings } from '../../src/settings.ts';
import { openStore, placeInWords, stampMode } from '../../src/store/open.server.ts';
import { checkSecrets, secretsOf } from '../../src/store/secret.server.ts';
import { countWords, type DataCommand, NO_TIMEOUT } from './command.ts';
import { fillStore } from './fill/store.ts';

const EACH = 1000;
const MOST_ENTI = 10_000;
/** Two have their own share of what there is, and another one is needed for the rest. */
const LEAST_ENTI = 3;

export const fillCommand: DataCommand = {
  usage: 'fill [ENTI]',
  help: `crea un archivio di prova grande come quello di una provincia: tanti enti inventati (1000 se non dici quanti), e per ogni
ente in media mille posizioni, tremila documenti e mille pratiche. Serve a misurare; non per la produzione.`,
  words: [0, 1],
  nothing: 'Nessun archivio creato',
  run: async ({ words: [howMany = '1000'] }) => {
    const enti = Number(howMany);
    if (!Number.isInteger(enti) || enti < LEAST_ENTI || enti > MOST_ENTI)
      throw new Error(`scrivi quanti enti vuoi: un numero da ${LEAST_ENTI} a ${MOST_ENTI}.`);
    const settings = readSettings(process.env);
    if (settings.mode !== 'sandbox') throw new Error('PORTAL_MODE non è sandbox, e questi dati sono inventati.');
    const there = await openStore({ ...settings, databaseTimeout: NO_TIMEOUT });
    try {
      if (!there.made) throw new Error(`in ${placeInWords(settings)} c’è già un archivio.`);
      await stampMode(there.db, settings.mode);
      const signer = createSigner(secretsOf(settings));
      await checkSecrets(there.db, signer);
      const began = performance.now();
      const now = Date.now();
      await importData({ db: there.db, dialect: there.dialect, signer, now: () => now }, demoData(todayInRome(now)));
      await fillStore(there, { enti, posizioni: enti * EACH, pratiche: enti * EACH, now, signer });
      const seconds = Math.round((performance.now() - began) / 1000);
      console.log(
        `${placeInWords(settings)}: ${countWords(enti, 'ente', 'enti')}, ${countWords(enti * EACH, 'pratica', 'pratiche')}, ` +
          `${countWords(enti * EACH, 'posizione', 'posizioni')} e ${countWords(enti * EACH * 3, 'documento', 'documenti')} in ${seconds} s.`,
      );
      return 0;
    } finally {
      await there.close();
    }
  },
};
