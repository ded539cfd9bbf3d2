/** Runs as a child process: draws a picture that browsers do not show, such as a TIFF of an electron microscope, as JPEG. */
import { Transformer } from '@napi-rs/image'

const MOST_SIDE = 1600
const QUALITY = 85

process.on('message', (bytes: Uint8Array) => {
  drawn(bytes).then(
    (image) => process.send?.({ result: image }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
// The server has ended or has given up waiting.
process.on('disconnect', () => process.exit())

async function drawn(bytes: Uint8Array): Promise<Uint8Array> {
  // Through PNG, because JPEG has no 16 bits.
  const png = await new Transformer(bytes).png()
  const { width, height } = await new Transformer(png).metadata()
  const share = Math.min(1, MOST_SIDE / Math.max(width, height))
  const image = new Transformer(png)
  const sized = share === 1 ? image : image.resize(Math.round(width * share), Math.max(1, Math.round(height * share)))
  return sized.jpeg(QUALITY)
}
