/** Writes the report of an audit as papers: for those who audit a municipality, and for programs. */
import { escapeHtml } from '../../src/platform/html.ts';
import { CONFORMANCE } from './conformance.ts';
import { AUDIT_JUDGES } from './findings.ts';
import { NOT_FAULTS } from './not-faults.ts';
import type { AuditReport, CriterionOutcome, CriterionResult } from './report.ts';

const OUTCOMES: readonly CriterionOutcome[] = ['supports', 'partly', 'not', 'not applicable', 'not evaluated'];

const OUTCOME_WORDS: Readonly<Record<CriterionOutcome, string>> = {
  supports: 'conforme',
  partly: 'conforme in parte',
  not: 'non conforme',
  'not applicable': 'non applicabile',
  'not evaluated': 'non valutato',
};

const CONFORMANCE_WORDS: Readonly<Record<CriterionOutcome, string>> = {
  supports: 'Supports',
  partly: 'Partially Supports',
  not: 'Does Not Support',
  'not applicable': 'Not Applicable',
  'not evaluated': 'Not Evaluated',
};

const EARL_OUTCOMES: Readonly<Record<CriterionOutcome, string>> = {
  supports: 'earl:passed',
  partly: 'earl:failed',
  not: 'earl:failed',
  'not applicable': 'earl:inapplicable',
  'not evaluated': 'earl:untested',
};

const STYLE = `body { font: 1rem/1.5 sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem }
table { border-collapse: collapse; margin-bottom: 2rem; width: 100% }
th, td { border: 1px solid #5c6f82; padding: .25rem .5rem; text-align: left; vertical-align: top }
.scroll { overflow-x: auto }`;

type PaperLink = { href: string; text: string };
type PaperCell = string | readonly PaperLink[];

