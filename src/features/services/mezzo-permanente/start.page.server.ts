/** The first page: resumes a declaration or begins one, with its kind, its position or ente, and the privacy tick. */
import type { AstroGlobal } from 'astro';
import { callOperation, isAnswered } from '../../../call.server.ts';
import { isLookupId } from '../../../platform/atoms/id.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import {
  attemptSend,
  failWith,
  type PageForm,
  type ReadOrFailed,
  readForm,
  readOrFailed,
} from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { ScreenOutcome } from '../../../ui/form/outcome.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { discardBozza, keepBozza, readPageBozza } from '../../cases/bozza/bozza.page.server.ts';
import { enteChoices, optionOfEnte } from '../../cases/ente/choice.server.ts';
import { type EnteChoices, SEARCH_ENTE } from '../../cases/ente/choice.ts';
import { enteOfPage, offeredOn } from '../../cases/ente/ente.server.ts';
import { notReceivedText, PORTAL_ID } from '../../cases/ente/ente.ts';
import { checkPrivacy } from '../../cases/form/form.checks.ts';
import { listManifestoPosizioni, type ManifestoPosizione } from '../../cases/posizione/affissioni.server.ts';
import { normalizeCodice } from '../../cases/posizione/codice.ts';
import { type CodiciView, openByCodici } from '../../cases/richiesta/documenti-form.page.server.ts';
import type { mezziOperations } from './mezzo.contract.ts';
import { TIPI_DICHIARAZIONE, type TipoDichiarazione } from './mezzo.ts';
import { DICHIARAZIONE_TEXTS, NO_POSIZIONE, SERVICE_PATH, startAddress, stepAddress } from './steps.ts';

type StartValues = Partial<Record<'ente' | typeof SEARCH_ENTE | 'posizione' | 'privacy', string>>;

/**
 * @property started declarations that are not sent
 * @property offeredTipi what may be declared to the municipality of the page
 * @property tipo undefined until it is chosen: the rest is asked for then
 * @property posizioni the caller's own and opened ones @property enteName name of the ente when the host decides it
 * @property codici what was wrong with the two codes
 * @property reopens address of a declaration that goes on once its position is open again
 */
export type StartView = ScreenOutcome & {
  started: OperationOutput<typeof mezziOperations.mieDichiarazioniMezzi>;
  offeredTipi: TipoDichiarazione[];
  tipo: TipoDichiarazione | undefined;
  posizioni: ReadOrFailed<ManifestoPosizione[]>;
  enti: ReadOrFailed<EnteChoices>;
  enteName: string | undefined;
  values: StartValues;
  sendKey: string;
  codici: CodiciView;
  reopens: string | undefined;
};

const parseTipo = (text: string | null): TipoDichiarazione | undefined =>
  (Object.keys(TIPI_DICHIARAZIONE) as TipoDichiarazione[]).find((tipo) => tipo === text);

/** @returns what to show, or where to go */
export async function openStartPage(astro: AstroGlobal): Promise<StartView | Response> {
  const form = await readForm(astro);
  const asked = parseTipo(astro.url.searchParams.get('tipo'));
  const tipo = (await listOfferedTipi(astro)).find((o) => o === asked);
  const [azione, id = ''] = form?.action.split(':') ?? [];
  if (form?.error) return refuseStart(astro, form, form.error);
  if (azione === 'elimina') {
    await discardBozza(astro, dichiarazionePath(id));
    return astro.redirect(SERVICE_PATH, 303);
  }
  if (form && azione === 'apri') return openWithCodici(astro, tipo, form);
  if (form && tipo && azione === SEARCH_ENTE) return showStart(astro, typedIn(form));
  if (form && tipo) return startDichiarazione(astro, tipo, form);
  if (asked && !tipo) return refuseTipo(astro);
  const codice = astro.url.searchParams.get('codice');
  if (tipo && codice) {
    // The two codes were given in a call.
    const opened = await findByCodice(astro, tipo, codice);
    return opened
      ? astro.redirect(startAddress(tipo, opened.Id), 303)
      : refusePosizione(astro, { codice_utente: codice });
  }
  const nothingChosen = astro.url.searchParams.has('scelta') && !tipo;
  return showStart(astro, {}, nothingChosen ? { errors: { tipo: ['Scegli che cosa vuoi dichiarare.'] } } : {});
}

