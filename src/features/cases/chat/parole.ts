/** What the chat screens say of a case: whose turn it is, what comes next, who wrote what. Pure. */
import { aggiungiGiorni, conArticolo, dataInParole, istanteInParole, oggi } from '../../../platform/atoms/date.ts';
import type { TimelineItem } from '../../../ui/form/Timeline.tsx';
import { type Azione, aperta, fineDi, GIORNI_RIAPERTURA, type Parte, STATI, type Stato } from '../pratica/stati.ts';
import type { Dettaglio, EventoMostrato } from './chat.contract.ts';
import type { StepsPart } from './parts.ts';

type Pratica = Pick<Dettaglio, 'tipo' | 'stato' | 'vista' | 'azioni' | 'chiusa_il' | 'termine_il'>;

/** "la segnalazione", "la richiesta": both are feminine, which the sentences below count on. */
export const laPratica = (tipo: Dettaglio['tipo']): string => `la ${tipo}`;

/** The state as this side reads it. */
export function statoInParole({ stato, vista }: Pick<Pratica, 'stato' | 'vista'>): string {
  if (stato === 'da_integrare' && vista === 'operatore') return 'In attesa del cittadino';
  return STATI[stato as Stato];
}

export type Situazione = { kind: 'info' | 'warning' | 'success'; titolo: string; testo: string };

/**
 * How the day stands by which the case has to be concluded. While the citizen is awaited the days do not count for the office
 * (product rule): the day on record is that of before, and being past says nothing.
 * @param giorno today, `YYYY-MM-DD`
 */
function termineDi({ stato, termine_il }: Pick<Pratica, 'stato' | 'termine_il'>, giorno: string) {
  const passato = termine_il < giorno;
  if (!passato) return 'da_venire';
  return stato === 'da_integrare' ? 'sospeso' : 'passato';
}

/** The label of that day, before the day itself. @param giorno today, `YYYY-MM-DD` */
export function etichettaTermine(p: Pick<Pratica, 'stato' | 'termine_il'>, giorno: string): string {
  return {
    da_venire: 'Da concludere entro il',
    sospeso: 'Termine prima dell’attesa',
    passato: 'Era da concludere entro il',
  }[termineDi(p, giorno)];
}

/** Whose turn it is now, and what can be done: the first thing on the screen. @param giorno today, `YYYY-MM-DD` */
export function situazione(pratica: Pratica, giorno: string): Situazione {
  return pratica.vista === 'cittadino' ? perIlCittadino(pratica, giorno) : perLOperatore(pratica, giorno);
}

function perIlCittadino(p: Pratica, giorno: string): Situazione {
  const termine = dataInParole(p.termine_il);
  const tardi = termineDi(p, giorno) === 'passato';
  const passato = `Il termine per risponderti era ${conArticolo('il', termine)} ed è passato: chiedi notizie qui sotto, o contatta l’ente con i recapiti in fondo alla pagina.`;
  switch (p.stato as Stato) {
    case 'inviata':
      return {
        kind: tardi ? 'warning' : 'info',
        titolo: `L’ufficio ha ricevuto la tua ${p.tipo}`,
        testo: `Deve ancora prenderla in carico. ${tardi ? passato : `Ti risponderà entro ${conArticolo('il', termine)}. Intanto puoi scrivere o aggiungere file.`}`,
      };
    case 'in_elaborazione':
      return {
        kind: tardi ? 'warning' : 'info',
        titolo: 'L’ufficio sta lavorando',
        testo: tardi
          ? passato
          : `Non devi fare nulla. Ti risponderà entro ${conArticolo('il', termine)}. Se hai altro da dire puoi scriverlo qui sotto.`,
      };
    case 'da_integrare':
      return {
        kind: 'warning',
        titolo: 'Aspettiamo la tua risposta',
        testo:
          'L’ufficio ti ha chiesto qualcosa: leggi il messaggio e rispondi qui sotto. I giorni in cui aspettiamo te non contano nel termine.',
      };
    default:
      return { kind: p.stato === 'rifiutata' ? 'warning' : 'success', titolo: chiusa(p), testo: percheChiusa(p) };
  }
}

function chiusa({ tipo, stato }: Pratica): string {
  return `La ${tipo} è ${STATI[stato as Stato].toLowerCase()}: non riceve più messaggi`;
}

