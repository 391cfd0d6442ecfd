/** Systems in the back offices of the enti from which documents come, and their names for citizens. */
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

/** The subjects that a citizen can choose without a document: code and name of a system, each name once. */
export const TRIBUTI: readonly (readonly [string, string])[] = Object.entries(SISTEMI).filter(
  ([, name], at, all) => all.findIndex(([, other]) => other === name) === at,
);

export const isKnownSistema = (sistema: string): boolean => Object.hasOwn(SISTEMI, sistema);

/** @returns the name of a system, or its code when it is unknown */
export const formatSistema = (sistema: string): string =>
  isKnownSistema(sistema) ? (SISTEMI[sistema] as string) : sistema;

/** For offices: two systems may have one name. */
export const sistemaWithCode = (sistema: string): string => `${formatSistema(sistema)} (${sistema})`;
