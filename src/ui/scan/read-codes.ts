import type { FromCodesWorker, ToCodesWorker } from './codes-messages.ts'

/** Longer sides of photos are made smaller: a bar code that needs more is too small on the photo anyway, and a phone has little memory. */
const LONGEST_SIDE = 2400
const TIMEOUT_MS = 20_000

let worker: Worker | undefined
let count = 0

/** The texts of the bar codes and QR codes in a photo or the present frame of a video, each once. The reader is loaded with the first photo. */
export async function codesIn(photo: ImageBitmapSource): Promise<string[]> {
  const image = await pixelsOf(photo)
  worker ??= new Worker(new URL('./codes-worker.ts', import.meta.url), { type: 'module' })
  count += 1
  try {
    return [...new Set(await answerOf(worker, { number: count, image }))]
  } catch (error) {
    // The next photo gets a new one.
    worker?.terminate()
    worker = undefined
    throw error
  }
}

function answerOf(asked: Worker, question: ToCodesWorker): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const ends = new AbortController()
    const end = (settle: () => void) => {
      ends.abort()
      clearTimeout(timer)
      settle()
    }
    const timer = setTimeout(() => end(() => reject(new Error('the photo took too long'))), TIMEOUT_MS)
    const { signal } = ends
    asked.addEventListener('error', () => end(() => reject(new Error('the reader could not be loaded'))), { signal })
    asked.addEventListener(
      'message',
      ({ data }: MessageEvent<FromCodesWorker>) => {
        if (data.number !== question.number) return
        end(() => ('codes' in data ? resolve(data.codes) : reject(new Error(data.fault))))
      },
      { signal },
    )
    asked.postMessage(question, [question.image.data.buffer])
  })
}

async function pixelsOf(photo: ImageBitmapSource): Promise<ImageData> {
  const bitmap = await createImageBitmap(photo)
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error('this browser draws no photos')
  drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return drawing.getImageData(0, 0, canvas.width, canvas.height)
}
