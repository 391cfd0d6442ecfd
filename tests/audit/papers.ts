/** Writes the report of an audit as papers: for those who audit a municipality, and for programs. */
import { escapeHtml } from '../../src/platform/html.ts';
import { CONFORMANCE } from './conformance.ts';
import { AUDIT_JUDGES } from './findings.ts';
import { NOT_FAULTS } from './not-faults.ts';
import type { AuditReport, CriterionOutcome, CriterionResult } from './report.ts';

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

function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: 'td' | 'th', row: readonly string[]) =>
    row
      .map((cell, n) =>
        tag === 'th' || n === 0
          ? `<th scope="${tag === 'th' ? 'col' : 'row'}">${escapeHtml(cell)}</th>`
          : `<td>${escapeHtml(cell)}</td>`,
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
function provenBy({ judges, manual }: CriterionResult): string {
  const byPeople = manual.map(({ date, done }) => `${date}: ${done}`);
  return [judges.length > 0 ? `Programmi: ${judges.join(', ')}` : '', ...byPeople].filter(Boolean).join(' · ');
}

/** @param picturesByState the picture of each state, as a path in the folder of the audit */
export function reportPage(report: AuditReport, picturesByState: ReadonlyMap<string, string>): string {
  const { date, commit, states, pictures, criteria, findings, missingJudges, reading } = report;
  const counts = Object.entries(OUTCOME_WORDS).map(([outcome, words]) => [
    words,
    String(criteria.filter((c) => c.outcome === outcome).length),
  ]);
  const judges = Object.entries(AUDIT_JUDGES).map(([judge, { name }]) => {
    const found = findings.filter((f) => f.judge === judge);
    const isMissing = missingJudges.some((missing) => missing === judge);
    return [name, isMissing ? 'non eseguito qui' : String(found.length)];
  });
  return page(
    'it',
    'Verifica di accessibilità del portale',
    `<p>Scritta dal comando <code>npm run audit</code> il ${date}, versione ${escapeHtml(commit)}: ${states} stati di pagine, ognuno come HTML, con
le figure a 360 e 1280 pixel (${pictures}).</p>
${table('Criteri WCAG 2.2 A e AA', ['Esito', 'Criteri'], counts)}
${table('Chi ha giudicato, e che cosa ha trovato', ['Programma', 'Rilievi'], judges)}
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
    line.states.map((state) => picturesByState.get(state) ?? `${state}: non visitato`).join(' '),
    line.tests.join(' '),
  ]),
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
)}`,
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

/** What AgID's form asks for: what is not accessible, why, and until when. */
export const declarationOf = ({ date, commit, states, criteria }: AuditReport): object => ({
  date,
  commit,
  states,
  missing: criteria.flatMap((c) =>
    c.manual.flatMap(({ missing }) => (missing ? [{ clause: c.clause || c.id, ...missing }] : [])),
  ),
});
