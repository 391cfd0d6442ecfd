/** How the reserved area names a payment. Pure. */

type NamedPagamento = { causale: string; avvisi: readonly { numero_avviso: string }[] };

/** "Mensa scolastica, ottobre", "3 avvisi": a payment of several is not called by one of them. */
export function pagamentoName({ causale, avvisi }: NamedPagamento): string {
  // One that was paid twice is there twice.
  const count = new Set(avvisi.map(({ numero_avviso }) => numero_avviso)).size;
  return count > 1 ? `${count} avvisi` : causale;
}
