/** TABLE 1: every screen: path, who may pass, whether the bot-check script is loaded for it, whether it takes a form or a file. */
export type Screen = {
  path: string;
  title: string;
  login: 'no' | 'optional' | 'required' | 'operator';
  botCheck: boolean;
  /** Takes a form sent without JavaScript; `file`: one in which a file may come. Any other body is refused */
  form?: 'text' | 'file';
  /** Carries personal data in its path: never cached, indexed or logged */
  personal?: true;
  /** Where a logged-in citizen is sent instead */
  loggedIn?: string;
  /** Does not exist with PORTAL_MODE=production */
  sandbox?: true;
};

export const SCREENS: readonly Screen[] = [
  { path: '/', title: 'Servizi online', login: 'no', botCheck: false },
  { path: '/segnalazione', title: 'Segnalazione disservizio', login: 'optional', botCheck: true, form: 'file' },
  {
    path: '/segnalazione/chat/{email}/{id}',
    title: 'La tua segnalazione',
    login: 'no',
    botCheck: true,
    form: 'file',
    personal: true,
  },
  {
    path: '/segnalazione/chat/operatore/{email}/{id}',
    title: 'Segnalazione: area operatori',
    login: 'no',
    botCheck: true,
    form: 'file',
    personal: true,
  },
  {
    path: '/richiesta/chat/{email}/{id}',
    title: 'La tua richiesta',
    login: 'no',
    botCheck: true,
    form: 'file',
    personal: true,
  },
  {
    path: '/richiesta/chat/operatore/{email}/{id}',
    title: 'Richiesta: area operatori',
    login: 'no',
    botCheck: true,
    form: 'file',
    personal: true,
  },
  { path: '/login', title: 'Accedi', login: 'no', botCheck: false, form: 'text' },
  { path: '/logout', title: 'Esci', login: 'no', botCheck: false, form: 'text' },
  {
    path: '/aggiorna-dati-ricontatto',
    title: 'Aggiorna i tuoi contatti',
    login: 'required',
    botCheck: true,
    form: 'text',
  },
  { path: '/area-riservata', title: 'Area riservata', login: 'required', botCheck: false, form: 'text' },
  {
    path: '/area-riservata/documenti/{idRappresentanza}/{enteDocumento}',
    title: 'Documenti della posizione',
    login: 'required',
    botCheck: false,
  },
  {
    path: '/area-riservata/profilo-utente',
    title: 'Il tuo profilo',
    login: 'required',
    botCheck: false,
    form: 'text',
  },
  { path: '/sportello-territoriale', title: 'Sportello territoriale', login: 'no', botCheck: false, form: 'file' },
  { path: '/documenti', title: 'Sportello territoriale', login: 'no', botCheck: false, form: 'file' },
  { path: '/servizio/paga-online', title: 'Paga online', login: 'no', botCheck: true, form: 'text' },
  {
    path: '/pagopa-online-precompilato/{codiceEnte}/{codiceServizio}',
    title: 'Paga online',
    login: 'no',
    botCheck: true,
    form: 'text',
  },
  {
    path: '/servizio/paga-online/pago-pa/esito',
    title: 'Esito del pagamento',
    login: 'no',
    botCheck: false,
    form: 'text',
    // Its reference is for who pays.
    personal: true,
  },
  // The choice of documents: by login or by the two codes.
  {
    path: '/servizio/rateizza-un-pagamento',
    title: 'Pagamento a rate',
    login: 'optional',
    botCheck: false,
    form: 'text',
    loggedIn: '/area-riservata?servizio=rateizza-un-pagamento',
  },
  {
    path: '/servizio/rinegozia-un-pagamento',
    title: 'Nuova scadenza per un pagamento',
    login: 'optional',
    botCheck: false,
    form: 'text',
    loggedIn: '/area-riservata?servizio=rinegozia-un-pagamento',
  },
  {
    path: '/servizio/riesame',
    title: 'Riesame di un documento',
    login: 'optional',
    botCheck: false,
    form: 'text',
    loggedIn: '/area-riservata?servizio=riesame',
  },
  {
    path: '/servizio/istanza-contribuente',
    title: 'Istanza del contribuente',
    login: 'optional',
    botCheck: false,
    form: 'text',
    loggedIn: '/area-riservata?servizio=istanza-contribuente',
  },
  {
    path: '/servizio/istanza-contribuente/nessuno',
    title: 'Istanza senza documenti',
    login: 'optional',
    botCheck: false,
  },
  {
    path: '/servizio/istanza-contribuente/{ws_service}/{docs}',
    title: 'Istanza del contribuente',
    login: 'optional',
    botCheck: false,
    form: 'file',
  },
  {
    path: '/servizio/riesame/{ws_service}/{docs}',
    title: 'Riesame di un documento',
    login: 'optional',
    botCheck: false,
    form: 'file',
  },
  {
    path: '/servizio/rateizza-un-pagamento/{ws_service}/{docs}',
    title: 'Pagamento a rate',
    login: 'no',
    botCheck: true,
    form: 'file',
  },
  {
    path: '/servizio/rinegozia-un-pagamento/{ws_service}/{docs}',
    title: 'Nuova scadenza per un pagamento',
    login: 'no',
    botCheck: true,
    form: 'file',
  },
  {
    path: '/servizio/allacciamento-lampade-votive',
    title: 'Allacciamento lampade votive',
    login: 'optional',
    botCheck: false,
    form: 'file',
  },
  {
    path: '/servizio/affissione-manifesti',
    title: 'Affissione manifesti',
    login: 'optional',
    botCheck: false,
    form: 'file',
  },
  {
    path: '/servizio/abbonamento-parcheggi',
    title: 'Abbonamento parcheggi',
    login: 'no',
    botCheck: true,
    form: 'file',
  },
  {
    path: '/servizio/mezzo-permanente',
    title: 'Mezzi pubblicitari permanenti',
    login: 'optional',
    botCheck: false,
    form: 'text',
  },
  // A step that has no declaration yet: back to the beginning.
  {
    path: '/servizio/mezzo-permanente/{step}',
    title: 'Mezzi pubblicitari permanenti',
    login: 'optional',
    botCheck: false,
  },
  {
    path: '/servizio/mezzo-permanente/{step}/{id}',
    title: 'Mezzi pubblicitari permanenti',
    login: 'optional',
    botCheck: false,
    form: 'file',
  },
  {
    path: '/servizio/variazione-cessazione-mezzo-pubblicitario',
    title: 'Variazione o cessazione di un mezzo pubblicitario',
    login: 'no',
    botCheck: false,
  },
  // Its search carries the names of citizens.
  { path: '/operatore', title: 'Area operatori', login: 'operator', botCheck: false, personal: true },
  { path: '/informazioni/{testo}', title: 'Informazioni', login: 'no', botCheck: false },
  { path: '/sandbox/posta', title: 'Posta di prova', login: 'no', botCheck: false, sandbox: true },
  { path: '/sandbox/posta/{id}', title: 'Messaggio di prova', login: 'no', botCheck: false, sandbox: true },
  {
    path: '/sandbox/posta/{id}/html',
    title: 'Messaggio di prova in HTML',
    login: 'no',
    botCheck: false,
    sandbox: true,
  },
];

