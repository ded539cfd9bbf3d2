import { handle } from '../../platform/http/handler.ts'
import { allReleases, markRead, stateOfRelease } from './actions.ts'
import { releaseList, releaseRead, releaseState } from './contract.ts'

export const routes = [
  handle(releaseState, (ctx) => stateOfRelease(ctx)),
  handle(releaseList, async () => allReleases()),
  handle(releaseRead, async (ctx) => {
    await markRead(ctx)
    return {}
  }),
]
