/** What a municipality needs before citizens may come, and what it has of it. Pure. */
import type { Ente } from '../../cases/ente/ente.ts';
import { DATI_PAGE, OFFERTA_PART, ROW_PAGES } from './dati-parts.ts';
import type { UfficiEnte } from './gestione.contract.ts';
import { GESTIONE_PAGE } from './gestione-path.ts';

/** @property path, part where it is filled in @property isDone it is there @property why said while it is missing */
export type ChecklistItem = { name: string; why: string; path: string; part?: string | undefined; isDone: boolean };

export type ChecklistFacts = {
  /** As it was set up: with the services whose offer is still missing */
  dati: Partial<Ente>;
  /** Codes of the services that citizens can choose */
  offered: readonly string[];
  /** The codes that need an offer */
  needing: readonly string[];
  sportelli: number;
  uffici: UfficiEnte['uffici'];
  /** What it has with pagoPA is known; null: the portal does not offer pagoPA */
  convenzione: boolean | null;
  nameOf(codice: string): string;
};

/** @returns what has to be there, and then what is advised */
export function checklistOf(facts: ChecklistFacts): { required: ChecklistItem[]; advised: ChecklistItem[] } {
  const { dati, offered, needing, sportelli, uffici, convenzione, nameOf } = facts;
  const { url = {}, categorie = [], caselle = {} } = dati;
  const open = uffici.filter(({ attivo }) => attivo);
  const inPart = (part: string) => ({ path: DATI_PAGE, part });
  const [sportelliPage] = ROW_PAGES;
  const item = (name: string, isDone: boolean, why: string, at: { path: string; part?: string }): ChecklistItem => ({
    name,
    isDone,
    why,
    ...at,
  });
  return {
    required: [
      item(
        'Nome e contatti',
        [dati.nome, dati.motto, dati.regione, dati.contatti?.indirizzo, dati.contatti?.email].every(Boolean),
        'Scrivi nome, motto, regione, indirizzo ed e-mail: stanno su ogni pagina e in ogni messaggio.',
        inPart('aspetto'),
      ),
      item('Stemma', dati.stemma !== undefined, 'Carica lo stemma dell’ente.', inPart('stemma')),
      item('Casella di posta', Boolean(caselle['*']), 'Scrivi dove arrivano le nuove pratiche.', inPart('servizi')),
      item('Almeno un servizio', offered.length > 0, 'Scegli a quali servizi risponde l’ente.', inPart('servizi')),
      ...categorie
        .filter((codice) => needing.includes(codice) && !offered.includes(codice))
        .map((codice) =>
          item(
            `Offerta: ${nameOf(codice)}`,
            false,
            'Il servizio compare quando la sua offerta è compilata.',
            inPart(OFFERTA_PART + codice),
          ),
        ),
      ...(categorie.includes('SPORTELLO')
        ? [
            item('Uno sportello', sportelli > 0, 'Lo sportello territoriale compare quando ne ha uno.', {
              path: sportelliPage?.path ?? '',
            }),
          ]
        : []),
      item(
        'Informativa sulla privacy',
        Boolean(url.privacy ?? dati.testo_privacy),
        'Scrivi il testo, oppure il suo indirizzo in «Pagine del sito».',
        inPart('privacy'),
      ),
      item('Un ufficio', open.length > 0, 'Aggiungi l’ufficio che riceve le pratiche.', {
        path: `${GESTIONE_PAGE}/uffici`,
      }),
      item(
        'Qualcuno che ci lavora',
        open.some(({ persone, attesi }) => persone.length + attesi.length > 0),
        'Aggiungi una persona a un ufficio aperto.',
        { path: `${GESTIONE_PAGE}/uffici` },
      ),
    ],
    advised: [
      ...(convenzione === null
        ? []
        : [
            item('pagoPA', convenzione, 'Senza, l’ente non emette avvisi e non riceve pagamenti dal portale.', {
              path: `${GESTIONE_PAGE}/pagopa`,
            }),
          ]),
      item(
        'Dichiarazione di accessibilità',
        Boolean(url.accessibilita ?? dati.testo_accessibilita),
        'Per un ente pubblico è obbligatoria: scrivi il testo o l’indirizzo su AgID.',
        inPart('accessibilita'),
      ),
      item(
        'Note legali',
        Boolean(url.note_legali ?? dati.testo_note_legali),
        'Senza, resta il testo del portale.',
        inPart('note_legali'),
      ),
      item('Orari degli uffici', Boolean(dati.orari), 'I cittadini li cercano prima di venire.', inPart('orari')),
      item('Mappa', dati.mappa !== undefined, 'Chi segnala indica il luogo con un dito.', inPart('mappa')),
      item(
        'Confine',
        dati.confine !== undefined,
        'Chiede conferma per un luogo fuori dal territorio.',
        inPart('confine'),
      ),
      item(
        'Elenco pubblico delle segnalazioni',
        Object.keys(dati.pubblicazione ?? {}).length > 0,
        'I cittadini vedono che cosa è già segnalato, e che il Comune risponde.',
        inPart('elenco'),
      ),
      item(
        'Risposte pronte',
        (dati.risposte ?? []).length > 0,
        'Fanno risparmiare tempo agli uffici.',
        inPart('risposte'),
      ),
    ],
  };
}
