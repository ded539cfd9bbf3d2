import type { OutputOf } from '../../platform/contract/call.ts'
import type { Ctx, Staff } from '../../platform/http/ctx.ts'
import { commit, isNewer, version } from '../../platform/version.ts'
import type { releaseList, releaseState } from './contract.ts'
import { releaseNotes } from './notes.ts'
import { putReadVersion, readVersion } from './store.ts'

export async function stateOfRelease(ctx: Ctx<Staff>): Promise<OutputOf<typeof releaseState>> {
  const read = await readVersion(ctx.db, ctx.actor.id)
  return { version, unread: read === undefined || isNewer(version, read) }
}

export function allReleases(): OutputOf<typeof releaseList> {
  return { version, commit: commit() ?? null, releases: releaseNotes.map((each) => ({ ...each })) }
}

export async function markRead(ctx: Ctx<Staff>): Promise<void> {
  await putReadVersion(ctx.db, ctx.actor.id, version, ctx.clock.now())
}
