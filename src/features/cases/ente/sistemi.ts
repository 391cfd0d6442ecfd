/** Systems in the back offices of the enti from which positions and documents come, and their names for citizens. */

/** What a system is about, as far as the portal has to know: posters and advertising devices have requests of their own. */
export const TIPI_SISTEMA = ['affissioni', 'altro'] as const;
type TipoSistema = (typeof TIPI_SISTEMA)[number];

export type Sistema = { codice: string; nome: string; tipo: TipoSistema };

/** An ente, as far as its systems go. */
type WithSistemi = { sistemi?: readonly Sistema[] | undefined };

/** The systems that every ente may have; an ente adds its own (`sistemi`), or gives one of these another name. */
export const SISTEMI: readonly Sistema[] = [
  { codice: 'ICP', nome: 'Affissioni', tipo: 'affissioni' },
  { codice: 'ICPMB', nome: 'Affissioni', tipo: 'affissioni' },
  { codice: 'CRC', nome: 'Recupero crediti', tipo: 'altro' },
  { codice: 'CRC2', nome: 'Recupero crediti', tipo: 'altro' },
  { codice: 'CRC 2.0', nome: 'Recupero crediti', tipo: 'altro' },
  { codice: 'TARMB', nome: 'TARI (tassa rifiuti)', tipo: 'altro' },
  { codice: 'Rifiuti TARI', nome: 'TARI (tassa rifiuti)', tipo: 'altro' },
  { codice: 'PAR', nome: 'Parcheggi', tipo: 'altro' },
  { codice: 'OSAP', nome: 'Occupazione di suolo pubblico', tipo: 'altro' },
  { codice: 'COSMB', nome: 'Occupazione di suolo pubblico', tipo: 'altro' },
];

/** A code is part of addresses: letters, digits, dots, dashes and blanks between them. */
export const isSistemaCode = (code: string): boolean => /^[A-Za-z0-9](?:[A-Za-z0-9._ -]{0,38}[A-Za-z0-9])?$/.test(code);

/** @returns the system of an ente with this code; undefined when it has none */
export const findSistema = (ente: WithSistemi | undefined, codice: string): Sistema | undefined =>
  [...(ente?.sistemi ?? []), ...SISTEMI].find((one) => one.codice === codice);

/** The subjects that a citizen can choose without a document, of these enti: code and name of a system, each name once. */
export function listTributi(enti: readonly WithSistemi[]): Sistema[] {
  const all = [...SISTEMI, ...enti.flatMap(({ sistemi = [] }) => sistemi)];
  return all.filter(({ nome }, at) => all.findIndex((other) => other.nome === nome) === at);
}

/** What a position or a document says of its system. @property nome_sistema not told by an existing back end */
export type OfSistema = { sistema: string; nome_sistema?: string | undefined; tipo_sistema?: TipoSistema | undefined };

/** @returns the name of the system for citizens, or its code when nobody knows it */
export const formatSistema = ({ sistema, nome_sistema }: OfSistema): string =>
  nome_sistema ?? findSistema(undefined, sistema)?.nome ?? sistema;

/** Whether a position is about posters and advertising devices. */
export const isOfAffissioni = ({ sistema, tipo_sistema }: OfSistema): boolean =>
  (tipo_sistema ?? findSistema(undefined, sistema)?.tipo) === 'affissioni';

/** What the calls say of the system of something of an ente. */
export function sistemaFields(ente: WithSistemi | undefined, codice: string): Required<OfSistema> {
  const found = findSistema(ente, codice);
  return { sistema: codice, nome_sistema: found?.nome ?? codice, tipo_sistema: found?.tipo ?? 'altro' };
}

/** For offices: two systems may have one name. */
export const sistemaWithCode = ({ nome, codice }: Pick<Sistema, 'nome' | 'codice'>): string => `${nome} (${codice})`;
