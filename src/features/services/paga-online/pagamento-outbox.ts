/** The kinds of outbox rows about a payment: mails, a question to a provider, a notice for the platform. */
import * as z from 'zod/mini';
import { outboxKind } from '../../../platform/outbox-kind.ts';

const ofPagamento = z.object({ pagamento: z.string() });
const ofAvviso = z.object({ ente: z.string(), numero_avviso: z.string() });

/** Asks the provider for the outcome, again with growing waits. */
export const PAGAMENTO_VERIFICA = outboxKind('pagamento.verifica', 'programs', ofPagamento);
export const AVVISO_PUBBLICA = outboxKind('avviso.pubblica', 'programs', ofAvviso);
export const PAGAMENTO_PAGATO = outboxKind('pagamento.pagato', 'receipts', ofPagamento);
export const PAGAMENTO_RISULTA_PAGATO = outboxKind('pagamento.risulta_pagato', 'receipts', ofPagamento);
export const PAGAMENTO_DOPPIO = outboxKind('pagamento.doppio', 'receipts', ofPagamento);
export const PAGAMENTO_DOPPIO_UFFICIO = outboxKind('pagamento.doppio_ufficio', 'offices', ofAvviso);
export const PAGAMENTO_SOSPESO = outboxKind('pagamento.sospeso', 'receipts', ofPagamento);
export const PAGAMENTO_FALLITO = outboxKind('pagamento.fallito', 'receipts', ofPagamento);
