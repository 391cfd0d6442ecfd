import type { ServizioPagamento } from '../features/paga-online/campi.ts';
import type { Tx } from '../store/open.server.ts';
import type { Tables } from '../store/tables.ts';
import type { Riga } from './esame.ts';
import { chiave, entiNoti, nessuna, perEnte, scarta, uguali, unaVolta } from './lotto.ts';
import type { RigaServizioPagamento } from './servizio-pagamento.ts';

type Servizio = Tables['servizi_pagamento'];

/** Writes payment services. One stands at its place in the last file that named it. */
export function scriviServiziPagamento() {
  const giaNelFile = unaVolta('servizi_pagamento', 'Lo stesso servizio');
  return async (tx: Tx, righe: readonly Riga<RigaServizioPagamento>[]) => {
    const esito = nessuna();
    const ignoto = await entiNoti(tx, righe);
    const accettati = scarta({ sezione: 'servizi_pagamento', errori: esito.errori }, righe, (valore, indice) => {
      const doppio = giaNelFile(chiave(valore.ente, valore.codice), indice);
      return ignoto(valore) ?? (doppio ? ['codice', doppio] : undefined);
    });
    const prima = await leggi(tx, accettati);
    const cambiati = accettati.flatMap(({ indice, valore }): Servizio[] => {
      const { ente, ...servizio } = valore;
      const old = prima.get(chiave(ente, servizio.codice));
      const dati_json = JSON.stringify(servizio satisfies ServizioPagamento);
      const nuovo = { ente, codice: servizio.codice, ordine: indice, dati_json };
      const same = old && uguali(nuovo, old);
      esito[same ? 'invariati' : old ? 'aggiornati' : 'nuovi']++;
      return same ? [] : [nuovo];
    });
    if (cambiati.length > 0) await scrivi(tx, cambiati);
    return esito;
  };
}

async function leggi(tx: Tx, righe: readonly Riga<RigaServizioPagamento>[]): Promise<Map<string, Servizio>> {
  const enti = [...perEnte(righe).keys()];
  if (enti.length === 0) return new Map();
  const rows = await tx.selectFrom('servizi_pagamento').selectAll().where('ente', 'in', enti).execute();
  return new Map(rows.map((row) => [chiave(row.ente, row.codice), row]));
}

async function scrivi(tx: Tx, righe: Servizio[]): Promise<void> {
  await tx
    .insertInto('servizi_pagamento')
    .values(righe)
    .onConflict((c) =>
      c.columns(['ente', 'codice']).doUpdateSet((e) => ({
        ordine: e.ref('excluded.ordine'),
        dati_json: e.ref('excluded.dati_json'),
      })),
    )
    .execute();
}
