/** What `/gestione/protocollo` shows, and what its forms do. A key that was typed never comes back into the page. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import { todayInRome } from '../../../platform/atoms/date.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { type PageForm, SECRET_FIELD } from '../../../platform/page.server.ts';
import { attesaInWords, protocolloEnteInWords } from '../../cases/protocollo/protocollo-ente.ts';
import { type GestioneFrame, openGestione, seenIn } from './gestione.page.server.ts';
import { servicesOf } from './programmi-gestione.server.ts';
import type { ProtocolloView, SistemaName } from './protocollo.contract.ts';

const SERVICE_FIELD = 'servizio_';

/** The ways to register, in words. */
const SISTEMA_WORDS: Readonly<Record<SistemaName, { label: string; hint: string }>> = {
  nessuno: {
    label: 'Il portale non se ne occupa',
    hint: 'Un operatore può comunque scrivere il numero di protocollo di una pratica.',
  },
  mano: {
    label: 'A mano',
    hint: 'Ogni pratica è «in attesa di protocollo» finché un operatore non scrive il numero.',
  },
  rest: {
    label: 'Con il sistema di protocollo dell’ente',
    hint: 'Il portale manda documenti e dati a un indirizzo, e riceve il numero.',
  },
  cartella: {
    label: 'Con una cartella di scambio',
    hint: 'Il portale lascia documenti e Segnatura.xml nella cartella di questo server, e vi legge il numero.',
  },
};

/** @property mustRetype a key was typed and not saved, so that it must be typed again */
export type ProtocolloPageView = GestioneFrame & {
  protocollo: ProtocolloView;
  values: Readonly<Record<'sistema' | 'indirizzo' | 'codice_ipa' | 'codice_aoo' | 'classifica', string>>;
  messaggi: boolean;
  options: { value: string; label: string; hint: string }[];
  services: { name: string; label: string; isTicked: boolean }[];
  attese: (ProtocolloView['attese'][number] & { age: string })[];
  doppie: (ProtocolloView['doppie'][number] & { first: string; second: string })[];
  mustRetype: boolean;
  visti: string;
};

const tickedIn = ({ fields }: PageForm): string[] =>
  Object.keys(fields).flatMap((name) => (name.startsWith(SERVICE_FIELD) ? [name.slice(SERVICE_FIELD.length)] : []));

export async function openProtocolloPage(astro: AstroGlobal): Promise<ProtocolloPageView | Response> {
  const opened = await openGestione(astro, {
    salva: (form) => {
      const { sistema, indirizzo, codice_ipa, codice_aoo, classifica, messaggi, visti } = form.fields;
      const typed = { sistema, indirizzo, codice_ipa, codice_aoo, classifica, messaggi, visti };
      return {
        operation: 'salvaProtocollo',
        fields: { ...typed, chiave: form.fields[SECRET_FIELD], servizi: tickedIn(form) },
      };
    },
    riprova: () => ({ operation: 'riprovaProtocollo', fields: {} }),
    verificata: (form) => ({ operation: 'verificaProtocollo', fields: { registrazione: form.fields.registrazione } }),
  });
  if (opened instanceof Response) return opened;
  const { frame, form } = opened;
  const { ctx } = astro.locals;
  const protocollo = await callOperation('protocolloEnte', { ente: frame.ente }, ctx);
  const services = await servicesOf(ctx.house, frame.ente);
  const typed = form?.action === 'salva' ? form : null;
  const typedOr = (name: 'sistema' | 'indirizzo' | 'codice_ipa' | 'codice_aoo' | 'classifica') =>
    typed ? (typed.fields[name] ?? '') : protocollo[name];
  const ticked = typed ? tickedIn(typed) : protocollo.servizi;
  const today = todayInRome(ctx.now);
  return {
    ...frame,
    errors: frame.errors && besideTicks(frame.errors),
    protocollo,
    values: {
      sistema: typedOr('sistema'),
      indirizzo: typedOr('indirizzo'),
      codice_ipa: typedOr('codice_ipa'),
      codice_aoo: typedOr('codice_aoo'),
      classifica: typedOr('classifica'),
    },
    messaggi: typed ? typed.fields.messaggi === 'on' : protocollo.messaggi,
    options: protocollo.offerti.map((value) => ({ value, ...SISTEMA_WORDS[value] })),
    services: Object.entries(services).map(([codice, label]) => ({
      name: SERVICE_FIELD + codice,
      label,
      isTicked: ticked.includes(codice),
    })),
    attese: protocollo.attese.map((one) => ({ ...one, age: attesaInWords(one.dal, today) })),
    doppie: protocollo.doppie.map((one) => ({
      ...one,
      first: numberInWords(one.primo),
      second: numberInWords(one.secondo),
    })),
    mustRetype: Boolean(typed?.fields[SECRET_FIELD]),
    visti: seenIn(typed, frame, protocollo.visti),
  };
}

const numberInWords = ({ numero, data, registro }: ProtocolloView['doppie'][number]['primo']): string =>
  protocolloEnteInWords({
    protocollo_ente: numero,
    protocollo_ente_il: data || null,
    protocollo_ente_registro: registro,
  }) ?? '';

/** An error about all boxes stands above the form. */
const besideTicks = ({ servizi, ...fields }: FieldErrors): FieldErrors => ({
  ...fields,
  ...(servizi && { _: servizi }),
});
