/** The requests that are open about documents: which, and the case of each where it is of the person who asks. */
import { type Ctx, owner } from '../../../context.ts';
import { iso } from '../../../platform/atoms/date.ts';
import { serviceOf } from '../ente/servizi.ts';
import { percorsoChat, protocollo } from '../pratica/pratica.server.ts';
import { conRichiestaAperta } from './richieste.db.ts';

/** @property pratica null when somebody else asked: that there is a request is all that is told */
export type RichiestaAperta = {
  azione: string;
  pratica: { protocollo: string; inviata_il: string; chat: string } | null;
};

/**
 * @param documenti ids of documents that this person may see
 * @returns by id of the document, its open requests, one of a kind at most
 */
export async function richiesteAperte(
  ctx: Ctx,
  documenti: readonly string[],
): Promise<ReadonlyMap<string, RichiestaAperta[]>> {
  const righe = await conRichiestaAperta(ctx.db, documenti);
  const sua = ({ utente, proprietario }: (typeof righe)[number]) =>
    utente === null ? proprietario === owner(ctx) : utente === ctx.user?.id;
  const aperte = righe.flatMap((riga) => {
    const azione = serviceOf(ctx.house.services, riga.codice)?.documents?.action;
    if (!azione) return [];
    const caso = { protocollo: protocollo(riga), inviata_il: iso(riga.inviata_il), chat: percorsoChat(riga) };
    return [{ documento: riga.documento, aperta: { azione, pratica: sua(riga) ? caso : null } }];
  });
  const perDocumento = Map.groupBy(aperte, ({ documento }) => documento);
  return new Map([...perDocumento].map(([id, sue]) => [id, sue.map(({ aperta }) => aperta)]));
}
