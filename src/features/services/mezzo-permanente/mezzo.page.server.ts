/** The form of one device, new or changed: what is typed is kept in the draft until the device is saved. */
import type { AstroGlobal } from 'astro';
import { call } from '../../../call.server.ts';
import { PortalError } from '../../../platform/errors.ts';
import { attempt, failWith, type PageForm, type Sent } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import type { AllegatoMostrato } from '../../cases/allegati/allegati.contract.ts';
import { MAX_FILES, percorsoDichiarazione } from '../../cases/allegati/limiti.ts';
import { tieniBozza } from '../../cases/bozza/bozza.page.server.ts';
import { inFile } from '../../cases/modulo/modulo.azioni.server.ts';
import type { Valori } from '../../cases/modulo/modulo.ts';
import { type Riga, rigaCon, righeDi, titoloDi } from './elenco.ts';
import type { MezzoProps } from './mezzo.form.ts';
import { type FileMezzo, type FileNominato, IN_CORSO } from './mezzo.ts';
import { ETICHETTE, valoreInParole } from './parole.ts';
import { dopoIlMezzo, indirizzo } from './passi.ts';
import type { Aperta, Rifiuto, Scritto } from './passo.page.server.ts';
import {
  corpoDi,
  type InCorso,
  inOrdine,
  leggiFile,
  leggiInCorso,
  NUOVO,
  scriviInCorso,
  valoriDelMezzo,
  valoriDi,
} from './scheda.ts';
import { CATEGORIE, TIPO } from './valori.ts';

const ROTTA = '/servizio/mezzo-permanente/mezzi';

/** The device on the page, at one moment. @property mezzo `nuovo`, or an id @property riga absent for a new one */
type Scheda = {
  astro: AstroGlobal;
  aperta: Aperta;
  mezzo: string;
  riga: Riga | undefined;
  valori: Valori;
  file: AllegatoMostrato[];
};
/** @property salvato the device that was saved just before, when one goes on with another */
export type VistaMezzo = {
  che: 'mezzo';
  aperta: Aperta;
  rifiuto: Rifiuto;
  titolo: string;
  modulo: MezzoProps;
  salvato: string | undefined;
};
type Esito = VistaMezzo | Response;

/** @param di.mezzo `nuovo`, or the id of a row or of the position's device @throws PortalError `not_found` */
export async function paginaMezzo(
  astro: AstroGlobal,
  aperta: Aperta,
  { mezzo, form }: { mezzo: string; form: PageForm | null },
): Promise<Esito> {
  const riga = mezzo === 'nuovo' ? undefined : rigaCon(aperta.dichiarazione, mezzo, true);
  const tenuto = leggiInCorso(aperta.bozza?.valori[IN_CORSO]);
  const mio = tenuto?.mezzo === (riga?.id ?? 'nuovo') ? tenuto : undefined;
  // Removed meanwhile, perhaps in another window: the list shows it. Who was changing it and saves has it back.
  if (riga?.stato === 'tolto' && !form && !mio)
    return astro.redirect(indirizzo('mezzi', aperta.dichiarazione.Id, `#mezzo-${riga.id}`), 303);
  const scheda: Scheda = {
    ...{ astro, aperta, riga, mezzo: riga?.id ?? 'nuovo' },
    valori: mio?.valori ?? (riga ? valoriDelMezzo(riga.mezzo) : NUOVO),
    file: mio ? propri(aperta, mio.file) : ((riga?.detto?.allegati ?? []) as AllegatoMostrato[]),
  };
  if (!form) return vista(scheda);
  if (form.error) {
    const troppo = form.error.code === 'too_large';
    return vista(troppo ? scheda : arrivata(scheda, form), form.error, troppo ? 'foto_bozzetti' : undefined);
  }
  return ricevi(arrivata(scheda, form), form);
}

const arrivata = (scheda: Scheda, form: PageForm): Scheda => ({
  ...scheda,
  valori: valoriDi(form.fields),
  file: propri(scheda.aperta, leggiFile(form.fields.allegati)),
});

/** Files that are in the draft still, as the form sorts them. */
function propri({ bozza }: Aperta, nominati: readonly FileNominato[]): AllegatoMostrato[] {
  const noti = new Map((bozza?.allegati ?? []).map((f) => [f.Id, f]));
  return nominati.flatMap(({ Id, categoria }) => {
    const file = noti.get(Id);
    return file ? [{ ...file, categoria }] : [];
  });
}

