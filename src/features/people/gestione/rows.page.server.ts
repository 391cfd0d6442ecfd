/** What `/gestione/sportelli` and `/gestione/pagamenti` show: the list of an ente, or the form of one. */
import type { AstroGlobal } from 'astro';
import * as z from 'zod/mini';
import { callOperation } from '../../../call.server.ts';
import { servizioPagamentoSchema } from '../../../data/servizio-pagamento.ts';
import { sportelloSchema } from '../../../data/sportello.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm } from '../../../platform/page.server.ts';
import { errorsInEuro } from './dati.page.server.ts';
import { type FormNode, formNodes, readNodes } from './dati-form.ts';
import { type PartLink, partLinks } from './dati-parts.ts';
import { codeNames, type GestioneFrame, openGestione, seenIn } from './gestione.page.server.ts';
import { GESTIONE_PAGE, gestionePath } from './gestione-path.ts';
import type { RowTable } from './rows.db.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const SAVE_OPERATIONS = { sportelli: 'salvaSportello', servizi_pagamento: 'salvaServizioPagamento' } as const;

/** Ente and code are not filled in: the code of a new one is made from its name. */
function formSchema(schema: z.ZodMiniType): JsonSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  const { ente: _ente, codice: _codice, ...others } = properties;
  return { properties: others, required };
}
const ROW_SCHEMAS: Readonly<Record<RowTable, JsonSchema>> = {
  sportelli: formSchema(sportelloSchema(false)),
  servizi_pagamento: formSchema(servizioPagamentoSchema()),
};

export type RowsView = GestioneFrame & {
  parts: PartLink[];
  rows: { codice: string; nome: string; href: string }[];
  addHref: string;
  listHref: string;
  /** One that is changed, or a new one */
  form?: { codice: string | undefined; nodes: FormNode[]; visti: string };
  /** As citizens would read it */
  preview?: { dati: Record<string, unknown> } | undefined;
};

/** @param table which of the two lists @returns what to show, or where to go */
export async function openRowsPage(astro: AstroGlobal, table: RowTable): Promise<RowsView | Response> {
  const { ctx } = astro.locals;
  const path = astro.url.pathname;
  const asked = astro.url.searchParams.get('codice') ?? undefined;
  const codice = asked || undefined;
  const typedIn = (form: PageForm) => readNodes(ROW_SCHEMAS[table], form.fields);
  const landing = (ente: string) => () => gestionePath(path, { ente, fatto: '1' });
  const opened = await openGestione(astro, {
    salva: (form, ente) => ({
      operation: SAVE_OPERATIONS[table],
      fields: { codice, visti: codice && form.fields.visti, dati: typedIn(form) },
      landing: landing(ente),
    }),
    togli: ({ fields }, ente) => ({
      operation: SAVE_OPERATIONS[table],
      fields: { codice: codice ?? '', visti: fields.visti },
      landing: landing(ente),
    }),
    anteprima: () => null,
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ente } = frame;
  const stored = (await callOperation('datiEnte', { ente }, ctx))[table];
  const chosen = stored.find((r) => r.codice === codice);
  if (codice !== undefined && !chosen) throw new PortalError('not_found');
  const typed = form && form.action !== 'togli' ? typedIn(form) : undefined;
  const tried =
    typed && form?.action === 'anteprima' && !form.error
      ? await attemptSend(astro, GESTIONE_PAGE, () =>
          callOperation('provaRiga', { ente, sezione: table, dati: typed }, ctx),
        )
      : undefined;
  if (tried?.ok === false) failWith(astro, tried.error);
  const errors = frame.errors ?? (tried?.ok === false ? tried.error.fields : undefined);
  return {
    ...frame,
    errors: errors && errorsInEuro(errors),
    message: frame.message ?? (tried?.ok === false && !tried.error.fields ? tried.error.message : undefined),
    parts: partLinks(ctx.house.services, ente, path),
    rows: stored.map((row) => ({
      codice: row.codice,
      nome: String(row.dati.nome),
      href: gestionePath(path, { ente, codice: row.codice }),
    })),
    addHref: gestionePath(path, { ente, codice: '' }),
    listHref: gestionePath(path, { ente }),
    preview: tried?.ok ? tried.data : undefined,
    ...(asked !== undefined && {
      form: {
        codice,
        nodes: formNodes(ROW_SCHEMAS[table], typed ?? chosen?.dati, { codes: codeNames(ctx.house.services) }),
        visti: seenIn(form, frame, chosen?.visti ?? ''),
      },
    }),
  };
}
