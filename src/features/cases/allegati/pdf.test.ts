import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { checkPdf, MAX_OBJECT_STREAMS, MAX_PDF_EXPANDED, MAX_PDF_NAMES } from './pdf.server.ts';

const MB = 1 << 20;
const COMMANDS = /comandi che si eseguono da soli.*stampa su PDF/;
const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat(['%PDF-1.7\n', ...parts, '\n%%EOF\n'].map((part) => Buffer.from(part as string, 'latin1')));
const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([Buffer.from(`7 0 obj\n<<${dictionary}>>\nstream\r\n`), data, Buffer.from('\nendstream\nendobj\n')]);
const OBJSTM = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length 99';
const SCRIPT = '1 0 <</S/JavaScript/JS(app.alert\\(1\\))>>';
const HARMLESS = '1 0 <</Type/Catalog/Pages 2 0 R/OpenAction[3 0 R/Fit]>>';

function writePdf(options: PDFKit.PDFDocumentOptions = {}, draw?: (doc: PDFKit.PDFDocument) => void): Promise<Buffer> {
  return new Promise((resolve) => {
    const doc = new PDFDocument(options);
    const chunks: Buffer[] = [];
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.text('Il sottoscritto chiede la rateizzazione.');
    draw?.(doc);
    doc.end();
  });
}

describe('a PDF is accepted', () => {
  it.each([
    ['as programs write it', {}],
    ['uncompressed', { compress: false }],
    ['tagged, with a title in words', { tagged: true, info: { Title: 'Istanza (script) e allegati' } }],
    ['protected, when nothing is packed', { ownerPassword: 'segreta', pdfVersion: '1.7' as const }],
  ])('%s', async (_, options) => {
    await expect(checkPdf(await writePdf(options))).resolves.toBeUndefined();
  });

  it('with attached files', async () => {
    const allegato = await writePdf({}, (doc) => doc.file(Buffer.from('a;b;c'), { name: 'dati.csv' }));
    expect(allegato.includes('/EmbeddedFile')).toBe(true);
    await expect(checkPdf(allegato)).resolves.toBeUndefined();
  });

  it('with packed objects that open at a page', async () => {
    await expect(checkPdf(pdf(stream(OBJSTM, deflateSync(HARMLESS))))).resolves.toBeUndefined();
    await expect(checkPdf(pdf(stream('/Type/ObjStm/N 1/First 4', Buffer.from(HARMLESS))))).resolves.toBeUndefined();
  });

  it('with longer names that only begin the same, and with /JS by chance in packed pictures', async () => {
    const chance = Buffer.from('\x01\xff/JS (\x00\xfe/JS 1 0 R', 'latin1');
    const alike = '1 0 obj<</JavaScripts 1/Launcher 2/JSON 3/T(parla di /JS)>>endobj % /JS\n';
    await expect(checkPdf(pdf(alike, stream('/Filter/DCTDecode', chance)))).resolves.toBeUndefined();
  });

  it('with links to web pages, in a form to be filled in', async () => {
    const form = await writePdf({}, (doc) => {
      doc.initForm();
      doc.formText('nome', 10, 10, 200, 20);
      doc.link(10, 50, 100, 20, 'https://comune.example/modulistica?azione=SubmitForm');
    });
    expect([form.includes('/URI'), form.includes('/AcroForm')]).toEqual([true, true]);
    await expect(checkPdf(form)).resolves.toBeUndefined();
  });

  it('with a font called F in a drawing, flags of a link, an attached file, and a web address with /Movie and /Thread', async () => {
    const drawing = stream('/Type/XObject/Resources<</Font<</F 5 0 R>>>>/Length 2', Buffer.from('BT'));
    const annotation = '1 0 obj<</Type/Annot/F 4/A<</S/URI/URI(https://a.example/Thread/Movie)>>>>endobj\n';
    const allegato = '2 0 obj<</Type/Filespec/F(dati.csv)/EF<</F 7 0 R>>>>endobj\n';
    await expect(checkPdf(pdf(annotation, allegato, drawing))).resolves.toBeUndefined();
  });

  it('with /XFA by chance in packed pictures', async () => {
    const chance = Buffer.from('\x01/XFA \xfe/XFA[', 'latin1');
    await expect(checkPdf(pdf(stream('/Filter/DCTDecode', chance)))).resolves.toBeUndefined();
  });

  it('with as many names as a document of a thousand pages', async () => {
    const pages = Buffer.alloc(
      4 * MB,
      '1 0 obj<</Type/StructElem/S/P/P 5 0 R/K[0]/Pg 3 0 R/Lang(it-IT)/T(Articolo)/Alt(Figura)>>endobj\n',
    );
    await expect(checkPdf(pdf(pages.subarray(0, pages.lastIndexOf('1 0 obj'))))).resolves.toBeUndefined();
  });

  it('with pictures that unfold into more than the bound: only objects are unpacked', async () => {
    const photo = stream('/Subtype/Image/Filter/FlateDecode', deflateSync(Buffer.alloc(MAX_PDF_EXPANDED + 1)));
    await expect(checkPdf(pdf(photo))).resolves.toBeUndefined();
  });
});

