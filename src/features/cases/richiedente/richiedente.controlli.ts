/** Who asks as it is checked and sent, and what each capacity calls for. Server and browser. */
import * as z from 'zod/mini';
import { codiceFiscale } from '../../../platform/atoms/codice-fiscale.ts';
import { email } from '../../../platform/atoms/email.ts';
import { partitaIva } from '../../../platform/atoms/partita-iva.ts';
import { telefono } from '../../../platform/atoms/telefono.ts';
import { facoltativo, testo } from '../../../platform/atoms/testo.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import type { Compilato, Valori } from '../modulo/modulo.ts';
import { CATEGORIE_RICHIEDENTE, chiedeDitta, chiedePersona, RUOLI, type Ruolo } from './richiedente.ts';

const ruoli = Object.keys(RUOLI) as [Ruolo, ...Ruolo[]];

const rappresentato = z.object({
  nome: testo({ max: 60, required: 'Scrivi il nome della persona che rappresenti.' }),
  cognome: testo({ max: 60, required: 'Scrivi il cognome della persona che rappresenti.' }),
  codice_fiscale: codiceFiscale({ missing: 'Scrivi il codice fiscale della persona che rappresenti.' }),
});

const campi = z.object({
  nome: testo({ max: 60, required: 'Scrivi il tuo nome.' }),
  cognome: testo({ max: 60, required: 'Scrivi il tuo cognome.' }),
  codice_fiscale: codiceFiscale(),
  email: email(),
  telefono: telefono(),
  ruolo: z
    .pipe(
      z.transform((v: unknown) => v ?? 'persona_fisica'),
      z.enum(ruoli, 'Scegli in qualità di chi presenti la richiesta.'),
    )
    .register(z.globalRegistry, { 'x-default': 'persona_fisica' }),
  titolo: facoltativo(testo({ max: 120 })),
  ragione_sociale: facoltativo(testo({ max: 120 })),
  partita_iva: facoltativo(
    partitaIva({ wrong: 'Controlla la partita IVA o il codice fiscale della ditta: sono 11 cifre.' }),
  ),
  rappresentato: z.optional(rappresentato),
});

type Parti = {
  ruolo?: unknown;
  titolo?: unknown;
  ragione_sociale?: unknown;
  partita_iva?: unknown;
  rappresentato?: unknown;
};

/** A rule of a role speaks also while other fields are wrong. */
const serve = (campo: string, error: string, manca: (r: Parti) => boolean) =>
  z.refine<Parti>((r) => !manca(r), {
    path: [campo],
    error,
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

const vuoto = (v: unknown) => v === undefined || v === '';
const con = (chiede: (ruolo: string | undefined) => boolean) => (r: Parti) => chiede(String(r.ruolo));

/** As it stands on the wire. */
export const richiedente = campi.check(
  serve('titolo', 'Scrivi a che titolo presenti la richiesta.', (r) => r.ruolo === 'altro' && vuoto(r.titolo)),
  serve('ragione_sociale', 'Scrivi la ragione sociale.', (r) => con(chiedeDitta)(r) && vuoto(r.ragione_sociale)),
  serve(
    'partita_iva',
    'Scrivi la partita IVA o il codice fiscale della ditta: 11 cifre.',
    (r) => con(chiedeDitta)(r) && vuoto(r.partita_iva),
  ),
  serve(
    'rappresentato',
    'Scrivi nome, cognome e codice fiscale della persona che rappresenti.',
    (r) => con(chiedePersona)(r) && vuoto(r.rappresentato),
  ),
);
export type Richiedente = z.infer<typeof richiedente>;

/** What stands in the fields, as it is sent: of the blocks those that the role asks for. */
export function componiRichiedente(v: Valori) {
  const { nome, cognome, codice_fiscale, email, telefono } = v;
  const ruolo = v.ruolo || 'persona_fisica';
  const persona = [v.rappresentato_nome, v.rappresentato_cognome, v.rappresentato_codice_fiscale];
  return {
    ...{ nome, cognome, codice_fiscale, email, telefono, ruolo },
    ...(ruolo === 'altro' && { titolo: v.richiedente_titolo }),
    ...((chiedeDitta(ruolo) || ruolo === 'altro') && {
      ragione_sociale: v.ragione_sociale,
      partita_iva: v.partita_iva,
    }),
    ...((chiedePersona(ruolo) || (ruolo === 'altro' && persona.some(Boolean))) && {
      rappresentato: { nome: persona[0], cognome: persona[1], codice_fiscale: persona[2] },
    }),
  };
}

/**
 * Files that are missing (product rule): with a role, one that proves it; from a guest, an identity document.
 * @param categorie of all files of the request @returns as the answer of a send has it: the words of each category
 */
export function fileMancanti(
  categorie: readonly (string | undefined)[],
  { ruolo, identita }: { ruolo: string | undefined; identita: boolean },
): FieldErrors {
  const servono = {
    titolo_rappresentanza: (ruolo || 'persona_fisica') !== 'persona_fisica',
    documento_identita: !identita,
  };
  const mancano = (Object.keys(servono) as (keyof typeof servono)[]).filter(
    (c) => servono[c] && !categorie.includes(c),
  );
  return mancano.length > 0 ? { filesAllegati: mancano.map((c) => CATEGORIE_RICHIEDENTE[c]) } : {};
}

/** The same for a form, and its own file where it needs one: what its `oltre` has to say. */
export const oltreRichiedente = (
  { valori, allegati, identita = false }: Compilato,
  { serveFile }: { serveFile?: string },
): FieldErrors => ({
  ...(serveFile && allegati.every((f) => f.categoria) && { file: [serveFile] }),
  ...fileMancanti(
    allegati.map((f) => f.categoria),
    { ruolo: valori.ruolo, identita },
  ),
});