const cellHtml = (cell: PaperCell): string =>
  typeof cell === 'string'
    ? escapeHtml(cell)
    : cell.map(({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`).join('<br>');

function table(caption: string, head: readonly string[], rows: readonly (readonly PaperCell[])[]): string {
  const cells = (tag: 'td' | 'th', row: readonly PaperCell[]) =>
    row
      .map((cell, n) =>
        tag === 'th' || n === 0
          ? `<th scope="${tag === 'th' ? 'col' : 'row'}">${cellHtml(cell)}</th>`
          : `<td>${cellHtml(cell)}</td>`,
      )
      .join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption>
<thead><tr>${cells('th', head)}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')}</tbody></table></div>`;
}

const page = (lang: 'it' | 'en', title: string, body: string): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;

/** How a criterion was judged, in words. */
function provenBy({ judges, tests, manual }: CriterionResult): string {
  const byPeople = manual.map(({ date, done }) => `${date}: ${done}`);
  return [
    judges.length > 0 ? `Programmi: ${judges.join(', ')}` : '',
    tests.length > 0 ? `Prove: ${tests.join(', ')}` : '',
    ...byPeople,
  ]
    .filter(Boolean)
    .join(' · ');
}

const countOf = ({ criteria }: AuditReport, outcome: CriterionOutcome): number =>
  criteria.filter((c) => c.outcome === outcome).length;

/** @param picturesByState the picture of each state that a line names, as the report reaches it */
export function reportPage(report: AuditReport, picturesByState: ReadonlyMap<string, string>): string {
  const { date, commit, states, pictures, unvisited, criteria, findings, missingJudges, others, reading, speed } =
    report;
  const counts = OUTCOMES.map((outcome) => [OUTCOME_WORDS[outcome], String(countOf(report, outcome))]);
  const judges = Object.entries(AUDIT_JUDGES).map(([judge, { name }]) => {
    const found = findings.filter((f) => f.judge === judge);
    const isMissing = missingJudges.some((missing) => missing === judge);
    return [name, isMissing ? 'non eseguito qui' : String(found.length)];
  });
  return page(
    'it',
    'Verifica di accessibilità del portale',
    `<p>Scritta dal comando <code>npm run audit</code> il ${date}, versione ${escapeHtml(commit)}: ${states.length} stati di pagine e messaggi, ognuno come
HTML, con le figure a 360 e 1280 pixel (${pictures}), che il comando lascia in <code>audit/</code>.</p>
${table('Criteri WCAG 2.2 A e AA', ['Esito', 'Criteri'], counts)}
${table('Chi ha giudicato, e che cosa ha trovato', ['Programma', 'Rilievi'], judges)}
${table(
  'Giudicato da programmi di altri (npm run test:others)',
  ['Programma', 'Versione', 'Che cosa legge', 'Quanto ne ha letto', 'Rilievi', 'Quando', 'Che cos’altro dice'],
  others.map(({ program, reads, result }) =>
    result
      ? [
          program,
          result.version,
          reads,
          String(result.judged),
          String(result.findings.length),
          result.date,
          result.notes?.join('; ') ?? '',
        ]
      : [program, '', reads, '', 'non eseguito qui', '', ''],
  ),
)}
${table(
  'Rilievi dei programmi di altri',
  ['Programma', 'Dove', 'Che cosa'],
  others.flatMap(({ program, result }) => (result?.findings ?? []).map(({ of, words }) => [program, of, words])),
)}
${table(
  'Criterio per criterio',
  ['Criterio WCAG 2.2', 'EN 301 549', 'Livello', 'Esito', 'Come è stato valutato', 'Stati con rilievi'],
  criteria.map((c) => [
    `${c.id} ${c.name}`,
    c.clause,
    c.level,
    OUTCOME_WORDS[c.outcome],
    provenBy(c),
    c.failing.slice(0, 5).join('; ') + (c.failing.length > 5 ? ` e altri ${c.failing.length - 5}` : ''),
  ]),
)}
${table(
  'Modello dei Comuni: servizi (C.SE) e siti (C.SI)',
  ['Criterio', 'Che cosa chiede', 'Che cosa fa il portale', 'Dove si vede', 'Prove'],
  CONFORMANCE.map((line) => [
    line.id,
    line.asks,
    line.answer,
    line.states.flatMap((state) => {
      const href = picturesByState.get(state);
      return href ? [{ href, text: state }] : [];
    }),
    line.tests.join(' '),
  ]),
)}
${table(
  'Indirizzi di cui nessuno stato è stato visitato: alcuni portano subito altrove',
  ['Indirizzo'],
  unvisited.map((path) => [path]),
)}
${table(
  'Stati visitati',
  ['Stato', 'Indirizzo'],
  states.map(({ name, screen }) => [name, screen]),
)}
${table(
  'Rilievi',
  ['Stato', 'Programma', 'Regola', 'Elemento', 'Che cosa', 'File'],
  findings.map((f) => [f.state, f.judge, f.rule, f.element.slice(0, 200), f.words, f.html]),
)}
${table(
  'Rilievi che non sono errori, e perché',
  ['Programma', 'Regola', 'Perché'],
  NOT_FAULTS.map(({ judge, rule, why }) => [judge, rule, why]),
)}
${table(
  `Leggibilità (indice Gulpease, mediana ${reading.median}): le pagine più difficili`,
  ['Stato', 'Indice'],
  reading.hardest.map(({ state, index }) => [state, String(index)]),
)}
<h2>Velocità</h2>
<p>Misurata dal comando <code>npm run bench -- speed</code>; <code>docs/bench.md</code> dice come.</p>
${speed
  .map(
    ({ caption, head, rows, words }) =>
      `<div lang="en">${table(caption, head, rows)}\n${words.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}</div>`,
  )
  .join('\n')}`,
  );
}

/** The Voluntary Product Accessibility Template 2.5 INT, of the part that concerns web content. */
export const conformanceReportPage = ({ date, commit, criteria }: AuditReport): string =>
  page(
    'en',
    'Accessibility Conformance Report (VPAT 2.5 INT)',
    `<p>Portale del cittadino, version ${escapeHtml(commit)}, ${date}. Evaluated by the programs and people named in the report beside this one.</p>
${(['A', 'AA'] as const)
  .map((level) =>
    table(
      `WCAG 2.2 and EN 301 549, level ${level}`,
      ['Criteria', 'Conformance level', 'Remarks'],
      criteria
        .filter((c) => c.level === level)
        .map((c) => [
          `${c.id} ${c.name}${c.clause && ` (EN 301 549: ${c.clause})`}`,
          CONFORMANCE_WORDS[c.outcome],
          c.failing.length > 0 ? `Found in ${c.failing.length} states, see the report.` : '',
        ]),
    ),
  )
  .join('\n')}`,
  );

/** Evaluation and Report Language 1.0, as JSON-LD: one assertion for each criterion. */
export function earlOf({ date, commit, criteria }: AuditReport): object {
  return {
    '@context': {
      earl: 'http://www.w3.org/ns/earl#',
      dct: 'http://purl.org/dc/terms/',
      WCAG22: 'https://www.w3.org/TR/WCAG22/#',
      outcome: { '@id': 'earl:outcome', '@type': '@id' },
      mode: { '@id': 'earl:mode', '@type': '@id' },
    },
    '@graph': criteria.map((c) => ({
      '@type': 'earl:Assertion',
      'earl:assertedBy': { '@type': 'earl:Assertor', 'dct:title': 'npm run audit' },
      'earl:subject': { '@type': 'earl:TestSubject', 'dct:title': 'Portale del cittadino', 'dct:hasVersion': commit },
      'earl:test': {
        '@type': 'earl:TestCriterion',
        '@id': `WCAG22:${fragmentOf(c.name)}`,
        'dct:title': `${c.id} ${c.name}`,
      },
      mode: c.manual.length === 0 ? 'earl:automatic' : c.judges.length === 0 ? 'earl:manual' : 'earl:semiAuto',
      'earl:result': { '@type': 'earl:TestResult', outcome: EARL_OUTCOMES[c.outcome], 'dct:date': date },
    })),
  };
}

/** "Non-text Content" is at #non-text-content. */
const fragmentOf = (name: string): string => name.toLowerCase().replaceAll(/[(),]/g, '').replaceAll(' ', '-');

/** What the accessibility page shows. @property criteria how many of WCAG 2.2, A and AA, are met, and of how many that apply */
export type AuditDeclaration = {
  date: string;
  states: number;
  criteria: { met: number; applicable: number };
  missing: { clause: string; ground: string; what: string; why: string; until: string }[];
};

export function declarationOf({ date, states, criteria }: AuditReport): AuditDeclaration {
  const applicable = criteria.filter(({ outcome }) => outcome !== 'not applicable');
  return {
    date,
    states: states.length,
    criteria: {
      met: applicable.filter(({ outcome }) => outcome === 'supports').length,
      applicable: applicable.length,
    },
    missing: criteria.flatMap(({ id, clause, manual }) =>
      manual.flatMap(({ missing }) => (missing ? [{ ...missing, clause: missing.clause ?? (clause || id) }] : [])),
    ),
  };
}

/** The answers to the questions of AgID's form that are the portal's to answer; the rest is the municipality's. */
export function declarationText({ date, states, criteria, missing }: AuditDeclaration): string {
  const contents = missing.map(
    ({ clause, ground, what, why, until }) =>
      `- ${what}\n  Motivo (${ground}): ${why}\n  Fino a quando: ${until}\n  Punto della norma: ${clause}\n`,
  );
  return `Dichiarazione di accessibilità: risposte per il modulo di AgID (form.agid.gov.it)

Stato di conformità: ${criteria.met === criteria.applicable ? 'conforme' : 'parzialmente conforme'} ai requisiti dell'appendice A della norma UNI CEI EN 301549.

Contenuti non accessibili:
${contents.join('')}
Metodologia: valutazione del fornitore del portale, con programmi e con controlli di persone, su ${states} stati delle pagine; criteri WCAG 2.2 A e AA
soddisfatti: ${criteria.met} di ${criteria.applicable} applicabili. Il rapporto è accanto a questo testo.
Data della valutazione: ${date}.
`;
}

/** What README shows: the figures of the report, by their name. */
export function figuresOfReport(report: AuditReport): [string, string][] {
  const { findings, states, pictures, reading } = report;
  return [
    ['States of pages and mails visited, pictures kept', `${states.length}, ${pictures}`],
    ['Findings of all judges', String(findings.length)],
    [
      `Criteria of WCAG 2.2, A and AA: ${OUTCOMES.join(', ')}`,
      OUTCOMES.map((outcome) => countOf(report, outcome)).join(', '),
    ],
    ['Reading ease (Gulpease), median of the pages', String(reading.median)],
  ];
}
