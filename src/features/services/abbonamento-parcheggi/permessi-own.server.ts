/** The last days of a citizen's parking permits, as days of a calendar. */
import type { CallContext } from '../../../context.ts';
import { dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import type { CalendarDay } from '../../../platform/icalendar.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enti, siteOf } from '../../cases/ente/ente.server.ts';
import { chatPath, protocollo } from '../../cases/pratica/pratica-names.ts';
import { listPraticheOfPermessi } from './parcheggi.db.ts';
import { isReady } from './permesso.server.ts';
import { abbonamentoOf } from './pratica-data.ts';

/** Of permits that can be displayed and are not over, the first one sent first. */
export async function listPermessi(ctx: CallContext): Promise<CalendarDay[]> {
  const { db, house, user, now } = ctx;
  const pratiche = await listPraticheOfPermessi(db, { utente: user?.id ?? '', today: todayInRome(now) });
  const ready = await Promise.all(pratiche.map((pratica) => isReady(ctx, pratica)));
  const names = new Map((await enti(house)).map(({ id, nome }) => [id, nome]));
  const { hostname } = new URL(house.settings.publicUrl);
  const dayOf = async (pratica: Pratica): Promise<CalendarDay> => {
    const { al, nome_zona, targhe } = abbonamentoOf(pratica);
    const url = (await siteOf(house, pratica.host)) + chatPath(pratica);
    const ente = names.get(pratica.ente) ?? pratica.ente;
    return {
      uid: `permesso-${pratica.id}@${hostname}`,
      giorno: al,
      titolo: `Scade il permesso di sosta: ${ente}`,
      descrizione: [
        `${ente}, permesso ${protocollo(pratica)}: ${nome_zona}`,
        `Targhe: ${targhe.map(targaInWords).join(', ')}`,
        `Vale fino ${withArticle('al', dateInWords(al))}`,
        `La richiesta: ${url}`,
      ].join('\n'),
      url,
    };
  };
  return Promise.all(pratiche.filter((_pratica, n) => ready[n]).map(dayOf));
}
