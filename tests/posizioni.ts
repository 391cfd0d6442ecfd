/** Positions, documents and declarations for tests of the store. */
import type { LoggedInUser } from '../src/context.ts';
import { keepAct } from '../src/features/cases/allegati/allegati.server.ts';
import { hashControllo } from '../src/features/cases/posizione/controllo.server.ts';
import { randomId } from '../src/platform/signer.server.ts';
import type { Dichiarazione, Documento, Posizione } from '../src/store/tables.ts';
import { pdfText } from './files.ts';
import { cittadino, RIG_NOW, type Rig } from './rig.ts';

/** A citizen of their own, with the e-mail of their contacts confirmed when given. */
export const persona = (codice_fiscale: string, over: Partial<LoggedInUser> = {}): LoggedInUser => ({
  ...cittadino(`id-${codice_fiscale}`),
  codice_fiscale,
  ...over,
});
export const ANNA = persona('BNCNNA85M41Z999R');
export const BRUNO_CODICE = persona('VRDLCU72P15Z999A', { nome: 'Bruno', cognome: 'Verdi' });

/** What a letter of Borgo says. */
export const LETTERA = { codice_utente: 'AB12-34', codice_controllo: 'K7M9P2' };

/** @param codiciFiscali tax codes of its holders @param ruolo in which they have it */
export async function writePosizione(
  { house }: Rig,
  over: Partial<Posizione> & { codice?: string } = {},
  codiciFiscali: readonly string[] = [],
  ruolo = 'tutore',
): Promise<Posizione> {
  const { codice = LETTERA.codice_controllo, ...rest } = over;
  const keys = { id: randomId(), ente: 'borgo', codice_utente: LETTERA.codice_utente, ...rest };
  const posizione = {
    controllo: hashControllo(house.signer, keys.ente, keys.codice_utente, codice),
    sistema: 'TARMB',
    intestatario: 'Bianchi Anna',
    chiusa: null,
    ...keys,
  };
  await house.db.insertInto('posizioni').values(posizione).execute();
  for (const codice_fiscale of codiciFiscali) {
    await house.db
      .insertInto('rappresentanze')
      .values({
        id: randomId(),
        posizione: posizione.id,
        codice_fiscale,
        ruolo,
        creata: RIG_NOW,
        tolta: null,
      })
      .execute();
  }
  return posizione;
}

/** A notice of 100,00 euro, due in ten days. */
export async function writeDocumento(
  { house }: Rig,
  { id: posizione, ente, sistema }: Posizione,
  over: Partial<Documento> = {},
): Promise<Documento> {
  const documento: Documento = {
    id: randomId(),
    posizione,
    ente,
    sistema,
    numero: `DOC-${randomId()}`,
    tipo: 'Avviso di pagamento',
    data: '2026-10-01',
    scadenza: '2026-11-30',
    importo_cent: 100_00,
    stato: 'da_pagare',
    stato_da: 'import',
    iuv: null,
    numero_avviso: null,
    chiuso: null,
    ...over,
  };
  await house.db.insertInto('documenti').values(documento).execute();
  return documento;
}

/** The act of a document, as its ente sends it. @param text inside the PDF */
export async function writeActOf({ house }: Rig, { id: documento, ente }: Documento, text = ''): Promise<void> {
  const file = { nome: 'atto.pdf', bytes: Buffer.from(pdfText(text)), documento, sha256: null };
  await keepAct(house, { network: ente, caller: ente }, file);
}

export async function writeDichiarazione({ house }: Rig, over: Partial<Dichiarazione>): Promise<Dichiarazione> {
  const dichiarazione: Dichiarazione = {
    id: randomId(),
    ente: 'borgo',
    codice_fiscale: ANNA.codice_fiscale,
    numero: randomId(),
    tipo: 'Dichiarazione TARI',
    data: '2026-05-04',
    stato: 'inviata',
    stato_da: 'import',
    protocollo: null,
    ...over,
  };
  await house.db.insertInto('dichiarazioni').values(dichiarazione).execute();
  return dichiarazione;
}
