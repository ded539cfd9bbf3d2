import type { RouteConfigEntry } from '@react-router/dev/routes'
import { beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../staff/rules.ts'
import { consoleNav } from './console-nav.ts'
import { openMemberPages } from './member-nav.ts'

let pages: Set<string>
beforeAll(async () => {
  // The folder that route files are named against; the build sets it before it reads the routes.
  ;(globalThis as { __reactRouterAppDirectory?: string }).__reactRouterAppDirectory = 'src/app'
  pages = new Set(paths((await (await import('../routes.ts')).default) as RouteConfigEntry[]))
})

describe('menus and pages', () => {
  it('[N-08] the member menu opens exactly the member pages that stand by themselves', () => {
    const own = [...pages].filter((path) => /^\/member\/[^/:]+$/.test(path))
    expect([...openMemberPages].sort()).toEqual(own.sort())
  })

  it('[N-08] every entry of every role’s console menu has a page', () => {
    const entries = Object.keys(roles)
      .flatMap((role) => consoleNav(role))
      .flatMap((group) => group.items)
    expect(entries.length).toBeGreaterThan(10)
    expect(entries.map(({ to }) => to).filter((to) => !pages.has(to))).toEqual([])
  })
})

function paths(routes: readonly RouteConfigEntry[], under = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path ? `${under}/${route.path}` : under
    return [path, ...paths(route.children ?? [], path)]
  })
}
