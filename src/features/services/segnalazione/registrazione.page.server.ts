/** What `/operatore/nuova-segnalazione` shows: the form, or the number of the report that was filed. */
import type { AstroGlobal } from 'astro';
import { callOperation } from '../../../call.server.ts';
import type { FieldErrors } from '../../../platform/errors.ts';
import { attemptSend, failWith, readForm } from '../../../platform/page.server.ts';
import { randomId } from '../../../platform/signer.server.ts';
import { ricevutaAddress } from '../../cases/chat/download-addresses.ts';
import { enti } from '../../cases/ente/ente.server.ts';
import { ufficioPath } from '../../cases/pratica/pratica.server.ts';
import { REGISTRAZIONE_PATH } from './registrazione.server.ts';

/** @property filed the report that was filed just before @property values what was typed */
export type RegistrazioneView = {
  enti: { value: string; label: string }[];
  filed?: { protocollo: string; href: string; ricevutaHref: string } | undefined;
  values: Readonly<Record<string, string>>;
  errors?: FieldErrors | undefined;
  message?: string | undefined;
  token: string;
  key: string;
};

/** @returns what to show, or where to go */
export async function openRegistrazionePage(astro: AstroGlobal): Promise<RegistrazioneView | Response> {
  const { ctx, token } = astro.locals;
  const own = (await enti(ctx.house)).filter(({ id }) => ctx.user?.enti.includes(id));
  const form = await readForm(astro);
  // With one ente there is nothing to choose.
  const only = own.length === 1 ? own[0] : undefined;
  if (only) astro.locals.ente = only;
  const values = { ente: only?.id ?? '', ...form?.fields };
  const sent = form
    ? await attemptSend(astro, REGISTRAZIONE_PATH, async () => {
        if (form.error) throw form.error;
        return callOperation('registraSegnalazione', values, ctx, form.key);
      })
    : undefined;
  if (sent?.ok) return astro.redirect(`${REGISTRAZIONE_PATH}?fatta=${sent.data.id}`, 303);
  if (sent) failWith(astro, sent.error);
  const id = form ? null : astro.url.searchParams.get('fatta');
  return {
    enti: own.map((ente) => ({ value: ente.id, label: ente.nome })),
    ...(id && { filed: await readFiled(astro, id) }),
    values,
    errors: sent?.error.fields,
    message: sent && !sent.error.fields ? sent.error.message : undefined,
    ...{ token: token(), key: form?.key ?? randomId() },
  };
}

async function readFiled({ locals }: AstroGlobal, id: string): Promise<RegistrazioneView['filed']> {
  const asked = { id, email: '', vista: 'operatore' as const };
  const { ctx } = locals;
  const { protocollo, tipo, codice, ente } = await callOperation('dettaglioPratica', asked, ctx);
  const ofEnte = (await enti(ctx.house)).find((e) => e.id === ente);
  return {
    protocollo,
    href: ofEnte ? ufficioPath({ tipo, codice, ufficio: id }, ofEnte) : '/operatore',
    ricevutaHref: ricevutaAddress(id, asked),
  };
}
