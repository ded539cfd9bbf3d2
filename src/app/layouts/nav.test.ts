import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchPath } from 'react-router'
import { beforeAll, describe, expect, it } from 'vitest'
import { mayAct, type Role, roles, type StaffAction } from '../../core/staff/rules.ts'
import { kindNames, kindOf } from '../../shop/editing/kinds/kind-rules.ts'
import { isSettingKind } from '../../shop/editing/setting-name-rules.ts'
import { consoleNav, forbiddenText, mayOpen, partForbiddenText, placeOf } from './console-nav.ts'
import { longestMatch } from '../../ui/shell/console-nav.tsx'
import { consolePages } from '../console-pages.ts'
import { openMemberPages } from '../member-pages.ts'

let pages: Set<string>
beforeAll(async () => {
  // Route files are relative to this folder; the build sets it before it reads the routes.
  ;(globalThis as { __reactRouterAppDirectory?: string }).__reactRouterAppDirectory = 'src/app'
  pages = new Set(paths((await (await import('../routes.ts')).default) as RouteConfigEntry[]))
})

/** Calls of a page that it makes only for the roles that may. */
const ownCondition = ['staffContractsToDraw', 'staffInstrumentUsage', 'staffExchangeAddress']

/** The actions of the calls that a page's own file makes to read. */
async function readsOf(file: string): Promise<[name: string, action: StaffAction][]> {
  const address = new URL(file, new URL('../', import.meta.url))
  const text = readFileSync(address, 'utf8')
  const names = [...text.matchAll(/useCall\(\s*(\w+)|call=\{(\w+)\}/g)].map(([, read, listed]) => read ?? listed ?? '')
  const reads: [string, StaffAction][] = []
  for (const name of new Set(names)) {
    const imported = [...text.matchAll(/import \{([^}]*)\} from '([^']+)'/g)].find(([, what = '']) =>
      what.split(/[\s,]+/).includes(name),
    )
    const module = (await import(new URL(imported?.[2] ?? '', address).pathname)) as Record<
      string,
      { action?: StaffAction }
    >
    const action = module[name]?.action
    if (action) reads.push([name, action])
  }
  return reads
}

describe('menus and pages', () => {
  it('[Q-325] whoever may open a page of the console may read what it shows', async () => {
    const refused: string[] = []
    for (const { path, file, action, menu } of consolePages.flatMap(({ pages }) => pages)) {
      const opens = Object.keys(roles).filter((role) => {
        const needed = action ?? menu?.action
        return needed === undefined || mayAct({ role, actions: null }, needed)
      })
      for (const [name, reads] of await readsOf(file))
        for (const role of opens)
          if (!ownCondition.includes(name) && !mayAct({ role, actions: null }, reads))
            refused.push(`${path} ${name} ${role}`)
    }
    expect(refused).toEqual([])
  })

  it('[N-08] the member menu links to exactly the member pages without parameters', () => {
    const own = [...pages].filter((path) => /^\/member\/[^/:]+$/.test(path))
    expect([...openMemberPages].sort()).toEqual(own.sort())
  })

  it('[N-08] every entry of every role’s console menu has a page', () => {
    const entries = Object.keys(roles)
      .flatMap((role) => consoleNav({ role, actions: null }))
      .flatMap((group) => group.items)
    expect(entries.length).toBeGreaterThan(10)
    expect(entries.map(({ to }) => to).filter((to) => !pages.has(to))).toEqual([])
  })
})

describe('the console’s menu', () => {
  const everything = Object.keys(roles).flatMap((role) =>
    consoleNav({ role, actions: null }).flatMap(({ items }) => items),
  )

  it('[F-55] [G-11] uses each icon for one entry', () => {
    const byIcon = Map.groupBy(everything, ({ icon }) => icon)
    for (const [icon, items] of byIcon)
      expect([...new Set(items.map(({ to }) => to))], `give one of these pages another icon than ${icon}`).toHaveLength(
        1,
      )
  })

  it('[F-55] a page of a setting belongs to the menu entry 网站设置', () => {
    for (const name of kindNames) expect(isSettingKind(name), name).toBe(kindOf(name).action === 'settings.edit')
    expect(placeOf('/console/content/settingSite/1')).toBe('/console/settings')
    expect(placeOf('/console/content/banner/1')).toBe('/console/content/banner/1')
    expect(longestMatch(['/console', '/console/settings'], placeOf('/console/content/settingSite'))).toBe(
      '/console/settings',
    )
    expect(longestMatch(['/console', '/console/orders'], '/console/nowhere')).toBeUndefined()
  })

  it('[F-55] a page opens for exactly the roles that have it in their menu', () => {
    for (const role of Object.keys(roles)) {
      const own = new Set(consoleNav({ role, actions: null }).flatMap(({ items }) => items.map(({ to }) => to)))
      for (const { to } of everything)
        expect([role, to, mayOpen({ role, actions: null }, to)]).toEqual([role, to, own.has(to)])
    }
  })

  it('[Q-166] a page below one of the menu opens for the roles that may read it', () => {
    const of = (role: Role) => (path: string) => mayOpen({ role, actions: null }, `/console/${path}`)
    const below = ['reservations/calendar', 'samples/shelves', 'samples/S-1', 'orders/MX1', 'settlements/income/']
    expect(below.filter(of('admin'))).toEqual([])
    expect(below.filter(of('manager'))).toEqual(below)
    const listed = consolePages.flatMap((group) => group.pages)
    for (const { path, menu, action } of listed.filter((page) => !page.path.includes(':'))) {
      expect([path, action ?? menu?.action]).toEqual([path, expect.any(String)])
      // The first page that fits is the one whose action counts.
      expect(listed.find((page) => matchPath(`/console/${page.path}`, `/console/${path}`))?.path).toBe(path)
    }
  })

  it('[Q-99] a page that a role may not open sends everybody to an administrator but administrators themselves', () => {
    for (const [role, roleName] of Object.entries(roles)) {
      for (const text of [forbiddenText, partForbiddenText].map((write) => write({ role, roleName, actions: null }))) {
        expect([role, text.includes('请联系管理员')]).toEqual([role, role !== 'admin'])
        expect(text).toContain(`您现在的角色是${roleName}`)
      }
    }
  })
})

function paths(routes: readonly RouteConfigEntry[], under = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path ? `${under}/${route.path}` : under
    return [path, ...paths(route.children ?? [], path)]
  })
}
