import { describe, expect, test } from 'vitest';
import { ONE_POINT_PNG } from '../../../tests/files.ts';
import { pdfFaults } from '../../../tests/pdf-check.ts';
import { objectsOf, pagesOf, textOf } from '../../../tests/pdf-text.ts';
import { type ReceiptContent, receiptPdf } from './receipt.server.ts';

const receipt: ReceiptContent = {
  ente: {
    nome: 'Comune di Borgosereno',
    colore: '#0b5c4d',
    indirizzo: 'Piazza del Municipio 1, 43010 Borgosereno (PR)',
  },
  title: 'Ricevuta di segnalazione',
  number: 'SGN-2026-000123',
  facts: [
    ['Ricevuta il', '20 novembre 2026, ore 9:05'],
    ['Da', 'Đorđe Dvořák, Жанна, Ωμέγα'],
    ['Codice fiscale', 'RSSMRA80A01H501U'],
  ],
  sections: [
    { title: 'La tua segnalazione', facts: [['Dettagli', 'Una buca davanti alla scuola.\nDi sera non si vede.']] },
    { title: 'Che cosa succede ora', paragraphs: ['L’ufficio ti risponde per e-mail.'] },
  ],
  footer: 'Conserva questo documento.',
  sandbox: false,
  createdAt: Date.parse('2026-11-20T08:05:00Z'),
};

const drawn = (changes: Partial<ReceiptContent> = {}) => receiptPdf({ ...receipt, ...changes });
const objects = async (changes?: Partial<ReceiptContent>) => objectsOf(await drawn(changes));
const pages = async (changes?: Partial<ReceiptContent>) => pagesOf(await drawn(changes));
const text = async (changes?: Partial<ReceiptContent>) => textOf(await drawn(changes));

test('the receipt is a small PDF', async () => {
  const pdf = await receiptPdf(receipt);

  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(pdf.subarray(-6).toString()).toContain('%%EOF');
  expect(pdf.byteLength).toBeLessThan(60 * 1024);
});

test('a picture stands in the receipt with words for those who do not see it, and its caption', async () => {
  const picture = { bytes: ONE_POINT_PNG, alt: 'Mappa con il punto indicato', caption: 'Mappa del Borgo' };
  const sections = [{ title: 'Dove', picture }];

  const figure = [...(await objects({ sections })).values()].find((object) => object.includes('/S /Figure'));
  expect(figure).toContain('/Alt (Mappa con il punto indicato)');
  expect((await pages({ sections })).join('\n')).toContain('Mappa del Borgo');
});

test('the same receipt gives the same bytes', async () => {
  const [first, second] = [await receiptPdf(receipt), await receiptPdf(structuredClone(receipt))];

  expect(first.equals(second)).toBe(true);
});

test('receipts written at the same time do not mix', async () => {
  const [one, two, alone] = await Promise.all([
    receiptPdf(receipt),
    receiptPdf({ ...receipt, title: 'Ricevuta di pagamento' }),
    receiptPdf(receipt),
  ]);

  expect(one.equals(alone)).toBe(true);
  expect(one.equals(two)).toBe(false);
});

const COMPLETE: Partial<ReceiptContent> = {
  ente: { ...receipt.ente, stemma: ONE_POINT_PNG },
  facts: [
    ...receipt.facts,
    [
      'Piano',
      [
        ['Rata', 'Scadenza', 'Importo'],
        ['1', '31/12/2026', '10,00'],
        ['Totale', '10,00'],
      ],
    ],
    ['Nome', '李'],
  ],
  sections: [
    {
      title: 'Dove',
      picture: { bytes: ONE_POINT_PNG, alt: 'Mappa con il punto indicato', caption: 'Mappa del Borgo' },
    },
    { title: 'Allegati', thumbnails: [{ bytes: ONE_POINT_PNG, name: 'foto.jpg' }], paragraphs: ['Una foto.'] },
  ],
  follow: { title: 'Segui', text: 'Apri questo indirizzo.', address: 'https://portale.example/segui?ente=borgo' },
};