function percheChiusa({ tipo, stato, azioni, chiusa_il }: Pratica): string {
  if (azioni.includes('non_risolto') && chiusa_il) {
    const ultimo = dataInParole(aggiungiGiorni(oggi(Date.parse(chiusa_il)), GIORNI_RIAPERTURA));
    return `L’ufficio ha concluso il lavoro. Se il problema non è risolto puoi riaprirla fino ${conArticolo('al', ultimo)}, qui sotto.`;
  }
  if (stato === 'conclusa' && tipo === 'richiesta')
    return 'L’ufficio ti ha risposto: trovi la risposta nei messaggi. Se hai altre domande scrivi di nuovo allo sportello.';
  if (stato === 'conclusa')
    return `L’ufficio ha concluso il lavoro da più di ${GIORNI_RIAPERTURA} giorni e non si può più riaprire. Se il problema c’è ancora invia una nuova segnalazione.`;
  if (stato === 'ritirata') return 'L’hai ritirata tu. Se ti serve ancora, invia una nuova richiesta.';
  return 'L’ufficio ha deciso: trovi la decisione nei messaggi. Se hai dubbi contatta l’ente con i recapiti in fondo alla pagina.';
}

function perLOperatore(p: Pratica, giorno: string): Situazione {
  const termine = dataInParole(p.termine_il);
  const tardi = termineDi(p, giorno) === 'passato';
  const testo = tardi
    ? `Il termine era ${conArticolo('il', termine)} ed è passato: scrivi al cittadino quando avrà una risposta.`
    : `Termine: ${termine}.`;
  switch (p.stato as Stato) {
    case 'inviata':
      return { kind: 'warning', titolo: 'Da prendere in carico', testo };
    case 'in_elaborazione':
      return { kind: tardi ? 'warning' : 'info', titolo: 'In lavorazione da voi', testo };
    case 'da_integrare':
      return {
        kind: 'info',
        titolo: 'Il cittadino deve rispondere',
        testo: `I giorni di attesa non contano. Termine prima dell’attesa: ${termine}.`,
      };
    default:
      return {
        kind: 'success',
        titolo: chiusa(p),
        testo:
          p.tipo === 'segnalazione' && p.stato === 'conclusa'
            ? `Il cittadino può riaprirla per ${GIORNI_RIAPERTURA} giorni dalla chiusura.`
            : 'La pratica resta qui da leggere.',
      };
  }
}

/** Past and coming steps of a case, in order of time. @param giorno today, `YYYY-MM-DD` */
export function prossimiPassi(d: StepsPart, giorno: string): TimelineItem[] {
  const passo = (datetime: string, titolo: string): TimelineItem => ({
    datetime,
    quando: dataInParole(Date.parse(datetime)),
    titolo,
  });
  const passi = [passo(d.inviata_il, d.tipo === 'segnalazione' ? 'Segnalazione ricevuta' : 'Richiesta ricevuta')];
  if (d.presa_in_carico_il) passi.push(passo(d.presa_in_carico_il, 'Presa in carico'));
  if (!aperta(d.stato as Stato)) {
    return d.chiusa_il ? [...passi, passo(d.chiusa_il, STATI[d.stato as Stato])] : passi;
  }
  const come = termineDi(d, giorno);
  if (come === 'passato') {
    passi.push(passo(d.termine_il, 'Termine passato'));
    passi.sort((a, b) => Date.parse(a.datetime) - Date.parse(b.datetime));
  }
  if (d.stato === 'da_integrare')
    passi.push({
      ...passo(d.termine_il, d.vista === 'cittadino' ? 'La tua risposta' : 'Risposta del cittadino'),
      quando: 'Adesso',
      futuro: true,
    });
  else if (!d.presa_in_carico_il)
    passi.push({ ...passo(d.termine_il, 'Presa in carico'), quando: 'Prossimo passo', futuro: true });
  if (come === 'passato') passi.push({ datetime: '', quando: 'Da fare', titolo: conclusione(d), futuro: true });
  else
    passi.push({
      ...passo(d.termine_il, come === 'sospeso' ? 'Termine prima dell’attesa' : titoloDelTermine(d)),
      quando: dataInParole(d.termine_il),
      futuro: true,
    });
  return passi;
}

const siConclude = (d: Pick<Dettaglio, 'tipo' | 'codice'>) => fineDi(d) === 'conclusione';
const conclusione = (d: Pick<Dettaglio, 'tipo' | 'codice'>) => (siConclude(d) ? 'Conclusione' : 'Decisione');

function titoloDelTermine(d: Pick<Dettaglio, 'tipo' | 'codice' | 'vista'>): string {
  if (d.vista === 'operatore') return siConclude(d) ? 'Termine per concluderla' : 'Termine per la decisione';
  return siConclude(d) ? 'Termine entro cui sarà conclusa' : 'Termine entro cui riceverai la decisione';
}

