/**
 * Checks a PDF of the portal against what a machine can tell of PDF/UA-1 (ISO 14289-1), by our own reading of what PDF.js finds in
 * it. veraPDF, which knows the whole standard, is in no package registry of ours.
 */
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { objectsOf } from './pdf-text.ts';

type PdfPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;
type StructNode = NonNullable<Awaited<ReturnType<PdfPage['getStructTree']>>>;
type StructLeaf = Exclude<StructNode['children'][number], StructNode>;

/** For each tag, those in which it may stand; of the tags of the standard, those that the portal uses. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  Document: ['Root'],
  H1: ['Document'],
  H2: ['Document'],
  P: ['Document', 'TD'],
  Table: ['Document'],
  Figure: ['Document'],
  Caption: ['Figure', 'Table'],
  TR: ['Table'],
  TH: ['TR'],
  TD: ['TR'],
  Link: ['P'],
};

/** @returns a sentence for each fault */
export async function pdfFaults(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const [{ info, metadata }, marks] = [await pdf.getMetadata(), await pdf.getMarkInfo()];
  const { Title = '', Language = '' } = info as { Title?: string; Language?: string };
  const objects = [...objectsOf(bytes).values()];
  const faults = [
    ...(metadata?.get('pdfuaid:part') === '1' ? [] : ['the document does not say that it keeps PDF/UA-1']),
    ...(metadata?.get('dc:title') && Title ? [] : ['the document has no title']),
    ...(Language ? [] : ['the document has no language']),
    ...(marks?.Marked && !marks.Suspects ? [] : ['the document is not marked as tagged']),
    ...(objects.some((o) => o.includes('/DisplayDocTitle true')) ? [] : ['the window shows the name of the file']),
    ...objects.flatMap(objectFaults),
  ];
  const headings: string[] = [];
  for (let n = 1; n <= pdf.numPages; n++) {
    const page = await pdf.getPage(n);
    const tree = await page.getStructTree();
    if (!tree) faults.push(`page ${n} has no tags`);
    else faults.push(...treeFaults(tree, headings), ...(await contentFaults(page, tree)));
    faults.push(...(await linkFaults(page, tree)));
  }
  if (headings[0] !== 'H1' || headings.lastIndexOf('H1') > 0)
    faults.push('the document does not begin with its one H1');
  return faults;
}

/** What PDF.js does not tell: attributes of single objects. */
function objectFaults(object: string): string[] {
  const faults: string[] = [];
  if (/\/S \/TH\b/.test(object) && !/\/Scope \/(Row|Column)/.test(object)) faults.push('a TH without its scope');
  if (object.includes('/Type /FontDescriptor')) {
    if (!object.includes('/FontFile2')) faults.push('a font that is not embedded');
    if (object.includes('/CIDSet')) faults.push('a list of glyphs that leaves some out');
  }
  if (object.includes('/Subtype /Type0') && !object.includes('/ToUnicode'))
    faults.push('a font without its characters');
  if (/\/Type \/Page\n/.test(object) && object.includes('/Annots') && !object.includes('/Tabs /S'))
    faults.push('a page whose links follow in another order than its tags');
  return faults;
}

const isNode = (child: StructNode | StructLeaf): child is StructNode => 'children' in child;

function treeFaults(tree: StructNode, headings: string[]): string[] {
  const faults: string[] = [];
  const visit = (node: StructNode, parent: string): void => {
    const { role, children, alt, bbox } = node as StructNode & { alt?: string; bbox?: number[] };
    if (role !== 'Root' && !PARENTS[role]) faults.push(`${role} is no tag of the portal`);
    else if (role !== 'Root' && !PARENTS[role]?.includes(parent)) faults.push(`${role} stands in ${parent}`);
    if (/^H\d$/.test(role)) headings.push(role);
    if (role === 'Figure' && !alt) faults.push('a Figure without words');
    if (role === 'Figure' && bbox?.length !== 4) faults.push('a Figure without its box');
    if (role === 'Link' && !children.some((child) => !isNode(child) && child.type === 'object'))
      faults.push('a Link that leads nowhere');
    if (role === 'Table') faults.push(...rowFaults(children.filter(isNode)));
    for (const child of children) if (isNode(child)) visit(child, role);
  };
  visit(tree, '');
  return faults;
}

/** All rows have as many cells, and a caption comes first. */
function rowFaults(children: StructNode[]): string[] {
  const rows = children.filter(({ role }) => role === 'TR');
  const widths = new Set(rows.map((row) => row.children.length));
  return [
    ...(widths.size > 1 ? ['a Table whose rows have different numbers of cells'] : []),
    ...(children.findLastIndex(({ role }) => role === 'Caption') > 0 ? ['a Table whose caption is not first'] : []),
  ];
}

const leavesOf = (node: StructNode): StructLeaf[] =>
  node.children.flatMap((child) => (isNode(child) ? leavesOf(child) : [child]));

/** Each mark on the page belongs to a tag, or is an artifact. */
async function contentFaults(page: PdfPage, tree: StructNode): Promise<string[]> {
  const faults: string[] = [];
  const tagged = new Set(leavesOf(tree).map(({ id }) => id));
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const open: string[] = [];
  for (const item of items) {
    if ('str' in item) {
      if (item.str.trim() && open.length !== 1) faults.push(`“${item.str}” stands in ${open.length} tags`);
      if (/[\ufffd□]/.test(item.str)) faults.push(`“${item.str}” has characters that are not printed`);
    } else if (item.type === 'endMarkedContent') open.pop();
    else {
      // The typings leave the tag out. An artifact has no number by which a tag could have it.
      open.push(item.id ?? 'Artifact');
      if (item.id && !tagged.has(item.id)) faults.push(`the mark ${item.id} is in no tag`);
    }
  }
  const { OPS } = await getResolvedPDFJS();
  const painting = [OPS.constructPath, OPS.fill, OPS.stroke, OPS.showText, OPS.paintImageXObject];
  const { fnArray } = await page.getOperatorList();
  let depth = 0;
  for (const operator of fnArray) {
    if (operator === OPS.beginMarkedContentProps || operator === OPS.beginMarkedContent) depth += 1;
    else if (operator === OPS.endMarkedContent) depth -= 1;
    else if (painting.includes(operator) && depth === 0) faults.push('a drawing is neither tagged nor an artifact');
  }
  return faults;
}

/** Each place to press says where it leads, and is reached by a tag. */
async function linkFaults(page: PdfPage, tree: StructNode | null): Promise<string[]> {
  const tagged = new Set(tree ? leavesOf(tree).map(({ id }) => id) : []);
  type FoundLink = { subtype: string; id: string; contentsObj?: { str: string } };
  const links = (await page.getAnnotations()) as FoundLink[];
  return links.flatMap(({ subtype, id, contentsObj }) => [
    ...(contentsObj?.str ? [] : [`a ${subtype} without words`]),
    ...(tagged.has(id) ? [] : [`a ${subtype} in no tag`]),
  ]);
}
