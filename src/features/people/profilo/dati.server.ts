/** Builds the JSON file that a citizen downloads from the profile with their data. */
import * as z from 'zod/mini';
import { type CallContext, type LoggedInUser, ownerOf } from '../../../context.ts';
import { isoInstant, todayInRome } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import { dichiarazionePath } from '../../cases/allegati/file-limits.ts';
import { contentDisposition } from '../../cases/allegati/file-name.server.ts';
import { parseValues } from '../../cases/bozza/bozza-values.ts';
import { actPath } from '../../cases/posizione/posizione.server.ts';
import { listConsultazioni } from '../../cases/pratica/consultazioni.server.ts';
import { anyPraticaData, parsePraticaData } from '../../cases/pratica/pratica-data.ts';
import { protocollo } from '../../cases/pratica/pratica-names.ts';
import { reportPath } from '../../cases/segnalazione-pubblica/public-addresses.ts';
import { readChoice } from '../../cases/utente/promemoria.ts';
import { CONSULTAZIONI_PAGE, type datiOperations } from './dati.contract.ts';
import { readCittadinoData, readPraticheHistory } from './dati.db.ts';

/** Exported as they are kept. */
const keptFields = z.record(z.string(), z.unknown());

/** All data about a citizen in machine-readable form (GDPR art. 15 and 20). Amounts are in cents. */
export const datiHandlers: OperationHandlers<typeof datiOperations> = {
  chiHaVisto: async ({ pagina: page = 1 }, ctx) => {
    // One row more than is shown tells whether there are others.
    const part = { offset: (page - 1) * CONSULTAZIONI_PAGE, limit: CONSULTAZIONI_PAGE + 1 };
    const rows = await listConsultazioni(ctx, part);
    return { consultazioni: rows.slice(0, CONSULTAZIONI_PAGE), altre: rows.length > CONSULTAZIONI_PAGE };
  },
  scaricaDati: async (_input, ctx) => {
    const { user } = ctx;
    if (!user) throw new PortalError('anonymous');
    const { id, codice_fiscale } = user;
    const casella = (user.contatti.email ?? '').toLowerCase();
    const today = todayInRome(ctx.now);
    const found = await readCittadinoData(ctx.db, {
      id,
      codice_fiscale,
      today,
      proprietario: ownerOf(ctx),
      casella,
    });
    const data = {
      scaricato_il: isoInstant(ctx.now),
      utente: profileOf(user, found.utente),
      posizioni: found.posizioni.map(({ id: posizione, creata, ...rest }) => ({
        ...rest,
        aggiunta_il: isoInstant(creata),
        documenti: found.documenti
          .filter((d) => d.posizione === posizione)
          .map(
            ({
              id,
              posizione: _posizione,
              stato_da: _since,
              atto_nome,
              atto_dimensione,
              atto_sha256,
              ...documento
            }) => ({
              ...documento,
              atto: atto_nome && {
                nome: atto_nome,
                dimensione: Number(atto_dimensione),
                sha256: atto_sha256,
                indirizzo: actPath(id),
              },
            }),
          ),
        mezzi: found.mezziOfPosizioni
          .filter((m) => m.posizione === posizione)
          .map(({ posizione: _posizione, dati_json, ...mezzo }) => ({
            ...mezzo,
            ...keptFields.parse(JSON.parse(dati_json)),
          })),
      })),
      deleghe: found.deleghe.map(({ id: _id, creata, accettata, chiusa, ...delega }) => ({
        ...delega,
        creata_il: isoInstant(creata),
        accettata_il: accettata && isoInstant(accettata),
        chiusa_il: chiusa && isoInstant(chiusa),
      })),
      dichiarazioni: found.dichiarazioni,
      pratiche: await exportPratiche(ctx, found.pratiche),
      consultazioni: (await listConsultazioni(ctx, EVERY_ROW)).map(({ giorno, ufficio, ente, protocollo }) => ({
        giorno,
        ufficio,
        ente,
        protocollo,
      })),
      segnalazioni_seguite: found.seguite.map(({ segnalazione, casella: email, creata }) => ({
        pagina: reportPath(segnalazione),
        email,
        seguita_dal: isoInstant(creata),
      })),
      messaggi_app_io: found.appIo.map(({ creato, ...messaggio }) => ({ ...messaggio, creato_il: isoInstant(creato) })),
      bozze: found.bozze.map((b) => ({
        percorso: b.percorso,
        valori: parseValues(b.valori_json),
        aggiornata_il: isoInstant(b.aggiornata),
        scade_il: isoInstant(b.scade),
        ...mezziOf(found.mezzi, b.percorso),
      })),
    };
    return {
      type: 'application/json',
      disposition: contentDisposition(`i-miei-dati-${todayInRome(ctx.now)}.json`),
      bytes: Buffer.from(`${JSON.stringify(data, null, 2)}\n`),
    };
  },
};

