/** What the pages of a petition show: the form, about documents or without, and the choice that comes before the latter. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { failWith, readForm } from '../../../platform/page.server.ts';
import { PORTALE } from '../../cases/ente/ente.ts';
import { nomeSistema, sistemaNoto } from '../../cases/ente/sistemi.ts';
import type { Banco } from '../../cases/modulo/modulo.azioni.server.ts';
import { paginaModulo } from '../../cases/modulo/modulo.page.server.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { percorsoSu } from '../../cases/richiesta/documenti.ts';
import { mostrati, paginaSuDocumenti, type VistaSuDocumenti } from '../../cases/richiesta/suDocumenti.page.server.ts';
import type { IstanzaProps } from './IstanzaForm.tsx';
import { moduloIstanza, NESSUNO, SERVIZIO, senzaDocumenti } from './istanza.fields.ts';

type Vista = VistaSuDocumenti<IstanzaProps>;
type Ente = { value: string; label: string };

export async function paginaIstanza(astro: AstroGlobal): Promise<Vista | Response> {
  if (astro.params.docs === NESSUNO) return paginaSenza(astro);
  return paginaSuDocumenti<IstanzaProps>(astro, {
    servizio: SERVIZIO,
    azione: 'istanza',
    banco: ({ percorso, ente }) => ({ ...banco(percorso), fissi: { ente: ente.id } }),
    props: ({ percorso, sistema, documenti }) => ({
      ...{ percorso, documenti: mostrati(documenti), tributo: nomeSistema(sistema), enti: [] },
    }),
  });
}

const banco = (percorso: string): Banco => ({
  modulo: moduloIstanza(percorso),
  invia: (corpo, ctx, chiave) => call('inviaIstanza', corpo, ctx, chiave),
});

/** The form that names no documents: nobody has to show that they may see any. @throws PortalError `not_found` for a system that does not exist, or where nobody takes petitions */
async function paginaSenza(astro: AstroGlobal): Promise<Vista | Response> {
  const sistema = astro.params.ws_service ?? '';
  if (!sistemaNoto(sistema)) throw new PortalError('not_found');
  const percorso = percorsoSu(SERVIZIO, sistema, [NESSUNO]);
  const enti = await entiChe(astro);
  const { ente } = astro.locals;
  const riceve = enti.some((e) => ente.id === PORTALE || e.value === ente.id);
  const inviata = astro.url.searchParams.get('passo') === 'conferma';
  // The page that is not there says who does.
  if (!riceve && !inviata && astro.request.method !== 'POST') throw new PortalError('not_found');
  const form = await readForm(astro);
  const vista = await paginaModulo(astro, { ...banco(percorso), controlla: async (v) => nonRisponde(v, enti) }, form);
  if (vista instanceof Response) return vista;
  if (vista.che !== 'modulo') return { ...vista, percorso };
  const propri = { percorso, documenti: [], tributo: nomeSistema(sistema), enti };
  return { ...vista, percorso, modulo: { ...vista.modulo, ...propri } };
}

/** Bodies that answer for petitions. */
async function entiChe({ locals }: AstroGlobal): Promise<Ente[]> {
  const tutti = await call('entiPerCategoria', { category: 'ISTANZA' }, locals.ctx);
  return tutti.map(({ Id, Nome }) => ({ value: Id, label: Nome }));
}

const nonRisponde = ({ ente }: Valori, enti: readonly Ente[]): FieldErrors =>
  ente && !enti.some((e) => e.value === ente)
    ? { ente: ['Questo ente non riceve istanze online: scegline un altro.'] }
    : {};

/** The choice before a petition without documents. @property fisso name of the body, when the host decides it */
export type VistaSenza = { enti: Ente[]; fisso: string | undefined; valori: Valori; errori: FieldErrors };

/** @returns what to choose from, or the form */
export async function paginaSceltaSenza(astro: AstroGlobal): Promise<VistaSenza | Response> {
  const { searchParams } = astro.url;
  const { ente: host } = astro.locals;
  const enti = await entiChe(astro);
  const fisso = host.id === PORTALE ? undefined : host;
  const valori = { ente: fisso?.id ?? searchParams.get('ente') ?? '', sistema: searchParams.get('sistema') ?? '' };
  const errori: FieldErrors = {
    ...(valori.ente ? nonRisponde(valori, enti) : { ente: ['Scegli l’ente a cui scrivere.'] }),
    ...(sistemaNoto(valori.sistema) ? {} : { sistema: ['Scegli a che cosa si riferisce l’istanza.'] }),
  };
  const vista = { enti, fisso: fisso?.nome, valori };
  if (!searchParams.has('scelta')) return { ...vista, errori: {} };
  if (Object.keys(errori).length === 0) return astro.redirect(senzaDocumenti(valori.sistema, valori.ente), 303);
  failWith(astro, new PortalError('invalid'));
  return { ...vista, errori };
}