describe('a PDF with commands is refused in words', () => {
  it.each([
    ['a script at opening', '1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj'],
    ['a program to launch', '1 0 obj<</A<</S/Launch/F(cmd.exe)>>>>endobj'],
    ['scripts by name', '1 0 obj<</Names<</JavaScript 2 0 R>>>>endobj'],
    ['a name in escapes', '1 0 obj<</S/J#61va#53cript>>endobj'],
    ['a name all in escapes', '1 0 obj<</S /#4c#61#75#6E#63#68>>endobj'],
    ["a rendition's script", '1 0 obj<</S/Rendition/JS(x)>>endobj'],
    ["a rendition's script, in escapes, in a list", '1 0 obj[[<</J#53 2 0 R>>]]endobj'],
    [
      'a script after brackets that do not match',
      '1 0 obj<< ] >> >> /A (\\)) <</S/Rendition ] /JS(x)>>endobj'.replace('>> >>', ''),
    ],
    ['a script after a comment', '1 0%\nobj % <<\n<</A 1 % >>\n/JS(x)>>endobj'],
    ['a script in the trailer', 'trailer<</Root<</AA<</S/Rendition/JS(x)>>>>>>'],
    [
      'a script hidden in a stream',
      '5 0 obj<</Length 40>>stream\n9 0 obj<</S/Rendition/JS(x)>>endobj\nendstream endobj',
    ],
    ['a script hidden in a string', '5 0 obj<</A(9 0 obj<</S/Rendition/JS 1 0 R>>endobj)>>endobj'],
  ])('%s', async (_, content) => {
    await expect(checkPdf(pdf(content))).rejects.toMatchObject({
      code: 'invalid',
      fields: { file: [expect.stringMatching(COMMANDS)] },
    });
  });

  it.each([
    ['an object stream', stream(OBJSTM, deflateSync(SCRIPT))],
    ['one that is not packed', stream('/Type/ObjStm/N 1/First 4', Buffer.from('1 0 <</S/Rendition/J#53(x)>>'))],
    ['one with its kind left out', stream('/N 1/First 4/Filter/FlateDecode', deflateSync(SCRIPT))],
    [
      'one with names in escapes',
      stream('/Type/Obj#53tm/#4e 1/F#69rst 4/F#69lter[/Fl#61teDecode]', deflateSync(SCRIPT)),
    ],
    ['one with a wrong length', stream('/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length 0', deflateSync(SCRIPT))],
    [
      'one after a string that looks like a stream',
      stream(`/Extends(1 0 obj<</A 1>>stream\n)${OBJSTM}`, deflateSync(SCRIPT)),
    ],
    ['one inside another stream', stream('/Length 999', stream(OBJSTM, deflateSync(SCRIPT)))],
    ['the second of two', Buffer.concat([stream(OBJSTM, deflateSync(HARMLESS)), stream(OBJSTM, deflateSync(SCRIPT))])],
  ])('packed in %s', async (_, content) => {
    await expect(checkPdf(pdf(content))).rejects.toMatchObject({ code: 'invalid', message: COMMANDS });
  });
});

