import type { Page } from '@playwright/test';
import { loginAs, type Persona } from '../login.ts';
import { becomeCitizen, citizenOf } from './flow.ts';
import type { DemoScreen } from './screens.ts';

const NAMES: Record<Persona, string> = {
  mario: 'Mario',
  anna: 'Anna',
  luca: 'Luca',
  giulia: 'Giulia',
  paolo: 'Paolo',
  ingrid: 'Ingrid',
  olga: 'Olga',
  piero: 'Piero',
  carlo: 'Carlo',
  sofia: 'Sofia',
};

/**
 * The browser becomes that of a person who has logged in, where they wanted to go. The login itself is sent by a program, for a
 * test that is about something else; {@link logInByPages} presses its buttons.
 * @param returnTo where to go afterwards, else the person's area
 */
export async function logIn(page: Page, persona: Persona, returnTo?: string): Promise<void> {
  const citizen = await citizenOf(page);
  const { headers } = await loginAs(citizen, persona, returnTo);
  await becomeCitizen(page, citizen);
  await page.goto(headers.get('location') ?? '');
}

/** Logs in through the login page and the sandbox's provider. @param returnTo where to go afterwards, else the person's area */
export async function logInByPages(page: Page, persona: Persona, returnTo?: string): Promise<void> {
  const operatore = ['olga', 'piero', 'carlo', 'sofia'].includes(persona);
  await page.goto(`/login${returnTo ? `?da=${encodeURIComponent(returnTo)}` : ''}`);
  const button = persona === 'ingrid' ? 'Login with eIDAS' : operatore ? 'Accedi come dipendente' : 'Entra con SPID';
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('button', { name: `Entra come ${NAMES[persona]}` }).click();
  await page.waitForURL((url) => !/^\/(login|sandbox|accesso)/.test(url.pathname));
}

/** Logs out by the button in the header. @param scripts without them the provider's own page has to be left by hand */
export async function logOut(page: Page, scripts: boolean | undefined): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Esci' }).click();
  if (scripts === false) await page.getByRole('button', { name: 'Esci e torna al portale' }).click();
  await page.waitForURL('**/login?state=uscito');
}

/** Each screen in turn, with its person logged in. The page is the caller's to open. */
export async function* screensInTurn(page: Page, screens: readonly DemoScreen[]): AsyncGenerator<DemoScreen> {
  let persona: Persona | undefined;
  for (const screen of screens) {
    if (screen.persona && screen.persona !== persona) {
      await page.context().clearCookies();
      await logIn(page, screen.persona);
    }
    persona = screen.persona;
    yield screen;
  }
}
