import { lazy, startTransition, Suspense, useState } from 'react'
import type { FileReader } from '../../../core/files/download-button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Button } from '../../../ui/inputs/button.tsx'

/** Opened by a change that is not urgent (decision 0136). */
const SamplePhotos = lazy(async () => ({ default: (await import('./sample-photos.tsx')).SamplePhotos }))

/** In lists: opens the photos of a sample. */
export function PhotosButton({ sampleNo, as }: { sampleNo: string; as: FileReader }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="s"
        aria-label={`样品 ${sampleNo} 的照片`}
        onClick={() => startTransition(() => setOpen(true))}
      >
        照片
      </Button>
      <Suspense>
        <Dialog open={open} onClose={() => setOpen(false)} title={`样品 ${sampleNo} 的照片`} size="l">
          <SamplePhotos sampleNo={sampleNo} as={as} />
        </Dialog>
      </Suspense>
    </>
  )
}
