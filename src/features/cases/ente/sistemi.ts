/** Systems in the back offices of the enti that documents come from, and what a citizen knows them as. */
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
  ([, name], at, all) => all.findIndex(([, other]) => other === name) === at,
);

export const isKnownSistema = (sistema: string): boolean => Object.hasOwn(SISTEMI, sistema);

/** @returns the words for a system; its own code when it is not known here */
export const formatSistema = (sistema: string): string =>
  isKnownSistema(sistema) ? (SISTEMI[sistema] as string) : sistema;
