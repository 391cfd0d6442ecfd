/** What happened to a case, in the words of the office. Pure. */

const ATTI: Record<string, string> = {
  registrazione: 'ha registrato la pratica per chi l’ha chiesto',
  presa_in_carico: 'ha preso in carico la pratica',
  assegnata: 'ha assegnato la pratica',
  nota: 'ha scritto una nota',
  cambio_tipo: 'ha cambiato il tipo della pratica',
  cambio_ufficio: 'ha cambiato l’ufficio della pratica',
  cambio_area: 'ha cambiato la zona della pratica',
  classificata: 'ha cambiato priorità o etichette',
  ditta: 'ha scritto all’ufficio',
  ditta_affidata: 'ha affidato il lavoro a una ditta',
  ditta_revocata: 'ha chiuso il collegamento di una ditta',
  delega_chiusa: 'ha chiuso la delega concessa',
  proroga: 'ha prorogato il termine',
  integrazione: 'ha chiesto un’integrazione',
  decisione: 'ha chiuso la pratica',
  risposta: 'ha risposto al cittadino',
  protocollo: 'ha scritto il numero di protocollo dell’ente',
  nascosto: 'ha nascosto un contenuto',
  pubblicata: 'ha pubblicato la segnalazione',
  tolta: 'ha tolto la segnalazione dall’elenco pubblico',
  doppione: 'ha unito due segnalazioni',
  ricevuta: 'ha inviato la pratica',
  messaggio: 'ha scritto un messaggio',
  integrata: 'ha risposto: la pratica è di nuovo in lavorazione',
  riaperta: 'ha riaperto la pratica',
  ritirata: 'ha ritirato la richiesta',
  aperta: 'ha visto la pratica',
  lettura: 'ha aperto la pratica di un altro ufficio',
};

/** @param atto.nome of the person at that time */
export const attoInWords = ({ azione, nome }: { azione: string; nome: string }): { title: string } => ({
  title: `${nome} ${ATTI[azione] ?? 'ha modificato la pratica'}`,
});
