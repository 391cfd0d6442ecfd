/** The parts in which an administrator fills in the data of their ente: each is a form of its own. */
import { OFFERTE } from '../../../data/offerta.ts';
import type { Ente } from '../../cases/ente/ente.ts';
import { officeNameOf } from '../../cases/ente/servizi.ts';
import { SISTEMI } from '../../cases/ente/sistemi.ts';
import { gestionePath } from './gestione-path.ts';

const MARKS_HINT =
  'Una riga che comincia con # è un titolo, con - una voce di elenco; [parole](https://…) è un collegamento.';
const TEXT_HINT = `Senza un testo resta quello del portale; un indirizzo in «Pagine del sito» vale più del testo. ${MARKS_HINT}`;

export type DatiPart = {
  title: string;
  fields: readonly (keyof Ente)[];
  hint?: string;
  /** Nothing of it is on the page of the form, so that a preview would show nothing */
  hidden?: boolean;
};
export const DATI_PARTS: Readonly<Record<string, DatiPart>> = {
  aspetto: { title: 'Nome, colore e contatti', fields: ['nome', 'motto', 'regione', 'colore', 'contatti'] },
  stemma: { title: 'Stemma', fields: ['stemma'] },
  identita: {
    title: 'Indirizzo del portale e codice fiscale',
    fields: [],
    hint: 'Questi dati legano l’ente a indirizzi, pratiche e pagamenti: li cambia chi gestisce il portale, perché insieme vanno cambiati il dominio con il suo certificato, o la registrazione a pagoPA.',
  },
  orari: {
    title: 'Orari e chiusure',
    fields: ['orari', 'chiusure', 'patrono'],
    hidden: true,
    hint: 'Li legge chi apre la pagina di un servizio.',
  },
  servizi: {
    title: 'Servizi e caselle',
    fields: ['categorie', 'caselle', 'giorni'],
    hidden: true,
    hint: 'Un servizio che offre zone, prezzi o cimiteri compare quando la sua offerta è compilata.',
  },
  lavoro: {
    title: 'Lavoro degli uffici',
    fields: ['uffici_riservati', 'inattivita_minuti'],
    hidden: true,
    hint: 'Come gli operatori dell’ente lavorano alle pratiche.',
  },
  elenco: {
    title: 'Elenco pubblico',
    fields: ['pubblicazione'],
    hidden: true,
    hint: 'Quali segnalazioni tutti possono vedere, e da quando. Il nome e i recapiti di chi segnala non ci sono mai; titolo, testo, luogo e foto solo dopo che un operatore li ha controllati. Scrivilo anche nell’informativa sulla privacy. Un tipo che togli sparisce subito dall’elenco; uno che aggiungi vale per le segnalazioni che arrivano da adesso.',
  },
  zone: {
    title: 'Zone del territorio',
    fields: ['aree'],
    hidden: true,
    hint: 'Quartieri e frazioni, per filtrare le pratiche. Il confine è una geometria GeoJSON, che la cartografia del Comune esporta: chi segnala un punto al suo interno è in quella zona, anche nelle pratiche già aperte. Senza confine la zona si sceglie a mano. L’identificativo non si cambia più.',
  },
  sistemi: {
    title: 'Sistemi dei tributi',
    fields: ['sistemi'],
    hidden: true,
    hint: `Da quali archivi vengono posizioni e documenti. Ci sono già ${SISTEMI.map(({ codice }) => codice).join(', ')}: aggiungi gli altri, ad esempio IMU, o scrivi uno di questi per cambiargli nome.`,
  },
  capitoli: {
    title: 'Capitoli di entrata',
    fields: ['capitoli'],
    hidden: true,
    hint: 'Gli incassi portano il capitolo e l’accertamento del loro servizio: nell’elenco, nella somma e nel CSV per la tesoreria. Un codice sta in un capitolo solo: se è in due, vale il primo.',
  },
  siti: { title: 'Pagine del sito', fields: ['url'] },
  piede: {
    title: 'Piè di pagina',
    fields: ['piede'],
    hint: 'Altri collegamenti e loghi in fondo a ogni pagina, ad esempio Unione europea e PNRR.',
  },
  annunci: { title: 'Annunci', fields: ['annunci'] },
  mappa: {
    title: 'Mappa',
    fields: ['mappa'],
    hint: 'Serve per indicare il luogo di una segnalazione. Senza, il luogo si scrive soltanto.',
  },
  confine: {
    title: 'Confine',
    fields: [],
    hint: 'Chi segnala un luogo fuori dal confine deve confermarlo. Il confine si esporta come GeoJSON da un programma per mappe, o si scarica dal sito dell’Istat.',
  },
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
    hint: 'Testi con cui gli operatori rispondono, per tutti i servizi o solo per alcuni.',
  },
};
export const OFFERTA_PART = 'offerta-';

export const DATI_PAGE = '/gestione/dati';
/** Pages with a list of things, each of which has a form of its own. */
export const ROW_PAGES = [
  { path: '/gestione/sportelli', title: 'Sportelli' },
  { path: '/gestione/calendari', title: 'Appuntamenti' },
  { path: '/gestione/pagamenti', title: 'Pagamenti spontanei' },
];

export type PartLink = { href: string; name: string; isCurrent: boolean };

/** @param current the name of a part or the path of a page */
export function partLinks(services: Parameters<typeof officeNameOf>[0], ente: string, current: string): PartLink[] {
  const part = (part: string, name: string): PartLink => ({
    href: gestionePath(DATI_PAGE, { ente, parte: part }),
    name,
    isCurrent: part === current,
  });
  return [
    ...Object.entries(DATI_PARTS).map(([name, { title }]) => part(name, title)),
    ...ROW_PAGES.map(({ path, title }) => ({
      href: gestionePath(path, { ente }),
      name: title,
      isCurrent: path === current,
    })),
    ...Object.keys(OFFERTE).map((code) => part(OFFERTA_PART + code, `Offerta: ${officeNameOf(services, code)}`)),
  ];
}
