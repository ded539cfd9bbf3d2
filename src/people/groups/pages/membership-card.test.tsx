import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { OwnMembership } from '../contract.ts'
import { groupRoles, managerDuties, noLimits } from '../rules.ts'
import { MembershipCard } from './membership-card.tsx'

function card({ role, stage }: { role: 'manager' | 'member'; stage: OwnMembership['stage'] }): string {
  const membership: OwnMembership = {
    ...noLimits,
    ...{ memberId: 1, groupNo: 'KT26030200001', name: '催化课题组', unit: '化学学院', ownerName: '王' },
    ...{ groupStageLabel: '已核验', verified: true, offered: false, factorFirst: false },
    ...{ role, roleLabel: groupRoles[role], stage, stageLabel: '' },
    ...{ at: '2026-03-02 10:00', projectLimits: [], usedFen: 0, message: '', reason: '' },
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <MembershipCard membership={membership} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('[Q-295] the time of a membership says what happened then', () => {
  const shown = (stage: OwnMembership['stage']) => card({ role: 'member', stage })
  expect(shown('joined')).toMatch(/(2026-)?03-02 10:00<\/span> 加入/)
  expect(shown('applied')).toMatch(/(2026-)?03-02 10:00<\/span> 申请/)
  expect(shown('left')).toMatch(/(2026-)?03-02 10:00<\/span> 退出/)
})

it('[Q-142] an invitation says which role it is for, and what a manager may do', () => {
  const invitation = (role: 'manager' | 'member') => card({ role, stage: 'invited' })
  expect(invitation('manager')).toContain('邀请您担任管理员')
  expect(invitation('manager')).toContain(managerDuties)
  expect(invitation('member')).toContain('邀请您担任成员')
  expect(invitation('member')).not.toContain(managerDuties)
})
