// Which kind of file its first bytes show, and whether its name says so. Browser and server ask the same functions; the server decides.

/** How much of the beginning of a file is looked at. */
export const KIND_BYTES = 4100

const kindNames = {
  png: 'PNG 图片',
  jpeg: 'JPEG 图片',
  gif: 'GIF 图片',
  webp: 'WebP 图片',
  bmp: 'BMP 图片',
  tiff: 'TIFF 图片',
  pdf: 'PDF 文档',
  word: 'Word 文档（.docx）',
  sheet: 'Excel 表格（.xlsx）',
  slides: 'PPT 演示文稿（.pptx）',
  zip: 'ZIP 压缩包',
  compound: '旧版 Office 文件',
  gzip: 'GZ 压缩包',
  sevenZip: '7z 压缩包',
  rar: 'RAR 压缩包',
} as const
type Kind = keyof typeof kindNames

/** An Office file with a password is a compound file, and the parts of one without it are not always found at the beginning. */
const officeWith = (kind: Kind): Kind[] => [kind, 'zip', 'compound']
/** Phones and chat programs save pictures of one format under the ending of another, and readers go by the bytes. */
const pictures: Kind[] = ['png', 'jpeg', 'gif', 'webp']
const zipped: Kind[] = ['zip', 'word', 'sheet', 'slides']

/** What the bytes under these endings have to be. An ending that stands nowhere here, as of instrument software, may hold anything. */
const bytesOfEnding: Record<string, readonly Kind[]> = {
  png: pictures,
  jpg: pictures,
  jpeg: pictures,
  gif: pictures,
  webp: pictures,
  bmp: ['bmp'],
  tif: ['tiff'],
  tiff: ['tiff'],
  pdf: ['pdf'],
  docx: officeWith('word'),
  xlsx: officeWith('sheet'),
  pptx: officeWith('slides'),
  zip: zipped,
  gz: ['gzip'],
  tgz: ['gzip'],
  '7z': ['sevenZip'],
  rar: ['rar'],
}

/**
 * Endings of texts: they hold no kind that is recognised, and nothing more is asked of them. Instrument software also writes text, HTML and new
 * formats under the old endings of Office.
 */
const textEndings: Record<string, readonly Kind[]> = {
  txt: [],
  csv: [],
  tsv: [],
  xml: [],
  json: [],
  htm: [],
  html: [],
  svg: [],
  md: [],
  doc: ['compound', ...zipped],
  xls: ['compound', ...zipped],
  ppt: ['compound', ...zipped],
}

/** Why a file is refused whose name tells another kind than its bytes; undefined for one that fits, or of which nothing is known. */
export function misnamedText(name: string, head: Uint8Array): string | undefined {
  const ending = /\.([a-z0-9]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? ''
  const kind = kindOf(head)
  const wanted = Object.hasOwn(bytesOfEnding, ending) ? bytesOfEnding[ending] : undefined
  const allowed = wanted ?? (Object.hasOwn(textEndings, ending) ? textEndings[ending] : undefined)
  if (!allowed || (kind ? allowed.includes(kind) : !wanted)) return undefined
  // Some programs write a line before the head of a PDF, which its readers accept.
  if (ending === 'pdf' && textOf(head, 1024).includes('%PDF-')) return undefined
  const found = kind ? `是 ${kindNames[kind]}` : head.includes(0) ? '不是这种文件，可能已损坏或被加密' : '是文本'
  return `文件「${name}」的扩展名是 .${ending}，内容却${found}，请换成正确的文件或改正扩展名后重新上传`
}

const starts: [string, Kind][] = [
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\xff\xd8\xff', 'jpeg'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  // With addresses of 64 bits, for pictures above 4 GB.
  ['II+\0', 'tiff'],
  ['MM\0+', 'tiff'],
  ['%PDF-', 'pdf'],
  ['PK\x05\x06', 'zip'],
  ['PK\x07\x08', 'zip'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'compound'],
  ['\x1f\x8b\x08', 'gzip'],
  ["7z\xbc\xaf'\x1c", 'sevenZip'],
  ['Rar!\x1a\x07', 'rar'],
]

/** In the headers of the entries of a ZIP, the folder that only this Office program writes. */
const OFFICE_ENTRY = /PK\x03\x04[^]{26}(word|xl|ppt)\//
const officeKinds: Record<string, Kind> = { word: 'word', xl: 'sheet', ppt: 'slides' }

function kindOf(head: Uint8Array): Kind | undefined {
  const text = textOf(head, KIND_BYTES)
  const found = starts.find(([start]) => text.startsWith(start))
  if (found) return found[1]
  if (text.startsWith('PK\x03\x04')) return officeKinds[OFFICE_ENTRY.exec(text)?.[1] ?? ''] ?? 'zip'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  // Two letters alone would make a picture of a text that begins with them.
  return text.startsWith('BM') && text.slice(0, 32).includes('\0') ? 'bmp' : undefined
}

/** One character per byte. */
function textOf(head: Uint8Array, most: number): string {
  return Array.from(head.subarray(0, most), (byte) => String.fromCharCode(byte)).join('')
}
