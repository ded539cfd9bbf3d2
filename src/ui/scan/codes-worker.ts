/** Reads bar codes beside the page, so that a large photo does not stop it. A worker also may run WebAssembly, which pages of this site may not. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { FromCodesWorker, ToCodesWorker } from './codes-messages.ts'

// Served by ourselves; the library would fetch it from somewhere else.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- in a worker it goes to the page, and takes no origin
const answer = (message: FromCodesWorker) => self.postMessage(message)

self.addEventListener('message', async ({ data }: MessageEvent<ToCodesWorker>) => {
  try {
    const found = await readBarcodes(data.image, { tryHarder: true, maxNumberOfSymbols: 20 })
    answer({ number: data.number, codes: found.map(({ text }) => text) })
  } catch (error) {
    answer({ number: data.number, fault: error instanceof Error ? error.message : String(error) })
  }
})
