/** Where a declaration is begun, or one that was begun is gone on with: what for, whose position or which body, the privacy tick. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import type { Output } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { bozzaDi, buttaBozza, tieniBozza } from '../../cases/bozza/bozza.page.server.ts';
import { enteDellaPagina, offertiSu } from '../../cases/ente/ente.server.ts';
import { nonRiceve, PORTALE } from '../../cases/ente/ente.ts';
import { erroriPrivacy } from '../../cases/modulo/modulo.passi.ts';
import type { EnteOfferto } from '../../cases/offerta/enteConOfferta.ts';
import { type PosizioneManifesti, posizioniManifesti } from '../../cases/posizione/affissioni.server.ts';
import { codiceNormale } from '../../cases/posizione/codice.ts';
import { apriCodici, type VistaCodici } from '../../cases/richiesta/suDocumenti.page.server.ts';
import type { operations } from './mezzo.contract.ts';
import { OPERAZIONI, type Operazione } from './mezzo.ts';
import { indirizzo, inizioDi, NESSUNA, OPERAZIONI_DETTE, PERCORSO } from './passi.ts';
import type { Rifiuto } from './passo.page.server.ts';

type Valori = { ente?: string; posizione?: string; privacy?: string };

/**
 * @property iniziate declarations that were begun and not sent
 * @property offerte what may be declared to the municipality of the page
 * @property tipo what is declared, once that is chosen: the rest is asked for then
 * @property posizioni those that may be named, own and opened @property fisso name of the body when the host decides it
 * @property codici what was wrong with the two codes
 * @property riapre address of a declaration that goes on once its position is open again
 */
export type VistaInizio = Rifiuto & {
  iniziate: Output<typeof operations.mieDichiarazioniMezzi>;
  offerte: Operazione[];
  tipo: Operazione | undefined;
  posizioni: PosizioneManifesti[];
  enti: EnteOfferto[];
  fisso: string | undefined;
  valori: Valori;
  chiave: string;
  codici: VistaCodici;
  riapre: string | undefined;
};

const tipoDa = (detto: string | null): Operazione | undefined =>
  (Object.keys(OPERAZIONI) as Operazione[]).find((tipo) => tipo === detto);

/** @returns what to show, or where to go */
export async function paginaInizio(astro: AstroGlobal): Promise<VistaInizio | Response> {
  const form = await readForm(astro);
  const chiesto = tipoDa(astro.url.searchParams.get('tipo'));
  const tipo = (await offerte(astro)).find((o) => o === chiesto);
  const [azione, id = ''] = form?.action.split(':') ?? [];
  if (form?.error) return rifiuta(astro, form, form.error);
  if (azione === 'elimina') {
    await buttaBozza(astro, percorsoDichiarazione(id));
    return astro.redirect(PERCORSO, 303);
  }
  if (form && azione === 'apri') return apri(astro, tipo, form);
  if (form && tipo) return inizia(astro, tipo, form);
  if (chiesto && !tipo) return rifiutaTipo(astro);
  const codice = astro.url.searchParams.get('codice');
  if (tipo && codice) {
    // The two codes were given in a call.
    const aperta = await conCodice(astro, tipo, codice);
    return aperta ? astro.redirect(inizioDi(tipo, aperta.Id), 303) : altra(astro, { codice_utente: codice });
  }
  const senzaScelta = astro.url.searchParams.has('scelta') && !tipo;
  return vista(astro, {}, senzaScelta ? { errori: { tipo: ['Scegli che cosa vuoi dichiarare.'] } } : {});
}

/** What the municipality of the page takes; on the portal's own host, what at least one takes. */
async function offerte({ locals: { ctx, ente } }: AstroGlobal): Promise<Operazione[]> {
  const codici = await offertiSu(ctx.house, ente);
  return (Object.keys(OPERAZIONI) as Operazione[]).filter((tipo) => codici.includes(OPERAZIONI_DETTE[tipo].codice));
}

function rifiutaTipo(astro: AstroGlobal): Promise<VistaInizio> {
  failWith(astro, new PortalError('not_found'));
  return vista(astro, {}, { errori: { tipo: [nonRiceve(astro.locals.ente.nome)] } });
}

function possibili({ locals: { ctx, ente } }: AstroGlobal, tipo: Operazione): Promise<PosizioneManifesti[]> {
  return posizioniManifesti(ctx, ente.id === PORTALE ? undefined : ente.id, OPERAZIONI_DETTE[tipo].codice);
}

