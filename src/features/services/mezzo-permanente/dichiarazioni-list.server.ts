/** Lists a citizen's declarations for the reserved area: imported ones, those sent here, and each bozza with its link. */
import { ownerOf } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { ricevutaAddress } from '../../cases/chat/download-addresses.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { chatPath, protocollo } from '../../cases/pratica/pratica-names.ts';
import {
  dichiarazioneStatoOf,
  type dichiarazioniListOperations,
  type StatoDichiarazione,
} from './dichiarazioni-list.contract.ts';
import { listImportedDichiarazioni, listOwnDichiarazioni } from './dichiarazioni-list.db.ts';
import { TIPI_DICHIARAZIONE, type TipoDichiarazione } from './mezzo.ts';

export const dichiarazioniListHandlers: OperationHandlers<typeof dichiarazioniListOperations> = {
  listaDichiarazioni: async (_input, ctx) => {
    const { db, house, user, now } = ctx;
    if (!user) throw new PortalError('anonymous');
    const bodies = await enti(house);
    const enteName = (id: string) => bodies.find((e) => e.id === id)?.nome ?? id;
    const [imported, made] = await Promise.all([
      listImportedDichiarazioni(db, { codice_fiscale: user.codice_fiscale }),
      listOwnDichiarazioni(db, { utente: user.id, proprietario: ownerOf(ctx), now }),
    ]);
    const others = imported.map(({ id, tipo, ente, data, stato, protocollo }) => ({
      Id: id,
      tipo,
      ente,
      nome_ente: enteName(ente),
      data,
      stato: stato as StatoDichiarazione,
      protocollo,
    }));
    if (made.length === 0) return others;
    const madeHere = made.toSorted((a, b) => b.quando - a.quando).map((row) => showOwn(row, enteName));
    // Of one day, those made on the portal come first; the order of the imported ones is kept.
    return [...madeHere, ...others].sort((a, b) => (a.data === b.data ? 0 : a.data < b.data ? 1 : -1));
  },
};

type OwnRow = Awaited<ReturnType<typeof listOwnDichiarazioni>>[number];

function showOwn(row: OwnRow, enteName: (ente: string) => string) {
  const { id, tipo, ente, pratica, stato, quando } = row;
  return {
    Id: id,
    tipo: tipoText(tipo),
    ente,
    nome_ente: enteName(ente),
    data: todayInRome(quando),
    ...(pratica === null
      ? { stato: 'bozza' as const, protocollo: null, percorso: `${dichiarazionePath(id)}?riprendi=1` }
      : {
          stato: dichiarazioneStatoOf(stato),
          protocollo: protocollo(row),
          percorso: chatPath({ tipo: 'richiesta', id: pratica, email: row.email }),
          ricevuta: ricevutaAddress(pratica, { email: row.email, vista: 'cittadino' }),
          ...(row.motivo && { motivo: row.motivo }),
          ...(stato === 'ritirata' && { ritirata: true }),
        }),
  };
}

const tipoText = (tipo: TipoDichiarazione) =>
  tipo === 'nuovo' ? 'Nuovo mezzo pubblicitario' : `${TIPI_DICHIARAZIONE[tipo]} di un mezzo pubblicitario`;
