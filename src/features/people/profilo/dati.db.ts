/** Queries that collect all data of a citizen, for the file they download from their profile. */
import type { StoreDb } from '../../../store/tables.ts';
import { linkHolds, type PosizioneHolder } from '../../cases/posizione/link.ts';

/** The account, positions with their documents and advertising devices, declarations, cases, followed public reports, messages in App IO, drafts (with their advertising devices) of one citizen; each list in the order of the screens. */
export async function readCittadinoData(
  db: StoreDb,
  cittadino: PosizioneHolder & { id: string; proprietario: string; casella: string },
) {
  const own = db
    .selectFrom('rappresentanze as r')
    .innerJoin('posizioni as p', 'p.id', 'r.posizione')
    .select('p.id')
    .where('r.codice_fiscale', '=', cittadino.codice_fiscale)
    .where('p.chiusa', 'is', null)
    .where(linkHolds('r', cittadino.today, 'own'));
  const utente = await db
    .selectFrom('utenti')
    .select(['data_nascita', 'residenza_json', 'calendario', 'promemoria_json', 'creato', 'ultimo_accesso'])
    .where('id', '=', cittadino.id)
    .executeTakeFirst();
  const posizioni = await db
    .selectFrom('rappresentanze as r')
    .innerJoin('posizioni as p', 'p.id', 'r.posizione')
    .select(['p.id', 'p.ente', 'p.codice_utente', 'p.sistema', 'p.intestatario', 'r.ruolo', 'r.fine', 'r.creata'])
    .where('r.codice_fiscale', '=', cittadino.codice_fiscale)
    .where('p.chiusa', 'is', null)
    .where(linkHolds('r', cittadino.today, 'own'))
    .orderBy('r.creata')
    .execute();
  const documenti = await db
    .selectFrom('documenti')
    .leftJoin('allegati as a', 'a.documento', 'documenti.id')
    .selectAll('documenti')
    .select(['a.nome as atto_nome', 'a.dimensione as atto_dimensione', 'a.sha256 as atto_sha256'])
    .where('documenti.posizione', 'in', own)
    .where('documenti.chiuso', 'is', null)
    .orderBy('documenti.data')
    .execute();
  const dichiarazioni = await db
    .selectFrom('dichiarazioni')
    .select(['ente', 'numero', 'tipo', 'data', 'stato', 'protocollo'])
    .where('codice_fiscale', '=', cittadino.codice_fiscale)
    .orderBy('data')
    .execute();
  const pratiche = await db
    .selectFrom('pratiche')
    .leftJoin('pratiche_esterne as x', 'x.pratica', 'pratiche.id')
    .leftJoin('programmi as g', 'g.id', 'x.programma')
    .selectAll('pratiche')
    .select([
      'x.stato as stato_esterno',
      'x.servizio',
      'x.numero as numero_esterno',
      'x.indirizzo',
      'g.nome as programma',
    ])
    .where('utente', '=', cittadino.id)
    .orderBy('inviata_il')
    .execute();
  const bozze = await db
    .selectFrom('bozze')
    .select(['percorso', 'valori_json', 'aggiornata', 'scade'])
    .where('proprietario', '=', cittadino.proprietario)
    .orderBy('aggiornata')
    .execute();
  const mezzi = await db
    .selectFrom('mezzi_dichiarati as m')
    .innerJoin('dichiarazioni_mezzi as d', 'd.id', 'm.dichiarazione')
    .select(['m.dichiarazione', 'm.azione', 'm.tipo', 'm.dati_json'])
    .where('d.proprietario', '=', cittadino.proprietario)
    .where('d.pratica', 'is', null)
    .orderBy('m.n')
    .execute();
  const mezziOfPosizioni = await db
    .selectFrom('mezzi')
    .select(['posizione', 'codice', 'tipo', 'dati_json', 'cessato_dal'])
    .where('posizione', 'in', own)
    .orderBy('codice')
    .execute();
  const seguite = await db
    .selectFrom('segnalazioni_seguite')
    .select(['segnalazione', 'casella', 'creata'])
    .where((e) => e.or([e('utente', '=', cittadino.id), e('casella', '=', cittadino.casella)]))
    .orderBy('creata')
    .execute();
  const appIo = await db
    .selectFrom('messaggi_io')
    .select(['ente', 'tipo', 'stato', 'creato'])
    .where('utente', '=', cittadino.id)
    .orderBy('creato')
    .execute();
  const deleghe = await db
    .selectFrom('deleghe')
    .selectAll()
    .where((e) => e.or([e('delegante', '=', cittadino.codice_fiscale), e('delegato', '=', cittadino.codice_fiscale)]))
    .orderBy('creata')
    .execute();
  return {
    utente,
    deleghe,
    posizioni,
    documenti,
    dichiarazioni,
    pratiche,
    bozze,
    mezzi,
    mezziOfPosizioni,
    seguite,
    appIo,
  };
}

/** The timelines of a citizen's cases, without hidden messages and files, and their appointments. */
export async function readPraticheHistory(db: StoreDb, utente: string) {
  const own = db.selectFrom('pratiche').select('id').where('utente', '=', utente);
  const eventi = await db
    .selectFrom('eventi')
    .select(['id', 'pratica', 'quando', 'da', 'chi', 'tipo', 'testo', 'stato'])
    .where('pratica', 'in', own)
    .where('nascosto', 'is', null)
    .orderBy('pratica')
    .orderBy('n')
    .execute();
  const allegati = await db
    .selectFrom('allegati')
    .select(['pratica', 'evento', 'nome', 'tipo', 'dimensione', 'sha256', 'nota'])
    .where('pratica', 'in', own)
    .where('nascosto', 'is', null)
    .orderBy('creato')
    .execute();
  const appuntamenti = await db
    .selectFrom('appuntamenti')
    .select(['pratica', 'inizio', 'fine', 'stato', 'in_lista_dal'])
    .where('pratica', 'in', own)
    .orderBy('inizio')
    .execute();
  return { eventi, allegati, appuntamenti };
}
