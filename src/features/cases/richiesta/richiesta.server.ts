/** Opens the case of a request: who asks, what the service adds, files, documents; in the transaction of the send. */
import type { Ctx } from '../../../context.ts';
import type { Voce } from '../../../platform/atoms/tabella.ts';
import type { Fields } from '../../../platform/body.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { categorieDei } from '../allegati/allegati.server.ts';
import type { CategoriaFile } from '../allegati/limiti.ts';
import type { Ente } from '../ente/ente.ts';
import { SENZA_FILE } from '../modulo/modulo.passi.ts';
import { spendiConferma } from '../otp/otp.server.ts';
import type { PraticaAperta } from '../pratica/pratica.contract.ts';
import { apriPratica } from '../pratica/pratica.server.ts';
import { fileMancanti, type Richiedente } from '../richiedente/richiedente.controlli.ts';
import { chiedeDitta, chiedePersona, RUOLI } from '../richiedente/richiedente.ts';
import { identita } from '../utente/identita.ts';
import { occupaDocumenti } from './documenti.server.ts';

type File = { Id: string; categoria?: CategoriaFile | undefined };

/** What came in, checked. */
export type Arrivata = { richiedente: Richiedente; filesAllegati: readonly File[] };

/**
 * @property fatti what the service adds, as label and value in the order of the form: for receipt, chat and operator
 * @property dati the same for programs: what a decision works on
 * @property percorso path of the form, whose draft ends with the send
 * @property documenti ids of the documents it is about: one open request per document and kind
 */
export type NuovaRichiesta = {
  codice: string;
  ente: Ente;
  oggetto: string;
  descrizione: string;
  fatti: readonly Voce[];
  dati: Record<string, unknown>;
  percorso: string;
  serveFile?: boolean;
  documenti?: readonly string[];
};

/** Name and tax code of who is logged in stand over what was sent. For a handler's `complete`. */
export function conIdentita(fields: Fields, { user }: Ctx): Fields {
  const inviato = fields.richiedente;
  if (typeof inviato !== 'object' || inviato === null || Array.isArray(inviato)) return fields;
  return { ...fields, richiedente: { ...inviato, ...identita(user) } } as Fields;
}

/** @throws PortalError `invalid` for files that are missing or an e-mail that is not confirmed, `conflict` for a document with an open request */
export async function apriRichiesta(
  ctx: Ctx,
  { richiedente, filesAllegati }: Arrivata,
  nuova: NuovaRichiesta,
): Promise<PraticaAperta> {
  const { codice, ente, oggetto, descrizione, percorso, documenti = [] } = nuova;
  const categorie = await categorieDei(ctx, filesAllegati);
  if (nuova.serveFile && categorie.every(Boolean))
    throw new PortalError('invalid', { message: SENZA_FILE, fields: { filesAllegati: [SENZA_FILE] } });
  const mancano = fileMancanti(categorie, {
    ruolo: richiedente.ruolo,
    identita: ctx.user?.ruolo === 'cittadino',
  });
  if (Object.keys(mancano).length > 0) throw new PortalError('invalid', { fields: mancano });
  await spendiConferma(ctx, richiedente.email);
  const aperta = await apriPratica(ctx, {
    ...{ tipo: 'richiesta', codice, ente, oggetto, descrizione, richiedente, percorso, files: filesAllegati },
    dati: { ...nuova.dati, fatti: nuova.fatti, inQualitaDi: inQualitaDi(richiedente) },
  });
  await occupaDocumenti(ctx, { pratica: aperta.id, codice, documenti });
  return aperta;
}

/** The capacity in which somebody asks, as label and value. */
export function inQualitaDi(r: Richiedente): [string, string][] {
  const { ruolo, rappresentato: p } = r;
  const ditta = chiedeDitta(ruolo) || ruolo === 'altro';
  const persona = chiedePersona(ruolo) || ruolo === 'altro';
  const righe: [string, string | undefined][] = [
    ['In qualità di', ruolo === 'persona_fisica' ? undefined : RUOLI[ruolo]],
    ['A che titolo', ruolo === 'altro' ? r.titolo : undefined],
    ['Ragione sociale', ditta ? r.ragione_sociale : undefined],
    ['Partita IVA o codice fiscale della ditta', ditta ? r.partita_iva : undefined],
    ['Persona rappresentata', persona && p ? `${p.nome} ${p.cognome}, ${p.codice_fiscale}` : undefined],
  ];
  return righe.filter((riga): riga is [string, string] => Boolean(riga[1]));
}
