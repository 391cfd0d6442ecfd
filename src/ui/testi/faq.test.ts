import { expect, test } from 'vitest';
import { SCREEN_ROWS } from '../../routes.ts';
import { FAQ_GROUPS, faqOfPage } from './faq.ts';

test('every question that a page shows has an answer under its anchor', () => {
  const anchors = FAQ_GROUPS.flatMap(({ entries }) => entries.map(({ id }) => `/informazioni/faq#${id}`));
  const shown = SCREEN_ROWS.flatMap(({ path }) => faqOfPage(path));
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter(({ href }) => !anchors.includes(href))).toEqual([]);
});

test('a page of payments shows questions about payments, the most particular path first', () => {
  expect(faqOfPage('/servizio/paga-online/pago-pa').map(({ href }) => href)).toEqual([
    '/informazioni/faq#dove-trovo-il-codice',
    '/informazioni/faq#mooney',
  ]);
  expect(faqOfPage('/servizio/paga-online/pago-pa/esito')[0]?.href).toBe(
    '/informazioni/faq#pagato-ma-ancora-da-pagare',
  );
  expect(faqOfPage('/')).toEqual([]);
});
