import { expect, it } from 'vitest'
import { serverFlags } from './server-flags.mjs'

it('the server gets a heap limit that grows with the cache, unless the operator sets one', () => {
  expect(serverFlags({})).toEqual(['--max-semi-space-size=16', '--max-old-space-size=1216'])
  expect(serverFlags({ CACHE_MEGABYTES: '2000' })).toContain('--max-old-space-size=5024')
  expect(serverFlags({ NODE_OPTIONS: '--max_old_space_size=8192' })).toEqual(['--max-semi-space-size=16'])
})
