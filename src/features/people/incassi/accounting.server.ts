/** How the accounts of an ente name what comes in: the service of a receipt, and the item (capitolo) under which it goes. */
import type { CallContext } from '../../../context.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import { findSistema, sistemaWithCode } from '../../cases/ente/sistemi.ts';
import { listServizi } from '../../services/paga-online/avvisi.db.ts';
import { parseServizio } from '../../services/paga-online/avvisi.server.ts';
import { spontaneoCodice, spontaneoServizio } from '../../services/paga-online/servizio-incasso.ts';
import { type Incasso, NO_SERVIZIO } from './incassi.contract.ts';

type IncassoAccount = Pick<Incasso, 'servizio' | 'servizio_nome' | 'capitolo' | 'accertamento'>;

/** @property of what a service is for the accounts @property codesOf the services that a filter asks for; undefined: all */
export type Accounting = {
  of(servizio: string): IncassoAccount;
  codesOf(filter: { servizio?: string | undefined; capitolo?: string | undefined }): string[] | undefined;
};

export async function readAccounting({ house, db }: CallContext, ente: string): Promise<Accounting> {
  const known = await findEnte(house, ente);
  const capitoli = known?.capitoli ?? [];
  const spontanei = new Map((await listServizi(db, ente)).map(parseServizio).map(({ codice, nome }) => [codice, nome]));
  const items = capitoli.map((item) => ({
    ...item,
    codes: [...(item.servizi ?? []), ...(item.sistemi ?? []), ...(item.spontanei ?? []).map(spontaneoServizio)],
  }));
  const nameOf = (servizio: string): string => {
    const codice = spontaneoCodice(servizio);
    if (codice !== undefined) return spontanei.get(codice) ?? codice;
    if (servizio === '') return 'Altri avvisi';
    const sistema = findSistema(known, servizio);
    return sistema ? sistemaWithCode(sistema) : officeNameOf(house.services, servizio);
  };
  return {
    of: (servizio) => {
      const item = items.find(({ codes }) => codes.includes(servizio));
      return {
        servizio: servizio || null,
        servizio_nome: nameOf(servizio),
        capitolo: item?.capitolo ?? null,
        accertamento: item?.accertamento ?? null,
      };
    },
    codesOf: ({ servizio, capitolo }) => {
      const asked = servizio && [servizio === NO_SERVIZIO ? '' : servizio];
      const codesOfItem = capitolo && items.flatMap((item) => (item.capitolo === capitolo ? item.codes : []));
      if (!asked) return codesOfItem || undefined;
      return codesOfItem ? asked.filter((code) => codesOfItem.includes(code)) : asked;
    },
  };
}
