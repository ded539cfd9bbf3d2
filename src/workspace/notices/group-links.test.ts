import { expect, test } from 'vitest'
import { memberPages } from '../../app/member-pages.ts'
import { templates } from './templates/template-rules.ts'

/** Only a person has these matters: the sign-in, the membership in a group, points, a promoter's customers, programs. */
const ofPersons = /^(account|group\w*|point\w*|promot\w*|invit\w*|review|webhook\w*|rebate\w*)\./

test('[Q-367] a message about money or orders never leads those who act for a group to a page of persons', () => {
  const dead = Object.entries(templates).flatMap(([event, template]) => {
    if (ofPersons.test(event)) return []
    try {
      const [, path = ''] = template.write({}).link.split('/member/')
      const page = memberPages.find((each) => each.path === path.split('?')[0])
      return page && !page.forGroup ? [`${event} ${path}`] : []
    } catch {
      // Some texts need facts.
      return []
    }
  })
  expect(dead).toEqual([])
  for (const event of ['credit.raise', 'credit.confirmRaise', 'credit.reject'])
    expect(templates[event]?.write({}).link).toBe('/member/center')
})
