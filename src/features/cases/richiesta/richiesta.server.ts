/** Opens the case of a request with applicant, data of the service, files and documents, in the transaction of the send. */

import type { CallContext } from '../../../context.ts';
import { fullName } from '../../../platform/atoms/nome.ts';
import type { SummaryItem } from '../../../platform/atoms/summary-item.ts';
import type { ReceivedFields } from '../../../platform/body.server.ts';
import { PortalError, requireNoErrors } from '../../../platform/errors.ts';
import { categorieOf } from '../allegati/allegati.server.ts';
import type { FileCategoria } from '../allegati/file-limits.ts';
import type { Ente } from '../ente/ente.ts';
import { NO_FILE } from '../form/form.checks.ts';
import { spendEmailProva } from '../otp/otp.server.ts';
import { type ActingDelega, findSubject } from '../posizione/deleghe.server.ts';
import type { OpenDocumento } from '../posizione/posizioni-open.server.ts';
import type { OpenedPratica } from '../pratica/pratica.contract.ts';
import { openPratica } from '../pratica/pratica-opening.server.ts';
import { checkFiles, type Richiedente } from '../richiedente/richiedente.checks.ts';
import { asksForFirm, asksForPersona, RUOLI } from '../richiedente/richiedente.ts';
import { senderOf, withLogin } from '../utente/identita.ts';
import { documentiFact, findUsableDocumenti, reserveDocumenti } from './documenti.server.ts';
import { documentiFormPath } from './documenti.ts';

type SentFile = { Id: string; categoria?: FileCategoria | undefined };

/** The checked input of every request. */
export type ReceivedRichiesta = { richiedente: Richiedente; filesAllegati: readonly SentFile[] };

/**
 * @property fatti what the service adds, as label and value in the order of the form: for receipt, chat and operator
 * @property dati the same for programs: the effects of a decision read it
 * @property percorso path of the form, whose draft the send deletes
 * @property documenti each has at most one open request of a kind
 * @property posizione id of the position that it is about, when it is about no documents
 */
export type NewRichiesta = {
  codice: string;
  ente: Ente;
  oggetto: string;
  descrizione: string;
  fatti: readonly SummaryItem[];
  dati: Record<string, unknown>;
  percorso: string;
  serveFile?: boolean;
  documenti?: readonly Pick<OpenDocumento, 'id' | 'posizione'>[];
  posizione?: string | null | undefined;
};

/** Replaces the name and tax code that were sent by those of the login. For a handler's `complete`. */
export function withIdentita(fields: ReceivedFields, ctx: CallContext): ReceivedFields {
  const sent = fields.richiedente;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return fields;
  return { ...fields, richiedente: withLogin(sent as Record<string, unknown>, ctx) } as ReceivedFields;
}

/**
 * A delegate's request is in the name of both: the delegate's, who sends it, and that of the person for whom they act.
 * @throws PortalError `invalid` for missing files or an unconfirmed e-mail, `conflict` for a document with an open request, or of another person
 */
export async function openRichiesta(
  ctx: CallContext,
  { richiedente, filesAllegati }: ReceivedRichiesta,
  fresh: NewRichiesta,
): Promise<OpenedPratica> {
  const { codice, ente, oggetto, descrizione, percorso, documenti = [], posizione } = fresh;
  const categorie = await categorieOf(ctx, filesAllegati);
  if (fresh.serveFile && categorie.every(Boolean))
    throw new PortalError('invalid', { message: NO_FILE, fields: { filesAllegati: [NO_FILE] } });
  requireNoErrors(checkFiles(categorie, { ruolo: richiedente.ruolo, identita: senderOf(ctx)?.ruolo === 'cittadino' }));
  const posizioni = posizione ? [posizione] : documenti.map((d) => d.posizione);
  const subject = await findSubject(ctx, posizioni, { servizio: codice });
  await spendEmailProva(ctx, richiedente.email);
  const opened = await openPratica(ctx, {
    tipo: 'richiesta',
    codice,
    ente,
    oggetto,
    descrizione,
    richiedente: { ...richiedente, email: richiedente.email ?? '' },
    percorso,
    files: filesAllegati,
    dati: { ...fresh.dati, fatti: fresh.fatti, inQualitaDi: [...subjectFacts(subject), ...capacityFacts(richiedente)] },
    delega: subject?.id,
  });
  await reserveDocumenti(ctx, { pratica: opened.id, codice, documenti: documenti.map(({ id }) => id) });
  return opened;
}

/** The checked input of a request about documents. */
type ReceivedDocumentiRichiesta = ReceivedRichiesta & { servizio: string; documenti: readonly string[] };

/**
 * Opens the case of a request about documents, which must come with a file of its own.
 * @param azione what the documents must allow @param slug last segment of the form's path, before the documents
 * @param describe gives the service's part of the case; its `fatti` follow the documents
 * @throws PortalError as `findUsableDocumenti` and `openRichiesta` do
 */
export async function openDocumentiRichiesta(
  ctx: CallContext,
  input: ReceivedDocumentiRichiesta,
  { codice, ente, azione, slug }: { codice: string; ente: Ente; azione: string; slug: string },
  describe: (documenti: readonly OpenDocumento[]) => Pick<NewRichiesta, 'oggetto' | 'descrizione' | 'fatti' | 'dati'>,
): Promise<OpenedPratica> {
  const { servizio, documenti: numeri } = input;
  const documenti = await findUsableDocumenti(ctx, azione, { sistema: servizio, numeri, ente: ente.id });
  const described = describe(documenti);
  return openRichiesta(ctx, input, {
    ...described,
    codice,
    ente,
    serveFile: true,
    fatti: [documentiFact(documenti), ...described.fatti],
    percorso: documentiFormPath(slug, servizio, numeri),
    documenti,
  });
}

/** For whom a delegate acts, as labels and values. */
function subjectFacts(subject: ActingDelega | undefined): [string, string][] {
  if (!subject) return [];
  const person = `${subject.delegante_nome}, ${subject.delegante}`;
  return [
    ['Per conto di', subject.ditta === null ? `${person} (con delega)` : `${subject.ditta} (con delega di ${person})`],
  ];
}

/** The role of the applicant as labels and values. */
export function capacityFacts(r: Richiedente): [string, string][] {
  const { ruolo, rappresentato: p } = r;
  const asksFirm = asksForFirm(ruolo) || ruolo === 'altro';
  const asksPersona = asksForPersona(ruolo) || ruolo === 'altro';
  const rows: [string, string | undefined][] = [
    ['In qualità di', ruolo === 'persona_fisica' ? undefined : RUOLI[ruolo]],
    ['A che titolo', ruolo === 'altro' ? r.titolo : undefined],
    ['Ragione sociale', asksFirm ? r.ragione_sociale : undefined],
    ['Partita IVA o codice fiscale della ditta', asksFirm ? r.partita_iva : undefined],
    ['Persona rappresentata', asksPersona && p ? `${fullName(p)}, ${p.codice_fiscale}` : undefined],
  ];
  return rows.filter((row): row is [string, string] => Boolean(row[1]));
}
