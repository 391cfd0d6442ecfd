/** Turns entries of the outbox about a case into mails: chooses the recipient and fills in links, dates and keys. */
import { ctxOf, type House } from '../../../context.ts';
import { conArticolo, dataInParole, istanteInParole, oggi } from '../../../platform/atoms/date.ts';
import type { Pratica } from '../../../store/tables.ts';
import { enteDellaPagina } from '../ente/ente.server.ts';
import { casellaDi, type Ente, type Lettera } from '../ente/ente.ts';
import { nameOf } from '../ente/servizi.ts';
import { chiaveOperatore, paroleDellaChiave } from './accesso.server.ts';
import { chiaviBuone, trovaPratica } from './pratica.db.ts';
import {
  mailEnteMessaggio,
  mailEnteNuova,
  mailEnteNuovoLink,
  mailNuovoMessaggio,
  mailRicevuta,
  mailStato,
  type Testo,
} from './pratica.mail.ts';
import { percorsoChat, percorsoUfficio, protocollo } from './pratica.server.ts';
import { mailPresa } from './prendi.mail.ts';
import type { StatoDaComunicare } from './stato.mail.ts';

type Dati = { pratica: string; stato?: StatoDaComunicare; evento?: 'messaggio' | 'riaperta' | 'ritirata' };
type Quadro = { house: House; pratica: Pratica; ente: Ente; dati: Dati };

/** Each kind of outbox row about a case: whom it goes to, and its words. Made when it is sent, from what is true then. */
const POSTA: Record<string, (q: Quadro) => Promise<{ to: string; testo: Testo }>> = {
  'cittadino.ricevuta': async (q) =>
    cittadino(
      q,
      mailRicevuta({
        ...base(q),
        oggetto: q.pratica.oggetto,
        inviataIl: istanteInParole(q.pratica.inviata_il),
        termineIl: dataInParole(q.pratica.termine_il),
        chatUrl: chatUrl(q),
        ricevutaUrl: url(
          q,
          `/api/v1/portale/pratiche/${q.pratica.id}/ricevuta?email=${encodeURIComponent(q.pratica.email)}`,
        ),
      }),
    ),
  'cittadino.messaggio': async (q) => cittadino(q, mailNuovoMessaggio({ ...base(q), chatUrl: chatUrl(q) })),
  'cittadino.stato': async (q) =>
    cittadino(
      q,
      mailStato({
        ...base(q),
        stato: q.dati.stato ?? 'in_elaborazione',
        chatUrl: chatUrl(q),
        // A day that has passed is promised no more.
        ...(q.pratica.termine_il >= oggi(q.house.now()) && { termineIl: dataInParole(q.pratica.termine_il) }),
        ...(q.pratica.protocollo_ente && {
          protocolloEnte: `${q.pratica.protocollo_ente} ${conArticolo('del', dataInParole(q.pratica.protocollo_ente_il as string))}`,
        }),
      }),
    ),
  'cittadino.presa': async (q) => cittadino(q, mailPresa({ ...base(q), chatUrl: chatUrl(q) })),
  'ente.nuova': async (q) => {
    const indirizzo = (JSON.parse(q.pratica.dati_json) as { indirizzo?: string }).indirizzo;
    return casella(
      q,
      mailEnteNuova({
        ...base(q),
        ...(await operatore(q)),
        servizio: nameOf(q.house.services, q.pratica.codice),
        oggetto: q.pratica.oggetto,
        ...(indirizzo && { indirizzo }),
        termineIl: dataInParole(q.pratica.termine_il),
      }),
    );
  },
  'ente.messaggio': async (q) =>
    casella(q, mailEnteMessaggio({ ...base(q), ...(await operatore(q)), evento: q.dati.evento ?? 'messaggio' })),
  'ente.nuovo-link': async (q) => casella(q, mailEnteNuovoLink({ ...base(q), ...(await operatore(q)) })),
};

/** Each kind of outbox row about a case. @throws Error when there is no such case */
export const POSTA_PRATICA: Readonly<Record<string, (dati: unknown, house: House) => Promise<Lettera>>> =
  Object.fromEntries(
    Object.entries(POSTA).map(([tipo, scrivi]) => [
      tipo,
      async (scritti: unknown, house: House) => {
        const dati = scritti as Dati;
        const pratica = await trovaPratica(house.db, dati.pratica);
        if (!pratica) throw new Error(`Posta senza pratica: ${tipo}`);
        const ente = await enteDellaPagina(house, '', pratica.ente);
        return { ...(await scrivi({ house, pratica, ente, dati })), ente };
      },
    ]),
  );

const base = ({ pratica, ente }: Quadro) => ({ ente, protocollo: protocollo(pratica), tipo: pratica.tipo });
const url = ({ house }: Quadro, path: string) => `${house.settings.publicUrl}${path}`;
const chatUrl = (q: Quadro) => url(q, percorsoChat(q.pratica));

function cittadino({ pratica }: Quadro, testo: Testo) {
  return { to: pratica.email, testo };
}

function casella({ pratica, ente }: Quadro, testo: Testo) {
  const to = casellaDi(ente, pratica.codice);
  if (!to) throw new Error(`L’ente ${ente.id} non ha una casella per ${pratica.codice}`);
  return { to, testo };
}

/** The link with the key. One that has lapsed, or whose secret was retired, is replaced by a new one here. */
async function operatore({ house, pratica, ente }: Quadro): Promise<{ operatoreUrl: string; scadeIl: string }> {
  const ctx = ctxOf(house);
  for (const riga of await chiaviBuone(house.db, pratica.id, ctx.now)) {
    const parole = await paroleDellaChiave(ctx, riga.id, riga.hash);
    if (parole) return link({ house, pratica, ente }, { parole, scade: riga.scade });
  }
  const nuova = await chiaveOperatore(ctx, pratica.id);
  return link({ house, pratica, ente }, { parole: house.signer.sign('operatore', nuova.id), scade: nuova.scade });
}

function link({ house, pratica, ente }: Omit<Quadro, 'dati'>, chiave: { parole: string; scade: number }) {
  const path = percorsoUfficio(pratica, ente);
  return {
    operatoreUrl: `${house.settings.publicUrl}${path}?chiave=${chiave.parole}`,
    scadeIl: dataInParole(chiave.scade),
  };
}
