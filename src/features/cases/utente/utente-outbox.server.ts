/** Turns entries of the outbox about an account into mails; the only kind tells of a changed e-mail address. */
import type { OutboxDelivery } from '../../../context.ts';
import { deliveryOf } from '../../../platform/outbox.server.ts';
import { enteOfPage } from '../ente/ente.server.ts';
import { CONTATTO_CHANGED, renderContattoChanged } from './utente.mail.ts';

/** Makes the mail of an outbox row about an account. */
export const UTENTE_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(CONTATTO_CHANGED, async ({ a, nuovo, ente: id }, house) => {
    const ente = await enteOfPage(house, '', id);
    const profiloUrl = `${house.settings.publicUrl}/area-riservata/profilo-utente`;
    return { to: a, ente, testo: renderContattoChanged({ ente, newAddress: nuovo, profiloUrl }) };
  }),
];
