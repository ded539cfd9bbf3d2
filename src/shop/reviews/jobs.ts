import { on } from '../../platform/jobs/worker.ts'
import { preparePictures } from './actions.ts'
import { reviewLifecycle } from './rules.ts'

export const subscribers = [
  on(reviewLifecycle.events.publish, 'encode-pictures', (ctx, { id }) => preparePictures(ctx, id)),
]