/** Kinds that the municipality of the page takes; on the portal's own host, that at least one takes. */
async function listOfferedTipi({ locals: { ctx, ente } }: AstroGlobal): Promise<TipoDichiarazione[]> {
  const codici = await offeredOn(ctx.house, ente);
  return (Object.keys(TIPI_DICHIARAZIONE) as TipoDichiarazione[]).filter((tipo) =>
    codici.includes(DICHIARAZIONE_TEXTS[tipo].codice),
  );
}

function refuseTipo(astro: AstroGlobal): Promise<StartView> {
  failWith(astro, new PortalError('not_found'));
  return showStart(astro, {}, { errors: { tipo: [notReceivedText(astro.locals.ente.nome)] } });
}

async function listPosizioni(
  { locals: { ctx, ente } }: AstroGlobal,
  tipo: TipoDichiarazione,
): Promise<ManifestoPosizione[]> {
  const { codice } = DICHIARAZIONE_TEXTS[tipo];
  const onlyEnte = ente.id === PORTAL_ID ? undefined : ente.id;
  return listManifestoPosizioni(ctx.house, await callOperation('posizioniAperte', {}, ctx), { codice, onlyEnte });
}

const listReceivingEnti = ({ locals: { ctx } }: AstroGlobal) =>
  callOperation('entiPerCategoria', { category: 'SF100' }, ctx);

async function showStart(
  astro: AstroGlobal,
  typed: { values?: StartValues; sendKey?: string | undefined; codici?: Omit<CodiciView, 'kind'> },
  refusal: ScreenOutcome = {},
): Promise<StartView> {
  const { ctx, ente } = astro.locals;
  const query = astro.url.searchParams;
  const offered = await listOfferedTipi(astro);
  const tipo = offered.find((o) => o === query.get('tipo'));
  const [started, posizioni, enti] = await Promise.all([
    tipo || !isAnswered(ctx.house, 'mieDichiarazioniMezzi') ? [] : callOperation('mieDichiarazioniMezzi', {}, ctx),
    tipo ? readOrFailed(astro, SERVICE_PATH, () => listPosizioni(astro, tipo)) : [],
    tipo === 'nuovo' ? readOrFailed(astro, SERVICE_PATH, () => listReceivingEnti(astro)) : [],
  ]);
  const readPosizioni = posizioni === 'failed' ? [] : posizioni;
  const enteName = ente.id === PORTAL_ID ? undefined : ente.nome;
  const asked = typed.values?.posizione ?? query.get('posizione') ?? undefined;
  const found = readPosizioni.find((p) => p.Id === asked);
  // A single position needs no choice.
  const chosen = found ?? (tipo !== 'nuovo' && readPosizioni.length === 1 ? readPosizioni[0] : undefined);
  const values = typed.values ?? (chosen ? { posizione: chosen.Id } : {});
  const wanted = { query: values[SEARCH_ENTE], chosen: values.ente, servizi: ['SF100'] };
  const choices = enti === 'failed' ? enti : await enteChoices(ctx, enti, wanted, optionOfEnte);
  astro.locals.ente = await enteOfPage(ctx.house, ctx.host, chosen ? chosen.ente : values.ente);
  const isClosed = asked && posizioni !== 'failed' && !found && !typed.codici && !typed.values;
  const codici = {
    kind: 'codici' as const,
    values: {},
    ...(isClosed && { message: POSIZIONE_NOT_OPEN }),
    ...typed.codici,
  };
  const reopens = resumeAddress(astro);
  const sendKey = typed.sendKey ?? randomId();
  return {
    started: reopens ? [] : started,
    offeredTipi: offered,
    tipo,
    posizioni,
    enti: choices,
    enteName,
    values,
    codici,
    reopens,
    sendKey,
    ...refusal,
  };
}

const POSIZIONE_NOT_OPEN =
  'Questa posizione non è aperta su questo dispositivo: scrivi di nuovo i due codici, o accedi.';

