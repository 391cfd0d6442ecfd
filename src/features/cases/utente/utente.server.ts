/** Tells a page who is logged in, and changes a citizen's contacts and residence; a new e-mail address needs a code. */
import type { Ctx, User } from '../../../context.ts';
import type { Input } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/outbox.server.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import type { Utente } from '../../../store/tables.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import { stessa } from '../otp/otp.contract.ts';
import { spendiConferma } from '../otp/otp.server.ts';
import { type operations, RESIDENZA, type UtenteMostrato } from './utente.contract.ts';
import { cambiaUtente, trovaPerCambiare, trovaUtente } from './utente.db.ts';
import { type ContattoCambiato, mascherata } from './utente.mail.ts';
import { utenteDi } from './utente.ts';

type Residenza = Partial<Record<(typeof RESIDENZA)[number], string>>;
type Cambi = Partial<Input<typeof operations.modificaAnagrafica>>;

export const handlers: Handlers<typeof operations> = {
  utente: async (_input, ctx) => {
    const riga = await trovaUtente(ctx.db, chi(ctx).id);
    return mostra(chi(ctx), riga?.residenza_json);
  },
  aggiornaContatti: (input, ctx) => cambia(ctx, input),
  modificaAnagrafica: (input, ctx) => cambia(ctx, input),
};

function chi({ user }: Ctx): User {
  if (!user) throw new PortalError('anonymous');
  return user;
}

/**
 * A new address has to be confirmed by this citizen's code, and the old one is told: who holds a login that is not theirs cannot
 * take the account over unseen (product rule).
 * @throws PortalError `invalid` on `otp` when the new address is not confirmed
 */
async function cambia(ctx: Ctx, cambi: Cambi): Promise<UtenteMostrato> {
  return ctx.db.transaction().execute(async (tx) => {
    const dentro = { ...ctx, db: tx };
    const riga = await trovaPerCambiare(dentro, chi(ctx).id);
    if (!riga) throw new PortalError('anonymous');
    const nuovo: Utente = { ...riga, residenza_json: JSON.stringify(residenza(riga, cambi)) };
    const { Email_Comunicazione__c: email, Telefono_Comunicazione__c: telefono } = cambi;
    if (telefono !== undefined) nuovo.telefono_comunicazione = telefono;
    if (email && !stessa(riga.email_comunicazione ?? undefined, email)) {
      // As the account stands now: another session may have changed it since this one was read.
      await spendiConferma({ ...dentro, user: utenteDi(riga) }, email);
      nuovo.email_comunicazione = email;
      await avvisa(dentro, riga.email_comunicazione, email);
    }
    const { email_comunicazione, telefono_comunicazione, residenza_json } = nuovo;
    await cambiaUtente(tx, riga.id, { email_comunicazione, telefono_comunicazione, residenza_json });
    return mostra(utenteDi(nuovo), residenza_json);
  });
}

function residenza(riga: Utente, cambi: Cambi): Residenza {
  const tutti: Residenza = JSON.parse(riga.residenza_json) as Residenza;
  for (const nome of RESIDENZA) {
    const scritto = cambi[nome];
    if (scritto === null) delete tutti[nome];
    else if (scritto !== undefined) tutti[nome] = scritto;
  }
  return tutti;
}

/** Who had no address before has nowhere to be told. */
async function avvisa(ctx: Ctx, vecchio: string | null, nuovo: string): Promise<void> {
  if (!vecchio) return;
  const ente = await enteDellaPagina(ctx.house, ctx.host);
  const dati: ContattoCambiato = { a: vecchio, nuovo: mascherata(nuovo), ente: ente.id };
  await enqueue(ctx.db, ctx.now, { tipo: 'utente.contatto-cambiato', dati });
}

function mostra(user: User, residenza_json = '{}'): UtenteMostrato {
  return {
    Id: user.id,
    Nome: user.nome,
    Cognome: user.cognome,
    CodiceFiscale: user.codice_fiscale,
    PersonEmail: user.email,
    Email_Comunicazione__c: user.contatti.email,
    Telefono_Comunicazione__c: user.contatti.telefono,
    ...(JSON.parse(residenza_json) as Residenza),
    Ruolo: user.ruolo,
    Enti: user.enti,
  };
}
