/** Pays a service without an avviso: checks what was typed, registers a new avviso with pagoPA and opens its payment. */
import { type Ctx, owner } from '../../../context.ts';
import { aggiungiGiorni, oggi } from '../../../platform/atoms/date.ts';
import { iuvDi } from '../../../platform/atoms/numero-avviso.ts';
import type { Input } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import type { AvvisoDaPagare } from '../../../platform/payments.ts';
import { ente as enteDi } from '../../cases/ente/ente.server.ts';
import { apriDalFornitore, dalFornitore, fornitoreDi, type Pronta, scriviApertura } from './apertura.server.ts';
import { scriviAvviso, serviziDi } from './avvisi.db.ts';
import { servizioDa } from './avvisi.server.ts';
import { erroreImporto, erroriCampi, type ServizioPagamento } from './campi.ts';
import { numeroLibero } from './numerazione.server.ts';
import type { operations } from './paga-online.contract.ts';
import { rifiuto } from './rifiuti.ts';
import { trovaTentativo } from './tentativi.db.ts';

type Dati = Input<typeof operations.pagaSpontaneo>;
export type Spontaneo = Pronta & { servizio: string; dati: Pick<Dati, 'campi' | 'causale' | 'pagatore'> };

/** One that nobody paid is given up after this long. */
const VITA = 24 * 3600_000;

/**
 * Checks the form, makes the notice, registers it with the platform and opens its cart. Outside any transaction.
 * @param brake counts the call before the platform is spoken to: what is made there stays
 * @throws PortalError `invalid` with the fields, or with its `reason`
 */
export async function preparaSpontaneo(ctx: Ctx, input: Dati, brake: () => Promise<void>): Promise<Spontaneo> {
  const { ente, servizio } = await servizioScelto(ctx, input);
  const importo_cent = controllato(servizio, input);
  const provider = fornitoreDi(ctx, 'pagopa');
  const segregazione = provider.segregazione?.(ente.codice_fiscale);
  if (segregazione === undefined || !provider.creaPosizione) throw rifiuto('SERVIZIO_NON_DISPONIBILE');

  await brake();
  const numero_avviso = await numeroLibero(ctx, ente.id, segregazione);
  const avviso: AvvisoDaPagare = {
    ...{ ente: ente.id, dominioEC: ente.codice_fiscale, nomeEnte: ente.nome },
    ...{ numero_avviso, iuv: iuvDi(numero_avviso), importo_cent },
    causale: [servizio.nome, input.causale].filter(Boolean).join(' - ').slice(0, 140),
  };
  const scadenza = aggiungiGiorni(oggi(ctx.now), 1);
  const crea = provider.creaPosizione;
  // The number is never given twice, so it names the position as well.
  const { tassonomia } = servizio;
  const { pagatore, causale } = input;
  await dalFornitore(ctx.house, () =>
    crea({ iupd: `portale-${numero_avviso}`, tassonomia, avviso, scadenza, pagatore }),
  );
  const resto = { stato: 'da_pagare', documento: null, pagabile_fino: null, scade: ctx.now + VITA, aperti: 0 };
  const aperta = await apriDalFornitore(ctx, provider, {
    avvisi: [{ ...avviso, scadenza, ...resto }],
    email: input.emailDebitore,
  });
  return { ...aperta, servizio: servizio.codice, dati: { campi: suoi(servizio, input.campi), causale, pagatore } };
}

/** Writes the notice and the attempt to pay it, in the transaction that answers. */
export async function scriviSpontaneo(ctx: Ctx, spontaneo: Spontaneo) {
  const [avviso] = spontaneo.avvisi;
  if (!avviso) throw new Error('Pagamento spontaneo senza avviso');
  const { ente, numero_avviso, iuv, causale, importo_cent, scadenza, scade } = avviso;
  const suo = ctx.user?.codice_fiscale === spontaneo.dati.pagatore.codice_fiscale;
  const nuovo = await scriviAvviso(ctx.db, {
    ...{ ente, numero_avviso, iuv, causale, importo_cent, scadenza, scade },
    ...{ pagabile_fino: null, stato: 'da_pagare', stato_da: 'portale' },
    // Whoever types a tax code does not put a debt in its holder's area.
    debitore: suo ? spontaneo.dati.pagatore.codice_fiscale : null,
    pratica: null,
    posizione: null,
    servizio: spontaneo.servizio,
    dati_json: JSON.stringify(spontaneo.dati),
    ...{ proprietario: owner(ctx), creato: ctx.now },
  });
  // Known already: the same send, made twice at once, wrote it; any other has taken the number in the meantime.
  if (!nuovo && !(await trovaTentativo(ctx.db, spontaneo.riferimento))) throw rifiuto('SERVIZIO_NON_DISPONIBILE');
  const aperta = await scriviApertura(ctx, spontaneo);
  return { ...aperta, IUV: iuv, numero_avviso };
}

async function servizioScelto(ctx: Ctx, input: Dati) {
  const ente = await enteDi(ctx.house, input.ente);
  if (!ente) throw new PortalError('invalid', { fields: { ente: ['Scegli l’ente dall’elenco.'] } });
  const servizio = (await serviziDi(ctx.db, ente.id)).map(servizioDa).find((s) => s.codice === input.servizio);
  if (!servizio) throw new PortalError('invalid', { fields: { servizio: ['Scegli il servizio dall’elenco.'] } });
  return { ente, servizio };
}

/** Addresses of the web and of mail have no place in a reason: pagoPA prints it in its mail, under the name of the body. */
const INDIRIZZO = /:\/\/|www\.|@|\w[.。][a-z]{2,}(\b|\/)/i;
/** "Sig.ra", "dott.ssa", "c.so": titles and streets, not addresses of the web. */
const ABBREVIAZIONE = /\b(sigg?|gent|egr|spett|dott|prof|c|v|p)\.(ra|re|ri|mo|ma|le|ssa|sse|so|lo|za)\b(?![./])/gi;

const haIndirizzo = (causale: string): boolean => INDIRIZZO.test(causale.normalize('NFKC').replace(ABBREVIAZIONE, ''));

/** @returns the amount in cents: the service's own when it is fixed, whatever was sent @throws PortalError `invalid` */
function controllato(servizio: ServizioPagamento, { campi, importo_cent, causale }: Dati): number {
  const fields: FieldErrors = erroriCampi(servizio.campi, campi);
  const importo = erroreImporto(servizio, importo_cent);
  if (importo) fields.importo_cent = [importo];
  if (causale && haIndirizzo(causale)) fields.causale = ['Scrivi il motivo senza indirizzi web o e-mail.'];
  if (Object.keys(fields).length > 0) throw new PortalError('invalid', { fields });
  return servizio.importo_cent ?? (importo_cent as number);
}

/** What the service asks for and nothing else. */
function suoi(servizio: ServizioPagamento, campi: Readonly<Record<string, string>>): Record<string, string> {
  const chiesti = servizio.campi.map(({ nome }) => [nome, campi[nome]?.trim()] as const);
  return Object.fromEntries(chiesti.filter((campo): campo is [string, string] => !!campo[1]));
}
