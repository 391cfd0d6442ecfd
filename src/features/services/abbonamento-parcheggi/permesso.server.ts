/** Serves the permit of a parking subscription (PDF), which the driver displays in the car, and the answer to its code. */
import { randomInt } from 'node:crypto';
import type { CallContext } from '../../../context.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import { targaInWords } from '../../../platform/atoms/targa-format.ts';
import type { FileAnswer, OperationInput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { makePdf } from '../../../platform/pdf/pdf.server.ts';
import type { OperationHandler } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { enteOfPage, siteUrl } from '../../cases/ente/ente.server.ts';
import { letterheadOf } from '../../cases/ente/stemma.server.ts';
import { countMisses, findVisiblePratica, recordConsultazione } from '../../cases/pratica/accesso.server.ts';
import { protocollo } from '../../cases/pratica/pratica-names.ts';
import type { parcheggiOperations } from './parcheggi.contract.ts';
import { findPermesso, keepCodicePermesso, readAvvisoStati } from './parcheggi.db.ts';
import { groupCodice, isPermessoReady, normaliseCodice, VERIFICA_PATH } from './permesso.ts';
import { abbonamentoOf } from './pratica-data.ts';

/** Neither 0 and O nor 1, I and L: a code is also read from paper. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 31 letters, 16 times: 79 random bits. */
const CODE_LENGTH = 16;

const createCodice = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/** Whether the permit of a case was accepted, and is free or paid. */
export const isReady = async ({ db }: Pick<CallContext, 'db'>, pratica: Pratica): Promise<boolean> =>
  isPermessoReady(
    { ...pratica, importo_cent: abbonamentoOf(pratica).importo_cent },
    await readAvvisoStati(db, pratica.id),
  );

/** @throws PortalError `not_found` for a case of another kind, `conflict` before acceptance and payment */
export async function downloadPermesso(
  input: OperationInput<typeof parcheggiOperations.permessoParcheggio>,
  ctx: CallContext,
): Promise<FileAnswer> {
  const accesso = await countMisses(ctx, input.email, async () => {
    const seen = await findVisiblePratica(ctx, input);
    if (seen.pratica.codice !== 'SF300') throw new PortalError('not_found');
    return seen;
  });
  const { pratica } = accesso;
  if (!(await isReady(ctx, pratica)))
    throw new PortalError('conflict', {
      message:
        pratica.stato === 'accettata'
          ? 'Il permesso si scarica dopo il pagamento: trovi l’avviso nella pagina della richiesta.'
          : 'Il permesso si scarica quando l’ente ha accettato la richiesta e l’importo è pagato.',
    });
  await recordConsultazione(ctx, accesso);
  const { house } = ctx;
  const ente = await enteOfPage(house, '', pratica.ente);
  const codice = await keepCodicePermesso(ctx.db, pratica.id, createCodice());
  const content = {
    ...abbonamentoOf(pratica),
    ente: await letterheadOf(house, ente),
    protocollo: protocollo(pratica),
    codice: groupCodice(codice),
    verifica: `${siteUrl(house.settings, ente.host)}${VERIFICA_PATH}/${codice}`,
    sandbox: house.settings.mode === 'sandbox',
    createdAt: pratica.chiusa_il ?? pratica.inviata_il,
  };
  const bytes = await makePdf(ctx, { kind: 'permesso', content });
  const fileName = `permesso-di-sosta-${protocollo(pratica).replace('/', '-')}.pdf`;
  return { type: 'application/pdf', bytes, disposition: contentDisposition(fileName) };
}

/** Reads what the paper says as well, and whether the case still stands behind it. */
export const verificaPermesso: OperationHandler<(typeof parcheggiOperations)['verificaPermesso']> = async (
  input,
  ctx,
) => {
  const pratica = await findPermesso(ctx.db, normaliseCodice(input.codice));
  if (!pratica)
    throw new PortalError('not_found', { message: 'Nessun permesso ha questo codice: controlla lettere e numeri.' });
  const { targhe, nome_zona, dal, al } = abbonamentoOf(pratica);
  const today = todayInRome(ctx.now);
  const byDay = today < dal ? 'futuro' : today > al ? 'scaduto' : 'valido';
  return {
    ente: pratica.ente,
    esito: (await isReady(ctx, pratica)) ? byDay : 'revocato',
    targhe: targhe.map(targaInWords),
    zona: nome_zona,
    dal,
    al,
  };
};
