/** What `/gestione/dati` shows: the data of the ente part by part, and what it offers for each service. */
import type { AstroGlobal } from 'astro';
import * as z from 'zod/mini';
import { callOperation } from '../../../call.server.ts';
import { enteSchema } from '../../../data/ente.ts';
import { OFFERTE } from '../../../data/offerta.ts';
import { renderMarkdown } from '../../../platform/markdown.server.ts';
import type { PageForm } from '../../../platform/page.server.ts';
import { attemptSend, failWith } from '../../../platform/page.server.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { nameOf } from '../../cases/ente/servizi.ts';
import { type FormNode, formNodes, readNodes } from './dati-form.ts';
import { GESTIONE_PAGE, type GestioneFrame, gestionePath, openGestione } from './gestione.page.server.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const MARKS_HINT =
  'Una riga che comincia con # è un titolo, con - una voce di elenco; [parole](https://…) è un collegamento.';
const TEXT_HINT = `Senza un testo resta quello del portale; un indirizzo in «Pagine del sito» vale più del testo. ${MARKS_HINT}`;

/** Each part of the data is a form of its own. */
type DatiPart = {
  title: string;
  fields: readonly string[];
  hint?: string;
  /** Nothing of it is on the page of the form, so that a preview would show nothing */
  hidden?: boolean;
};
const DATI_PARTS: Readonly<Record<string, DatiPart>> = {
  aspetto: {
    title: 'Nome, colore e contatti',
    fields: ['nome', 'motto', 'regione', 'colore', 'contatti'],
    hint: 'Il colore si scrive # e sei cifre esadecimali, ad esempio #0066cc. Il contrasto con il bianco deve essere di almeno 4,5.',
  },
  stemma: { title: 'Stemma', fields: [] },
  orari: {
    title: 'Orari e chiusure',
    fields: ['orari', 'chiusure'],
    hidden: true,
    hint: 'Li legge chi apre la pagina di un servizio. Nei giorni di chiusura gli uffici non ricevono promemoria. Domeniche e feste nazionali non servono.',
  },
  servizi: {
    title: 'Servizi e caselle',
    fields: ['categorie', 'caselle', 'giorni'],
    hidden: true,
    hint: 'Un servizio che offre zone, prezzi o cimiteri compare quando la sua offerta è compilata.',
  },
  zone: {
    title: 'Zone del territorio',
    fields: ['aree'],
    hidden: true,
    hint: 'Quartieri e frazioni, per filtrare le pratiche. Il confine è una geometria GeoJSON, che la cartografia del Comune esporta: chi segnala un punto al suo interno è in quella zona. Senza confine la zona si sceglie a mano. L’identificativo non si cambia più.',
  },
  siti: { title: 'Pagine del sito', fields: ['url'] },
  annunci: { title: 'Annunci', fields: ['annunci'] },
  privacy: { title: 'Informativa sulla privacy', fields: ['testo_privacy'], hint: TEXT_HINT },
  note_legali: { title: 'Note legali', fields: ['testo_note_legali'], hint: TEXT_HINT },
  accessibilita: { title: 'Accessibilità', fields: ['testo_accessibilita'], hint: TEXT_HINT },
  faq: {
    title: 'Domande frequenti',
    fields: ['testo_faq'],
    hint: `Stanno sopra quelle del portale. ${MARKS_HINT}`,
  },
  risposte: {
    title: 'Risposte pronte',
    fields: ['risposte'],
    hidden: true,
    hint: 'Nel testo si possono scrivere {nome}, {numero}, {oggetto}, {luogo}, {inviata}, {termine} ed {ente}.',
  },
};
const OFFERTA_PART = 'offerta-';

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
  parts: { href: string; name: string; isCurrent: boolean }[];
  nodes: FormNode[];
  /** The ente as it would be with what was typed */
  preview?: Ente | undefined;
  hasPreview: boolean;
  /** The text of an information page as it would be, in HTML */
  previewText?: string | undefined;
};

