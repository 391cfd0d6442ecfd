/** Delegations in the store, for tests of what a delegate of many sees. */
import { randomId } from '../src/platform/signer.server.ts';
import type { Delega } from '../src/store/tables.ts';
import { ANNA } from './posizioni.ts';
import { RIG_NOW, type Rig } from './rig.ts';

const numbered = (n: number) => String(n).padStart(3, '0');

/** A delegation of Anna's on one position, for everything and not accepted unless told. */
export async function writeDelegaOn(
  { house: { db } }: { house: Pick<Rig['house'], 'db'> },
  { posizione, ...over }: Partial<Delega> & Pick<Delega, 'id' | 'delegato'> & { posizione: string },
): Promise<void> {
  const delega: Delega = {
    delegante: ANNA.codice_fiscale,
    delegante_nome: 'Anna Bianchi',
    delegato_nome: null,
    paga: 1,
    presenta: 1,
    servizi: null,
    avvisi: 'entrambi',
    fino_a: '2027-11-20',
    creata: RIG_NOW,
    accettata: null,
    chiusa: null,
    esito: null,
    ente: null,
    pratica: null,
    motivo: null,
    operatore: null,
    ...over,
  };
  await db.insertInto('deleghe').values(delega).execute();
  await db.insertInto('deleghe_posizioni').values({ delega: delega.id, posizione }).execute();
}

/** Lets a person act for so many holders, on so many positions each. */
export async function letActOn(
  { house: { db } }: { house: Pick<Rig['house'], 'db'> },
  { delegato, holders, each, ente = 'borgo' }: { delegato: string; holders: number; each: number; ente?: string },
): Promise<void> {
  for (let n = 0; n < holders; n++) {
    const delegante = `TITOLARE${numbered(n)}`;
    const delega = randomId();
    const posizioni = Array.from({ length: each }, (_, i) => ({
      id: randomId(),
      ente,
      codice_utente: `U-${numbered(n)}-${i}`,
      controllo: '-',
      sistema: 'TARMB',
      intestatario: `Cliente ${numbered(n)}`,
      chiusa: null,
    }));
    const linkOf = (posizione: string) => ({ id: randomId(), posizione, creata: RIG_NOW, tolta: null });
    await db.insertInto('posizioni').values(posizioni).execute();
    await db
      .insertInto('deleghe')
      .values({
        id: delega,
        delegante,
        delegante_nome: `Cliente ${numbered(n)}`,
        delegato,
        delegato_nome: 'Bruno Verdi',
        paga: 1,
        presenta: 1,
        servizi: null,
        avvisi: 'entrambi',
        fino_a: '2027-11-20',
        creata: RIG_NOW,
        accettata: RIG_NOW,
        chiusa: null,
        esito: null,
      })
      .execute();
    await db
      .insertInto('deleghe_posizioni')
      .values(posizioni.map(({ id }) => ({ delega, posizione: id })))
      .execute();
    const links = posizioni.flatMap(({ id }) => [
      { ...linkOf(id), codice_fiscale: delegante, ruolo: 'persona_fisica' },
      { ...linkOf(id), codice_fiscale: delegato, ruolo: 'delegato', delegata: 1 },
    ]);
    await db.insertInto('rappresentanze').values(links).execute();
  }
}
