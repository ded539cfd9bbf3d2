import { ensurePagesBuilt, pinnedNode } from '../scripts/provision.mjs'

/** The journeys walk through what `npm start` would serve. */
export default async function buildPages(): Promise<void> {
  await ensurePagesBuilt(await pinnedNode())
}
