/** Section `enti` of the import: refuses duplicate ids and host names, and an ente that would lose the mailbox of its cases. */
import { scriviEnte } from '../features/cases/ente/ente.db.ts';
import { type Ente, PORTALE } from '../features/cases/ente/ente.ts';
import type { Tx } from '../store/open.server.ts';
import type { Errore, Riga } from './esame.ts';
import { nessuna } from './lotto.ts';

/**
 * Writes bodies and says which were new, changed or as they were. Nothing is deleted: what the file leaves out stays, because
 * cases may belong to it. Two bodies of one file may swap their host names.
 */
export async function scriviEnti(tx: Tx, righe: readonly Riga<Ente>[]) {
  const before = new Map((await tx.selectFrom('enti').selectAll().execute()).map((row) => [row.id, row]));
  const { raggiungibili, mute } = await senzaCasella(tx, righe);
  const { accettati, errori } = senzaDoppioni(raggiungibili, [...before.values()]);
  const esito = { ...nessuna(), errori: [...mute, ...errori] };
  const changed = accettati.filter(({ indice, valore }) => {
    const old = before.get(valore.id);
    const same = old?.ordine === indice && old.host === valore.host && old.dati_json === JSON.stringify(valore);
    esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
    return !same;
  });
  for (const { id, host } of changed.map(({ valore }) => valore)) {
    const old = before.get(id);
    if (old?.host && old.host !== host) {
      await tx.updateTable('enti').set({ host: null }).where('id', '=', id).execute();
    }
  }
  for (const { indice, valore } of changed) await scriviEnte(tx, valore, indice);
  return esito;
}

/** A body may stop taking new cases; news of those it has must still reach it. */
async function senzaCasella(tx: Tx, righe: readonly Riga<Ente>[]) {
  const without = righe.filter(({ valore }) => valore.id !== PORTALE && !valore.caselle['*']);
  if (without.length === 0) return { raggiungibili: righe, mute: [] };
  const cases = await tx.selectFrom('pratiche').select('ente').distinct().execute();
  const busy = new Set(cases.map((row) => row.ente));
  const refused = new Set(without.filter(({ valore }) => busy.has(valore.id)));
  const testo = 'Questo ente ha delle pratiche: serve la casella «*», che ne riceve le notizie.';
  return {
    raggiungibili: righe.filter((riga) => !refused.has(riga)),
    mute: [...refused].map(({ indice }): Errore => ({ percorso: ['enti', indice, 'caselle', '*'], testo })),
  };
}

type Presente = { id: string; host: string | null };

/** Id and host name belong to one body, in the file and in the store; the first row that claims them has them. */
function senzaDoppioni(righe: readonly Riga<Ente>[], before: readonly Presente[]) {
  let moving = new Set(righe.map(({ valore }) => valore.id));
  for (;;) {
    const result = unaVolta(righe, before, moving);
    const written = result.accettati.map(({ valore }) => valore.id);
    const still = new Set(written.filter((id) => moving.has(id)));
    // A row refused here does not give up its old host name: who counted on that has to be asked again.
    if (still.size === moving.size) return result;
    moving = still;
  }
}

/** @param moving ids whose host name in the store is about to be replaced */
function unaVolta(righe: readonly Riga<Ente>[], before: readonly Presente[], moving: ReadonlySet<string>) {
  const ids = new Map<string, string>();
  const hosts = new Map<string, string>();
  for (const { id, host } of before) if (host && !moving.has(id)) hosts.set(host, `«${id}» nell’archivio`);
  const errori: Errore[] = [];
  const accettati: Riga<Ente>[] = [];
  for (const riga of righe) {
    const { id, host } = riga.valore;
    const refuse = (campo: string, testo: string) => errori.push({ percorso: ['enti', riga.indice, campo], testo });
    const sameId = ids.get(id);
    const sameHost = host && hosts.get(host);
    if (sameId) refuse('id', `Lo stesso identificativo è già in ${sameId}: ogni ente compare una volta.`);
    else if (sameHost) refuse('host', `Questo nome host è già di ${sameHost}: ogni ente ha il suo.`);
    else {
      ids.set(id, `enti[${riga.indice}]`);
      if (host) hosts.set(host, `enti[${riga.indice}]`);
      accettati.push(riga);
    }
  }
  return { accettati, errori };
}