/** All that the list of a citizen may have, in one file. */
const EVERY_ROW = { offset: 0, limit: 100_000 };

/** Advertising devices of a draft declaration. */
function mezziOf(rows: CittadinoData['mezzi'], path: string) {
  const ownMezzi = rows.filter((r) => dichiarazionePath(r.dichiarazione) === path);
  if (ownMezzi.length === 0) return {};
  return {
    mezzi: ownMezzi.map(({ azione, tipo, dati_json }) => ({
      azione,
      tipo,
      ...keptFields.parse(JSON.parse(dati_json)),
    })),
  };
}

function profileOf({ id, nome, cognome, codice_fiscale, email, contatti }: LoggedInUser, row: CittadinoData['utente']) {
  return {
    id,
    nome,
    cognome,
    codice_fiscale,
    email_identita: email,
    contatti,
    residenza: keptFields.parse(JSON.parse(row?.residenza_json ?? '{}')),

    ...(row && {
      data_nascita: row.data_nascita,
      promemoria: readChoice(row.promemoria_json),
      calendario_con_indirizzo: row.calendario !== null,
      primo_accesso: isoInstant(row.creato),
      ultimo_accesso: isoInstant(row.ultimo_accesso),
    }),
  };
}

type CittadinoData = Awaited<ReturnType<typeof readCittadinoData>>;
type OwnPratiche = CittadinoData['pratiche'];

async function exportPratiche(ctx: CallContext, own: OwnPratiche) {
  const { eventi, allegati, appuntamenti } = await readPraticheHistory(ctx.db, ctx.user?.id ?? '');
  const file = (pratica: string, evento: string | null) =>
    allegati
      .filter((a) => a.pratica === pratica && a.evento === evento)
      .map(({ pratica: _pratica, evento: _evento, ...allegato }) => allegato);
  return own.map((p) => ({
    id: p.id,
    protocollo: protocollo(p),
    tipo: p.tipo,
    codice: p.codice,
    ente: p.ente,
    stato: p.stato_esterno ?? p.stato,
    ...(p.numero_esterno !== null && {
      esterna: { programma: p.programma, numero: p.numero_esterno, servizio: p.servizio, indirizzo: p.indirizzo },
    }),
    protocollo_ente: p.protocollo_ente,
    protocollo_ente_il: p.protocollo_ente_il,
    protocollo_ente_registro: p.protocollo_ente_registro,
    protocollo_ente_classifica: p.protocollo_ente_classifica,
    protocollo_ente_fascicolo: p.protocollo_ente_fascicolo,
    inviata_il: isoInstant(p.inviata_il),
    termine_il: p.termine_il,
    informativa_accettata: p.privacy_versione,
    ...(p.pubblica !== null && { pagina_pubblica: reportPath(p.pubblica) }),
    oggetto: p.oggetto,
    descrizione: p.descrizione,
    dati: parsePraticaData(anyPraticaData, p),
    nome: p.nome,
    cognome: p.cognome,
    codice_fiscale: p.codice_fiscale,
    email: p.email,
    telefono: p.telefono,
    appuntamenti: appuntamenti
      .filter((a) => a.pratica === p.id)
      .map(({ inizio, fine, stato, in_lista_dal }) => ({
        inizio: isoInstant(inizio),
        fine: isoInstant(fine),
        stato,
        in_lista_dal: in_lista_dal && isoInstant(in_lista_dal),
      })),
    allegati: file(p.id, null),
    eventi: eventi
      .filter((e) => e.pratica === p.id)
      .map(({ id, pratica, quando, ...evento }) => ({
        quando: isoInstant(quando),
        ...evento,
        allegati: file(pratica, id),
      })),
  }));
}