describe('for a screen reader', () => {
  test.each([
    ['of everything that there is', COMPLETE],
    [
      'of several pages',
      {
        ...COMPLETE,
        sandbox: true,
        sections: [
          { title: 'Righe', facts: Array.from({ length: 80 }, (_, i): [string, string] => [`Riga ${i}`, 'valore']) },
        ],
      },
    ],
    ['of a draft without a number', { draft: true, number: '' }],
  ])('a receipt %s keeps what a machine can tell of PDF/UA-1', async (_, changes) => {
    expect(await pdfFaults(await drawn(changes))).toEqual([]);
  });

  test('the link says where it leads', async () => {
    const all = [...(await objects(COMPLETE)).values()];
    expect(all.find((o) => o.includes('/Subtype /Link'))).toContain(
      '/Contents (Apri https://portale.example/segui?ente=borgo)',
    );
  });

  test('the document is tagged, Italian and has a title', async () => {
    const all = [...(await objects()).values()];
    const catalogue = all.find((o) => o.includes('/Type /Catalog'));

    expect(catalogue).toMatch(/\/Lang \(it-IT\)/);
    expect(catalogue).toMatch(/\/MarkInfo [\s\S]*\/StructTreeRoot /);
    expect(all.join('\n')).toMatch(/\/Marked true[\s\S]*\/DisplayDocTitle true/);
    expect(all.join('\n')).toContain('(Ricevuta di segnalazione SGN-2026-000123)');
    expect(all.some((o) => /\/Title \d+ 0 R/.test(o))).toBe(true);
  });

  test('there is one title, a heading for each section, and tables whose rows have a header', async () => {
    const tags = [...(await objects()).values()].flatMap((o) => /^<<\n\/S \/(\w+)/.exec(o)?.[1] ?? []);
    const count = (tag: string): number => tags.filter((t) => t === tag).length;

    expect([count('Document'), count('H1'), count('H2')]).toEqual([1, 1, 2]);
    expect([count('Table'), count('TR'), count('TH'), count('TD')]).toEqual([2, 4, 4, 4]);
    expect([...(await objects()).values()].filter((o) => o.includes('/Scope /Row'))).toHaveLength(4);
  });

  test('each line of a value is a paragraph of its own, so that words of two lines are never one', async () => {
    const all = await objects();
    const cells = [...all.values()].filter((o) => o.startsWith('<<\n/S /TD'));
    const parts = cells.map((cell) => /\/K \[([^\]]*)\]/.exec(cell)?.[1]?.match(/\d+ 0 R/g) ?? []);

    // "Una buca davanti alla scuola." and "Di sera non si vede."; the other values have one line.
    expect(parts.map((p) => p.length).sort()).toEqual([1, 1, 1, 2]);
    for (const ref of parts.flat()) expect(all.get(ref.replace(' 0 R', ''))).toMatch(/^<<\n\/S \/P\n/);
  });

  test('no mark is outside the tags: drawings are tagged or artifacts', async () => {
    const drawn = [...(await objects({ sandbox: true, sections: [{ title: 'Righe', facts: many }] })).values()].filter(
      (o) => / (Tf|S)\n| S$/.test(o) && o.includes('BDC'),
    );

    expect(drawn.length).toBeGreaterThan(1);
    for (const content of drawn) {
      const outside = content.replace(/\/\w+ <<[\s\S]*?>> BDC[\s\S]*?\nEMC/g, '');
      expect(outside).not.toMatch(/TJ|^S$/m);
      expect(content.match(/BDC/g)?.length).toBe(content.match(/^EMC$/gm)?.length);
    }
  });
});

const many: [string, string][] = Array.from({ length: 60 }, (_, i) => [`Riga ${i}`, `valore ${i}`]);

describe('a fact that is a table', () => {
  const plan = [
    ['Rata', 'Scadenza', 'Da pagare'],
    ...Array.from({ length: 72 }, (_, i) => [String(i + 1), '31/12/2026', `${i},00`]),
    ['Totale', '2.556,00'],
  ];
  const facts: ReceiptContent['facts'] = [['Oggetto', 'Rate'], ['Piano', plan], ...many];

  test('it is read row by row, and its head is repeated on every page that it runs over', async () => {
    const copied = await pages({ facts });
    const withRows = copied.filter((page) => page.includes('31/12/2026'));

    expect(withRows.length).toBeGreaterThan(1);
    for (const page of withRows) expect(page.match(/Rata\nScadenza\nDa pagare\n/g)).toHaveLength(1);
    const all = copied.join('\n');
    for (const [n, day, amount] of plan.slice(1, -1)) expect(all).toContain(`\n${n}\n${day}\n${amount}\n`);
    expect(all).toMatch(/\nTotale\n+2\.556,00\nRiga 0\nvalore 0\n/);
  });

  test('it is a table of its own, with a caption, named columns and rows', async () => {
    const all = [...(await objects({ facts })).values()];
    const count = (what: RegExp) => all.filter((o) => what.test(o)).length;

    expect([count(/\/S \/Table\n/), count(/\/S \/Caption\n/), count(/\/Scope \/Column/)]).toEqual([4, 1, 3]);
    expect(count(/\/S \/TR\n/)).toBe(1 + 74 + many.length + 1);
  });

  test('it leaves no mark outside the tags', async () => {
    const drawn = [...(await objects({ facts })).values()].filter((o) => o.includes('BDC') && o.includes(' Tf\n'));

    expect(drawn.length).toBeGreaterThan(1);
    for (const content of drawn)
      expect(content.replace(/\/\w+ <<[\s\S]*?>> BDC[\s\S]*?\nEMC/g, '')).not.toMatch(/TJ|^S$/m);
  });
});