async function vista(
  astro: AstroGlobal,
  scritto: { valori?: Valori; chiave?: string | undefined; codici?: Omit<VistaCodici, 'che'> },
  rifiuto: Rifiuto = {},
): Promise<VistaInizio> {
  const { ctx, ente } = astro.locals;
  const chiede = astro.url.searchParams;
  const prese = await offerte(astro);
  const tipo = prese.find((o) => o === chiede.get('tipo'));
  const [iniziate, posizioni, enti] = await Promise.all([
    tipo ? [] : call('mieDichiarazioniMezzi', {}, ctx),
    tipo ? possibili(astro, tipo) : [],
    tipo === 'nuovo' ? call('entiPerCategoria', { category: 'SF100' }, ctx) : [],
  ]);
  const fisso = ente.id === PORTALE ? undefined : ente.nome;
  const chiesta = scritto.valori?.posizione ?? chiede.get('posizione') ?? undefined;
  const trovata = posizioni.find((p) => p.Id === chiesta);
  // Of one alone there is nothing to choose.
  const scelta = trovata ?? (tipo !== 'nuovo' && posizioni.length === 1 ? posizioni[0] : undefined);
  const valori = scritto.valori ?? (scelta ? { posizione: scelta.Id } : {});
  astro.locals.ente = await enteDellaPagina(ctx.house, ctx.host, scelta ? scelta.ente : valori.ente);
  const chiusa = chiesta && !trovata && !scritto.codici && !scritto.valori;
  const codici = { che: 'codici' as const, valori: {}, ...(chiusa && { messaggio: CHIUSA }), ...scritto.codici };
  const riapre = ripresa(astro);
  const chiave = scritto.chiave ?? randomId();
  return {
    iniziate: riapre ? [] : iniziate,
    offerte: prese,
    tipo,
    posizioni,
    enti,
    fisso,
    valori,
    codici,
    riapre,
    chiave,
    ...rifiuto,
  };
}

const CHIUSA = 'Questa posizione non è aperta su questo dispositivo: scrivi di nuovo i due codici, o accedi.';

function rifiuta(astro: AstroGlobal, form: PageForm, error: PortalError): Promise<VistaInizio> {
  failWith(astro, error);
  const { fields: errori } = error;
  const { ente = '', posizione = '', privacy = '' } = form.fields;
  const messaggio = errori && Object.keys(errori).length > 0 ? undefined : error.message;
  return vista(astro, { valori: { ente, posizione, privacy }, chiave: form.key }, { errori, messaggio });
}

/** Address of the declaration that goes on once its position is open again, undefined when there is none. */
function ripresa(astro: AstroGlobal): string | undefined {
  const sospesa = astro.url.searchParams.get('riapri') ?? '';
  return /^[\w-]{16,64}$/.test(sospesa) ? `${percorsoDichiarazione(sospesa)}?riprendi=1` : undefined;
}

/** Two codes that were typed: the position they open is the one of the declaration. */
async function apri(astro: AstroGlobal, tipo: Operazione | undefined, form: PageForm): Promise<Response | VistaInizio> {
  const rifiutati = await apriCodici(astro, PERCORSO, form);
  if (rifiutati) return vista(astro, { codici: rifiutati });
  const sospesa = ripresa(astro);
  if (sospesa) return astro.redirect(sospesa, 303);
  if (!tipo) return astro.redirect(PERCORSO, 303);
  const aperta = await conCodice(astro, tipo, form.fields.codice_utente);
  return aperta ? astro.redirect(inizioDi(tipo, aperta.Id), 303) : altra(astro, form.fields);
}

const conCodice = async (astro: AstroGlobal, tipo: Operazione, codice = ''): Promise<PosizioneManifesti | undefined> =>
  (await possibili(astro, tipo)).find((p) => p.codice_utente === codiceNormale(codice));

function altra(astro: AstroGlobal, valori: Record<string, string>): Promise<VistaInizio> {
  failWith(astro, new PortalError('invalid'));
  return vista(astro, { codici: { errori: { codice_utente: [ALTRA] }, valori } });
}

const ALTRA =
  'Questa posizione non riguarda i mezzi pubblicitari, o il suo ente non li riceve online: scrivi i codici di un’altra.';

/** Begins the declaration and goes on to who declares; the same form sent twice begins one. */
async function inizia(astro: AstroGlobal, tipo: Operazione, form: PageForm): Promise<Response | VistaInizio> {
  const { ctx, ente: pagina } = astro.locals;
  const { posizione: detta = '', privacy = '' } = form.fields;
  const posizione = (await possibili(astro, tipo)).find((p) => p.Id === detta);
  const ente = posizione?.ente ?? (pagina.id === PORTALE ? form.fields.ente : pagina.id) ?? '';
  const errori: FieldErrors = {
    ...(!posizione && (tipo !== 'nuovo' || (detta && detta !== NESSUNA)) && { posizione: [SCEGLI] }),
    ...(!ente && tipo === 'nuovo' && { ente: ['Scegli l’ente a cui mandi la dichiarazione.'] }),
    ...erroriPrivacy({ privacy }),
  };
  if (Object.keys(errori).length > 0) return rifiuta(astro, form, new PortalError('invalid', { fields: errori }));
  const iniziata = await attempt(astro, PERCORSO, async () => {
    const { Id } = await call('nuovaDichiarazioneMezzi', { tipo, ente, posizione: posizione?.Id }, ctx, form.key);
    const percorso = percorsoDichiarazione(Id);
    const bozza = await bozzaDi(astro, percorso);
    await tieniBozza(astro, { percorso, passo: 'richiedente', valori: { ...bozza?.valori, privacy: 'on' } });
    return Id;
  });
  return iniziata.ok
    ? astro.redirect(indirizzo('richiedente', iniziata.data), 303)
    : rifiuta(astro, form, iniziata.error);
}

const SCEGLI = 'Scegli la posizione di cui fanno parte i mezzi.';
