/** `retention` and `forget`: what is older than its term, and what a person asks to have deleted. */
import { isCodiceFiscale } from '../../src/platform/atoms/codice-fiscale.ts';
import { readSettings } from '../../src/settings.ts';
import type { PortalStore } from '../../src/store/open.server.ts';
import { type ForgetLine, type ForgottenPerson, forgetPerson } from '../../src/upkeep/forget.server.ts';
import {
  applyRetention,
  countRetention,
  type RetentionCount,
  type RetentionHouse,
} from '../../src/upkeep/retention.server.ts';
import { type DataCommand, NO_TIMEOUT, onTheStore } from './command.ts';

const DRY_RUN = '--dry-run';

export const retentionCommand: DataCommand = {
  usage: `retention [${DRY_RUN}]`,
  help: `cancella ciò che ha superato i giorni dell’impostazione RETENTION (docs/retention.md), come il portale fa una volta al giorno.
${DRY_RUN} conta e non cambia nulla.`,
  words: [0, 0],
  options: [DRY_RUN],
  nothing: 'Non ho cancellato nulla',
  run: ({ options }) => {
    const isDry = options.has(DRY_RUN);
    return onTheStore(
      async (there) => {
        const house = houseOf(there);
        for (const row of await (isDry ? countRetention(house) : applyRetention(house)))
          console.log(retentionWords(row, isDry));
        return 0;
      },
      { timeout: NO_TIMEOUT, look: isDry },
    );
  },
};

const houseOf = ({ db, dialect }: PortalStore): RetentionHouse => ({
  db,
  dialect,
  now: Date.now,
  settings: readSettings(process.env),
});

const retentionWords = ({ label, days, quante }: RetentionCount, isDry: boolean): string =>
  quante === undefined
    ? `${label}: mai`
    : `${label}: dopo ${days} giorni; ${isDry ? 'da cancellare ora' : 'cancellazioni'}: ${quante}`;

const FATE_WORDS: Record<ForgetLine['fate'], string> = {
  deleted: 'Cancellati',
  anonymous: 'Resi anonimi',
  stays: 'Restano',
};

export const forgetCommand: DataCommand = {
  usage: `forget CODICE_FISCALE|EMAIL [${DRY_RUN}]`,
  help: `diritto all’oblio (GDPR, art. 17): cancella o rende anonimi i dati di una persona, e dice che cosa resta e perché.
Con il codice fiscale tutto ciò che è suo; con un indirizzo e-mail ciò che ne è stato inviato e pagato senza accesso: prima
accerta che l’indirizzo sia di chi chiede. Prima conta con ${DRY_RUN}. Con - si scrive su stdin, così non resta nella
cronologia dei comandi.
Non trova il nome della persona in testi scritti da altri, né nelle copie di sicurezza.`,
  words: [1, 1],
  options: [DRY_RUN],
  nothing: 'Non ho cancellato nulla',
  run: async ({ words: [given = ''], options }) => {
    const typed = given === '-' ? await readStdin() : given;
    const person = personOf(typed.replace(/\s/g, ''));
    const apply = !options.has(DRY_RUN);
    const lines = await onTheStore((there) => forgetPerson(there, person, { now: Date.now(), apply }), {
      timeout: NO_TIMEOUT,
      look: !apply,
    });
    if (lines.length === 0) console.log('L’archivio non ha nulla di questa persona.');
    for (const { fate, what, quante, why } of lines)
      console.log(`${FATE_WORDS[fate]} (${quante}) ${what}${why ? ` — ${why}` : ''}`);
    console.log(
      apply
        ? 'Fatto. Le copie di sicurezza fatte finora contengono ancora questi dati: cancellale alla loro scadenza.'
        : 'Non ho cancellato nulla: questo è ciò che accadrebbe.',
    );
    return 0;
  },
};

function personOf(typed: string): ForgottenPerson {
  if (typed.includes('@')) return { email: typed };
  const codice_fiscale = typed.toUpperCase();
  if (!isCodiceFiscale(codice_fiscale)) throw new Error('questo non è né un codice fiscale né un indirizzo e-mail.');
  return { codice_fiscale };
}

async function readStdin(): Promise<string> {
  let text = '';
  for await (const part of process.stdin) text += part;
  return text.trim();
}
