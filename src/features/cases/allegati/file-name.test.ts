import { describe, expect, it } from 'vitest';
import { cleanFileName, contentDisposition, MAX_NAME_LENGTH } from './file-name.server.ts';

const HOSTILE_NAMES = [
  '../../etc/passwd',
  '..\\..\\x.pdf',
  'C:\\x\\y.pdf',
  'a\0.pdf',
  'a\r\nSet-Cookie: x=1.pdf',
  'con',
  'CON.pdf',
  '.htaccess',
  '-rf.pdf',
  'fattura\u202efdp.exe',
  "\"; filename*=UTF-8''x.exe",
  '\u200b\u2066',
  '',
  '/',
  '...',
  'a.exe. .',
  '\ud800.pdf',
  '\u{1f9fe} ricevuta.pdf',
  `${'x'.repeat(4096)}.pdf`,
  `${'\u{1f9fe}'.repeat(300)}.jpeg`,
  'x'.repeat(1 << 20),
  `a${'.'.repeat(1 << 20)}`,
  'e\u0301.pdf',
];

describe('the name shown of an attachment', () => {
  it.each([
    ['../../x', 'x'],
    ['..\\x', 'x'],
    ['C:\\cartella\\x.pdf', 'x.pdf'],
    ['C:x.pdf', 'C_x.pdf'],
    ['a\0b.pdf', 'ab.pdf'],
    ['a\r\nb.pdf', 'ab.pdf'],
    ['con', '_con'],
    ['Aux.pdf', '_Aux.pdf'],
    ['contratto.pdf', 'contratto.pdf'],
    ['.htaccess', 'htaccess'],
    ['--output=x.pdf', 'output=x.pdf'],
    ['fattura\u202efdp.exe', 'fatturafdp.exe'],
    ['a\u200b\ufeffb.pdf', 'ab.pdf'],
    ['perche\u0301.pdf', 'perché.pdf'],
    ['programma.exe. .', 'programma.exe'],
    ['carta  d’identità (fronte).jpg', 'carta d’identità (fronte).jpg'],
    ['\u{1f9fe} ricevuta.pdf', '\u{1f9fe} ricevuta.pdf'],
    ['"; filename*=x.pdf', '_; filename_=x.pdf'],
    ['\u202e\u200b', 'allegato'],
    ['', 'allegato'],
  ])('of %j is %j', (name, expected) => {
    expect(cleanFileName(name)).toBe(expected);
  });

  it.each(HOSTILE_NAMES)('is short, visible, whole and never empty: %#', (hostile) => {
    const name = cleanFileName(hostile);
    expect(name.length).toBeGreaterThan(0);
    expect(name.length).toBeLessThanOrEqual(MAX_NAME_LENGTH);
    expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}/\\"]/u);
    expect(name).toBe(name.normalize('NFC'));
    expect(cleanFileName(name)).toBe(name);
  });

  it('keeps the extension of a name of 4 kB', () => {
    expect(cleanFileName(`${'x'.repeat(4096)}.pdf`)).toBe(`${'x'.repeat(96)}.pdf`);
    expect(cleanFileName(`${'\u{1f9fe}'.repeat(300)}.jpeg`)).toMatch(/^(?:\u{1f9fe})+\.jpeg$/u);
  });
});

describe('the Content-Disposition of a download', () => {
  it('says attachment, an ASCII name and the true name', () => {
    expect(contentDisposition('perché "no" 100%.pdf')).toBe(
      `attachment; filename="perche _no_ 100_.pdf"; filename*=UTF-8''perch%C3%A9%20_no_%20100%25.pdf`,
    );
    expect(contentDisposition("l'atto (1).pdf")).toContain("filename*=UTF-8''l%27atto%20%281%29.pdf");
  });

  it.each(HOSTILE_NAMES)('has one name, two parameters and no line end: %#', (hostile) => {
    expect(contentDisposition(hostile)).toMatch(
      /^attachment; filename="[^"\\%/\r\n\u0080-\uffff]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/,
    );
  });
});
