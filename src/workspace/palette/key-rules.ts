/** After `g`: the page of each letter. A person sees only those that the role may open. */
export const goKeys: Readonly<Record<string, string>> = {
  h: '/console',
  o: '/console/orders',
  s: '/console/samples',
  t: '/console/tasks',
  v: '/console/verify',
  r: '/console/intake',
  c: '/console/customers',
  i: '/console/invoices',
  p: '/console/projects',
  m: '/console/threads',
}

export interface Pressed {
  act?: 'find' | 'help' | 'create'
  to?: string
  /** The first of two keys. */
  before?: string
}

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** What a key means after another one. `typing`: the focus is in a field. */
export function pressed({ key, ctrlKey, metaKey, altKey }: Key, before: string, typing: boolean): Pressed {
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return { act: 'find' }
  if (typing || ctrlKey || metaKey || altKey) return {}
  if (before === 'g') {
    const to = Object.hasOwn(goKeys, key) ? goKeys[key] : undefined
    return to === undefined ? {} : { to }
  }
  if (key === '/') return { act: 'find' }
  if (key === '?') return { act: 'help' }
  if (key === 'c') return { act: 'create' }
  return key === 'g' ? { before: 'g' } : {}
}
