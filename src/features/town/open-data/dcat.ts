/** The open data of municipalities as catalogues: DCAT-AP_IT 2.1 as JSON-LD. Pure. */

export const OPEN_LICENCE = {
  uri: 'http://creativecommons.org/licenses/by/4.0/',
  page: 'https://creativecommons.org/licenses/by/4.0/deed.it',
};

/** The list of IANA, whose entries are the values of `dcat:mediaType`. */
export const MEDIA_TYPES = 'https://www.iana.org/assignments/media-types/';

const EU_VOCABULARIES = 'http://publications.europa.eu/resource/authority';

/** @property format of the EU's list of file types @property url whole address */
type DcatDistribution = { format: 'GEOJSON' | 'CSV' | 'ATOM'; mediaType: string; title: string; url: string };

/** @property page of the list @property self address of this description @property modified a day */
export type DcatSource = {
  ente: { id: string; nome: string; codice_fiscale: string; contatti: { email: string } };
  page: string;
  self: string;
  modified: string;
  distributions: readonly DcatDistribution[];
};

const italianText = (value: string) => ({ '@language': 'it', '@value': value });
const nodeReference = (uri: string) => ({ '@id': uri });
const dayValue = (day: string) => ({ '@type': 'xsd:date', '@value': day });

const DCAT_CONTEXT = {
  adms: 'http://www.w3.org/ns/adms#',
  dcat: 'http://www.w3.org/ns/dcat#',
  dcatapit: 'http://dati.gov.it/onto/dcatapit#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

/**
 * The obligatory and recommended properties of a dataset, its distributions and its agent. The portal knows the tax code of a
 * municipality and not its code in the IPA: that is what identifies the agent.
 */
function datasetNodes({ ente, page, self, modified, distributions }: DcatSource): DcatNode[] {
  const [dataset, agent, contact] = [datasetId(self), agentId(self), `${self}#contatto`];
  return [
    {
      '@id': dataset,
      '@type': ['dcat:Dataset', 'dcatapit:Dataset'],
      'dct:identifier': `${ente.codice_fiscale}:segnalazioni`,
      'dct:title': italianText(`Segnalazioni dei cittadini: ${ente.nome}`),
      'dct:description': italianText(
        `Le segnalazioni pubbliche di problemi e disservizi inviate dai cittadini: ${ente.nome}. Di ognuna il tipo, la zona e il giorno; dopo il controllo di un operatore anche titolo, luogo, testo, stato, risposta e foto. Senza dati personali.`,
      ),
      'dct:modified': dayValue(modified),
      'dct:language': nodeReference(`${EU_VOCABULARIES}/language/ITA`),
      'dct:accrualPeriodicity': nodeReference(`${EU_VOCABULARIES}/frequency/CONT`),
      'dct:publisher': nodeReference(agent),
      'dct:rightsHolder': nodeReference(agent),
      'dct:creator': nodeReference(agent),
      'dcat:theme': nodeReference(`${EU_VOCABULARIES}/data-theme/GOVE`),
      'dcat:keyword': ['segnalazioni', 'disservizi', 'manutenzione', 'territorio'].map(italianText),
      'dcat:landingPage': nodeReference(page),
      'dcat:contactPoint': nodeReference(contact),
      'dcat:distribution': distributions.map(({ url }) => nodeReference(distributionId(url))),
    },
    ...distributions.map(({ format, mediaType, title, url }) => ({
      '@id': distributionId(url),
      '@type': ['dcat:Distribution', 'dcatapit:Distribution'],
      'dct:title': italianText(title),
      'dct:format': nodeReference(`${EU_VOCABULARIES}/file-type/${format}`),
      'dcat:mediaType': nodeReference(MEDIA_TYPES + mediaType),
      'dcat:accessURL': nodeReference(page),
      'dcat:downloadURL': nodeReference(url),
      'dct:license': nodeReference(OPEN_LICENCE.uri),
      'dct:modified': dayValue(modified),
    })),
    {
      '@id': OPEN_LICENCE.uri,
      '@type': ['dct:LicenseDocument', 'dcatapit:LicenseDocument'],
      'dct:type': nodeReference('http://purl.org/adms/licencetype/Attribution'),
      'foaf:name': 'Creative Commons Attribuzione 4.0 Internazionale (CC BY 4.0)',
    },
    agentNode(self, ente),
    {
      '@id': contact,
      '@type': ['vcard:Organization', 'dcatapit:Organization'],
      'vcard:fn': ente.nome,
      'vcard:hasEmail': nodeReference(`mailto:${ente.contatti.email}`),
    },
  ];
}

const distributionId = (url: string): string => `${url}#distribuzione`;

/** @property publisher of the catalogue: a municipality, or the portal of many @property home its page */
export type DcatCatalogSource = {
  publisher: { nome: string; codice_fiscale: string };
  home: string;
  self: string;
  modified: string;
  datasets: readonly DcatSource[];
};

type DcatNode = { '@id': string } & Record<string, unknown>;

/**
 * A catalogue: of one municipality, or that of the portal, in which a national or regional one finds all datasets at one address. What
 * gathers open data begins at a catalogue and reads no dataset outside of one.
 */
export function dcatCatalog({ publisher, home, self, modified, datasets }: DcatCatalogSource) {
  const nodes: DcatNode[] = [
    {
      '@id': `${self}#catalogo`,
      '@type': ['dcat:Catalog', 'dcatapit:Catalog'],
      'dct:title': italianText(`Dati aperti: ${publisher.nome}`),
      'dct:description': italianText(`Gli insiemi di dati aperti delle segnalazioni pubbliche: ${publisher.nome}.`),
      'dct:publisher': nodeReference(agentId(self)),
      'dct:modified': dayValue(modified),
      'dct:language': nodeReference(`${EU_VOCABULARIES}/language/ITA`),
      'dct:license': nodeReference(OPEN_LICENCE.uri),
      'foaf:homepage': nodeReference(home),
      'dcat:themeTaxonomy': nodeReference(`${EU_VOCABULARIES}/data-theme`),
      'dcat:dataset': datasets.map((source) => nodeReference(datasetId(source.self))),
    },
    agentNode(self, publisher),
    ...datasets.flatMap(datasetNodes),
  ];
  // The licence is the same node in every dataset, and so is the municipality that publishes its own catalogue.
  return { '@context': DCAT_CONTEXT, '@graph': [...new Map(nodes.map((node) => [node['@id'], node])).values()] };
}

const datasetId = (self: string): string => `${self}#dataset`;
const agentId = (self: string): string => `${self}#ente`;

const agentNode = (self: string, { nome, codice_fiscale }: DcatCatalogSource['publisher']): DcatNode => ({
  '@id': agentId(self),
  '@type': ['foaf:Agent', 'dcatapit:Agent'],
  'dct:identifier': codice_fiscale,
  'foaf:name': italianText(nome),
});
