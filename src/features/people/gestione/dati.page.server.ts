/** What `/gestione/dati` shows: the data of the ente part by part, and what it offers for each service. */
import type { AstroGlobal } from 'astro';
import * as z from 'zod/mini';
import { callOperation } from '../../../call.server.ts';
import { enteSchema } from '../../../data/ente.ts';
import { OFFERTE } from '../../../data/offerta.ts';
import type { GeoBorder } from '../../../platform/border.ts';
import { type FieldErrors, PortalError } from '../../../platform/errors.ts';
import { renderMarkdown } from '../../../platform/markdown.server.ts';
import { attemptSend, failWith, type PageForm, type SendResult } from '../../../platform/page.server.ts';
import { storedEnte } from '../../cases/ente/ente.fields.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import { tileViewOf } from '../../cases/mappa/view.ts';
import { parseConfine } from './confine.ts';
import { type FormNode, formNodes, readNodes } from './dati-form.ts';
import { DATI_PARTS, type DatiPart, OFFERTA_PART, type PartLink, partLinks } from './dati-parts.ts';
import { codeNames, type GestioneFrame, openGestione, seenIn, withFiles } from './gestione.page.server.ts';
import { GESTIONE_PAGE } from './gestione-path.ts';
import { seenMark } from './modifiche.server.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const enteJson = z.toJSONSchema(enteSchema(false), { io: 'input' });
const offerteJson: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(OFFERTE).map(([codice, schema]) => [codice, z.toJSONSchema(schema, { io: 'input' })]),
);

/** The schema of some fields of the record. */
const schemaOfFields = (fields: readonly string[]): JsonSchema => ({
  properties: Object.fromEntries(fields.map((name) => [name, enteJson.properties?.[name] ?? {}])),
  required: fields.filter((name) => enteJson.required?.includes(name)),
});

export type DatiView = GestioneFrame & {
  title: string;
  hint?: string | undefined;
  part: string;
  parts: PartLink[];
  nodes: FormNode[];
  /** The ente as it would be with what was typed */
  preview?: Ente | undefined;
  hasPreview: boolean;
  /** The text of an information page as it would be, in HTML */
  previewText?: string | undefined;
  /** The map around its centre, as it would be */
  previewMap?: ReturnType<typeof tileViewOf> | undefined;
  /** Mark of the values that the form was filled in over */
  visti: string;
  confine?: { border: GeoBorder | undefined; typed: string };
};

