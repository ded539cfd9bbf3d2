import { expect, test } from 'vitest'
import { blankItem } from './blank-rules.ts'
import { kindOf } from './kind-rules.ts'

test('[Q-321] a new article is dated now, and a new notice is shown from now until it is taken down', () => {
  const now = new Date('2026-03-02T02:00:30Z')
  expect(blankItem(kindOf('article'), now)).toMatchObject({ title: '', publishedAt: '2026-03-02 10:00' })
  expect(blankItem(kindOf('notice'), now)).toMatchObject({ shownFrom: '2026-03-02 10:00', shownUntil: '' })
})
