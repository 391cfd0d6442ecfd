/** Requests about documents, as guests and citizens send them: for tests of the forms that share them. */
import { writeEnte } from '../src/features/cases/ente/ente.db.ts';
import type { OperationName } from '../src/handlers.ts';
import type { Documento, Posizione } from '../src/store/tables.ts';
import { ANNA, LETTERA, writeDocumento, writePosizione } from './posizioni.ts';
import {
  type CallExtra,
  callerOf,
  createAccount,
  ENTI,
  operatore,
  pdfFile,
  type Rig,
  type RigAnswer,
  type RigCaller,
} from './rig.ts';

export const RICHIESTA_EMAIL = 'anna@esempio.it';
const CODICI = ['SF200', 'SF210', 'SF220'] as const;

/** A form on documents. @property propri its own fields, filled in right */
export type Servizio = {
  invia: OperationName;
  codice: (typeof CODICI)[number];
  ownFields: Record<string, unknown>;
};

/** 1,000.00 euro in two documents of one position, with a body that takes such requests. */
export type OwedDocumenti = { posizione: Posizione; documenti: [Documento, Documento] };

export async function oweDocumenti(rig: Rig): Promise<OwedDocumenti> {
  await writeEnte(rig.house.db, { ...ENTI.borgo, categorie: [...ENTI.borgo.categorie, ...CODICI] }, 1);
  const posizione = await writePosizione(rig, {}, [ANNA.codice_fiscale]);
  const first = await writeDocumento(rig, posizione, { numero: 'D-1', importo_cent: 400_00 });
  const second = await writeDocumento(rig, posizione, { numero: 'D-2', importo_cent: 600_00 });
  return { posizione, documenti: [first, second] };
}

/** Somebody with the letter, who typed its codes. */
export async function guestWithLettera(rig: Rig): Promise<RigCaller> {
  const guest = callerOf(rig);
  const opened = await guest.call('controllaPosizione', { ...LETTERA, 'g-recaptcha-response': await guest.human() });
  if (opened.status !== 200) throw new Error(`codes: ${opened.status} ${opened.body?.message}`);
  return guest;
}

/** Whose position it is, logged in. */
export const loginIntestatario = async (rig: Rig): Promise<RigCaller> =>
  callerOf(rig, { user: await createAccount(rig, { codice_fiscale: ANNA.codice_fiscale, email: RICHIESTA_EMAIL }) });

export async function uploadAllegato(citizen: RigCaller, categoria?: string): Promise<{ Id: string }> {
  const { status, body } = await citizen.call('caricaFile', { file: pdfFile(), ...(categoria && { categoria }) });
  if (status !== 201) throw new Error(`file: ${status} ${body?.message}`);
  return { Id: body.data.Id };
}

export const richiedente = (over: object = {}) => ({
  ...{
    nome: 'Anna',
    cognome: 'Bianchi',
    codice_fiscale: ANNA.codice_fiscale,
    email: RICHIESTA_EMAIL,
    telefono: '333 1234567',
  },
  ruolo: 'persona_fisica',
  ...over,
});

/** All that a send takes. @param files of a guest, unless told */
export async function filledRichiesta(
  citizen: RigCaller,
  { ownFields }: Servizio,
  over: object = {},
  files?: { Id: string }[],
) {
  return {
    ...{ ente: 'borgo', servizio: 'TARMB', documenti: ['D-1', 'D-2'], privacy: true, richiedente: richiedente() },
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
  await citizen.confirm(RICHIESTA_EMAIL);
  return citizen.call(servizio.invia, await filledRichiesta(citizen, servizio, over), extra);
}

/** What an operator of the body answers to a request that was sent. */
export const decidePratica = (rig: Rig, id: string, fields: Record<string, unknown>): Promise<RigAnswer> =>
  callerOf(rig, { user: operatore('borgo') }).call('commenta', {
    ...{ id, email: RICHIESTA_EMAIL, vista: 'operatore', motivo: 'Perché sì.' },
    ...fields,
  });

export const readDocumenti = (rig: Rig): Promise<Documento[]> =>
  rig.house.db.selectFrom('documenti').selectAll().orderBy('numero').execute();

/**
 * Somebody went to a provider with this notice and has not come back.
 * @param scade when the provider forgets the cart @param di hash of whose browser it was, of a stranger's unless said
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
  const pagamento = `carrello-aperto-${fornitore}-${owner}`;
  await rig.house.db
    .insertInto('pagamenti')
    .values({
      ...{ id: pagamento, fornitore, stato, proprietario: owner, utente: null, email: RICHIESTA_EMAIL },
      ...{
        importo_cent: 400_00,
        rif_fornitore: null,
        creato: now,
        aggiornato: now,
        controllato: now,
        scade,
        tornato: null,
      },
    })
    .execute();
  await rig.house.db
    .insertInto('pagamenti_avvisi')
    .values({ pagamento, n: 1, ente, numero_avviso, causale: 'TARI', importo_cent: 400_00 })
    .execute();
}