describe('a PDF with active parts is refused in words', () => {
  const XFA = '/AcroForm<</XFA 4 0 R/Fields[]>>';
  const active: [string, string][] = [
    ['a form in XML', `1 0 obj<</Type/Catalog${XFA}>>endobj`],
    ['a form in XML, in escapes', '1 0 obj<</AcroForm<</#58FA[(template)4 0 R]>>>>endobj'],
    ['a form that sends what is typed', '1 0 obj<</A<</S/SubmitForm/F(https://altrove.example)>>>>endobj'],
    ['a form that fetches data', '1 0 obj<</A<</S/ImportData/F(dati.fdf)>>>>endobj'],
    ['a film', '1 0 obj<</Type/Annot/Subtype/RichMedia>>endobj'],
    ['a link to another file', '1 0 obj<</A<</S/GoToR/F(\\\\\\\\altrove\\\\a.pdf)/D[0/Fit]>>>>endobj'],
    ['a sound or a film that is played from elsewhere', '1 0 obj<</A<</S/Rendition/R 5 0 R/OP 0>>>>endobj'],
    ['a film of the old kind', '1 0 obj<</Type/Annot/Subtype/Movie/Movie<</F(https://altrove.example/a.avi)>>>>endobj'],
    ['an article that goes on in another file', '1 0 obj<</A<</S/Thread/F(\\\\altrove\\a.pdf)/D 0>>>>endobj'],
    ['a link into an attached file', '1 0 obj<</A<</S/GoToE/T<</R/C/N(a.pdf)>>>>>>endobj'],
  ];
  const refusal = { code: 'invalid', fields: { file: [expect.stringMatching(/parti attive.*stampa su PDF/)] } };

  it.each(active)('%s', async (_, content) => {
    await expect(checkPdf(pdf(content))).rejects.toMatchObject(refusal);
  });

  it.each(active)('%s, packed', async (_, content) => {
    const packed = content.replace('1 0 obj', '1 0 ').replace('endobj', '');
    await expect(checkPdf(pdf(stream(OBJSTM, deflateSync(packed))))).rejects.toMatchObject(refusal);
  });

  it.each([
    ['named', '/Length 0/F(\\\\altrove\\dati)'],
    ['in escapes, described', '/#46<</FS/URL/F(https://altrove.example)>>/Length 0'],
  ])('a stream whose content is in another file, %s', async (_, dictionary) => {
    await expect(checkPdf(pdf(stream(dictionary, Buffer.alloc(0))))).rejects.toMatchObject(refusal);
  });

  it('wherever a packed name falls among the pieces that are read', async () => {
    const chunkSize = 64 * 1024;
    for (let shift = -14; shift <= 2; shift += 1) {
      const text = `${' '.repeat(chunkSize + shift)}/S/SubmitForm `;
      await expect(checkPdf(pdf(stream(OBJSTM, deflateSync(text))))).rejects.toMatchObject(refusal);
    }
  });

  it('a script of a 3D drawing is a command', async () => {
    await expect(checkPdf(pdf('1 0 obj<</OnInstantiate 5 0 R>>endobj'))).rejects.toMatchObject({
      message: COMMANDS,
    });
  });
});

