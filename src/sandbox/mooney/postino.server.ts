/**
 * Sends the notifications of the sandbox's Mooney, as a provider does: signed, over HTTP, again until somebody says
 * 200.
 */
import { firmaNotifica, HEADER_FIRMA } from './firma.server.ts';
import type { Mooney } from './mooney.ts';
import { type InCoda, prendi, prossima, segna } from './ordini.db.ts';

/** Growing waits between two tries, in ms; after the last one nothing more is sent. */
const ATTESE = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000];
/** How long the portal may take, and how long a taken notification is left alone, in ms. */
const RISPOSTA = 10_000;
const PRESA = 15_000;

/** Sends what is due, one after the other. */
export async function consegna(mooney: Mooney): Promise<void> {
  for (;;) {
    const riga = await prossima(mooney.db);
    if (!riga || riga.quando > mooney.now()) return;
    if (await prendi(mooney.db, riga, mooney.now() + PRESA)) await spedisci(mooney, riga);
  }
}

async function spedisci({ db, now, ...mooney }: Mooney, riga: InCoda): Promise<void> {
  const { url, corpo, tentativi } = riga.dati;
  const stato = await mooney
    .fetch(url, {
      method: 'POST',
      // Signed anew at each try: it is the message that must be fresh, not the event.
      headers: {
        'content-type': 'application/json',
        [HEADER_FIRMA]: firmaNotifica(mooney.settings.secret, now(), corpo),
      },
      body: corpo,
      redirect: 'manual',
      signal: AbortSignal.timeout(RISPOSTA),
    })
    .then(async (risposta) => {
      await risposta.body?.cancel();
      return risposta.status;
    })
    // A portal that is away is asked again.
    .catch(() => 0);
  const attesa = ATTESE[tentativi];
  const basta = stato === 200 || attesa === undefined;
  await segna(db, basta ? 'spedita' : 'notifica', {
    chiave: riga.chiave,
    quando: now() + (basta ? 0 : attesa),
    dati: { url, corpo, tentativi: tentativi + 1, stato },
  });
}

const sveglie = new Map<unknown, NodeJS.Timeout>();

/** Goes on sending as long as there is something to send; one round per store at a time is enough. */
export async function gira(mooney: Mooney): Promise<void> {
  await consegna(mooney);
  const riga = await prossima(mooney.db);
  clearTimeout(sveglie.get(mooney.db));
  sveglie.delete(mooney.db);
  if (!riga) return;
  const sveglia = setTimeout(() => void gira(mooney).catch(mooney.report), Math.max(riga.quando - mooney.now(), 50));
  // What waits does not hold the process: it is sent when the provider is next asked something.
  sveglie.set(mooney.db, sveglia.unref());
}
