/** How the test App IO answers, and what the phones of its people are like, as the tester chooses. */
import * as z from 'zod/mini';

export const IO_FAULTS = {
  nessuno: 'Prende i messaggi e li consegna',
  quota: 'Chiede di aspettare (429)',
  guasto: 'Non riesce a prendere i messaggi (500)',
  fermo: 'Fuori servizio (503)',
  vuoto: 'Prende il messaggio, ma la risposta si perde (504)',
  lento: 'Prende il messaggio e risponde dopo 25 secondi, più di quanto il portale aspetta',
  chiude: 'La persona chiude il servizio tra la domanda e il messaggio',
  spazzatura: 'Risponde con una pagina web al posto dei dati',
} as const;
export type IoFault = keyof typeof IO_FAULTS;

export const isIoFault = (name: unknown): name is IoFault => typeof name === 'string' && Object.hasOwn(IO_FAULTS, name);

export const ioFaultSetting = z.catch(z.object({ fault: z.custom<IoFault>(isIoFault) }), { fault: 'nessuno' });

export const IO_PROFILES = {
  attivo: 'Ha l’app e riceve',
  chiuso: 'Ha l’app, ma ha chiuso i servizi dell’ente',
  assente: 'Non ha l’app',
} as const;
export type IoProfile = keyof typeof IO_PROFILES;

export const isIoProfile = (name: unknown): name is IoProfile =>
  typeof name === 'string' && Object.hasOwn(IO_PROFILES, name);

/** Everybody has the app, until the tester says otherwise. */
export const ioProfileSetting = z.catch(z.object({ profile: z.custom<IoProfile>(isIoProfile) }), {
  profile: 'attivo',
});
