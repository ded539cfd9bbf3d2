import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { InboxList, type Queue } from './inbox-list.tsx'

const queue = (key: string, label: string, dueAt: string[]): Queue => ({
  ...{ key, label, promise: '', total: dueAt.length, overdue: 0, all: '/console/orders' },
  items: dueAt.map((at, i) => ({
    ...{ number: `${key}-${i}`, to: '/console', urgent: false, what: '', dueAt: at, since: '' },
  })),
})

it('[Q-360] a step that waits for several orders below each other is shown once, and read to those who do not see', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <InboxList
        queues={[
          queue('A', '待开始检测', ['2026-03-01 10:00', '2026-03-01 11:00', '2026-03-01 13:00']),
          queue('B', '待审核订单', ['2026-03-01 12:00']),
        ]}
        elsewhere={[]}
        now={new Date('2026-03-01T00:00:00Z')}
      />
    </MemoryRouter>,
  )
  const rows = html.split('<li').slice(1)
  const hidden = rows.map((row) => /class="[^"]*repeats/.test(row))
  expect(rows.map((row) => /待开始检测|待审核订单/.exec(row)?.[0])).toEqual([
    ...['待开始检测', '待开始检测', '待审核订单', '待开始检测'],
  ])
  expect(hidden).toEqual([false, true, false, false])
})
