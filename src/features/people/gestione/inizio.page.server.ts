/** What `/gestione` shows: what the municipality still needs before it is public. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import { type ChecklistItem, checklistOf } from './checklist.ts';
import { type GestioneFrame, openGestione } from './gestione.page.server.ts';
import { gestionePath } from './gestione-path.ts';

type LinkedItem = ChecklistItem & { href: string };
export type InizioView = GestioneFrame & { required: LinkedItem[]; advised: LinkedItem[]; missing: number };

export async function openInizioPage(astro: AstroGlobal): Promise<InizioView | Response> {
  const { ctx } = astro.locals;
  const opened = await openGestione(astro, {});
  if (opened instanceof Response) return opened;
  const { ente } = opened.frame;
  const { dati, sportelli } = await callOperation('datiEnte', { ente }, ctx);
  const { uffici } = await callOperation('ufficiEnte', { ente }, ctx);
  const { attiva, da } = await callOperation('convenzioneEnte', { ente }, ctx);
  const { services } = ctx.house;
  const { required, advised } = checklistOf({
    dati: dati as Partial<Ente>,
    offered: astro.locals.ente.id === ente ? astro.locals.ente.categorie : [],
    needing: services.flatMap(({ offers = {} }) =>
      Object.entries(offers).flatMap(([c, { needed }]) => (needed ? [c] : [])),
    ),
    sportelli: sportelli.length,
    uffici,
    convenzione: attiva ? da !== null : null,
    nameOf: (codice) => officeNameOf(services, codice),
  });
  const linked = (item: ChecklistItem): LinkedItem => ({
    ...item,
    href: gestionePath(item.path, { ente, ...(item.part && { parte: item.part }) }),
  });
  return {
    ...opened.frame,
    required: required.map(linked),
    advised: advised.map(linked),
    missing: required.filter(({ isDone }) => !isDone).length,
  };
}
