/**
 * The flat XML of WeChat's messages: one root, children with text or CDATA. Nothing else is parsed (no entities beyond the five
 * predefined ones, no document types), so a hostile document cannot expand entities or fetch anything.
 */
const ELEMENT = /<([A-Za-z]\w{0,63})>(?:<!\[CDATA\[([\s\S]*?)\]\]>|([^<]*))<\/\1>/g

export function readFlatXml(xml: string): Record<string, string> {
  const body = /^\s*<xml>([\s\S]*)<\/xml>\s*$/.exec(xml)?.[1] ?? ''
  const fields: Record<string, string> = Object.create(null)
  for (const [, name, cdata, text] of body.matchAll(ELEMENT)) fields[name as string] = cdata ?? unescaped(text ?? '')
  return fields
}

export function writeFlatXml(fields: Record<string, string | number>): string {
  const children = Object.entries(fields).map(([name, value]) =>
    typeof value === 'number' ? `<${name}>${value}</${name}>` : `<${name}>${cdata(value)}</${name}>`,
  )
  return `<xml>${children.join('')}</xml>`
}

/** `]]>` would end the section early, so it is split into two sections. */
function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&apos;': "'" }

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (entity) => ENTITIES[entity] ?? entity)
}
