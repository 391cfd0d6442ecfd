/** Requests about documents, as guests and citizens send them: for tests of the forms that share them. */
import { scriviEnte } from '../src/features/cases/ente/ente.db.ts';
import type { OperationName } from '../src/handlers.ts';
import type { Documento, Posizione } from '../src/store/tables.ts';
import { ANNA, LETTERA, scriviDocumento, scriviPosizione } from './posizioni.ts';
import { type Answer, type Caller, caller, conto, ENTI, type Extra, operatore, pdfFile, type Rig } from './rig.ts';

export const EMAIL = 'anna@esempio.it';
const CODICI = ['SF200', 'SF210', 'SF220'] as const;

/** A form on documents. @property propri its own fields, filled in right */
export type Servizio = {
  invia: OperationName;
  codice: (typeof CODICI)[number];
  propri: Record<string, unknown>;
};

/** 1,000.00 euro in two documents of one position, with a body that takes such requests. */
export type Debito = { posizione: Posizione; documenti: [Documento, Documento] };

export async function debito(rig: Rig): Promise<Debito> {
  await scriviEnte(rig.house.db, { ...ENTI.borgo, categorie: [...ENTI.borgo.categorie, ...CODICI] }, 1);
  const posizione = await scriviPosizione(rig, {}, [ANNA.codice_fiscale]);
  const uno = await scriviDocumento(rig, posizione, { numero: 'D-1', importo_cent: 400_00 });
  const due = await scriviDocumento(rig, posizione, { numero: 'D-2', importo_cent: 600_00 });
  return { posizione, documenti: [uno, due] };
}

/** Somebody with the letter, who typed its codes. */
export async function ospite(rig: Rig): Promise<Caller> {
  const chi = caller(rig);
  const aperti = await chi.call('controllaPosizione', { ...LETTERA, 'g-recaptcha-response': await chi.human() });
  if (aperti.status !== 200) throw new Error(`codes: ${aperti.status} ${aperti.body?.message}`);
  return chi;
}

/** Whose position it is, logged in. */
export const intestataria = async (rig: Rig): Promise<Caller> =>
  caller(rig, { user: await conto(rig, { codice_fiscale: ANNA.codice_fiscale, email: EMAIL }) });

export async function allegato(chi: Caller, categoria?: string): Promise<{ Id: string }> {
  const { status, body } = await chi.call('caricaFile', { file: pdfFile(), ...(categoria && { categoria }) });
  if (status !== 201) throw new Error(`file: ${status} ${body?.message}`);
  return { Id: body.data.Id };
}

export const richiedente = (over: object = {}) => ({
  ...{ nome: 'Anna', cognome: 'Bianchi', codice_fiscale: ANNA.codice_fiscale, email: EMAIL, telefono: '333 1234567' },
  ruolo: 'persona_fisica',
  ...over,
});

/** All that a send takes. @param files of a guest, unless told */
export async function compilata(chi: Caller, { propri }: Servizio, over: object = {}, files?: { Id: string }[]) {
  return {
    ...{ ente: 'borgo', servizio: 'TARMB', documenti: ['D-1', 'D-2'], privacy: true, richiedente: richiedente() },
    ...propri,
    filesAllegati: files ?? [await allegato(chi), await allegato(chi, 'documento_identita')],
    ...over,
  };
}

/** The whole way of a guest, the e-mail confirmed. */
export async function manda(chi: Caller, servizio: Servizio, over: object = {}, extra: Extra = {}): Promise<Answer> {
  await chi.confirm(EMAIL);
  return chi.call(servizio.invia, await compilata(chi, servizio, over), extra);
}

/** What an operator of the body answers to a request that was sent. */
export const decidi = (rig: Rig, id: string, fields: Record<string, unknown>): Promise<Answer> =>
  caller(rig, { user: operatore('borgo') }).call('commenta', {
    ...{ id, email: EMAIL, vista: 'operatore', motivo: 'Perché sì.' },
    ...fields,
  });

export const nelloStore = (rig: Rig): Promise<Documento[]> =>
  rig.house.db.selectFrom('documenti').selectAll().orderBy('numero').execute();

/**
 * Somebody went to a provider with this notice and has not come back.
 * @param scade when the provider forgets the cart @param di hash of whose browser it was, of a stranger's unless said
 */
export async function carrelloAperto(
  rig: Rig,
  {
    ente,
    numero_avviso,
    scade,
    fornitore = 'pagopa',
    di = 'altri',
    stato = 'aperto',
  }: {
    ente: string;
    numero_avviso: string;
    scade: number;
    fornitore?: 'pagopa' | 'mooney';
    di?: string;
    stato?: 'aperto' | 'in_verifica';
  },
): Promise<void> {
  const now = rig.house.now();
  const pagamento = `carrello-aperto-${fornitore}-${di}`;
  await rig.house.db
    .insertInto('pagamenti')
    .values({
      ...{ id: pagamento, fornitore, stato, proprietario: di, utente: null, email: EMAIL },
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
