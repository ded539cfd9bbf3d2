import { runWorker } from '../../platform/child-work.ts'
import type { EncodedImage } from './image-worker.ts'

const MOST_SECONDS = 60

/** Encodes a picture in all our sizes and formats, in a child process with a time limit; undefined when it cannot be read. */
export function encodeImage(bytes: Uint8Array, mostSeconds = MOST_SECONDS): Promise<EncodedImage | undefined> {
  return runWorker(new URL('./image-worker.ts', import.meta.url), bytes, mostSeconds)
}
