import { periodic } from '../../platform/jobs/periodic.ts'
import { keepSounds } from './search-actions.ts'

export const periodicWork = [periodic('order-page.keep-sounds', 1, async (ctx) => void (await keepSounds(ctx)))]
