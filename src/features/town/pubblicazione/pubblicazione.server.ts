/** Releases reports to everybody, and takes them off the public list, for the operators of their ente. */
import type { CallContext } from '../../../context.ts';
import { PortalError } from '../../../platform/errors.ts';
import { readWhole } from '../../../platform/files.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Allegato, Pratica } from '../../../store/tables.ts';
import { listSentAllegati } from '../../cases/allegati/allegati.db.ts';
import { enteOfPage } from '../../cases/ente/ente.server.ts';
import { writeAtto } from '../../cases/pratica/atti.db.ts';
import { callerName, requireOwn } from '../../cases/pratica/incarico.server.ts';
import { parsePraticaData, shownPraticaData } from '../../cases/pratica/pratica-data.ts';
import { readPubblica, releasePubblica, takeOffPubblica } from '../../cases/segnalazione-pubblica/pubblica.server.ts';
import { readFollowers } from '../../cases/segnalazione-seguita/seguita.server.ts';
import { PUBLIC_LIMITS, type Pubblicazione, type pubblicazioneOperations } from './pubblicazione.contract.ts';
import { makePublicPhoto } from './public-photo.server.ts';
import type { PublicPhoto } from './public-photo-child.server.ts';

type PublicPratica = Pratica & { pubblica: string };
/** @property allegato the file it was made of */
type ReleasedPhoto = PublicPhoto & { allegato: string };

export const pubblicazioneHandlers: OperationHandlers<typeof pubblicazioneOperations> = {
  pubblicazionePratica: async ({ id }, ctx) => readPubblicazione(ctx, await requireOwn(ctx, id)),

  rilasciaSegnalazione: {
    // Pictures are made before the transaction, which has the only connection of SQLite.
    prepare: async ({ id, tieni_foto, foto }, ctx) => {
      const pratica = requirePublic(await requireOwn(ctx, id));
      const ente = await enteOfPage(ctx.house, '', pratica.ente);
      if (!ente.pubblicazione?.[pratica.codice])
        throw new PortalError('conflict', { message: 'L’ente non pubblica le segnalazioni di questo tipo.' });
      if (pratica.doppione_di !== null)
        throw new PortalError('conflict', {
          message: 'Questa segnalazione è unita a un’altra sullo stesso problema: si pubblica quella.',
        });
      if (tieni_foto) return undefined;
      const sent = await photosOf(ctx, pratica);
      const photos: ReleasedPhoto[] = [];
      for (const { id: file, sfoca = [] } of foto) {
        const row = sent.find((photo) => photo.id === file);
        const bytes = row && (await readWhole(ctx.house.files, row));
        if (!bytes) throw new PortalError('invalid', { message: 'Una foto non c’è più: ricarica la pagina.' });
        photos.push({ ...(await makePublicPhoto({ bytes, blurs: sfoca })), allegato: file });
      }
      return photos;
    },
    run: async (input, ctx, photos: ReleasedPhoto[] | undefined) => {
      const pratica = requirePublic(await requireOwn(ctx, input.id, 'change'));
      const { titolo, descrizione = null, luogo = null, risposta = null, con_punto, versione } = input;
      const before = await readPubblica(ctx, pratica.pubblica);
      // A colleague may have hidden one of them while the pictures were made.
      const shown = new Set(photos && (await photosOf(ctx, pratica)).map(({ id }) => id));
      const isHidden = photos?.some(({ allegato }) => !shown.has(allegato));
      if (!before || String(before.aggiornata) !== versione || isHidden)
        throw new PortalError('conflict', {
          message: 'Nel frattempo la pratica è cambiata: ricarica la pagina e controlla di nuovo.',
        });
      const point = con_punto ? { lat: pratica.lat, lon: pratica.lon } : { lat: null, lon: null };
      await releasePubblica(ctx, pratica, { titolo, descrizione, luogo, risposta, ...point, photos });
      const dati = { foto: photos?.length ?? before.photoCount };
      await writeAtto(ctx, pratica, { azione: 'pubblicata', dati, name: callerName(ctx) });
      return { pagina: publicPage(pratica.pubblica) };
    },
  },

  togliSegnalazione: async ({ id }, ctx) => {
    const pratica = requirePublic(await requireOwn(ctx, id, 'change'));
    const before = await readPubblica(ctx, pratica.pubblica);
    if (!before || (before.visibile === 0 && before.rilasciata === null)) return { tolta: false };
    await takeOffPubblica(ctx, pratica.pubblica);
    await writeAtto(ctx, pratica, { azione: 'tolta', name: callerName(ctx) });
    return { tolta: true };
  },
};

const publicPage = (id: string) => `/segnalazioni/${id}`;

/** @throws PortalError `conflict` for a case that has no public side */
function requirePublic(pratica: Pratica): PublicPratica {
  const { pubblica } = pratica;
  if (pubblica === null)
    throw new PortalError('conflict', {
      message:
        'Questa segnalazione non si pubblica: il suo tipo non è nell’elenco pubblico, o chi l’ha inviata ha chiesto di restarne fuori.',
    });
  return { ...pratica, pubblica };
}

/** The pictures that the citizen sent and no operator has hidden. */
const photosOf = async ({ db }: CallContext, { id }: Pratica): Promise<Allegato[]> =>
  (await listSentAllegati(db, { pratica: id })).filter(
    ({ miniatura, nascosto }) => miniatura === 1 && nascosto === null,
  );

async function readPubblicazione(ctx: CallContext, pratica: Pratica): Promise<Pubblicazione> {
  const pubblica = pratica.pubblica === null ? undefined : await readPubblica(ctx, pratica.pubblica);
  const isReleased = pubblica !== undefined && pubblica.rilasciata !== null;
  const { followers, unsolved } = pubblica ? await readFollowers(ctx, pubblica) : { followers: 0, unsolved: 0 };
  const { indirizzo } = parsePraticaData(shownPraticaData, pratica);
  return {
    stato: !pubblica ? 'nessuna' : isReleased ? 'pubblicata' : 'in_esame',
    in_elenco: pubblica?.visibile === 1,
    ...(pubblica?.visibile === 1 && { pagina: publicPage(pubblica.id) }),
    titolo: isReleased ? (pubblica.titolo ?? '') : pratica.oggetto.slice(0, PUBLIC_LIMITS.titolo),
    descrizione: isReleased ? (pubblica.descrizione ?? '') : pratica.descrizione,
    luogo: isReleased ? (pubblica.luogo ?? '') : (indirizzo ?? ''),
    risposta: isReleased ? (pubblica.risposta ?? '') : '',
    con_punto: isReleased ? pubblica.lat !== null : pratica.lat !== null,
    ha_punto: pratica.lat !== null,
    foto: (await photosOf(ctx, pratica)).map(({ id, nome }) => ({ id, nome })),
    pubblicate: pubblica?.photoCount ?? 0,
    seguita_da: followers,
    non_risolta_per: unsolved,
    versione: String(pubblica?.aggiornata ?? 0),
  };
}
