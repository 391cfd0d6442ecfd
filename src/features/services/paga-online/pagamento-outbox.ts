/** The kinds of outbox rows about a payment: mails, a question to a provider, a notice for the platform. */
import * as z from 'zod/mini';
import { outboxKind } from '../../../platform/outbox-kind.ts';

const ofPagamento = z.object({ pagamento: z.string() });
const ofAvviso = z.object({ ente: z.string(), numero_avviso: z.string() });

/** Asks the provider for the outcome, again with growing waits. */
export const PAGAMENTO_VERIFICA = outboxKind('pagamento.verifica', 'programs', ofPagamento);
export const AVVISO_PUBLISHING = outboxKind('avviso.pubblica', 'programs', ofAvviso);
export const PAGAMENTO_PAID = outboxKind('pagamento.pagato', 'receipts', ofPagamento);
export const PAGAMENTO_FOUND_PAID = outboxKind('pagamento.risulta_pagato', 'receipts', ofPagamento);
export const PAGAMENTO_DOUBLE = outboxKind('pagamento.doppio', 'receipts', ofPagamento);
export const AVVISO_DOUBLE_DEBITORE = outboxKind(
  'avviso.doppio_debitore',
  'receipts',
  z.object({ ente: z.string(), numero_avviso: z.string(), utente: z.string() }),
);
export const PAGAMENTO_DOUBLE_UFFICIO = outboxKind('pagamento.doppio_ufficio', 'offices', ofAvviso);
export const PAGAMENTO_REFUNDED = outboxKind('pagamento.rimborsato', 'receipts', ofPagamento);
export const PAGAMENTO_PENDING = outboxKind('pagamento.sospeso', 'receipts', ofPagamento);
export const PAGAMENTO_FAILED = outboxKind('pagamento.fallito', 'receipts', ofPagamento);
