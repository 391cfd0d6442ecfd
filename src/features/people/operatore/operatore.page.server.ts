/** What `/operatore` shows: the filters as they stand, where each link leads, one page of cases. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { dataInParole, oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import { failWith } from '../../../platform/page.server.ts';
import { enteDellaPagina, enti } from '../../cases/ente/ente.server.ts';
import { aperta, type Stato } from '../../cases/pratica/stati.ts';
import { type Elenco, MAX_PAGINE, PER_PAGINA, type PraticaInElenco } from './operatore.contract.ts';
import { daLeggere, GRUPPI, pratiche, STATI_UFFICIO, urgenza } from './parole.ts';

const CAMPI = ['stato', 'ordine', 'non_lette', 'ente', 'q', 'pagina'] as const;
type Campo = (typeof CAMPI)[number];
type Filtri = Partial<Record<Campo, string>>;

/** The cases that wait for somebody: where the work begins. */
const ALL_INIZIO = 'aperte';

type Scelta = { nome: string; href: string; attiva: boolean };
export type Riga = PraticaInElenco & {
  nomeEnte: string;
  statoInParole: string;
  inviata: string;
  termine: string;
  urgenza: string | null;
  novita: string | null;
};

export type Vista = {
  titolo: string;
  filtri: Filtri;
  /** Said beside the search */
  errore?: string | undefined;
  stati: Scelta[];
  ordini: Scelta[];
  /** Bodies to choose from: only when there are several */
  enti: { id: string; nome: string }[];
  quante: string;
  /** More than the pages show */
  troppe: boolean;
  righe: Riga[];
  pagina: number;
  pagine: number;
  precedente?: string | undefined;
  successiva?: string | undefined;
  /** Something narrows the list: what to take away when it is empty */
  ristretta: boolean;
  /** This login belongs to no body */
  senzaEnte: boolean;
};

/** @throws PortalError `not_found` for a body that is not the operator's */
export async function paginaOperatore(astro: AstroGlobal): Promise<Vista> {
  const { locals, url } = astro;
  const { ctx } = locals;
  const miei = ctx.user?.enti ?? [];
  const [solo] = miei;
  if (solo && miei.length === 1) locals.ente = await enteDellaPagina(ctx.house, url.hostname, solo);
  const { filtri, elenco, errore } = await leggi(astro, letti(url));
  const nomi = new Map((await enti(ctx.house)).map(({ id, nome }) => [id, nome]));
  const pagina = Number(filtri.pagina ?? 1);
  const verso = (cambi: Filtri) => indirizzo({ ...filtri, pagina: undefined, ...cambi });
  const foglio = (n: number) => (n >= 1 && n <= elenco.pagine ? verso({ pagina: String(n) }) : undefined);
  const titolo = miei.length > 1 ? 'Pratiche dei tuoi enti' : 'Pratiche del tuo ente';
  return {
    titolo,
    filtri,
    errore,
    stati: scelteDiStato(elenco, filtri, verso),
    ordini: [
      { nome: 'termine', href: verso({ ordine: undefined }), attiva: filtri.ordine !== 'arrivo' },
      { nome: 'arrivo, le ultime prima', href: verso({ ordine: 'arrivo' }), attiva: filtri.ordine === 'arrivo' },
    ],
    enti: miei.length > 1 ? miei.map((id) => ({ id, nome: nomi.get(id) ?? id })) : [],
    quante: `${pratiche(elenco.totale)}, ${elenco.da_leggere || 'nessuna'} con novità da leggere.`,
    troppe: elenco.totale > MAX_PAGINE * PER_PAGINA,
    righe: elenco.pratiche.map((p) => riga(p, nomi.get(p.ente) ?? p.ente, oggi(ctx.now))),
    pagina,
    pagine: elenco.pagine,
    precedente: foglio(pagina - 1),
    successiva: foglio(pagina + 1),
    ristretta: Boolean(filtri.q || filtri.non_lette || filtri.ente || filtri.stato),
    senzaEnte: miei.length === 0,
  };
}

/** What the address asks; the states that wait for somebody unless it says otherwise. */
function letti(url: URL): Filtri {
  return Object.fromEntries(
    CAMPI.flatMap((campo) => {
      const valore = url.searchParams.get(campo)?.trim();
      return valore ? [[campo, valore]] : [];
    }),
  );
}

/** What is wrong in the address is told, and the list comes without it. */
async function leggi(
  astro: AstroGlobal,
  filtri: Filtri,
): Promise<{ filtri: Filtri; elenco: Elenco; errore?: string | undefined }> {
  const { ctx } = astro.locals;
  try {
    const { stato = ALL_INIZIO, ...altri } = filtri;
    const elenco = await call('praticheOperatore', { ...altri, ...(stato !== 'tutte' && { stato }) }, ctx);
    return { filtri, elenco };
  } catch (error) {
    if (!(error instanceof PortalError && error.fields)) throw error;
    const sbagliati = Object.keys(error.fields);
    const buoni = Object.fromEntries(Object.entries(filtri).filter(([campo]) => !sbagliati.includes(campo)));
    if (Object.keys(buoni).length === Object.keys(filtri).length) throw error;
    // A page or an order that does not exist comes from an old address, not from the form.
    if (error.fields.q) failWith(astro, error);
    const letto = await leggi(astro, buoni);
    return { ...letto, filtri: { ...buoni, ...(filtri.q && { q: filtri.q }) }, errore: error.fields.q?.[0] };
  }
}

function indirizzo(filtri: Filtri): string {
  const query = new URLSearchParams(CAMPI.flatMap((c) => (filtri[c] ? [[c, filtri[c]] as [string, string]] : [])));
  return query.size > 0 ? `/operatore?${query}` : '/operatore';
}

function scelteDiStato({ conteggi }: Elenco, { stato }: Filtri, verso: (cambi: Filtri) => string): Scelta[] {
  const conti = Object.entries(conteggi) as [Stato, number][];
  const somma = (quali: (s: Stato) => boolean) => conti.reduce((n, [s, quante]) => (quali(s) ? n + quante : n), 0);
  const scelta = (nome: string, quante: number, valore?: string): Scelta => ({
    nome: `${nome} (${quante.toLocaleString('it-IT', { useGrouping: 'always' })})`,
    href: verso({ stato: valore }),
    attiva: stato === valore,
  });
  return [
    scelta('Aperte', somma(aperta)),
    ...(Object.keys(GRUPPI) as Stato[]).map((s) => scelta(GRUPPI[s], conteggi[s], s)),
    scelta(
      'Tutte',
      somma(() => true),
      'tutte',
    ),
  ];
}

function riga(p: PraticaInElenco, nomeEnte: string, giorno: string): Riga {
  return {
    ...p,
    nomeEnte,
    statoInParole: STATI_UFFICIO[p.stato],
    inviata: dataInParole(Date.parse(p.inviata_il)),
    termine: dataInParole(p.termine_il),
    urgenza: urgenza(p, giorno),
    novita: daLeggere(p.non_letti),
  };
}
