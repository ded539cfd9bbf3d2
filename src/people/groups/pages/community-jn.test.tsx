import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { callKey } from '../../../platform/client/use-call.ts'
import { clusterJoined } from '../contract.ts'
import CommunityJoinPage from './community-jn.tsx'

it('[Q-269] the tabs say how many invitations and own applications wait', () => {
  const client = new QueryClient()
  for (const [part, total] of [
    ['invited', 2],
    ['applied', 3],
  ] as const)
    client.setQueryData(callKey(clusterJoined, { part }), { list: [], total, page: 1, size: 20 })
  const router = createMemoryRouter([{ path: '*', element: <CommunityJoinPage /> }])
  const page = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  expect(page).toMatch(/收到的邀请.{0,60}>2</)
  expect(page).toMatch(/我的申请.{0,60}>3</)
})
