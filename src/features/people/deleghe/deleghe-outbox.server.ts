/** Turns entries of the outbox about delegations into mails. */
import type { OutboxDelivery } from '../../../context.ts';
import { deliveryOf } from '../../../platform/outbox.server.ts';
import { enteOfPage, siteOf } from '../../cases/ente/ente.server.ts';
import { DELEGA_NOVITA } from '../../cases/posizione/delega-novita.ts';
import { findAddress, findDelega } from './deleghe.db.ts';
import { delegaMail } from './deleghe.mail.ts';
import { DELEGHE_PATH } from './deleghe.ts';

/** To nobody when the person has no address, or has been forgotten meanwhile. */
export const DELEGHE_OUTBOX: readonly OutboxDelivery[] = [
  deliveryOf(DELEGA_NOVITA, async ({ delega: id, evento, host }, house) => {
    const delega = await findDelega(house.db, id);
    const to = delega && (await findAddress(house.db, delega.delegante));
    if (!to) return null;
    const ente = await enteOfPage(house, host);
    const delegheUrl = `${await siteOf(house, host)}${DELEGHE_PATH}`;
    return { to, ente, testo: delegaMail({ ente, evento, finoA: delega.fino_a, delegheUrl }) };
  }),
];
