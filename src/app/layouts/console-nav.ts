import { isSettingKind } from '../../shop/editing/setting-name-rules.ts'
import { type Acting, mayAct, type StaffAction } from '../../core/staff/rules.ts'
import type { ConsoleNavGroup } from '../../ui/shell/console-nav.tsx'
import type { MenuWork } from '../../workspace/inbox/menu-rules.ts'
import type { IconName } from '../../ui/text/icon.tsx'
import { consolePages } from '../console-pages.ts'
import { matchPath } from 'react-router'

interface Entry {
  to: string
  label: string
  icon: IconName
  action: StaffAction
  creates?: { label: string; action: StaffAction }
}

const groups = consolePages.map(({ head, pages }) => ({
  head,
  entries: pages.flatMap(({ path, menu }): Entry[] =>
    menu ? [{ to: path === '' ? '/console' : `/console/${path}`, ...menu }] : [],
  ),
}))

const entries = groups.flatMap((group) => group.entries)

/** The menu entry that a page belongs to. The forms of settings are pages of the content editor but belong to 网站设置. */
export function placeOf(pathname: string): string {
  const path = pathname.replace(/\/+$/, '') || '/'
  const [, kind = ''] = /^\/console\/content\/([^/]+)/.exec(path) ?? []
  return isSettingKind(kind) ? '/console/settings' : path
}

const pages = consolePages.flatMap((group) => group.pages)

/** Whether the person may open this page. A page that names no action always opens; its calls check permission. */
export function mayOpen(person: Acting, pathname: string): boolean {
  // Names such as samples/shelves stand before samples/:sampleNo in the list.
  const page = pages.find(({ path }) => matchPath(`/console/${path}`, pathname))
  const action = page?.action ?? page?.menu?.action
  return action === undefined || mayAct(person, action)
}

/** What a person reads on a page that the role may not open. Whoever manages the roles is not sent to somebody else for it. */
export function forbiddenText(person: Acting & { roleName: string }): string {
  const role = `您现在的角色是${person.roleName}`
  return mayAct(person, 'staff.manage')
    ? `${role}，不含这项功能。可在“员工与角色”中查看哪些角色含有它，请由他们办理；不能更改自己的角色。`
    : `${role}。需要使用这项功能时，请联系管理员调整角色。`
}

/** The same for a part of a page whose rest the person may read. */
export function partForbiddenText(person: Acting & { roleName: string }): string {
  return mayAct(person, 'staff.manage')
    ? `您现在的角色是${person.roleName}，看不到这部分内容；“员工与角色”里有哪些角色可以看到。`
    : `您现在的角色是${person.roleName}，看不到这部分内容；需要时请联系管理员调整角色。`
}

/** What a person can make from anywhere, by the button of the page that it is made on. */
export function creatable(person: Acting): { to: string; label: string }[] {
  return entries.flatMap(({ to, creates }) =>
    creates && mayAct(person, creates.action) ? [{ to, label: creates.label }] : [],
  )
}

/** The menu of a person. `work`: what waits on each page; `fresh`: pages with something that the person has not seen. */
export function consoleNav(
  person: Acting,
  work: ReadonlyMap<string, MenuWork> = new Map(),
  fresh: readonly string[] = [],
): ConsoleNavGroup[] {
  return groups
    .map(({ head, entries }) => ({
      head,
      items: entries
        .filter(({ action }) => mayAct(person, action))
        .map(({ to, label, icon }) => ({
          ...{ to, label, icon },
          ...(work.has(to) ? { waiting: work.get(to) } : {}),
          ...(fresh.includes(to) ? { fresh: true } : {}),
        })),
    }))
    .filter(({ items }) => items.length > 0)
}