/** @returns what to show, or where to go */
export async function openDatiPage(astro: AstroGlobal): Promise<DatiView | Response> {
  const { ctx } = astro.locals;
  const asked = astro.url.searchParams.get('parte') ?? 'aspetto';
  const codice = asked.startsWith(OFFERTA_PART) ? asked.slice(OFFERTA_PART.length) : undefined;
  const offertaSchema = codice !== undefined && Object.hasOwn(offerteJson, codice) ? offerteJson[codice] : undefined;
  const part = offertaSchema || Object.hasOwn(DATI_PARTS, asked) ? asked : 'aspetto';
  const offertaPart: DatiPart = { title: officeNameOf(ctx.house.services, codice ?? ''), fields: [], hidden: true };
  const { title, fields, hint, hidden = false } = DATI_PARTS[part] ?? offertaPart;
  const schema = offertaSchema ?? schemaOfFields(fields);
  /** A field that was emptied goes; the record would keep one that is left out. */
  const typedIn = (posted: PageForm['fields']) => {
    const typed = readNodes(schema, posted);
    return offertaSchema ? typed : { ...Object.fromEntries(fields.map((name) => [name, null])), ...typed };
  };
  const opened = await openGestione(astro, {
    salva: async (form) =>
      offertaSchema
        ? { operation: 'salvaOfferta', fields: { codice, visti: form.fields.visti, dati: typedIn(form.fields) } }
        : { operation: 'salvaDati', fields: { visti: form.fields.visti, dati: typedIn(await withFiles(form)) } },
    togli_offerta: () => ({ operation: 'salvaOfferta', fields: { codice } }),
    salva_confine: async (form) => ({
      operation: 'salvaConfine',
      fields: { visti: form.fields.visti, file: new File([await confineIn(form)], 'confine') },
    }),
    togli_confine: ({ fields }) => ({ operation: 'salvaConfine', fields: { visti: fields.visti } }),
    anteprima: () => null,
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ente } = frame;
  const isPreview = form?.action === 'anteprima' && !form.error && !offertaSchema;
  // A picture that was refused leaves the one that was there.
  const typed = form && (form.action === 'salva' || isPreview) ? typedIn(form.fields) : undefined;
  const tried: SendResult<{ dati: Record<string, unknown> }> | undefined = isPreview
    ? await attemptSend(astro, GESTIONE_PAGE, async () => {
        const dati = part === 'confine' ? await typedConfine(form) : typedIn(await withFiles(form));
        if (dati instanceof PortalError) throw dati;
        return callOperation('provaDati', { ente, dati }, ctx);
      })
    : undefined;
  if (tried?.ok === false) failWith(astro, tried.error);
  const preview = tried?.ok ? { ...astro.locals.ente, ...storedEnte.parse(tried.data.dati) } : undefined;
  if (preview) astro.locals.ente = preview;
  const stored = await callOperation('datiEnte', { ente }, ctx);
  const storedValue = codice ? stored.offerte[codice] : stored.dati;
  // A picture that was uploaded for the preview is named by now, and need not be chosen again.
  const value = preview ?? typed ?? storedValue;
  const errors = Object.entries(frame.errors ?? (tried?.ok === false ? tried.error.fields : undefined) ?? {});
  // The rules are those of the whole record: another part may not be complete yet.
  const isHere = ([name]: [string, string[]]) =>
    offertaSchema !== undefined || [...fields, part].includes(name.split('.')[0] ?? '');
  const [here, elsewhere] = [errors.filter(isHere), errors.filter((error) => !isHere(error))];
  const incomplete =
    elsewhere.length > 0
      ? `Completa prima le altre parti. ${elsewhere.map(([, [words]]) => words).join(' ')}`
      : undefined;
  const previewMap = part === 'mappa' && preview?.mappa ? tileViewOf(preview.mappa) : undefined;
  if (previewMap?.origin) astro.locals.allow.img.add(previewMap.origin);
  const seenFields = offertaSchema ? undefined : part === 'confine' ? ['confine'] : fields;
  return {
    ...frame,
    errors: here.length > 0 ? errorsInEuro(Object.fromEntries(here)) : undefined,
    message:
      frame.message ?? incomplete ?? (tried?.ok === false && errors.length === 0 ? tried.error.message : undefined),
    title,
    hint,
    part,
    preview,
    previewMap,
    hasPreview: !hidden,
    previewText: preview && informationTextOf(preview, fields),
    visti: seenIn(form, frame, seenMark(storedValue ?? null, seenFields)),
    parts: partLinks(ctx.house.services, ente, part),
    nodes: formNodes(schema, value, { codes: codeNames(ctx.house.services) }),
    ...(part === 'confine' && {
      confine: {
        border: (preview ?? storedEnte.parse(stored.dati)).confine,
        typed: form ? await confineIn(form) : '',
      },
    }),
  };
}

/** What was uploaded, else what was pasted. */
const confineIn = async ({ files, fields }: PageForm): Promise<string> =>
  (await files.confine?.text()) ?? fields.testo_confine ?? '';

async function typedConfine(form: PageForm): Promise<Record<string, unknown> | PortalError> {
  const read = parseConfine(await confineIn(form));
  return 'error' in read ? new PortalError('invalid', { fields: { confine: [read.error] } }) : read;
}

/** The text of an information page among these fields of the record, in HTML. */
function informationTextOf(ente: Ente, fields: readonly string[]): string | undefined {
  const texts = Object.entries(ente).flatMap(([name, value]) =>
    name.startsWith('testo_') && fields.includes(name) && typeof value === 'string' ? [value] : [],
  );
  return texts[0] && renderMarkdown(texts[0]);
}

/** The file has cents, the form euro. */
export const errorsInEuro = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([name, words]) => [
      name,
      words.map((w) =>
        name.endsWith('_cent') && w.includes('centesimi') ? 'Scrivi l’importo in euro, ad esempio 12,50.' : w,
      ),
    ]),
  );
