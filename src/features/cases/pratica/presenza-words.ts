/** Which colleagues have a case open, in words. Pure; server and browser. */

type ColleagueHere = { nome: string; minuti: number; scrive: boolean };

/** @returns a sentence for each colleague, '' when there are none */
export const presenzaInWords = (others: readonly ColleagueHere[]): string =>
  others
    .map(({ nome, minuti, scrive }) => {
      const since = minuti < 1 ? 'da poco' : minuti === 1 ? 'da un minuto' : `da ${minuti} minuti`;
      return `Anche ${nome} sta guardando questa pratica (${since})${scrive ? ' e sta scrivendo' : ''}.`;
    })
    .join(' ');
