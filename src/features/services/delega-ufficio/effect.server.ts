/** What the acceptance of such a request does: it grants the delegation, on the positions of the person in the ente that decides. */
import type { CallContext, DecisioneRule } from '../../../context.ts';
import { addDays, dateInWords, todayInRome, withArticle } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import { PortalError } from '../../../platform/errors.ts';
import { enqueueEntries } from '../../../platform/outbox.server.ts';
import { outboxEntry } from '../../../platform/outbox-kind.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { Delega, Pratica } from '../../../store/tables.ts';
import { DELEGA_NOVITA } from '../../cases/posizione/delega-novita.ts';
import { powersInWords } from '../../cases/posizione/deleghe-words.ts';
import { linkDelegate, lockForDelega, writeDelega } from '../../cases/posizione/deleghe-write.db.ts';
import type { Decisione } from '../../cases/pratica/decisione.ts';
import { writeDecisioneFacts } from '../../cases/pratica/decisione-facts.server.ts';
import { findGrantBefore, listPosizioniOfPersona } from './granted.db.ts';
import { grantedPowers, POWERS_OPTIONS } from './options.ts';
import type { PraticaData } from './pratica-data.ts';
import { findDayError } from './rules.ts';

/** How long a delegation holds for which neither of the two sides names a day. */
const DEFAULT_DAYS = 365;

async function onAccepted(ctx: CallContext, pratica: Pratica, { al, scelta, data }: Decisione & { data: PraticaData }) {
  const today = todayInRome(ctx.now);
  const fino_a = requireDay(al ?? data.fino_a ?? addDays(today, DEFAULT_DAYS), today);
  const delega = newGrant(ctx, pratica, data, { fino_a, ...grantedPowers(scelta, data) });
  const { persona } = data;
  const posizioni = await listPosizioniOfPersona(ctx.db, { ...persona, today, ente: pratica.ente });
  if (posizioni.length === 0)
    throw new PortalError('conflict', {
      message: `Per il codice fiscale ${persona.codice_fiscale} qui non ci sono posizioni intestate a una persona: non c’è niente da concedere. Controlla il codice con chi ha chiesto, oppure rifiuta la richiesta con parole tue.`,
    });
  const ids = posizioni.map(({ id }) => id);
  await lockForDelega(ctx.db, ctx.house.dialect, ids);
  await requireNoneBefore(ctx, { ...delega, today });
  await writeDelega(ctx.db, delega, ids);
  await linkDelegate(
    ctx.db,
    { codice_fiscale: delega.delegato, today, now: ctx.now },
    ids.map((posizione) => ({ id: randomId(), posizione })),
  );
  await tellHolder(ctx, delega, 'concessa');
  const powers = powersInWords(grantedPowers(scelta, data));
  const until = withArticle('al', dateInWords(fino_a));
  await writeDecisioneFacts(ctx, pratica, [
    ['Delega', `${powers}, fino ${until}`],
    ['Posizioni', posizioni.map(({ codice_utente }) => codice_utente).join(', ')],
  ]);
  return `Da adesso puoi ${powers} per ${fullName(persona)}, fino ${until}. Trovi le sue posizioni nella tua area riservata, in «Deleghe».`;
}

function requireDay(fino_a: string, today: string): string {
  const reason = findDayError(fino_a, today);
  if (reason) throw new PortalError('invalid', { fields: { decisione_al: [reason] } });
  return fino_a;
}

/** @throws PortalError `forbidden` to a program: a person answers for what is granted */
function newGrant(
  { user, programma, now }: CallContext,
  pratica: Pratica,
  { persona, motivo }: PraticaData,
  { fino_a, paga, presenta }: { fino_a: string; paga: boolean; presenta: boolean },
): Delega {
  if (!user || programma)
    throw new PortalError('forbidden', {
      message: 'Una delega la concede una persona dell’ufficio, non un programma.',
    });
  return {
    id: randomId(),
    delegante: persona.codice_fiscale,
    delegante_nome: fullName(persona),
    delegato: pratica.codice_fiscale ?? '',
    delegato_nome: fullName(pratica),
    paga: paga ? 1 : 0,
    presenta: presenta ? 1 : 0,
    servizi: null,
    // Somebody who is looked after may well read; for the others the delegate does.
    avvisi: motivo === 'assistenza' ? 'entrambi' : 'delegato',
    fino_a,
    creata: now,
    accettata: now,
    chiusa: null,
    esito: null,
    ente: pratica.ente,
    pratica: pratica.id,
    motivo,
    operatore: fullName(user),
  };
}

/** @throws PortalError `conflict` */
async function requireNoneBefore(
  ctx: CallContext,
  { delegante, delegato, ente, today }: Delega & { today: string },
): Promise<void> {
  const before = await findGrantBefore(ctx.db, { delegante, delegato, ente: ente ?? '', today });
  if (!before) return;
  throw new PortalError('conflict', {
    message: `Questa persona ha già una delega concessa qui per lo stesso codice fiscale, fino ${withArticle('al', dateInWords(before.fino_a))}. Per cambiarla chiudila dalla pratica con cui è stata concessa, poi accetta questa.`,
  });
}

/** A person who is not dead hears by mail, if they have ever logged in: nobody should act for them in secret. */
export async function tellHolder(
  { db, house, host }: CallContext,
  { id, motivo }: Delega,
  evento: 'concessa' | 'tolta',
): Promise<void> {
  if (motivo !== 'erede') await enqueueEntries(db, house.now, outboxEntry(DELEGA_NOVITA, { delega: id, evento, host }));
}

export const delegaDecision: DecisioneRule<PraticaData> = {
  asks: [
    {
      name: 'decisione_scelta',
      label: 'Che cosa può fare',
      kind: 'choice',
      options: POWERS_OPTIONS,
      hint: 'Su tutte le posizioni della persona in questo ente.',
    },
    {
      name: 'decisione_al',
      label: 'Fino a quando',
      kind: 'date',
      hint: 'Vuoto: come chiesto, oppure un anno. Al massimo due anni.',
    },
  ],
  accepted: onAccepted,
};
