/** Moves a guest's case into a citizen's reserved area, once the tax code or the number and e-mail prove it theirs. */
import type { Ctx, User } from '../../../context.ts';
import { iso } from '../../../platform/atoms/date.ts';
import type { Input } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/outbox.server.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import type { Pratica } from '../../../store/tables.ts';
import { stessa } from '../otp/otp.contract.ts';
import { spendiConferma } from '../otp/otp.server.ts';
import { aggiungi } from './commento.server.ts';
import type { PraticaAperta } from './pratica.contract.ts';
import { cambiaPratica, praticheDiNessuno, trovaPerCambiare, trovaPerNumero } from './pratica.db.ts';
import { aperta, protocollo } from './pratica.server.ts';
import type { operations } from './prendi.contract.ts';

/** What the timeline says from then on. */
const PRESA = 'Presa nell’area riservata di chi l’ha inviata';

type Chiesta = Input<typeof operations.prendiPratica>;

export const handlers: Handlers<typeof operations> = {
  praticheDaPrendere: async (_input, ctx) =>
    (await praticheDiNessuno(ctx.db, chi(ctx).codice_fiscale)).map((p) => ({
      id: p.id,
      protocollo: protocollo(p),
      tipo: p.tipo,
      codice: p.codice,
      oggetto: p.oggetto,
      ente: p.ente,
      stato: p.stato,
      inviata_il: iso(p.inviata_il),
    })),
  prendiPratica: (input, ctx) =>
    ctx.db.transaction().execute(async (tx) => {
      const dentro = { ...ctx, db: tx };
      const pratica = input.id ? await perId(dentro, input.id) : await perNumero(dentro, input);
      return prendi(dentro, pratica);
    }),
};

function chi({ user }: Ctx): User {
  if (!user) throw new PortalError('anonymous');
  return user;
}

/** A case that carries the citizen's tax code, held until the transaction ends. */
async function perId(ctx: Ctx, id: string): Promise<Pratica> {
  const pratica = await trovaPerCambiare(ctx, id);
  if (pratica?.codice_fiscale !== chi(ctx).codice_fiscale) throw nonTrovata();
  return pratica;
}

/**
 * A case without a tax code: its number and body, and the code at its address, are the proof.
 * The address is asked for first, so that nothing is told to who cannot read its mail.
 */
async function perNumero(ctx: Ctx, chiesta: Chiesta): Promise<Pratica> {
  const { ente, email, anno, numero } = completa(chiesta);
  await spendiConferma(ctx, email);
  const trovata = await trovaPerNumero(ctx.db, { ente, anno, numero });
  const pratica = trovata && (await trovaPerCambiare(ctx, trovata.id));
  const altrui = pratica?.codice_fiscale && pratica.codice_fiscale !== chi(ctx).codice_fiscale;
  if (!pratica || altrui || !stessa(pratica.email, email)) throw nonTrovata();
  return pratica;
}

/** What the proof needs, and all that is missing of it. @throws PortalError `invalid` */
export function completa({ ente, email, protocollo: scritto }: Chiesta) {
  const [, anno, numero] = /^\s*(\d{4})\s*\/\s*(\d{1,9})\s*$/.exec(scritto ?? '') ?? [];
  const fields: FieldErrors = {};
  if (!ente) fields.ente = ['Scegli l’ente a cui hai scritto.'];
  if (!numero) fields.protocollo = ['Scrivi il numero della pratica come nell’e-mail, ad esempio 2026/000123.'];
  if (!email) fields.email = ['Scrivi l’indirizzo e-mail che avevi indicato.'];
  if (!ente || !email || !numero) throw new PortalError('invalid', { fields });
  return { ente, email, anno: Number(anno), numero: Number(numero) };
}

/** Once: whoever comes second finds it taken. Its history stays, its address keeps its mails and is told. */
async function prendi(ctx: Ctx, pratica: Pratica): Promise<PraticaAperta> {
  const { id } = chi(ctx);
  if (pratica.utente === id) {
    throw new PortalError('conflict', { message: 'Questa pratica è già nella tua area riservata.' });
  }
  if (pratica.utente !== null) throw nonTrovata();
  await cambiaPratica(ctx.db, pratica.id, { utente: id });
  await aggiungi(ctx, { pratica, parte: 'cittadino', login: true, chi: null }, { sistema: PRESA });
  await enqueue(ctx.db, ctx.now, { tipo: 'cittadino.presa', dati: { pratica: pratica.id } });
  return aperta({ ...pratica, utente: id });
}

/** The same whatever was wrong. */
const nonTrovata = () =>
  new PortalError('not_found', {
    message:
      'Non abbiamo trovato una pratica da portare nella tua area riservata con questi dati. Controlla ente, numero ed e-mail: sono nell’e-mail di conferma.',
  });