async function ricevi(scheda: Scheda, form: PageForm): Promise<Esito> {
  const [azione = '', oggetto = ''] = form.action.split(':');
  if (azione === 'tieni') return tieni(scheda);
  if (azione === 'annulla') return annulla(scheda);
  // Files that were chosen come along with whatever button is pressed.
  for (const categoria of CATEGORIE) {
    const scelto = form.files[`file_${categoria}`];
    if (!scelto) continue;
    const sent = await tenta(scheda, () => carica(scheda, categoria, scelto));
    if (!sent.ok) return vista(scheda, sent.error, categoria);
    scheda.file = [...scheda.file, sent.data];
  }
  if (azione === 'calcola_stima') return tenendo(scheda, 'stima');
  if (azione === 'aggiungi_file') return tenendo(scheda, `file_${oggetto}`);
  if (azione === 'togli_file') return togliFile(scheda, oggetto);
  return salva(scheda, form, azione);
}

const tenta = <T>({ astro }: Scheda, work: () => Promise<T>): Promise<Sent<T>> => attempt(astro, ROTTA, work);

async function carica({ astro, aperta, file }: Scheda, categoria: FileMezzo, scelto: File): Promise<AllegatoMostrato> {
  if (file.filter((f) => f.categoria === categoria).length >= MAX_FILES)
    throw new PortalError('invalid', { message: `Puoi allegare al massimo ${MAX_FILES} file per categoria.` });
  const percorso = percorsoDichiarazione(aperta.dichiarazione.Id);
  return call('caricaFile', { file: scelto, percorso, categoria }, astro.locals.ctx);
}

async function togliFile(scheda: Scheda, id: string): Promise<Esito> {
  const { categoria } = scheda.file.find((f) => f.Id === id) ?? {};
  const tolto = await tenta(scheda, () => via(scheda, id));
  if (!tolto.ok) return vista(scheda, tolto.error);
  scheda.file = scheda.file.filter((f) => f.Id !== id);
  return tenendo(scheda, `file_${categoria ?? CATEGORIE[0]}`);
}

/** Gone already (the button was pressed twice) is gone. */
async function via({ astro }: Pick<Scheda, 'astro'>, id: string): Promise<void> {
  try {
    await call('togliFile', { id }, astro.locals.ctx);
  } catch (error) {
    if (!(error instanceof PortalError && error.code === 'not_found')) throw error;
  }
}

/** Forgets the half-typed device, with the files that were chosen for it. */
export async function scartaInCorso(astro: AstroGlobal, aperta: Aperta): Promise<void> {
  const inCorso = leggiInCorso(aperta.bozza?.valori[IN_CORSO]);
  const salvati = new Set(aperta.dichiarazione.mezzi.flatMap((m) => m.allegati.map((f) => f.Id)));
  for (const { Id } of inCorso?.file ?? []) if (!salvati.has(Id)) await via({ astro }, Id);
  await tieniInCorso(astro, aperta, null);
}

/** Keeps a half-typed device in the draft, or forgets it: null. */
export async function tieniInCorso(astro: AstroGlobal, { dichiarazione, bozza }: Aperta, inCorso: InCorso | null) {
  const { [IN_CORSO]: prima, ...valori } = bozza?.valori ?? {};
  if (!inCorso && !prima) return;
  const scritto = inCorso && { [IN_CORSO]: scriviInCorso(inCorso) };
  await tieniBozza(astro, {
    percorso: percorsoDichiarazione(dichiarazione.Id),
    passo: 'mezzi',
    valori: { ...valori, ...scritto },
  });
}

/** What the form of a device brought, for the draft. @param mezzo `nuovo`, or an id */
export function scrittoDi({ fields, action, error }: PageForm, mezzo: string): Scritto | undefined {
  if (error || action === 'annulla') return undefined;
  const inCorso = { mezzo, valori: valoriDi(fields), file: leggiFile(fields.allegati) };
  return (valori) => ({ ...valori, [IN_CORSO]: scriviInCorso(inCorso) });
}

const inCorsoDi = ({ mezzo, valori, file }: Scheda): InCorso => ({
  mezzo,
  valori,
  file: file.map(({ Id, categoria }) => ({ Id, categoria: categoria as FileMezzo })),
});

/** Asked for by the script, which waits for no answer. */
async function tieni(scheda: Scheda): Promise<Response> {
  await tieniInCorso(scheda.astro, scheda.aperta, inCorsoDi(scheda));
  return new Response(null, { status: 204 });
}

