/** TABLE 1: every screen: those of the services, and the portal’s own. */
import { SERVICES_PATH } from './features/cases/ente/servizi.ts';
import { type PortalScreen, type ScreenTable, screensOf } from './platform/screens.ts';
import { SERVICE_ROWS } from './services.ts';

export const SCREEN_ROWS: readonly PortalScreen[] = [
  { path: '/', title: 'Servizi online', login: 'no', botCheck: false },
  { path: SERVICES_PATH, title: 'Tutti i servizi', login: 'no', botCheck: false },
  { path: `${SERVICES_PATH}/{servizio}`, title: 'Scheda di un servizio', login: 'no', botCheck: false },
  ...SERVICE_ROWS.flatMap((service): readonly PortalScreen[] => service.screens),
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
  { path: '/segnalazioni', ofStore: true, title: 'Elenco segnalazioni', login: 'no', botCheck: false },
  {
    path: '/trasparenza',
    ofStore: true,
    title: 'Come rispondiamo alle segnalazioni',
    login: 'no',
    botCheck: false,
  },
  {
    path: '/segnalazioni/{id}',
    ofStore: true,
    title: 'Una segnalazione',
    login: 'no',
    botCheck: true,
    form: 'text',
  },
  // A mail program may stop the mails by a form of either kind (RFC 8058).
  {
    path: '/segnalazioni/smetti',
    ofStore: true,
    title: 'Smetti di seguire una segnalazione',
    login: 'no',
    botCheck: false,
    form: 'file',
    personal: true,
  },
  { path: '/segui', ofStore: true, title: 'Segui la tua pratica', login: 'no', botCheck: true, form: 'text' },
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
    path: '/area-riservata/documento/{id}',
    ofStore: true,
    title: 'Documento',
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
  // Its query contains the names of citizens.
  {
    path: '/operatore',
    ofStore: true,
    title: 'Area operatori',
    login: 'operator',
    botCheck: false,
    personal: true,
    form: 'text',
  },
  {
    path: '/operatore/nuova-segnalazione',
    ofStore: true,
    title: 'Nuova segnalazione per un cittadino',
    login: 'operator',
    botCheck: true,
    form: 'file',
  },
  {
    path: '/operatore/pubblica/{id}',
    ofStore: true,
    title: 'Elenco pubblico: una segnalazione',
    login: 'operator',
    botCheck: false,
    personal: true,
    form: 'text',
  },
  {
    path: '/operatore/mappa',
    ofStore: true,
    title: 'Mappa delle segnalazioni aperte',
    login: 'operator',
    botCheck: false,
    personal: true,
  },
  {
    path: '/operatore/incassi',
    ofStore: true,
    title: 'Incassi',
    login: 'operator',
    botCheck: false,
    personal: true,
  },
  {
    path: '/operatore/andamento',
    ofStore: true,
    title: 'Andamento delle pratiche',
    login: 'operator',
    botCheck: false,
  },
  ...[
    { path: '/gestione', title: 'Gestione dell’ente' },
    { path: '/gestione/uffici', title: 'Uffici e persone' },
    { path: '/gestione/ufficio', title: 'Ufficio' },
    { path: '/gestione/programmi', title: 'Programmi che inviano segnalazioni' },
    { path: '/gestione/modifiche', title: 'Modifiche' },
    { path: '/gestione/dati', title: 'Dati dell’ente', form: 'file' as const },
    { path: '/gestione/sportelli', title: 'Sportelli' },
    { path: '/gestione/pagamenti', title: 'Pagamenti spontanei' },
  ].map((row): PortalScreen => ({ form: 'text', ...row, login: 'administrator', botCheck: false, ofStore: true })),
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

/** Addresses for programs, which are no screens. */
export const TECHNICAL_ADDRESSES: readonly { path: string; what: string }[] = [
  { path: '/api/…', what: 'the calls of docs/api.md' },
  { path: '/sanctum/csrf-cookie', what: 'sets the anti-forgery cookie and the visitor cookie' },
  { path: '/accesso/ritorno', what: 'where the identity provider sends the browser back to' },
  {
    path: '/sandbox/idp/…, /sandbox/pagopa/…, /sandbox/mooney/…',
    what: 'test providers of identity and payments, in sandbox mode only',
  },
  { path: '/sandbox/mappa/{z}/{x}/{y}.png', what: 'map of the invented towns, in sandbox mode only' },
  { path: '/immagini/{ente}/{impronta}.svg, …png', what: 'crests and logos of the municipalities' },
  {
    path: '/open311/v2/…',
    what: 'Open311 GeoReport v2: `discovery`, `services`, `services/{service_code}`, `requests`, `requests/{service_request_id}`, `tokens/{token}`, each as `.xml` and `.json`; programs with a key of the municipality send reports to `requests` (POST)',
  },
  { path: '/healthz', what: 'the process answers' },
  { path: '/readyz', what: 'the store answers, too' },
  { path: '/robots.txt', what: 'what search engines may read' },
  { path: '/sitemap.xml', what: 'the public pages of this host, for search engines' },
  { path: '/.well-known/security.txt', what: 'where to report a weakness, when SECURITY_CONTACT is set' },
];

export const portalScreens: ScreenTable = screensOf(SCREEN_ROWS);

/** The screens in front of a back end: links to the others are not shown. */
export const backEndScreens: ScreenTable = screensOf(SCREEN_ROWS.filter(({ ofStore }) => !ofStore));
