/** Requests about documents, as guests and citizens send them: for tests of the forms that share them. */
import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import type { OperationName } from '../src/handlers.ts';
import type { Documento, Posizione } from '../src/store/tables.ts';
import { writePagamento } from './pagamenti.ts';
import { ANNA, writeDocumento, writePosizione } from './posizioni.ts';
import { RICHIEDENTE, uploadAllegato } from './richiedente.ts';
import { type CallExtra, ENTI, type Rig, type RigAnswer, type RigCaller } from './rig.ts';

const CODICI = ['SF200', 'SF210', 'SF220'] as const;

/** A form on documents. @property propri its own fields, filled in right */
export type Servizio = {
  invia: OperationName;
  codice: (typeof CODICI)[number];
  ownFields: Record<string, unknown>;
};

/** 1,000.00 euro in two documents of one position, with an ente that takes such requests. */
export type OwedDocumenti = { posizione: Posizione; documenti: [Documento, Documento] };

export async function oweDocumenti(rig: Rig): Promise<OwedDocumenti> {
  await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: [...ENTI.borgo.categorie, ...CODICI] }, 1);
  const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
  const first = await writeDocumento(rig, posizione, { numero: 'D-1', importo_cent: 400_00 });
  const second = await writeDocumento(rig, posizione, { numero: 'D-2', importo_cent: 600_00 });
  return { posizione, documenti: [first, second] };
}

/** All that a send takes. @param files of a guest, unless told */
export async function filledRichiesta(
  citizen: RigCaller,
  { ownFields }: Servizio,
  over: object = {},
  files?: { Id: string }[],
) {
  return {
    ente: 'borgo',
    servizio: 'TARMB',
    documenti: ['D-1', 'D-2'],
    privacy: true,
    richiedente: RICHIEDENTE,
    ...ownFields,
    filesAllegati: files ?? [await uploadAllegato(citizen), await uploadAllegato(citizen, 'documento_identita')],
    ...over,
  };
}

/** The whole way of a guest, the e-mail confirmed. */
export async function sendRichiesta(
  citizen: RigCaller,
  servizio: Servizio,
  over: object = {},
  extra: CallExtra = {},
): Promise<RigAnswer> {
  await citizen.confirm(RICHIEDENTE.email);
  return citizen.call(servizio.invia, await filledRichiesta(citizen, servizio, over), extra);
}

export const readDocumenti = (rig: Rig): Promise<Documento[]> =>
  rig.house.db.selectFrom('documenti').selectAll().orderBy('numero').execute();

/**
 * An open attempt: a payer went to a provider with this notice and has not come back.
 * @param scade when the provider forgets the cart @param owner hash of the payer's browser, a stranger's unless given
 */
export async function writeOpenCarrello(
  rig: Rig,
  {
    ente,
    numero_avviso,
    scade,
    fornitore = 'pagopa',
    owner = 'altri',
    stato = 'aperto',
  }: {
    ente: string;
    numero_avviso: string;
    scade: number;
    fornitore?: 'pagopa' | 'mooney';
    owner?: string;
    stato?: 'aperto' | 'in_verifica';
  },
): Promise<void> {
  const now = rig.house.now();
  const instants = { creato: now, aggiornato: now, controllato: now, scade };
  await writePagamento(rig, [{ ente, numero_avviso, causale: 'TARI', importo_cent: 400_00 }], {
    id: `carrello-aperto-${fornitore}-${owner}`,
    fornitore,
    stato,
    proprietario: owner,
    ...instants,
  });
}