/** @returns what to show, or where to go */
export async function openDatiPage(astro: AstroGlobal): Promise<DatiView | Response> {
  const { ctx } = astro.locals;
  const asked = astro.url.searchParams.get('parte') ?? 'aspetto';
  const codice = asked.startsWith(OFFERTA_PART) ? asked.slice(OFFERTA_PART.length) : undefined;
  const offertaSchema = codice !== undefined && Object.hasOwn(offerteJson, codice) ? offerteJson[codice] : undefined;
  const part = offertaSchema || Object.hasOwn(DATI_PARTS, asked) ? asked : 'aspetto';
  const offertaPart: DatiPart = { title: nameOf(ctx.house.services, codice ?? ''), fields: [], hidden: true };
  const { title, fields, hint, hidden = false } = DATI_PARTS[part] ?? offertaPart;
  const schema = offertaSchema ?? schemaOfFields(fields);
  /** A field that was emptied goes; the record would keep one that is left out. */
  const typedIn = (form: PageForm) => {
    const typed = readNodes(schema, form.fields);
    return offertaSchema ? typed : { ...Object.fromEntries(fields.map((name) => [name, null])), ...typed };
  };
  const opened = await openGestione(astro, {
    salva: (form) =>
      offertaSchema
        ? { operation: 'salvaOfferta', fields: { codice, dati: typedIn(form) } }
        : { operation: 'salvaDati', fields: { dati: typedIn(form) } },
    togli_offerta: () => ({ operation: 'salvaOfferta', fields: { codice } }),
    salva_stemma: ({ files }) => ({ operation: 'salvaStemma', fields: { file: files.stemma ?? new File([], '') } }),
    togli_stemma: () => ({ operation: 'salvaStemma', fields: {} }),
    anteprima: () => null,
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ente } = frame;
  const isPreview = form?.action === 'anteprima' && !form.error && !offertaSchema;
  const tried = isPreview
    ? await attemptSend(astro, GESTIONE_PAGE, () => callOperation('provaDati', { ente, dati: typedIn(form) }, ctx))
    : undefined;
  if (tried?.ok === false) failWith(astro, tried.error);
  const preview = tried?.ok ? ({ ...astro.locals.ente, ...tried.data.dati } as Ente) : undefined;
  if (preview) astro.locals.ente = preview;
  const stored = await callOperation('datiEnte', { ente }, ctx);
  const value = form?.action === 'salva' || isPreview ? typedIn(form) : codice ? stored.offerte[codice] : stored.dati;
  const codes = Object.assign({}, ...ctx.house.services.map((service) => service.codes)) as Record<string, string>;
  const partLink = (name: string, words: string) => ({
    href: gestionePath(`${GESTIONE_PAGE}/dati`, { ente, parte: name }),
    ...{ name: words, isCurrent: name === part },
  });
  const errors = Object.entries(frame.errors ?? (tried?.ok === false ? tried.error.fields : undefined) ?? {});
  // The rules are those of the whole record: another part may not be complete yet.
  const isHere = ([name]: [string, string[]]) =>
    offertaSchema !== undefined || [...fields, part].includes(name.split('.')[0] ?? '');
  const [here, elsewhere] = [errors.filter(isHere), errors.filter((error) => !isHere(error))];
  const incomplete =
    elsewhere.length > 0
      ? `Completa prima le altre parti. ${elsewhere.map(([, [words]]) => words).join(' ')}`
      : undefined;
  return {
    ...frame,
    errors:
      here.length > 0
        ? Object.fromEntries(here.map(([name, words]) => [name, words.map((w) => inEuro(name, w))]))
        : undefined,
    message:
      frame.message ?? incomplete ?? (tried?.ok === false && errors.length === 0 ? tried.error.message : undefined),
    ...{ title, hint, part, preview, hasPreview: !hidden },
    previewText: preview && informationTextOf(preview, fields),
    parts: [
      ...Object.entries(DATI_PARTS).map(([name, { title: words }]) => partLink(name, words)),
      ...Object.keys(offerteJson).map((code) =>
        partLink(OFFERTA_PART + code, `Offerta: ${nameOf(ctx.house.services, code)}`),
      ),
    ],
    nodes: formNodes(schema, value, { codes }),
  };
}

/** The text of an information page among these fields of the record, in HTML. */
function informationTextOf(ente: Ente, fields: readonly string[]): string | undefined {
  const texts = Object.entries(ente).flatMap(([name, value]) =>
    name.startsWith('testo_') && fields.includes(name) && typeof value === 'string' ? [value] : [],
  );
  return texts[0] && renderMarkdown(texts[0]);
}

/** The file has cents, the form euro. */
const inEuro = (name: string, words: string): string =>
  name.endsWith('_cent') ? 'Scrivi l’importo in euro, ad esempio 12,50.' : words;
