/** Routes on the person who is logged in, on desks and on municipalities. */
import { dataReply } from './laravel.ts';
import { type BackEndCall, type BackEndRoute, personOf, requireConfirmed } from './route.ts';
import { type BackEndEnte, type BackEndPerson, CATEGORIE } from './town.ts';
import { refuseFields, textAt } from './validate.ts';

const shownUser = (person: BackEndPerson) => ({
  Id: person.Id,
  Nome: person.nome,
  Cognome: person.cognome,
  CodiceFiscale: person.codice_fiscale,
  PersonEmail: person.email,
  Email_Comunicazione__c: person.contatti.email,
  Telefono_Comunicazione__c: person.contatti.telefono,
  ...person.residenza,
  Ruolo: 'cittadino',
  Enti: [],
});

function changeContatti(call: BackEndCall): void {
  const { contatti } = personOf(call);
  const email = textAt(call.fields, 'Email_Comunicazione__c');
  if (email) requireConfirmed(call, email)();
  if (email) contatti.email = email;
  if ('Telefono_Comunicazione__c' in call.fields)
    contatti.telefono = textAt(call.fields, 'Telefono_Comunicazione__c') || null;
}

const RESIDENZA = ['Indirizzo', 'Cap', 'Comune', 'Provincia'];

const shownEnte = ({ id, nome, codice_fiscale }: BackEndEnte) => ({
  Id: id,
  Nome: nome,
  CodiceFiscale: codice_fiscale,
});
/** The name by which the list of desks is asked for. */
const deskName = ({ nome }: BackEndEnte) => nome.toUpperCase();

export const USER_ROUTES: readonly BackEndRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/user',
    login: true,
    answer: (call) => dataReply(shownUser(personOf(call))),
  },
  {
    method: 'POST',
    path: '/api/v1/user',
    login: true,
    rules: { Email_Comunicazione__c: 'required|email', Telefono_Comunicazione__c: 'string' },
    answer: (call) => {
      changeContatti(call);
      return dataReply(shownUser(personOf(call)));
    },
  },
  {
    method: 'POST',
    path: '/api/v1/user/modifica_anagrafica',
    login: true,
    rules: {
      Email_Comunicazione__c: 'email',
      Indirizzo: 'string',
      Cap: 'string',
      Comune: 'string',
      Provincia: 'string',
    },
    answer: (call) => {
      changeContatti(call);
      const { residenza } = personOf(call);
      for (const name of RESIDENZA.filter((field) => field in call.fields)) {
        const text = textAt(call.fields, name);
        if (text) residenza[name] = text;
        else delete residenza[name];
      }
      return dataReply(shownUser(personOf(call)));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/generic/sportello/enti/list',
    answer: ({ town }) =>
      dataReply(town.enti.map((ente) => ({ Ente__c: ente.id, idDescrizioneEntePortale__c: deskName(ente) }))),
  },
  {
    method: 'GET',
    path: '/api/v1/generic/sportello/servizi/list',
    rules: { comune: 'required|string' },
    answer: (call) => {
      const ente = call.town.enti.find((one) => deskName(one) === textAt(call.fields, 'comune'));
      if (!ente) throw refuseFields({ comune: ['Il valore scelto per comune non è valido.'] }, call.back);
      return dataReply([
        {
          codice: 'urp',
          nome: 'Ufficio relazioni con il pubblico',
          descrizione: 'Informazioni sui servizi.',
          percorso: '/segnalazione',
          indirizzo: 'Piazza del Municipio 1',
          orari: 'Da lunedì a venerdì 9:00–12:30.',
          telefono: '0123 000 909',
          email: `urp@${ente.id}.example`,
          prenotazione_url: `https://www.${ente.id}.example/prenota`,
          moduli: [{ nome: 'Accesso agli atti', url: `${call.url}/storage/moduli/accesso-atti.pdf` }],
        },
        {
          codice: 'tributi',
          nome: 'Tributi',
          descrizione: 'Posizioni, riduzioni e rimborsi.',
          percorso: '',
          indirizzo: 'Piazza del Municipio 1',
          orari: 'Solo su appuntamento.',
          telefono: '0123 000 909',
          email: `tributi@${ente.id}.example`,
          moduli: [],
        },
      ]);
    },
  },
  {
    method: 'GET',
    path: '/api/v1/generic/ente',
    answer: ({ town }) =>
      dataReply(town.enti.map((ente) => ({ ...shownEnte(ente), Categorie: CATEGORIE, Pubbliche: [] }))),
  },
  {
    method: 'GET',
    path: '/api/v1/generic/ente/list/{category}/{optional?}',
    answer: ({ town, params: { category = '', optional } }) => {
      const hasSistema = ({ id }: BackEndEnte) =>
        town.posizioni.some(({ ente, sistema }) => ente === id && sistema === optional);
      const offering = CATEGORIE.includes(category) ? town.enti : [];
      return dataReply(offering.filter((ente) => optional === undefined || hasSistema(ente)).map(shownEnte));
    },
  },
];
