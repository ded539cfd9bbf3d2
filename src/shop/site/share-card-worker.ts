/** Runs as a child process, so that drawing from editors' numbers can neither block nor crash the server. */
import { createRequire } from 'node:module'
import { Transformer } from '@napi-rs/image'
import { CARD_HEIGHT, CARD_WIDTH } from './share-card-rules.ts'

export interface CardDrawing {
  /** A whole `<svg>`. */
  svg: string
  title: string
  siteName: string
}

interface Font {
  unitsPerEm: number
  layout: (text: string) => { glyphs: { path: { toSVG: () => string } }[]; positions: { xAdvance: number }[] }
}

const GROUND = '#0c1b22'
const QUALITY = 86
const MOST_CHARACTERS = 40

process.on('message', (card: CardDrawing) => {
  draw(card).then(
    (jpeg) => process.send?.({ result: jpeg }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
// The server has ended or has given up waiting.
process.on('disconnect', () => process.exit())

function draw({ svg, title, siteName }: CardDrawing): Promise<Uint8Array> {
  const [width, height] = [880, 452]
  const left = (CARD_WIDTH - width) / 2
  const drawing = svg.replace(
    / width="[^"]*" height="[^"]*"/,
    ` x="${left}" y="20" width="${width}" height="${height}"`,
  )
  const name = [...title].length > MOST_CHARACTERS ? `${[...title].slice(0, MOST_CHARACTERS - 1).join('')}…` : title
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}">
<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" fill="${GROUND}"/>${drawing}
${line(name, { size: 58, y: 552, fill: '#ffffff' })}${line(siteName, { size: 26, y: 604, fill: '#b9f25c' })}</svg>`
  return new Transformer(Transformer.fromSvg(card, GROUND).pngSync()).jpeg(QUALITY)
}

/** A centred line of text as outlines, so that no installed font is needed. A long text is scaled down. */
function line(text: string, { size, y, fill }: { size: number; y: number; fill: string }): string {
  const { glyphs, positions } = font().layout(text)
  const units = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
  const scale = Math.min(size / font().unitsPerEm, (CARD_WIDTH - 120) / Math.max(units, 1))
  let x = 0
  const outlines = glyphs.map((glyph, index) => {
    const placed = `<path transform="translate(${x} 0)" d="${glyph.path.toSVG()}"/>`
    x += positions[index]?.xAdvance ?? 0
    return placed
  })
  const left = (CARD_WIDTH - units * scale) / 2
  return `<g fill="${fill}" transform="translate(${left} ${y}) scale(${scale} ${-scale})">${outlines.join('')}</g>`
}

let opened: Font | undefined
function font(): Font {
  if (opened) return opened
  const require = createRequire(import.meta.url)
  // Uses the font reader that the PDF library depends on.
  const fontkit = createRequire(require.resolve('pdfkit'))('fontkit') as { openSync: (path: string) => Font }
  opened = fontkit.openSync(require.resolve('@expo-google-fonts/noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf'))
  return opened
}
