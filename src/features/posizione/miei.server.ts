import type { Ctx } from '../../context.ts';
import { oggi } from '../../platform/atoms/date.ts';
import type { Handlers } from '../../platform/run.server.ts';
import { enti } from '../ente/ente.server.ts';
import type { MioDocumento, operations } from './miei.contract.ts';
import { tuttiIDocumentiDi } from './miei.db.ts';
import { documentoSulFilo } from './posizione.server.ts';

/** The documents of all positions of who is logged in, latest first; none for who is not. */
export async function documentiDi({ db, user, now, house }: Ctx): Promise<MioDocumento[]> {
  const [rows, bodies] = await Promise.all([
    tuttiIDocumentiDi(db, { codice_fiscale: user?.codice_fiscale ?? '' }),
    enti(house),
  ]);
  const nomi = new Map(bodies.map((e) => [e.id, e.nome]));
  const today = oggi(now);
  return rows.map((row) => ({
    ...documentoSulFilo(row, today),
    nome_ente: nomi.get(row.ente) ?? row.ente,
    codice_utente: row.codice_utente,
    idRappresentanza: row.idRappresentanza,
  }));
}

export const handlers: Handlers<typeof operations> = { mieiDocumenti: (_input, ctx) => documentiDi(ctx) };
