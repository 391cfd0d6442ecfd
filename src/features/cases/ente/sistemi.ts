/** Systems of the bodies' back offices that documents come from, and what a citizen knows them as. */
export const SISTEMI: Readonly<Record<string, string>> = {
  ICP: 'Affissioni',
  ICPMB: 'Affissioni',
  CRC: 'Recupero crediti',
  CRC2: 'Recupero crediti',
  'CRC 2.0': 'Recupero crediti',
  TARMB: 'TARI (tassa rifiuti)',
  'Rifiuti TARI': 'TARI (tassa rifiuti)',
  PAR: 'Parcheggi',
  OSAP: 'Occupazione di suolo pubblico',
  COSMB: 'Occupazione di suolo pubblico',
};

/** What a citizen can write about without a document: code of a system and its name, each name once. */
export const TRIBUTI: readonly (readonly [string, string])[] = Object.entries(SISTEMI).filter(
  ([, nome], at, tutti) => tutti.findIndex(([, altro]) => altro === nome) === at,
);

export const sistemaNoto = (sistema: string): boolean => Object.hasOwn(SISTEMI, sistema);

/** @returns the words for a system; its own code when it is not known here */
export const nomeSistema = (sistema: string): string => (sistemaNoto(sistema) ? (SISTEMI[sistema] as string) : sistema);