/** Keeps what was typed and comes back to the same form. @param posto id of the place */
async function tenendo(scheda: Scheda, posto: string): Promise<Esito> {
  const sent = await tenta(scheda, () => tieniInCorso(scheda.astro, scheda.aperta, inCorsoDi(scheda)));
  return sent.ok ? scheda.astro.redirect(`${indirizzoDi(scheda)}#${posto}`, 303) : vista(scheda, sent.error);
}

const indirizzoDi = ({ aperta, mezzo }: Scheda): string =>
  indirizzo('mezzi', aperta.dichiarazione.Id, `?mezzo=${mezzo}`);

/** What was uploaded for this device goes, what it had before stays. */
async function annulla(scheda: Scheda): Promise<Esito> {
  const { astro, aperta, riga, file } = scheda;
  const suoi = new Set(riga?.detto?.allegati.map((f) => f.Id));
  const sent = await tenta(scheda, async () => {
    for (const { Id } of file) if (!suoi.has(Id)) await via(scheda, Id);
    await tieniInCorso(astro, aperta, null);
  });
  if (!sent.ok) return vista(scheda, sent.error);
  return astro.redirect(indirizzo('mezzi', aperta.dichiarazione.Id, riga && `#mezzo-${riga.id}`), 303);
}

const GIA_SALVATO =
  'Hai già salvato un mezzo da questa pagina. Se ne vuoi aggiungere un altro con questi dati, salva di nuovo.';

async function salva(scheda: Scheda, form: PageForm, azione: string): Promise<Esito> {
  const { astro, aperta, riga, valori } = scheda;
  const { Id: dichiarazione } = aperta.dichiarazione;
  const operazione = valori[TIPO] === 'Automezzo' ? 'scriviAutomezzo' : 'scriviMezzoFisso';
  const allegati = inCorsoDi(scheda).file;
  const corpo = { ...corpoDi(valori), dichiarazione, allegati, ...(riga && { id: riga.id }) };
  const sent = await tenta(scheda, async () => {
    if (riga?.stato === 'tolto') await call('rimettiMezzo', { id: riga.id }, astro.locals.ctx);
    return call(operazione, corpo, astro.locals.ctx, form.key);
  });
  if (sent.ok) return astro.redirect(dopoIlMezzo(dichiarazione, sent.data, azione), 303);
  const { error } = sent;
  // Also who reloads, or goes to look something up, finds it.
  await tenta(scheda, () => tieniInCorso(astro, aperta, inCorsoDi(scheda)));
  // The browser's Back brought the form of a device that is saved already.
  const ripetuto = error.code === 'invalid' && !error.fields;
  return vista(scheda, ripetuto ? new PortalError('conflict', { message: GIA_SALVATO }) : error);
}

/** @param categoria of the file that the error is about, when it names no field */
async function vista(scheda: Scheda, error?: PortalError, categoria?: FileMezzo): Promise<VistaMezzo> {
  const { astro, aperta, riga, valori, file } = scheda;
  const { dichiarazione } = aperta;
  if (error) failWith(astro, error);
  const detti =
    error && categoria ? { [`file_${categoria}`]: error.fields?.file ?? [inFile(error)] } : (error?.fields ?? {});
  const errori = error && inOrdine(detti, valori);
  const messaggio = errori && Object.keys(errori).length === 0 ? error?.message : undefined;
  const id = error ? null : astro.url.searchParams.get('salvato');
  const salvata = id ? righeDi(dichiarazione).find((r) => r.id === id) : undefined;
  return {
    che: 'mezzo',
    aperta,
    titolo: riga ? `Modifica: ${titoloDi(riga)}` : 'Nuovo mezzo',
    rifiuto: { errori, messaggio },
    salvato: salvata && titoloDi(salvata),
    modulo: {
      dichiarazione: dichiarazione.Id,
      mezzo: scheda.mezzo,
      token: astro.locals.token(),
      chiave: randomId(),
      // What is empty need not travel.
      valori: Object.fromEntries(Object.entries(valori).filter(([, v]) => v)),
      file,
      prima: riga && presente(riga),
      tariffa: (await call('tariffaMezzi', { ente: dichiarazione.ente }, astro.locals.ctx)) as MezzoProps['tariffa'],
      errori,
      messaggio,
    },
  };
}

/** The position's device as it is now, in words by field; undefined for a new one. */
function presente({ detto, mezzo }: Riga): Record<string, string> | undefined {
  if (detto?.azione === 'nuovo') return undefined;
  const prima = detto?.prima ?? mezzo;
  const parole = (Object.keys(ETICHETTE) as (keyof typeof ETICHETTE)[]).map((c) => [c, valoreInParole(prima, c)]);
  return Object.fromEntries(parole.filter(([, v]) => v));
}
