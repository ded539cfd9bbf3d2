import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { PagedTable } from './paged-table.tsx'

const shown = (page: number, list: string[], total: number) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PagedTable
        of={{ data: { list, total, size: 2 }, error: null, isFetching: false, refetch: () => 0 }}
        page={page}
        href={(to) => `?page=${to}`}
        caption="订单"
        columns={[{ key: 'no', header: '订单号', render: (row) => row }]}
        rowKey={(row) => row}
      />
    </MemoryRouter>,
  )

it('[Q-290] a page beyond the last one is named and leads to the last one, and an empty list stays an empty list', () => {
  expect(shown(2, ['MX3'], 3)).toContain('MX3')
  const beyond = shown(99, [], 3)
  expect(beyond).toContain('没有第 99 页')
  expect(beyond).toContain('href="/?page=2"')
  expect(beyond).not.toContain('还没有数据')
  expect(shown(1, [], 0)).toContain('还没有数据')
  expect(shown(99, [], 0)).toContain('还没有数据')
})