function refuseStart(astro: AstroGlobal, form: PageForm, error: PortalError): Promise<StartView> {
  failWith(astro, error);
  const { fields: errors } = error;
  const message = errors && Object.keys(errors).length > 0 ? undefined : error.message;
  return showStart(astro, typedIn(form), { errors, message });
}

function typedIn({ fields, key }: PageForm): { values: StartValues; sendKey: string | undefined } {
  const { ente = '', [SEARCH_ENTE]: query = '', posizione = '', privacy = '' } = fields;
  return { values: { ente, [SEARCH_ENTE]: query, posizione, privacy }, sendKey: key };
}

/** Address of the declaration that is resumed once its position is open again, undefined when there is none. */
function resumeAddress(astro: AstroGlobal): string | undefined {
  const suspended = astro.url.searchParams.get('riapri') ?? '';
  return isLookupId(suspended) ? `${dichiarazionePath(suspended)}?riprendi=1` : undefined;
}

/** Opens a position by its two codes, and chooses it for the declaration. */
async function openWithCodici(
  astro: AstroGlobal,
  tipo: TipoDichiarazione | undefined,
  form: PageForm,
): Promise<Response | StartView> {
  const refused = await openByCodici(astro, SERVICE_PATH, form);
  if (refused) return showStart(astro, { codici: refused });
  const suspended = resumeAddress(astro);
  if (suspended) return astro.redirect(suspended, 303);
  if (!tipo) return astro.redirect(SERVICE_PATH, 303);
  const opened = await findByCodice(astro, tipo, form.fields.codice_utente);
  return opened ? astro.redirect(startAddress(tipo, opened.Id), 303) : refusePosizione(astro, form.fields);
}

const findByCodice = async (
  astro: AstroGlobal,
  tipo: TipoDichiarazione,
  codice = '',
): Promise<ManifestoPosizione | undefined> =>
  (await listPosizioni(astro, tipo)).find((p) => p.codice_utente === normalizeCodice(codice));

function refusePosizione(astro: AstroGlobal, values: Record<string, string>): Promise<StartView> {
  failWith(astro, new PortalError('invalid'));
  return showStart(astro, { codici: { errors: { codice_utente: [WRONG_POSIZIONE] }, values } });
}

const WRONG_POSIZIONE =
  'Questa posizione non riguarda i mezzi pubblicitari, o il suo ente non li riceve online: scrivi i codici di un’altra.';

/** Begins the declaration and opens the step for the applicant; a form that is sent twice begins one. */
async function startDichiarazione(
  astro: AstroGlobal,
  tipo: TipoDichiarazione,
  form: PageForm,
): Promise<Response | StartView> {
  const { ctx, ente: pageEnte } = astro.locals;
  const { posizione: told = '', privacy = '' } = form.fields;
  const posizione = (await listPosizioni(astro, tipo)).find((p) => p.Id === told);
  const ente = posizione?.ente ?? (pageEnte.id === PORTAL_ID ? form.fields.ente : pageEnte.id) ?? '';
  const errors: FieldErrors = {
    ...(!posizione && (tipo !== 'nuovo' || (told && told !== NO_POSIZIONE)) && { posizione: [CHOOSE_POSIZIONE] }),
    ...(!ente && tipo === 'nuovo' && { ente: ['Scegli l’ente a cui mandi la dichiarazione.'] }),
    ...checkPrivacy({ privacy }),
  };
  if (Object.keys(errors).length > 0) return refuseStart(astro, form, new PortalError('invalid', { fields: errors }));
  const started = await attemptSend(astro, SERVICE_PATH, async () => {
    const { Id } = await callOperation(
      'nuovaDichiarazioneMezzi',
      { tipo, ente, posizione: posizione?.Id },
      ctx,
      form.key,
    );
    const path = dichiarazionePath(Id);
    const bozza = await readPageBozza(astro, path);
    await keepBozza(astro, { percorso: path, passo: 'richiedente', valori: { ...bozza?.valori, privacy: 'on' } });
    return Id;
  });
  return started.ok
    ? astro.redirect(stepAddress('richiedente', started.data), 303)
    : refuseStart(astro, form, started.error);
}

const CHOOSE_POSIZIONE = 'Scegli la posizione di cui fanno parte i mezzi.';
