/** Builds the JSON file that a citizen downloads from the profile with their data. */
import { type Ctx, owner, type User } from '../../../context.ts';
import { iso, oggi } from '../../../platform/atoms/date.ts';
import { PortalError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/run.server.ts';
import { percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { contentDisposition } from '../../cases/allegati/nome.server.ts';
import { protocollo } from '../../cases/pratica/pratica.server.ts';
import type { operations } from './dati.contract.ts';
import { datiDelCittadino, storiaDellePratiche } from './dati.db.ts';

/** Everything the portal keeps of a citizen, as a file for machines (GDPR art. 15 and 20). Amounts in cents. */
export const handlers: Handlers<typeof operations> = {
  scaricaDati: async (_input, ctx) => {
    const { user } = ctx;
    if (!user) throw new PortalError('anonymous');
    const { id, codice_fiscale } = user;
    const trovati = await datiDelCittadino(ctx.db, { id, codice_fiscale, proprietario: owner(ctx) });
    const dati = {
      scaricato_il: iso(ctx.now),
      utente: profilo(user, trovati.utente),
      posizioni: trovati.posizioni.map(({ id: posizione, creata, ...resto }) => ({
        ...resto,
        aggiunta_il: iso(creata),
        documenti: trovati.documenti
          .filter((d) => d.posizione === posizione)
          .map(({ id: _id, posizione: _posizione, stato_da: _da, ...documento }) => documento),
        mezzi: trovati.diPosizioni
          .filter((m) => m.posizione === posizione)
          .map(({ posizione: _posizione, dati_json, ...mezzo }) => ({
            ...mezzo,
            ...(JSON.parse(dati_json) as object),
          })),
      })),
      dichiarazioni: trovati.dichiarazioni,
      pratiche: await pratiche(ctx, trovati.pratiche),
      bozze: trovati.bozze.map((b) => ({
        percorso: b.percorso,
        valori: JSON.parse(b.valori_json) as unknown,
        aggiornata_il: iso(b.aggiornata),
        scade_il: iso(b.scade),
        ...mezzi(trovati.mezzi, b.percorso),
      })),
    };
    return {
      type: 'application/json',
      disposition: contentDisposition(`i-miei-dati-${oggi(ctx.now)}.json`),
      bytes: Buffer.from(`${JSON.stringify(dati, null, 2)}\n`),
    };
  },
};

/** Advertising devices of a declaration that was begun. */
function mezzi(righe: Trovati['mezzi'], percorso: string) {
  const suoi = righe.filter((r) => percorsoDichiarazione(r.dichiarazione) === percorso);
  if (suoi.length === 0) return {};
  return { mezzi: suoi.map(({ azione, tipo, dati_json }) => ({ azione, tipo, ...(JSON.parse(dati_json) as object) })) };
}

function profilo({ id, nome, cognome, codice_fiscale, email, contatti }: User, riga: Trovati['utente']) {
  return {
    ...{ id, nome, cognome, codice_fiscale, email_identita: email, contatti },
    residenza: JSON.parse(riga?.residenza_json ?? '{}') as unknown,
    ...(riga && { primo_accesso: iso(riga.creato), ultimo_accesso: iso(riga.ultimo_accesso) }),
  };
}

type Trovati = Awaited<ReturnType<typeof datiDelCittadino>>;
type Mie = Trovati['pratiche'];

async function pratiche(ctx: Ctx, mie: Mie) {
  const { eventi, allegati } = await storiaDellePratiche(ctx.db, ctx.user?.id ?? '');
  const file = (pratica: string, evento: string | null) =>
    allegati
      .filter((a) => a.pratica === pratica && a.evento === evento)
      .map(({ pratica: _pratica, evento: _evento, ...allegato }) => allegato);
  return mie.map((p) => ({
    id: p.id,
    protocollo: protocollo(p),
    ...{ tipo: p.tipo, codice: p.codice, ente: p.ente, stato: p.stato, protocollo_ente: p.protocollo_ente },
    ...{ inviata_il: iso(p.inviata_il), termine_il: p.termine_il, informativa_accettata: p.privacy_versione },
    ...{ oggetto: p.oggetto, descrizione: p.descrizione, dati: JSON.parse(p.dati_json) as unknown },
    ...{ nome: p.nome, cognome: p.cognome, codice_fiscale: p.codice_fiscale, email: p.email, telefono: p.telefono },
    allegati: file(p.id, null),
    eventi: eventi
      .filter((e) => e.pratica === p.id)
      .map(({ id, pratica, quando, ...evento }) => ({ quando: iso(quando), ...evento, allegati: file(pratica, id) })),
  }));
}
