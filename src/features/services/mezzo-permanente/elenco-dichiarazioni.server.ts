/** Lists a citizen's declarations for the reserved area: imported ones, those sent here, and each bozza with its link. */
import { owner } from '../../../context.ts';
import { oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { percorsoChat, protocollo } from '../../cases/pratica/pratica.server.ts';
import { type operations, type StatoDichiarazione, statoDi } from './elenco-dichiarazioni.contract.ts';
import { dichiarazioniDi, fatteQui } from './elenco-dichiarazioni.db.ts';
import { OPERAZIONI, type Operazione } from './mezzo.ts';

export const handlers: Handlers<typeof operations> = {
  listaDichiarazioni: async (_input, ctx) => {
    const { db, house, user, now } = ctx;
    if (!user) throw new PortalError('anonymous');
    const bodies = await enti(house);
    const nome = (id: string) => bodies.find((e) => e.id === id)?.nome ?? id;
    const [importate, fatte] = await Promise.all([
      dichiarazioniDi(db, { codice_fiscale: user.codice_fiscale }),
      fatteQui(db, { utente: user.id, proprietario: owner(ctx), now }),
    ]);
    const altre = importate.map(({ id, tipo, ente, data, stato, protocollo }) => ({
      Id: id,
      ...{ tipo, ente, nome_ente: nome(ente), data },
      stato: stato as StatoDichiarazione,
      protocollo,
    }));
    if (fatte.length === 0) return altre;
    const qui = fatte.toSorted((a, b) => b.quando - a.quando).map((riga) => fattaQui(riga, nome));
    // Of one day those made here come first, and the others stay as they are.
    return [...qui, ...altre].sort((a, b) => (a.data === b.data ? 0 : a.data < b.data ? 1 : -1));
  },
};

type Fatta = Awaited<ReturnType<typeof fatteQui>>[number];

function fattaQui(riga: Fatta, nome: (ente: string) => string) {
  const { id, tipo, ente, pratica, stato, quando } = riga;
  return {
    Id: id,
    tipo: tipoInParole(tipo),
    ...{ ente, nome_ente: nome(ente), data: oggi(quando) },
    ...(pratica === null
      ? { stato: 'bozza' as const, protocollo: null, percorso: `${percorsoDichiarazione(id)}?riprendi=1` }
      : {
          stato: statoDi(stato),
          protocollo: protocollo(riga),
          percorso: percorsoChat({ tipo: 'richiesta', id: pratica, email: riga.email }),
        }),
  };
}

const tipoInParole = (tipo: Operazione) =>
  tipo === 'nuovo' ? 'Nuovo mezzo pubblicitario' : `${OPERAZIONI[tipo]} di un mezzo pubblicitario`;
