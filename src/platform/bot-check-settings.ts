/** The settings of the check that a form is not sent by a program. */
import * as z from 'zod/mini';
import { namesMissing, oneOf, readRows, SettingError, type SettingRows, type SettingTexts } from './setting.ts';

export const BOT_CHECK_ROWS = {
  botCheck: {
    name: 'BOT_CHECK',
    schema: z.prefault(oneOf(['altcha', 'recaptcha']), 'altcha'),
    meaning: '`altcha` (own proof of work, no third party) or `recaptcha` (v3, after consent).',
  },
} as const satisfies SettingRows;

export const RECAPTCHA_ROWS = {
  siteKey: { name: 'RECAPTCHA_SITE_KEY', schema: z.string(), meaning: 'Site key, with BOT_CHECK=recaptcha.' },
  secret: { name: 'RECAPTCHA_SECRET', schema: z.string(), meaning: 'Secret, with BOT_CHECK=recaptcha.' },
  scriptUrl: {
    name: 'RECAPTCHA_SCRIPT_URL',
    schema: z.prefault(z.string(), 'https://www.google.com/recaptcha/api.js'),
    meaning: 'Script the browser loads, with BOT_CHECK=recaptcha.',
  },
  verifyUrl: {
    name: 'RECAPTCHA_VERIFY_URL',
    schema: z.prefault(z.string(), 'https://www.google.com/recaptcha/api/siteverify'),
    meaning: 'Verification call of the server, with BOT_CHECK=recaptcha.',
  },
} as const satisfies SettingRows;

/** @throws SettingError for reCAPTCHA without its keys */
export function readBotCheck(env: SettingTexts) {
  const { botCheck } = readRows(BOT_CHECK_ROWS, env);
  if (botCheck === 'altcha') return { botCheck, recaptcha: undefined };
  if (namesMissing(Object.values(RECAPTCHA_ROWS), env).length > 0)
    throw new SettingError('BOT_CHECK=recaptcha richiede RECAPTCHA_SITE_KEY e RECAPTCHA_SECRET.');
  return { botCheck, recaptcha: readRows(RECAPTCHA_ROWS, env) };
}