/** Who wrote, as this side reads it. @param ente name of the body of the case */
export function autore(
  e: Pick<EventoMostrato, 'da' | 'chi'>,
  d: Pick<Dettaglio, 'vista' | 'dati'>,
  ente: string,
): string {
  if (e.da === 'sistema') return 'Portale';
  if (e.da === 'cittadino') return d.vista === 'cittadino' ? 'Tu' : `${d.dati.nome} ${d.dati.cognome}, cittadino`;
  return e.chi ? `${ente}, ${e.chi}` : ente;
}

/** What a change of state was, as the stream tells it. */
export function cambioInParole(e: Pick<EventoMostrato, 'da' | 'stato'>, tipo: Dettaglio['tipo']): string {
  const nome = tipo === 'segnalazione' ? 'Segnalazione' : 'Richiesta';
  switch (e.stato as Stato) {
    case 'inviata':
      return `${nome} inviata`;
    case 'in_elaborazione':
      return e.da === 'cittadino' ? `${nome} di nuovo in lavorazione` : `${nome} presa in carico`;
    case 'da_integrare':
      return 'Chiesta un’integrazione';
    default:
      return `${nome} ${STATI[e.stato as Stato].toLowerCase()}`;
  }
}

/** The choices of the operator's form, in the words of the office. */
export const AZIONI_OPERATORE: Partial<Record<Azione, { label: string; hint: string }>> = {
  in_elaborazione: { label: 'Prendi in carico', hint: 'La pratica passa in lavorazione. Il messaggio è facoltativo.' },
  da_integrare: { label: 'Chiedi un’integrazione', hint: 'Scrivi che cosa serve: si aspetta il cittadino.' },
  conclusa: { label: 'Concludi', hint: 'Scrivi com’è andata a finire: la pratica si chiude ai messaggi.' },
  accettata: { label: 'Accetta', hint: 'Scrivi il motivo della decisione: la richiesta si chiude.' },
  rifiutata: { label: 'Rifiuta', hint: 'Scrivi il motivo della decisione: la richiesta si chiude.' },
};

/** Sentence for the page that comes back after a form without JavaScript, by the word in its address. */
export const FATTO = {
  inviato: 'Messaggio inviato.',
  decisa: 'Decisione inviata: avvisiamo il cittadino per e-mail.',
  riaperta: 'Segnalazione riaperta: l’ufficio è stato avvisato.',
  ritirata: 'Richiesta ritirata.',
  nascosto: 'Contenuto nascosto. Nella conversazione resta una traccia.',
  link: 'Nuovo collegamento inviato alla casella dell’ente.',
} as const;
export type Fatto = keyof typeof FATTO;

/** @param stato what was asked of the case with the message, if anything */
export function fattoCon(stato: string | undefined): Fatto {
  if (stato === 'ritirata') return 'ritirata';
  if (stato === 'non_risolto') return 'riaperta';
  return stato === 'accettata' || stato === 'rifiutata' ? 'decisa' : 'inviato';
}

export function isFatto(word: string | null): word is Fatto {
  return word !== null && Object.hasOwn(FATTO, word);
}

/** An instant of the wire in words. */
export const quando = (istante: string): string => istanteInParole(Date.parse(istante));

/**
 * What is shown, with what was read since: earlier events as they are now, later ones at the end.
 * @param mostrati in the order of the timeline
 */
export function conNovita(
  mostrati: readonly EventoMostrato[],
  letto: Pick<Dettaglio, 'eventi' | 'cambiati' | 'letto_fino' | 'vista'>,
): EventoMostrato[] {
  const ora = new Map((letto.cambiati ?? []).map((e) => [e.id, e]));
  const noti = new Set(mostrati.map((e) => e.id));
  const tutti = [...mostrati.map((e) => ora.get(e.id) ?? e), ...letto.eventi.filter((e) => !noti.has(e.id))];
  return tutti.map((e) => (e.da === letto.vista && e.n <= letto.letto_fino ? { ...e, letto: true } : e));
}

/** Keys of the stream's new entries: what a screen reader is told of. Own words need no telling. */
export function nuoviEventi(prima: readonly EventoMostrato[], dopo: readonly EventoMostrato[], vista: Parte) {
  const noti = new Set(prima.map((e) => e.id));
  return dopo.filter((e) => !noti.has(e.id) && e.da !== vista);
}
