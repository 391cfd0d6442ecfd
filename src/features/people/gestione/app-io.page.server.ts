/** What `/gestione/app-io` shows, and what its forms do. A key that was typed never comes back into the page. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { SECRET_FIELD } from '../../../platform/page.server.ts';
import type { StatoMessaggioIo } from '../../../store/tables.ts';
import type { SelectOption } from '../../../ui/form/Select.tsx';
import { OTHER_SERVICES } from '../../cases/app-io/io-notice.ts';
import type { AppIoView } from './app-io.contract.ts';
import { type GestioneFrame, openGestione } from './gestione.page.server.ts';
import { servicesOf } from './programmi-gestione.server.ts';

/** In this order, several states under one name. */
const STATO_GROUPS: readonly { name: string; stati: readonly StatoMessaggioIo[] }[] = [
  { name: 'Arrivati sul telefono', stati: ['consegnato'] },
  { name: 'Presi da IO, l’esito arriva più tardi', stati: ['inviato'] },
  { name: 'In attesa di partire', stati: ['da_inviare', 'in_partenza'] },
  { name: 'Non inviati: la persona non ha l’app o ha chiuso il servizio', stati: ['non_riceve'] },
  { name: 'Respinti da IO dopo l’invio', stati: ['respinto'] },
  { name: 'Rifiutati da IO', stati: ['rifiutato'] },
  { name: 'Senza risposta di IO: non si sa se sono arrivati, e non ripartono', stati: ['non_noto'] },
  { name: 'Non più utili quando potevano partire', stati: ['superato'] },
];
const OTHERS_NAME = 'Tutti gli altri servizi e i pagamenti';

/** @property mustRetype a key was typed and not saved, so that it must be typed again @property asks which key is about to be taken away */
export type AppIoPageView = GestioneFrame & {
  appIo: AppIoView;
  chiavi: (AppIoView['chiavi'][number] & { name: string })[];
  options: SelectOption[];
  figures: { name: string; count: number }[];
  servizio: string;
  mustRetype: boolean;
  asks: { servizio: string; name: string } | undefined;
};

export async function openAppIoPage(astro: AstroGlobal): Promise<AppIoPageView | Response> {
  const opened = await openGestione(astro, {
    salva: ({ fields: { servizio, [SECRET_FIELD]: chiave } }) => ({
      operation: 'salvaChiaveIo',
      fields: { servizio, chiave },
    }),
    chiedi: () => null,
    togli: ({ fields: { servizio } }) => ({ operation: 'togliChiaveIo', fields: { servizio } }),
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ctx } = astro.locals;
  const appIo = await callOperation('appIoEnte', { ente: frame.ente }, ctx);
  const services: Readonly<Record<string, string>> = {
    [OTHER_SERVICES]: OTHERS_NAME,
    ...(await servicesOf(ctx.house, frame.ente)),
  };
  const nameOf = (servizio: string) => services[servizio] ?? servizio;
  const counts = new Map(appIo.messaggi.map(({ stato, quanti }) => [stato, quanti]));
  const chosen = form?.fields.servizio ?? '';
  return {
    ...frame,
    appIo,
    chiavi: appIo.chiavi.map((one) => ({ ...one, name: nameOf(one.servizio) })),
    options: Object.entries(services).map(([value, label]) => ({ value, label })),
    figures: STATO_GROUPS.map(({ name, stati }) => ({
      name,
      count: stati.reduce((sum, stato) => sum + (counts.get(stato) ?? 0), 0),
    })).filter(({ count }) => count > 0),
    servizio: form?.action === 'salva' ? chosen : '',
    mustRetype: Boolean(form?.action === 'salva' && form.fields[SECRET_FIELD]),
    asks: form?.action === 'chiedi' && !form.error ? { servizio: chosen, name: nameOf(chosen) } : undefined,
  };
}
