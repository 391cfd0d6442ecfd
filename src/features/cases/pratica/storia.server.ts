/** Puts together all that happened to a case, by whom, for its operators: timeline, trail, and who opened it. */

import * as z from 'zod/mini';
import { isProgramActor } from '../../../context.ts';
import { isoInstant } from '../../../platform/atoms/date.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { OperationHandlers } from '../../../platform/run.server.ts';
import type { Atto, Pratica } from '../../../store/tables.ts';
import { listAtti } from './atti.db.ts';
import { isDittaActor } from './ditta.ts';
import { requireOwn } from './incarico.server.ts';
import { CASELLA_AUTHOR } from './stati.ts';
import type { storiaOperations } from './storia.contract.ts';
import { listEventiMarks, listOpenings } from './storia.db.ts';

/** Of each kind, the last ones: far more than a case has. */
const MAX_ROWS = 1000;

/** What only operators know of; the rest the citizen reads in the timeline, too. */
const INTERNAL_AZIONI = new Set([
  'registrazione',
  'assegnata',
  'nota',
  'cambio_ufficio',
  'cambio_area',
  'classificata',
  'ditta',
  'ditta_affidata',
  'ditta_revocata',
  'aperta',
  'lettura',
]);

/** Of a reader whom no account names: the mailbox of the ente, a program and a firm stand in the place of the office. */
const withoutAccount = ({ ufficio, chi }: { ufficio: string; chi: string }): string =>
  chi === '' || isProgramActor(chi) || isDittaActor(chi) ? ufficio : 'Una persona che non è più qui';

export const storiaHandlers: OperationHandlers<typeof storiaOperations> = {
  storiaPratica: async ({ id }, { db, ...ctx }) => {
    const pratica = await requireOwn({ ...ctx, db }, id);
    const atti = await listAtti(db, pratica.id);
    const eventi = await listEventiMarks(db, pratica.id, MAX_ROWS);
    const openings = await listOpenings(db, pratica.id, MAX_ROWS);
    const rows = [
      ...atti.map(({ quando, nome, azione, testo }) => ({ quando, nome, azione, testo })),
      ...eventiBeside(atti, eventi, pratica),
      ...openings.map(({ quando, ufficio, chi, nome, cognome }) => ({
        quando,
        nome: nome === null ? withoutAccount({ ufficio, chi }) : fullName({ nome, cognome }),
        azione: 'aperta',
        testo: '',
      })),
    ];
    return {
      righe: rows
        .sort((a, b) => Number(a.quando) - Number(b.quando))
        .map(({ quando, ...row }) => ({
          ...row,
          quando: isoInstant(Number(quando)),
          interna: INTERNAL_AZIONI.has(row.azione),
        })),
      altre: eventi.length === MAX_ROWS || openings.length === MAX_ROWS,
    };
  },
};

type EventoMark = Awaited<ReturnType<typeof listEventiMarks>>[number];

const attoData = z.object({ evento: z.optional(z.string()) });

/** The entries of the timeline that no line of the trail names: a citizen's, and an operator's from before there was a trail. */
function eventiBeside(atti: readonly Atto[], eventi: readonly EventoMark[], pratica: Pratica) {
  const named = new Set(atti.map(({ dati_json }) => attoData.parse(JSON.parse(dati_json)).evento));
  const wasFiled = atti.some(({ azione }) => azione === 'registrazione');
  const citizen = fullName(pratica) || 'Il cittadino';
  let before = '';
  return eventi.flatMap((e) => {
    const azione = azioneOf(e, before);
    before = e.stato ?? before;
    // What the portal says of itself is in the trail, under the operator's name.
    if (named.has(e.id) || azione === undefined || (azione === 'ricevuta' && wasFiled)) return [];
    const name = e.da === 'operatore' ? (e.chi ?? CASELLA_AUTHOR) : citizen;
    return [{ quando: e.quando, nome: name, azione, testo: '' }];
  });
}

/** @param before the state that the case was in */
function azioneOf({ n, da, stato }: EventoMark, before: string): string | undefined {
  if (n === 1) return 'ricevuta';
  if (da === 'sistema') return undefined;
  if (da === 'operatore') return stato === null ? 'risposta' : (OPERATORE_STATI[stato] ?? 'decisione');
  if (stato === 'ritirata') return 'ritirata';
  if (stato === null) return 'messaggio';
  return before === 'conclusa' ? 'riaperta' : 'integrata';
}

const OPERATORE_STATI: Record<string, string> = { in_elaborazione: 'presa_in_carico', da_integrare: 'integrazione' };
