/** Pays a service without an avviso: checks what was typed, registers a new avviso with pagoPA and opens its payment. */
import { type CallContext, ownerOf } from '../../../context.ts';
import { addDays, todayInRome } from '../../../platform/atoms/date.ts';
import { iuvOf } from '../../../platform/atoms/numero-avviso.ts';
import type { OperationInput } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { AvvisoToPay } from '../../../platform/payments.ts';
import { findEnte } from '../../cases/ente/ente.server.ts';
import { listServizi, writeAvviso } from './avvisi.db.ts';
import { parseServizio } from './avvisi.server.ts';
import { findFreeNumero } from './numero-avviso.server.ts';
import type { pagaOnlineOperations } from './paga-online.contract.ts';
import {
  askFornitore,
  fornitoreOf,
  type OpenedCarrello,
  openAtFornitore,
  writeOpening,
} from './pagamento-opening.server.ts';
import { rifiuto } from './rifiuti.ts';
import { checkImporto, checkServizioFields, pickServizioFields, type ServizioPagamento } from './servizio-fields.ts';
import { findTentativo } from './tentativi.db.ts';

type SpontaneoInput = OperationInput<typeof pagaOnlineOperations.pagaSpontaneo>;
export type Spontaneo = OpenedCarrello & {
  servizio: string;
  dati: Pick<SpontaneoInput, 'campi' | 'causale' | 'pagatore'>;
};

/** Time after which an unpaid one expires, in ms. */
const LIFETIME_MS = 24 * 3600_000;

/**
 * Checks the form, creates the notice, registers it with the platform and opens its cart. Outside any transaction, because it waits for the
 * network.
 * @param brake counts the call before the platform is called: what is registered there stays
 * @throws PortalError `invalid` with the fields, or with its `reason`
 */
export async function prepareSpontaneo(
  ctx: CallContext,
  input: SpontaneoInput,
  brake: () => Promise<void>,
): Promise<Spontaneo> {
  const { ente, servizio } = await findChosenServizio(ctx, input);
  const importo_cent = checkInput(servizio, input);
  const provider = fornitoreOf(ctx, 'pagopa');
  const served = await provider.enteOf?.(ente.codice_fiscale);
  if (!served || !provider.createDebtPosition) throw rifiuto('SERVIZIO_NON_DISPONIBILE');

  await brake();
  const numero_avviso = await findFreeNumero(ctx, ente.id, served.segregazione);
  const avviso: AvvisoToPay = {
    ente: ente.id,
    dominioEC: ente.codice_fiscale,
    enteName: ente.nome,
    numero_avviso,
    iuv: iuvOf(numero_avviso),
    importo_cent,
    causale: [servizio.nome, input.causale].filter(Boolean).join(' - ').slice(0, 140),
  };
  const scadenza = addDays(todayInRome(ctx.now), 1);
  const createPosizione = provider.createDebtPosition;
  // The number is never given twice, so it identifies the position as well.
  const { tassonomia } = servizio;
  const { pagatore, causale } = input;
  await askFornitore(ctx.house, () =>
    createPosizione({ iupd: `portale-${numero_avviso}`, taxonomy: tassonomia, avviso, scadenza, pagatore }),
  );
  const rest = {
    stato: 'da_pagare',
    bollo_cent: null,
    documento: null,
    pagabile_fino: null,
    scade: ctx.now + LIFETIME_MS,
    openAtMooney: 0,
  };
  const opened = await openAtFornitore(ctx, provider, {
    avvisi: [{ ...avviso, scadenza, ...rest }],
    email: input.emailDebitore,
  });
  return {
    ...opened,
    servizio: servizio.codice,
    dati: { campi: pickServizioFields(servizio.campi, input.campi), causale, pagatore },
  };
}

/** Records the notice and the attempt to pay it, in the transaction that answers. */
export async function writeSpontaneo(ctx: CallContext, spontaneo: Spontaneo) {
  const [avviso] = spontaneo.avvisi;
  if (!avviso) throw new Error('Pagamento spontaneo senza avviso');
  const { ente, numero_avviso, iuv, causale, importo_cent, scadenza, scade } = avviso;
  const isOwn = ctx.user?.codice_fiscale === spontaneo.dati.pagatore.codice_fiscale;
  const isNew = await writeAvviso(ctx.db, {
    ente,
    numero_avviso,
    iuv,
    causale,
    importo_cent,
    bollo_cent: null,
    scadenza,
    scade,
    pagabile_fino: null,
    stato: 'da_pagare',
    stato_da: 'portale',
    // A typed tax code must not put a debt into the area of its holder.
    debitore: isOwn ? spontaneo.dati.pagatore.codice_fiscale : null,
    pratica: null,
    posizione: null,
    servizio: spontaneo.servizio,
    dati_json: JSON.stringify(spontaneo.dati),
    proprietario: ownerOf(ctx),
    creato: ctx.now,
  });
  // A row with this number exists: the same send has written it in parallel, or another one has taken the number.
  if (!isNew && !(await findTentativo(ctx.db, spontaneo.riferimento))) throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  const opened = await writeOpening(ctx, spontaneo);
  return { ...opened, IUV: iuv, numero_avviso };
}

async function findChosenServizio(ctx: CallContext, input: SpontaneoInput) {
  const ente = await findEnte(ctx.house, input.ente);
  if (!ente) throw new PortalError('invalid', { fields: { ente: ['Scegli l’ente dall’elenco.'] } });
  const servizio = (await listServizi(ctx.db, ente.id)).map(parseServizio).find((s) => s.codice === input.servizio);
  if (!servizio) throw new PortalError('invalid', { fields: { servizio: ['Scegli il servizio dall’elenco.'] } });
  return { ente, servizio };
}

/** Web and e-mail addresses are refused in a subject, because pagoPA prints it in its mail under the name of the ente. */
const ADDRESS_PATTERN = /:\/\/|www\.|@|\w[.。][a-z]{2,}(\b|\/)/i;
/** "Sig.ra", "dott.ssa", "c.so": titles and streets, not web addresses. */
const ABBREVIATION_PATTERN =
  /\b(sigg?|gent|egr|spett|dott|prof|c|v|p)\.(ra|re|ri|mo|ma|le|ssa|sse|so|lo|za)\b(?![./])/gi;

const hasAddress = (causale: string): boolean =>
  ADDRESS_PATTERN.test(causale.normalize('NFKC').replace(ABBREVIATION_PATTERN, ''));

/** @returns the amount in cents: the fixed one of the service, whatever was sent @throws PortalError `invalid` */
function checkInput(servizio: ServizioPagamento, { campi, importo_cent, causale }: SpontaneoInput): number {
  const fields: FieldErrors = checkServizioFields(servizio.campi, campi);
  const importo = checkImporto(servizio, importo_cent);
  if (importo) fields.importo_cent = [importo];
  if (causale && hasAddress(causale)) fields.causale = ['Scrivi il motivo senza indirizzi web o e-mail.'];
  if (Object.keys(fields).length > 0) throw new PortalError('invalid', { fields });
  return servizio.importo_cent ?? (importo_cent as number);
}
