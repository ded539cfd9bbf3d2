import type { SampleStage } from '../rules.ts'

export const mostPhotos = 6

/** A report is printed with the photo, so it cannot be removed once the test has begun. */
const removable: readonly SampleStage[] = ['pending', 'collecting', 'in_transit', 'parked', 'received', 'abnormal']

export function mayRemovePhoto(stage: SampleStage): boolean {
  return removable.includes(stage)
}

/** What browsers show and reports print. */
export function isPhotoType(mime: string): boolean {
  return mime === 'image/jpeg' || mime === 'image/png'
}
