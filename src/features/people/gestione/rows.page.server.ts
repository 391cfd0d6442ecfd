/** What `/gestione/sportelli`, `/gestione/calendari` and `/gestione/pagamenti` show: the list of an ente, or the form of one. */
import type { AstroGlobal } from 'astro';
import * as z from 'zod/mini';
import { callOperation } from '../../../call.server.ts';
import type { CallContext } from '../../../context.ts';
import { calendarioSchema } from '../../../data/calendario.ts';
import { servizioPagamentoSchema } from '../../../data/servizio-pagamento.ts';
import { sportelloSchema } from '../../../data/sportello.ts';
import type { OperationOutput } from '../../../platform/contract.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attemptSend, failWith, type PageForm } from '../../../platform/page.server.ts';
import { errorsInEuro } from './dati.page.server.ts';
import { type FormNode, formNodes, readNodes } from './dati-form.ts';
import { type PartLink, partLinks } from './dati-parts.ts';
import type { gestioneOperations } from './gestione.contract.ts';
import { codeNames, type GestioneFrame, openGestione, seenIn } from './gestione.page.server.ts';
import { GESTIONE_PAGE, gestionePath } from './gestione-path.ts';
import type { RowTable } from './rows.db.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const SAVE_OPERATIONS = {
  sportelli: 'salvaSportello',
  calendari: 'salvaCalendario',
  servizi_pagamento: 'salvaServizioPagamento',
} as const;

/** Ente and code are not filled in: the code of a new one is made from its name. */
function formSchema(schema: z.ZodMiniType): JsonSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  const { ente: _ente, codice: _codice, ...others } = properties;
  return { properties: others, required };
}
const ROW_SCHEMAS: Readonly<Record<RowTable, JsonSchema>> = {
  sportelli: formSchema(sportelloSchema(false)),
  calendari: formSchema(calendarioSchema()),
  servizi_pagamento: formSchema(servizioPagamentoSchema()),
};

/** @property calendario of a calendar: what its coming days would be */
type RowPreview = {
  dati: Record<string, unknown>;
  calendario?: OperationOutput<typeof gestioneOperations.provaCalendario>;
};

export type RowsView = GestioneFrame & {
  parts: PartLink[];
  rows: { codice: string; nome: string; href: string }[];
  addHref: string;
  listHref: string;
  /** One that is changed, or a new one */
  form?: { codice: string | undefined; nodes: FormNode[]; visti: string };
  /** As citizens would read it */
  preview?: RowPreview | undefined;
};

/** @param table which of the lists @returns what to show, or where to go */
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
      fields: {
        codice,
        visti: codice && form.fields.visti,
        dati: typedIn(form),
        ...(table === 'calendari' && { fuori_orario: form.fields.fuori_orario }),
      },
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
  const lists = await callOperation('datiEnte', { ente }, ctx);
  const stored = lists[table];
  const chosen = stored.find((r) => r.codice === codice);
  if (codice !== undefined && !chosen) throw new PortalError('not_found');
  const typed = form && form.action !== 'togli' ? typedIn(form) : undefined;
  // Which appointments a calendar leaves outside its hours is said with the question what becomes of them.
  const isTried = form?.action === 'anteprima' || frame.errors?.fuori_orario !== undefined;
  const tried =
    typed && isTried && !form?.error
      ? await attemptSend(astro, GESTIONE_PAGE, () => tryRow(ctx, table, { ente, codice, dati: typed }))
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
        nodes: formNodes(ROW_SCHEMAS[table], typed ?? chosen?.dati, {
          codes: codeNames(ctx.house.services),
          section: table,
          choices: {
            sportello: lists.sportelli.map((row) => ({ value: row.codice, label: String(row.dati.nome) })),
          },
        }),
        visti: seenIn(form, frame, chosen?.visti ?? ''),
      },
    }),
  };
}

async function tryRow(
  ctx: CallContext,
  table: RowTable,
  { ente, codice, dati }: { ente: string; codice: string | undefined; dati: Record<string, unknown> },
): Promise<RowPreview> {
  if (table !== 'calendari') return callOperation('provaRiga', { ente, sezione: table, dati }, ctx);
  const calendario = await callOperation('provaCalendario', { ente, ...(codice && { codice }), dati }, ctx);
  return { dati: calendario.dati, calendario };
}
