const PAUSE_MS = 150

/** What browsers with the Barcode Detection API have; TypeScript does not know it yet. */
interface Detector {
  detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

/**
 * Shows the camera at the back in `video` and tells the codes that it sees until `signal` ends it. Rejects when there is no camera or the
 * person does not allow it. Browsers without a reader of their own use the one of photos.
 */
export async function watchCodes(
  video: HTMLVideoElement,
  onCodes: (codes: string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  try {
    video.srcObject = stream
    await video.play()
    const read = await reader()
    while (!signal.aborted) {
      const codes = await read(video)
      if (!signal.aborted && codes.length > 0) onCodes(codes)
      await new Promise((done) => setTimeout(done, PAUSE_MS))
    }
  } catch (fault) {
    // A video that is taken away while it starts is no fault.
    if (!signal.aborted) throw fault
  } finally {
    stop()
  }
}

async function reader(): Promise<(video: HTMLVideoElement) => Promise<string[]>> {
  if ('BarcodeDetector' in window) {
    const detector = new (window.BarcodeDetector as new () => Detector)()
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
  }
  const { codesIn } = await import('./read-codes.ts')
  return codesIn
}
