/** Tells an operator what their ente knows of the person who calls: their name and contacts, and their last cases, which record who has seen them. */
import { isoInstant } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { findEnte } from '../ente/ente.server.ts';
import { recordConsultazione } from './accesso.server.ts';
import { protocollo, ufficioPath } from './pratica-names.ts';
import { MAX_KNOWN, type richiedenteKnownOperations } from './richiedente-known.contract.ts';
import { listOfPerson } from './richiedente-known.db.ts';
import { isOfOtherOffice } from './riservati.server.ts';
import { STATO_LABELS, type StatoPratica } from './stati.ts';

/** Of those that another office has nothing is told. */
const LOOKED_AT = 4 * MAX_KNOWN;

export const richiedenteKnownHandlers: OperationHandlers<typeof richiedenteKnownOperations> = {
  conosciRichiedente: async ({ ente: id, telefono, codice_fiscale, email }, ctx) => {
    const ente = ctx.user?.enti.includes(id) && (await findEnte(ctx.house, id));
    if (!ente) throw new PortalError('not_found');
    const of = { ente: id, telefono, codiceFiscale: codice_fiscale, email };
    const rows = (await listOfPerson(ctx.db, of, LOOKED_AT)).filter((row) => !isOfOtherOffice(ctx.user, row));
    const [last] = rows;
    const shown = rows.slice(0, MAX_KNOWN);
    for (const pratica of shown) await recordConsultazione(ctx, { pratica, side: 'operatore', login: true });
    return {
      ...(last && {
        richiedente: {
          nome: last.nome,
          cognome: last.cognome,
          ...(last.telefono && { telefono: last.telefono }),
          ...(last.email && { email: last.email }),
          ...(last.codice_fiscale && { codice_fiscale: last.codice_fiscale }),
        },
      }),
      altre: rows.length > shown.length,
      pratiche: shown.map((row) => ({
        protocollo: protocollo(row),
        oggetto: row.oggetto,
        richiedente: fullName(row),
        stato: STATO_LABELS[row.stato as StatoPratica],
        inviata_il: isoInstant(row.inviata_il),
        chat: ufficioPath(row, ente),
      })),
    };
  },
};
