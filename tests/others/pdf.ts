/** qpdf checks the structure of each kind of document, and MuPDF draws its pages and reads its text. */
import { type DebianPrograms, runProgram, unpackDebian } from './debian.ts';
import { filesOfTests, type MadeFile } from './made.ts';
import type { OtherFinding, OtherJudgement } from './runs.ts';

/** Debian builds MuPDF without the library for profiles of colours: it says so of every document. */
const OWN_LACK = 'warning: ICC support is not available';

export async function judgePdfs(): Promise<OtherJudgement> {
  const programs = unpackDebian('pdf', 'qpdf', 'mupdf-tools');
  const files = filesOfTests('pdf');
  return {
    version: `${wordsOf(programs, 'qpdf', ['--version'])} e ${wordsOf(programs, 'mutool', ['-v'])}`,
    judged: files.length,
    findings: files.flatMap((file) => faultsOf(programs, file)),
    notes: [...new Set(files.map(({ kind }) => kind))],
  };
}

const wordsOf = (programs: DebianPrograms, program: string, args: string[]): string =>
  /[\d.]*\d/.exec(runProgram(programs, program, args).said)?.[0] ?? '';

function faultsOf(programs: DebianPrograms, { kind, path }: MadeFile): OtherFinding[] {
  const fault = (words: string): OtherFinding => ({ of: kind, words });
  const checked = runProgram(programs, 'qpdf', ['--check', path]);
  const drawn = runProgram(programs, 'mutool', ['draw', '-r', '40', '-o', '/dev/null', '-F', 'png', path]);
  const read = runProgram(programs, 'mutool', ['draw', '-F', 'txt', path]);
  return [
    ...(checked.code === 0 ? [] : [fault(`qpdf: ${checked.said}`)]),
    ...(drawn.code === 0 && !/warning|error/i.test(drawn.said.replaceAll(OWN_LACK, ''))
      ? []
      : [fault(`mutool: ${drawn.said}`)]),
    ...(/\p{L}{3}/u.test(read.said) && !read.said.includes('\u{fffd}') ? [] : [fault('mutool reads no text in it')]),
  ];
}
