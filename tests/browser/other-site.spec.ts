/** What a page of another site can make the browser do to somebody who is logged in here. */
import { logIn } from './accesso-flow.ts';
import { expect, test } from './fixtures.ts';

test('another site can neither log a citizen out nor wipe what their browser keeps', async ({
  page,
  context,
  house,
  expected,
}) => {
  // Images that are none, forms without a token.
  expected.errors.push(/./);
  await logIn(page, 'mario');
  await page.evaluate(() => sessionStorage.setItem('prova', 'resta'));
  const cookies = async () =>
    (await context.cookies(house.base))
      .filter(({ name }) => /^(accesso|visitatore)$/.test(name))
      .map(({ name, value }) => `${name}=${value}`)
      .toSorted();
  const before = await cookies();
  expect(before.map((cookie) => cookie.split('=')[0])).toEqual(expect.arrayContaining(['accesso', 'visitatore']));

  const evil = await context.newPage();
  const show = async (html: string) => {
    await evil.unroute('http://evil.localhost/**');
    await evil.route('http://evil.localhost/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Altro sito</title>${html}` }),
    );
    await evil.goto('http://evil.localhost/');
  };
  for (const path of ['/area-riservata', '/logout', '/segnalazione', '/operatore']) {
    const image = evil.waitForRequest(house.base + path);
    await show(`<img src="${house.base}${path}">`);
    await (await image).response();
    const sent = evil.waitForResponse((answer) => answer.request().method() === 'POST');
    await show(`<form method="post" action="${house.base}${path}"></form><script>document.forms[0].submit()</script>`);
    await (await sent).finished();
    expect([path, await cookies()]).toEqual([path, before]);
    expect([path, await page.evaluate(() => sessionStorage.getItem('prova'))]).toEqual([path, 'resta']);
  }
  await page.goto('/area-riservata');
  await expect(page).toHaveURL(/\/area-riservata$/);
});
