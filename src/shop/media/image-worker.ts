/**
 * Runs as a child process, so that decoding a hostile picture can neither block nor crash the server.
 * Only the pixels of the upload are kept: no metadata, no second file appended to the first.
 */
import { JsColorType, Transformer } from '@napi-rs/image'
import { imageWidths } from './image-name-rules.ts'

const QUALITY = { jpg: 82, webp: 80, avif: 62 }
/** The second fastest: the fastest makes files a third larger. */
const AVIF_SPEED = 9
const WITH_ALPHA = new Set([
  JsColorType.La8,
  JsColorType.Rgba8,
  JsColorType.La16,
  JsColorType.Rgba16,
  JsColorType.Rgba32F,
])

export interface EncodedImage {
  width: number
  height: number
  format: 'jpg' | 'png'
  /** Bytes by `{width}.{format}`. */
  files: Record<string, Uint8Array>
}

process.on('message', (bytes: Uint8Array) => {
  encode(bytes).then(
    (image) => process.send?.({ result: image }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
// The server has ended or has given up waiting.
process.on('disconnect', () => process.exit())

async function encode(bytes: Uint8Array): Promise<EncodedImage> {
  const upright = await new Transformer(bytes).rotate().png()
  const { width: fullWidth, height: fullHeight, colorType } = await new Transformer(upright).metadata()
  const most = imageWidths.at(-1) ?? 0
  const width = Math.min(fullWidth, most)
  const height = Math.max(1, Math.round((fullHeight * width) / fullWidth))
  const format = WITH_ALPHA.has(colorType) ? 'png' : 'jpg'
  const files: Record<string, Uint8Array> = {}
  for (const each of [...imageWidths.filter((other) => other < width), width]) {
    const sized = () => {
      const image = new Transformer(upright)
      return each === fullWidth ? image : image.resize(each, Math.max(1, Math.round((fullHeight * each) / fullWidth)))
    }
    files[`${each}.avif`] = await sized().avif({ quality: QUALITY.avif, speed: AVIF_SPEED })
    files[`${each}.webp`] = await sized().webp(QUALITY.webp)
    if (each === width)
      files[`${each}.${format}`] = format === 'png' ? await sized().png() : await sized().jpeg(QUALITY.jpg)
  }
  return { width, height, format, files }
}