/** Addresses that are no screens: for programs. */
export const TECHNICAL: readonly { path: string; what: string }[] = [
  { path: '/api/…', what: 'the calls of docs/api.md' },
  { path: '/sanctum/csrf-cookie', what: 'sets the anti-forgery cookie and the visitor cookie' },
  { path: '/accesso/ritorno', what: 'where the identity provider sends the browser back to' },
  {
    path: '/sandbox/idp/…, /sandbox/pagopa/…, /sandbox/mooney/…',
    what: 'test providers of identity and payments, in sandbox mode only',
  },
  { path: '/healthz', what: 'the process answers' },
  { path: '/readyz', what: 'the store answers, too' },
  { path: '/robots.txt', what: 'what search engines may read' },
  { path: '/.well-known/security.txt', what: 'where to report a weakness, when SECURITY_CONTACT is set' },
];

export type Match = { screen: Screen; params: Record<string, string> };

/** Most paths are just words. */
const words = new Map(SCREENS.filter((s) => !s.path.includes('{')).map((screen) => [screen.path, screen]));
/** Fewer names first: `/chat/operatore/{email}/{id}` has a segment more than `/chat/{email}/{id}`. */
const patterns = SCREENS.filter((s) => s.path.includes('{'))
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  .map((screen) => ({
    screen,
    // A segment stands for one segment: an encoded slash stays inside it.
    pattern: new RegExp(`^${screen.path.replace(/[.]/g, '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));

/** @param pathname as sent, still percent-encoded; another letter case or spelling is another path */
export function matchScreen(pathname: string): Match | null {
  const screen = words.get(pathname);
  if (screen) return { screen, params: {} };
  for (const { screen, pattern } of patterns) {
    const match = pattern.exec(pathname);
    if (match) return { screen, params: { ...match.groups } };
  }
  return null;
}

/** Paths of the screens for which the bot-check script is loaded. */
export const BOT_PATHS: readonly string[] = SCREENS.filter((s) => s.botCheck).map((s) => s.path);