test('every word of the receipt can be read and copied, accents and other alphabets too', async () => {
  const copied = await text();

  const words = [receipt.ente.nome, receipt.ente.indirizzo, receipt.title, receipt.number, receipt.footer];
  const more = [
    'Documento creato il 20 novembre 2026, ore 9:05',
    'L’ufficio ti risponde per e-mail.',
    'Di sera non si vede.',
  ];
  for (const expected of [...words, ...more, ...receipt.facts.flat()]) expect(copied).toContain(expected);
});

test('a letter that an earlier document drew only with an accent can be read and copied in the next one', async () => {
  await receiptPdf({ ...receipt, facts: [['Nome', 'ŹÉÑ, uﬃcio']] });

  const next = await text({ facts: [['Resto', 'ZEN']] });
  expect(next).toContain('ZEN');
  expect(next).toContain('ufficio');
});

test('characters that the font does not have leave a gap to see and hear, and the document says what it is', async () => {
  const copied = await text({
    facts: [
      ['Nome', 'A陳明B👩\u200d🚒C'],
      ['Resto', 'D\u0000E\u200bF\ufe0f'],
    ],
  });

  expect(copied).toContain('A[…]B[…]C');
  expect(copied).toContain('DEF');
  expect(copied).toContain('Il segno […] sta al posto di caratteri che questo documento non può stampare');
  expect(await text()).not.toContain('[…]');
});

test('letters of Europe are printed as they are, and letters in another form by what they stand for', async () => {
  const names = ['Łukasz Żółć', 'Ștefan Țăndărică', 'Nguyễn Thị Ánh', 'Þórður Ðæ', 'Ἀγάθη', 'Ђорђе', 'Ğülşah İnönü'];
  const copied = await text({
    facts: [
      ['Nomi', names.join(', ')],
      ['Altri', 'Ｍａｒｉｏ 𝐑𝐨𝐬𝐬𝐢 ①'],
    ],
  });
  for (const name of names) expect(copied).toContain(name);
  expect(copied).toContain('Mario Rossi');
  expect(copied).not.toContain('[…]');
});

test('pages are numbered, and each following page says which document it belongs to', async () => {
  const copied = await pages({ facts: many });

  expect(copied.length).toBeGreaterThan(1);
  copied.forEach((page, i) => {
    expect(page).toContain(`Pagina ${i + 1} di ${copied.length}`);
  });
  for (const page of copied.slice(1))
    expect(page).toContain('Comune di Borgosereno · Ricevuta di segnalazione SGN-2026-000123');
  for (const fact of many.flat()) expect(copied.join('\n')).toContain(fact);
});

test('a sandbox receipt says so on every page, a real one on none', async () => {
  for (const page of await pages({ facts: many, sandbox: true })) expect(page).toContain('AMBIENTE DI PROVA');
  expect(await text({ facts: many })).not.toContain('AMBIENTE DI PROVA');
});

test('a draft says so on every page, beside the sandbox mark, and has no number', async () => {
  const copied = await pages({ facts: many, number: '', draft: true, sandbox: true });
  expect(copied.length).toBeGreaterThan(1);
  for (const page of copied) expect(page).toMatch(/BOZZA: documento non ancora inviato[\s\S]*AMBIENTE DI PROVA/);
  expect(copied.join()).not.toContain('Numero');
  expect(await text()).not.toContain('BOZZA');
});

test('an arrow between old and new is printed as it is', async () => {
  expect(await text({ facts: [['Larghezza', '100 cm → 150 cm']] })).toContain('100 cm → 150 cm');
});

test('a word longer than the line, and a text longer than a page, are printed whole', async () => {
  const word = 'ЖЮ'.repeat(2000);
  const story = Array.from({ length: 900 }, (_, i) => `parola${i}`).join(' ');

  const copied = await pages({
    facts: [
      ['Lunga', word],
      ['Storia', story],
    ],
  });

  expect(copied.join('').replace(/[^ЖЮ]/g, '')).toContain(word);
  for (const piece of story.split(' ')) expect(copied.join('\n')).toContain(piece);
});

test.each([
  'W'.repeat(60_000),
  '\u0316\u0301'.repeat(2000),
  '陳'.repeat(4000),
  '\n'.repeat(500),
  'a\u00a0'.repeat(8000),
  '',
])('a hostile value (case %#) is printed without hanging', { timeout: 5000 }, async (value) => {
  expect((await receiptPdf({ ...receipt, facts: [['Valore', value]] })).subarray(0, 5).toString()).toBe('%PDF-');
});

test('XML characters in the title leave the metadata well formed', async () => {
  const all = [...(await objects({ title: 'Ricevuta <1> & altro' })).values()];
  const xmp = all.find((o) => o.includes('/Subtype /XML')) ?? '';

  expect(xmp).toContain('Ricevuta  1  e altro SGN-2026-000123');
  expect(await text({ title: 'Ricevuta <1> & altro' })).toContain('Ricevuta <1> & altro');
});
