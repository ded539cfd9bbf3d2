import { inflateRawSync } from 'node:zlib'

/** The texts of a sheet in an XLSX, row by row. */
export function cellsOf(xlsx: Buffer, sheet: number): string[][] {
  const texts = [...partOf(xlsx, 'xl/sharedStrings.xml').matchAll(/<si>.*?<t[^>]*>([\s\S]*?)<\/t><\/si>/g)].map(
    ([, text = '']) => text,
  )
  return [...partOf(xlsx, `xl/worksheets/sheet${sheet}.xml`).matchAll(/<row [\s\S]*?<\/row>/g)].map(([row]) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)].map(([, attributes = '', body = '']) => {
      const value = /<v>([\s\S]*?)<\/v>/.exec(body)?.[1] ?? /<t[^>]*>([\s\S]*?)<\/t>/.exec(body)?.[1] ?? ''
      return attributes.includes('t="s"') ? (texts[Number(value)] ?? '') : value
    }),
  )
}

/** One file of a ZIP, found by its central directory. */
function partOf(zip: Buffer, name: string): string {
  for (let at = zip.indexOf('PK\u0001\u0002'); at >= 0; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const length = zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, at + 46 + length) !== name) continue
    const start = zip.readUInt32LE(at + 42)
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const bytes = zip.subarray(data, data + zip.readUInt32LE(at + 20))
    return (zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString()
  }
  return ''
}
