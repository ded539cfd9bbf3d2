import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { callKey } from '../../../platform/client/use-call.ts'
import { MemberShell } from '../../../ui/shell/member-shell.tsx'
import { ActingChoice } from './acting-bar.tsx'
import { clusterActing } from './acting-contract.ts'

const shell = (identity: boolean, list?: { groupNo: string; name: string; role: string; roleLabel: string }[]) => {
  const client = new QueryClient()
  if (list) client.setQueryData(callKey(clusterActing, {}), { list })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <MemberShell identity={identity && <ActingChoice acting={undefined} />}>x</MemberShell>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const place = /style="[^"]*min-height:2.75rem">/

it('[Q-298] in whose name a person works has its place above the menu before it is known, and for people without a group', () => {
  expect(shell(false)).toMatch(place)
  expect(shell(true)).toMatch(place)
  expect(shell(true, [])).toContain('个人身份')
  const group = { groupNo: 'KT26030200001', name: '催化课题组', role: 'owner', roleLabel: '所有者' }
  expect(shell(true, [group])).toContain('催化课题组（所有者）')
})