describe('a PDF that cannot be looked into is refused, saying why', () => {
  it('protected, with packed objects', async () => {
    const encrypted = stream(OBJSTM, Buffer.from('c0ffee00112233445566778899aabbcc', 'hex'));
    const protectedPdf = pdf(encrypted, 'trailer<</Encrypt 9 0 R>>');
    await expect(checkPdf(protectedPdf)).rejects.toMatchObject({
      code: 'invalid',
      message: /è protetto.*stampa su PDF/,
    });
  });

  it.each([
    ['damaged', OBJSTM, deflateSync(SCRIPT).fill(0, 6)],
    ['cut', OBJSTM, deflateSync(SCRIPT).subarray(0, 12)],
    ['packed twice', '/Type/ObjStm/N 1/First 4/Filter[/FlateDecode/FlateDecode]', deflateSync(deflateSync(SCRIPT))],
    ['packed otherwise', '/Type/ObjStm/N 1/First 4/Filter/ASCIIHexDecode', Buffer.from('00>')],
    ['packed in a way said elsewhere', '/Type/ObjStm/N 1/First 4/Filter 8 0 R', deflateSync(HARMLESS)],
    ['packed with a predictor', `${OBJSTM}/DecodeParms<</Predictor 12/Columns 4>>`, deflateSync(HARMLESS)],
  ])('%s', async (_, dictionary, data) => {
    await expect(checkPdf(pdf(stream(dictionary, data)))).rejects.toMatchObject({
      code: 'invalid',
      message: /Non riusciamo a leggere tutte le parti/,
    });
  });

  it.each([
    ['more names than any document', Buffer.alloc(2 * (MAX_PDF_NAMES + 1), '/a')],
    ['more packed names than any document', stream(OBJSTM, deflateSync(Buffer.alloc(2 * (MAX_PDF_NAMES + 1), '/a')))],
    [
      'more object streams than any document',
      Buffer.concat(Array.from({ length: MAX_OBJECT_STREAMS + 1 }, () => stream(OBJSTM, deflateSync(HARMLESS)))),
    ],
  ])('with %s', async (_, content) => {
    await expect(checkPdf(pdf(content))).rejects.toMatchObject({
      code: 'invalid',
      message: /Non riusciamo a leggere tutte le parti/,
    });
  });

  it('a bomb in one stream, and one in many, with little memory', async () => {
    const single = pdf(stream(OBJSTM, deflateSync(Buffer.alloc(MAX_PDF_EXPANDED))));
    const small = stream(OBJSTM, deflateSync(Buffer.alloc(4 * MB)));
    const many = pdf(...Array.from({ length: 40 }, () => small));
    const before = process.memoryUsage.rss();

    for (const bomb of [single, many]) {
      await expect(checkPdf(bomb)).rejects.toMatchObject({ code: 'invalid', message: /troppo grande/ });
    }

    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * MB);
  });
});

describe('ten megabytes made to take long are settled in seconds', () => {
  const fill = (text: string) => Buffer.alloc(10 * MB, text, 'latin1');

  it.each([
    'stream\n',
    'endstream ',
    '/',
    '/a',
    '#',
    '/#4',
    '(',
    '<',
    '<<',
    '[',
    '%',
    ' ',
    'obj',
    '1 0 obj ',
    'trailer',
    '\xff\x00/J',
    '/ObjStm stream\n',
    '1 0 obj(',
    '1 0 obj[',
    '1 0 obj<<',
    '1 0 obj<</N 1/First 2>>',
    '1 0 obj%',
    '1 0 obj/',
    '1 0 obj<</ObjStm 1>>stream\n',
    '1 0 obj<</ObjStm 1>>%',
    '1 0 obj<</ObjStm 1/Filter/FlateDecode>>stream\n',
    '1 0 obj<',
  ])('of %j', { timeout: 10_000 }, async (text) => {
    await checkPdf(pdf(fill(text))).catch((error: unknown) => expect(error).toMatchObject({ code: 'invalid' }));
  });

  it('of packed streams that hold one another', { timeout: 10_000 }, async () => {
    // Each is a run of stored blocks whose data are the next stream's head: every one of them unpacks to the end of
    // the file.
    const head = Buffer.from('\n7 0 obj<</ObjStm 1/Filter/FlateDecode>>stream\n\x78\x01', 'latin1');
    const block = Buffer.concat([Buffer.from([0, head.length, 0, 255 - head.length, 255]), head]);
    const emptyBlocks = Buffer.alloc(7 * MB, Buffer.from([0, 0, 0, 255, 255]));
    const end = Buffer.from([1, 0, 0, 255, 255, 0, 0, 0, 1]);
    const nested = pdf(head, ...Array.from({ length: 2000 }, () => block), emptyBlocks, end);
    await expect(checkPdf(nested)).rejects.toMatchObject({ code: 'invalid' });
  });
});
