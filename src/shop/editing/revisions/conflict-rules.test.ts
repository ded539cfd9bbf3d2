import { expect, it } from 'vitest'
import { conflictsOf, firstChoice, takenOver } from './conflict-rules.ts'
import { kindOf } from '../kinds/kind-rules.ts'

const banner = kindOf('banner')
const base = { title: '原题', description: '原文', redirect: '' }

it('[F-07] shows each field that the other editor changed with the form’s text; keeping one’s own text takes over fields one did not change', () => {
  const theirs = { title: '他题', description: '他文', redirect: '' }
  const mine = { title: '我题', description: '原文', redirect: 'https://example.com' }
  const conflicts = conflictsOf(banner, { base, theirs, mine })
  expect(conflicts).toEqual([
    { field: 'title', label: '标题', theirs: '他题', mine: '我题', both: true },
    { field: 'description', label: '说明', theirs: '他文', mine: '原文', both: false },
  ])
  const choice = firstChoice(conflicts)
  expect(choice).toEqual({ title: 'mine', description: 'theirs' })
  expect(takenOver(conflicts, choice)).toEqual({ description: '他文' })
  expect(takenOver(conflicts, { title: 'theirs', description: 'mine' })).toEqual({ title: '他题' })
})

it('[F-07] two editors who wrote the same have no conflict', () => {
  const same = { ...base, title: '新题' }
  expect(conflictsOf(banner, { base, theirs: same, mine: same })).toEqual([])
})
