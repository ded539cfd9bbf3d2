import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf, inNameOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import { creditOf } from '../../money/credit/actions.ts'
import { creditPrestore } from '../../money/prestore/actions.ts'
import { prestoreList } from '../../money/prestore/contract.ts'
import { payoutChanged } from '../../money/withdrawals/events.ts'
import { emit } from '../../platform/jobs/outbox.ts'
import { changeSetting } from '../../core/settings/actions.ts'
import { defaultSettings } from '../../core/settings/rules.ts'
import { staffRoleLimits } from '../../core/staff/roles/role-contract.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  clusterAdd,
  clusterAdd4user,
  clusterAgree,
  clusterAll,
  clusterApply,
  clusterByCode,
  clusterCode,
  clusterDel,
  clusterDelete4user,
  clusterDetail,
  clusterEdit,
  clusterJoined,
  clusterLeave,
  clusterMembers,
  clusterRefuse,
  clusterSearch,
  clusterSearch4user,
  clusterSetLimits,
  clusterSetRole,
  clusterTakeBack,
  clusterTransfer,
  clusterTransferAnswer,
  clusterTransferCancel,
} from './contract.ts'
import { clusterActing } from './acting/acting-contract.ts'
import { staffGroupList } from './list-contract.ts'
import { staffGroupDetail, staffGroupMembers, staffGroupRefuse, staffGroupVerify } from './staff-contract.ts'

let app: TestApp
let owner: TestPerson
let manager: TestPerson
beforeAll(async () => {
  app = await testApp()
  owner = await app.customer(3)
  manager = await app.staff('manager')
})
afterAll(() => app.close())

const fields = { name: '纳米催化课题组', unit: '测试大学', kind: 'institute' as const, note: '' }
const memberOf = async (
  groupNo: string,
  person: TestPerson,
  as = owner,
  part: 'joined' | 'applied' | 'invited' = 'joined',
) => {
  const { list } = await app.call(clusterMembers, { groupNo, part, size: 100 }, { as })
  const { id } = await app.db.one<{ id: number }>(sql`
    select m.id from group_members m join groups g on g.id = m.group_id
    where g.group_no = ${groupNo} and (customer_id = ${person.id} or phone = ${person.phone}) order by m.id desc limit 1`)
  return list.find(({ memberId }) => memberId === id) ?? expect.fail('not listed')
}
const own = async (as: TestPerson, part: 'joined' | 'applied' | 'invited' | 'ended' = 'joined') =>
  (await app.call(clusterJoined, { part }, { as })).list
const messages = ({ id }: TestPerson) =>
  app.db.rows<{ title: string; text: string }>(
    sql`select title, text from messages where customer_id = ${id} order by id`,
  )
const titles = async (person: TestPerson) => (await messages(person)).map(({ title }) => title)

describe('[M-16] a group from its foundation to its end', () => {
  it('is founded with its account, verified by staff with credit, corrected after a refusal and fixed afterwards', async () => {
    const founder = await app.customer(3)
    expect((await app.refusal(clusterAdd, fields, { as: await app.customer() })).error).toBe('profileFirst')
    const { groupNo } = await app.call(clusterAdd, fields, { as: founder })
    expect(groupNo).toMatch(/^KT260302\d{5}$/)
    const staffView = async () => app.call(staffGroupDetail, { groupNo }, { as: manager })
    const { version } = await staffView()
    await app.call(staffGroupRefuse, { groupNo, version, reason: '单位名称不完整' }, { as: manager })
    expect((await app.refusal(staffGroupVerify, { groupNo, version }, { as: manager })).status).toBe(409)
    expect((await app.call(clusterDetail, { groupNo }, { as: founder })).refuseReason).toBe('单位名称不完整')
    await app.call(clusterEdit, { groupNo, ...fields, unit: '测试大学材料学院' }, { as: founder })
    expect((await app.call(staffGroupList, { tab: 'pending' }, { as: manager })).list).toEqual(
      expect.arrayContaining([expect.objectContaining({ groupNo, unit: '测试大学材料学院', ownerName: '测试客户' })]),
    )
    await app.call(staffGroupVerify, { groupNo, version: (await staffView()).version }, { as: manager })
    await app.drain()
    expect((await staffView()).history.map(({ action }) => action)).toEqual([
      '提交核验',
      '不予通过',
      '重新提交',
      '通过核验',
    ])
    const { accountId } = await app.db.one<{ accountId: number }>(
      sql`select account_id from groups where group_no = ${groupNo}`,
    )
    // The limit of the settings for teachers.
    expect((await creditOf(app.system, accountId)).limitFen).toBe(2_000_000)
    const fixed = await app.refusal(clusterEdit, { groupNo, ...fields, unit: '另一所大学' }, { as: founder })
    expect(fixed.error).toBe('verifiedFixed')
    await app.call(clusterEdit, { groupNo, ...fields, unit: '测试大学材料学院', name: '新名称' }, { as: founder })
    expect((await app.call(clusterAll, {}, { as: founder })).list).toMatchObject([
      { name: '新名称', stage: 'verified', role: 'owner' },
    ])
    expect((await app.call(clusterActing, {}, { as: founder })).list).toMatchObject([{ groupNo, role: 'owner' }])
    expect(await titles(founder)).toEqual(expect.arrayContaining(['课题组未通过核验', '课题组已通过核验']))
  })

  it('gets the credit that staff give it when they verify it, below what needs a second person, and none as a firm', async () => {
    const founder = await app.customer(3)
    const { groupNo } = await app.call(clusterAdd, fields, { as: founder })
    const { version } = await app.call(staffGroupDetail, { groupNo }, { as: manager })
    const verify = { groupNo, version }
    for (const [creditFen, error] of [
      [-1, 'invalid'],
      [0.5, 'invalid'],
      [900_000_000, 'creditTooHigh'],
    ] as const)
      expect(await app.refusal(staffGroupVerify, { ...verify, creditFen }, { as: manager })).toMatchObject({
        error,
        fields: { creditFen: expect.any(String) },
      })
    const admin = await app.staff('admin')
    const limited = (dayFen?: number) => {
      const limits = dayFen === undefined ? [] : [{ kind: 'credit' as const, dayFen }]
      return app.call(staffRoleLimits, { key: 'manager', limits }, { as: admin })
    }
    await limited(299_999)
    expect((await app.refusal(staffGroupVerify, { ...verify, creditFen: 300_000 }, { as: manager })).error).toBe(
      'aboveLimit',
    )
    await limited()
    await app.call(staffGroupVerify, { ...verify, creditFen: 300_000 }, { as: manager })
    await app.drain()
    const accountOf = async (no: string) =>
      (await app.db.one<{ accountId: number }>(sql`select account_id from groups where group_no = ${no}`)).accountId
    expect((await creditOf(app.system, await accountOf(groupNo))).limitFen).toBe(300_000)
    const boss = await app.customer(2)
    const firm = await app.call(clusterAdd, { ...fields, kind: 'enterprise' }, { as: boss })
    const asked = { groupNo: firm.groupNo, version, creditFen: 100 }
    expect((await app.refusal(staffGroupVerify, asked, { as: manager })).error).toBe('noCreditForFirms')
    await app.call(staffGroupVerify, { ...asked, creditFen: null }, { as: manager })
    await app.drain()
    expect((await creditOf(app.system, await accountOf(firm.groupNo))).limitFen).toBe(0)
  })

  it('[Q-20] gets no credit of the settings from a person whose limit is lower, although no amount is named', async () => {
    const founder = await app.customer(3)
    const { groupNo } = await app.call(clusterAdd, fields, { as: founder })
    const { version } = await app.call(staffGroupDetail, { groupNo }, { as: manager })
    const admin = await app.staff('admin')
    const limited = (limits: { kind: 'credit'; dayFen: number }[]) =>
      app.call(staffRoleLimits, { key: 'manager', limits }, { as: admin })
    await limited([{ kind: 'credit', dayFen: 1_999_999 }])
    expect((await app.refusal(staffGroupVerify, { groupNo, version }, { as: manager })).error).toBe('aboveLimit')
    await limited([{ kind: 'credit', dayFen: 10_000_000 }])
    await app.call(staffGroupVerify, { groupNo, version }, { as: manager })
    await limited([])
    const { accountId } = await app.db.one<{ accountId: number }>(
      sql`select account_id from groups where group_no = ${groupNo}`,
    )
    // What the limit was compared with is opened, whatever the settings say by then.
    await changeSetting(app.system, 'creditLimitFen', { student: 1, individual: 1, enterprise: 1, teacher: 1 })
    await app.drain()
    expect((await creditOf(app.system, accountId)).limitFen).toBe(2_000_000)
    await changeSetting(app.system, 'creditLimitFen', defaultSettings.creditLimitFen)
  })

  it('is not dissolved while money or debts remain; then memberships end and nobody acts for it any more', async () => {
    const group = await groupOf(app, owner)
    const student = await app.customer(0)
    await joined(app, group, student)
    const step = { kind: 'test', businessId: group.id, operation: 'fund', memo: '' }
    await creditPrestore(app.system, { customerId: group.accountId, amountFen: 100, ...step })
    const { error, msg } = await app.refusal(clusterDel, { groupNo: group.groupNo }, { as: owner })
    expect([error, msg]).toEqual(['mayNotDissolve', expect.stringContaining('余额')])
    const back = { customerId: group.accountId, amountFen: -100, ...step, operation: 'back' }
    await creditPrestore(app.system, back)
    await app.call(clusterAdd4user, { groupNo: group.groupNo, phone: '13700000001' }, { as: owner })
    await app.call(clusterDel, { groupNo: group.groupNo }, { as: owner })
    await app.drain()
    expect((await app.refusal(prestoreList, {}, inNameOf(owner, group))).error).toBe('notInGroup')
    expect((await app.refusal(clusterDetail, { groupNo: group.groupNo }, { as: owner })).status).toBe(404)
    expect(await own(student)).toEqual([])
    expect(await own(student, 'ended')).toMatchObject([{ stage: 'removed', groupStageLabel: '已解散' }])
    expect(await titles(student)).toContain('课题组已解散')
    expect(await titles(owner)).not.toContain('课题组已解散')
  })
})

describe('[M-17] people join a group', () => {
  it('[Q-141] by an invitation to the phone, with limits, also before they have an account, and the answers are alike', async () => {
    const group = await groupOf(app, owner)
    const known = await app.customer(0)
    const limits = { monthLimitFen: 100_000, projectLimits: [{ rid: 1003, limitFen: 5000 }], approvalAboveFen: 20_000 }
    const invite = (phone: string) =>
      app.call(clusterAdd4user, { groupNo: group.groupNo, phone, ...limits }, { as: owner })
    const later = '13788880001'
    expect(await invite(known.phone)).toEqual(await invite(later))
    const look = async (phone: string) => {
      const state = await app.call(clusterSearch4user, { groupNo: group.groupNo, phone }, { as: owner })
      return { stage: state.stage, label: state.stageLabel }
    }
    expect(await look(known.phone)).toEqual(await look(later))
    const { list } = await app.call(clusterMembers, { groupNo: group.groupNo, part: 'invited' }, { as: owner })
    expect(list.map(({ name, phone }) => [name, /^\d{3}\*{4}\d{4}$/.test(phone)])).toEqual([
      ['', true],
      ['', true],
    ])
    const again = await app.refusal(clusterAdd4user, { groupNo: group.groupNo, phone: known.phone }, { as: owner })
    const same = await app.refusal(clusterAdd4user, { groupNo: group.groupNo, phone: later }, { as: owner })
    expect([again.error, same.error]).toEqual(['alreadyInvited', 'alreadyInvited'])
    const self = await app.refusal(clusterAdd4user, { groupNo: group.groupNo, phone: owner.phone }, { as: owner })
    // The form marks the phone.
    expect([again, self].map(({ fields }) => fields)).toEqual([
      { phone: '该手机号已收到邀请，请等待对方答复' },
      { phone: '这是您自己的手机号' },
    ])
    const newcomer = await app.customer(0, later)
    for (const person of [known, newcomer]) {
      const [invitation] = await own(person, 'invited')
      await app.call(clusterAgree, { memberId: invitation?.memberId ?? 0 }, { as: person })
      expect(await own(person)).toMatchObject([
        { groupNo: group.groupNo, ...limits, projectLimits: [{ rid: 1003, limitFen: 5000, usedFen: 0 }] },
      ])
    }
    await app.drain()
    expect(await titles(known)).toContain('课题组邀请')
    expect(await titles(owner)).toContain('邀请已被接受')
  })

  it('[Q-154] by an application to a verified group or by the link, once, approved or refused by owner and managers', async () => {
    const group = await groupOf(app, owner)
    const hidden = await groupOf(app, owner, { verified: false })
    const [one, two] = [await app.customer(0), await app.customer(0)]
    const { list } = await app.call(clusterSearch, { kw: group.groupNo }, { as: one })
    expect(list).toEqual([
      {
        groupNo: group.groupNo,
        name: '固体催化课题组',
        unit: '测试大学',
        ownerName: '测**',
        mine: null,
        mineLabel: '',
      },
    ])
    expect((await app.call(clusterSearch, { kw: hidden.groupNo }, { as: one })).total).toBe(0)
    expect((await app.refusal(clusterApply, { groupNo: hidden.groupNo }, { as: one })).status).toBe(404)
    await app.call(clusterApply, { groupNo: group.groupNo, message: '<b>你好</b>' }, { as: one })
    expect((await app.refusal(clusterApply, { groupNo: group.groupNo }, { as: one })).error).toBe('alreadyApplied')
    const { memberId, message } = await memberOf(group.groupNo, one, owner, 'applied')
    expect(message).toBe('<b>你好</b>')
    expect((await app.refusal(clusterAgree, { memberId }, { as: one })).error).toBe('notAllowed')
    await app.call(clusterAgree, { memberId }, { as: owner })
    expect((await app.refusal(clusterAgree, { memberId }, { as: owner })).status).toBe(409)
    const { code } = await app.call(clusterCode, { groupNo: hidden.groupNo }, { as: owner })
    expect((await app.call(clusterByCode, { code }, { as: two })).groupNo).toBe(hidden.groupNo)
    await app.call(clusterApply, { code }, { as: two })
    const { code: fresh } = await app.call(clusterCode, { groupNo: hidden.groupNo, renew: true }, { as: owner })
    expect(fresh).not.toBe(code)
    expect((await app.refusal(clusterByCode, { code }, { as: one })).error).toBe('codeUnknown')
    expect((await app.refusal(clusterApply, { code }, { as: one })).error).toBe('codeUnknown')
    const applied = await memberOf(hidden.groupNo, two, owner, 'applied')
    await app.call(clusterRefuse, { memberId: applied.memberId, reason: '不认识' }, { as: owner })
    await app.drain()
    expect(await titles(owner)).toContain('有人申请加入课题组')
    expect(await titles(one)).toContain('已加入课题组')
    expect(await titles(two)).toContain('加入申请未通过')
    await app.call(clusterApply, { groupNo: group.groupNo }, { as: two })
    const [mine] = await own(two, 'applied')
    await app.call(clusterTakeBack, { memberId: mine?.memberId ?? 0 }, { as: two })
    expect(await own(two, 'applied')).toEqual([])
    // What ended says how, and why; a withdrawn application was not refused.
    expect((await own(two, 'ended')).map(({ stageLabel, reason }) => [stageLabel, reason])).toEqual([
      ['已撤回', ''],
      ['申请未通过', '不认识'],
    ])
    const ended = { groupNo: hidden.groupNo, part: 'ended' } as const
    expect((await app.call(clusterMembers, ended, { as: owner })).list).toMatchObject([
      { stageLabel: '申请未通过', reason: '不认识' },
    ])
  })

  it('sends a limited number of invitations, to one phone and in all', async () => {
    const as = await app.customer(3)
    const group = await groupOf(app, as)
    const invite = async (phone: string) =>
      (await app.send(clusterAdd4user, { groupNo: group.groupNo, phone }, { as })).body.error
    for (let time = 0; time < 3; time++) {
      expect(await invite('13711110000')).toBeUndefined()
      const { list } = await app.call(clusterMembers, { groupNo: group.groupNo, part: 'invited' }, { as })
      await app.call(clusterDelete4user, { memberId: list[0]?.memberId ?? 0 }, { as })
    }
    expect(await invite('13711110000')).toBe('tooManyInvitations')
    await app.db.run(sql`
      insert into group_members (group_id, phone, stage, created_at, decided_by)
      select ${group.id}, 'x' || n, 'invited', ${app.clock.now()}, ${as.id} from generate_series(1, 57) n`)
    expect(await invite('13711110001')).toBe('tooManyInvitations')
  })
})

describe('[M-16] roles in a group', () => {
  it('change hands with the yes of the new owner only; the former owner becomes a manager and may leave', async () => {
    const group = await groupOf(app, owner)
    const heir = await app.customer(3)
    await joined(app, group, heir, 'member', { monthLimitFen: 1 })
    const { groupNo } = group
    const { memberId } = await memberOf(groupNo, heir)
    await app.call(clusterTransfer, { groupNo, memberId }, { as: owner })
    expect((await app.refusal(clusterTransfer, { groupNo, memberId }, { as: owner })).error).toBe('transferOpen')
    expect((await app.call(clusterDetail, { groupNo }, { as: owner })).transfer?.memberName).toBe('测试客户')
    expect(await own(heir)).toMatchObject([{ offered: true, role: 'member' }])
    await app.call(clusterTransferAnswer, { groupNo, agree: false }, { as: heir })
    expect((await app.refusal(clusterTransferAnswer, { groupNo, agree: true }, { as: heir })).status).toBe(404)
    await app.call(clusterTransfer, { groupNo, memberId }, { as: owner })
    await app.call(clusterTransferCancel, { groupNo }, { as: owner })
    await app.call(clusterTransfer, { groupNo, memberId }, { as: owner })
    const mine = await memberOf(groupNo, owner)
    expect((await app.refusal(clusterLeave, { memberId: mine.memberId }, { as: owner })).error).toBe('ownerStays')
    await app.call(clusterTransferAnswer, { groupNo, agree: true }, { as: heir })
    expect(await own(heir)).toMatchObject([{ role: 'owner', monthLimitFen: null, offered: false }])
    await app.call(clusterLeave, { memberId: mine.memberId }, { as: owner })
    expect((await app.refusal(clusterDetail, { groupNo }, { as: owner })).status).toBe(404)
    await app.drain()
    expect(await titles(heir)).toEqual(
      expect.arrayContaining(['课题组转让待您同意', '成员退出课题组', '课题组转让已撤回']),
    )
    expect(await titles(owner)).toEqual(expect.arrayContaining(['课题组转让被拒绝', '课题组转让已完成']))
  })

  it('removing the member to whom the group is offered takes the offer back', async () => {
    const group = await groupOf(app, owner)
    const heir = await app.customer(3)
    await joined(app, group, heir)
    const { memberId } = await memberOf(group.groupNo, heir)
    await app.call(clusterTransfer, { groupNo: group.groupNo, memberId }, { as: owner })
    await app.call(clusterDelete4user, { memberId, reason: '毕业' }, { as: owner })
    expect((await app.call(clusterDetail, { groupNo: group.groupNo }, { as: owner })).transfer).toBeNull()
    expect(
      (await app.refusal(clusterTransferAnswer, { groupNo: group.groupNo, agree: true }, { as: heir })).status,
    ).toBe(404)
    await app.drain()
    expect(await titles(heir)).toContain('已被移出课题组')
  })

  it('managers manage members, not each other and not themselves; the owner sets roles', async () => {
    const group = await groupOf(app, owner)
    const [deputy, other, student] = [await app.customer(0), await app.customer(0), await app.customer(0)]
    for (const person of [deputy, other, student]) await joined(app, group, person)
    const id = async (person: TestPerson) => (await memberOf(group.groupNo, person)).memberId
    for (const person of [deputy, other])
      await app.call(clusterSetRole, { memberId: await id(person), role: 'manager' }, { as: owner })
    const limits = { monthLimitFen: 5000 }
    await app.call(clusterSetLimits, { memberId: await id(student), ...limits }, { as: deputy })
    expect((await app.refusal(clusterSetLimits, { memberId: await id(deputy), ...limits }, { as: deputy })).error).toBe(
      'ownLimits',
    )
    for (const target of [other, owner]) {
      expect(
        (await app.refusal(clusterSetLimits, { memberId: await id(target), ...limits }, { as: deputy })).status,
      ).toBe(403)
      expect((await app.refusal(clusterDelete4user, { memberId: await id(target) }, { as: deputy })).status).toBe(403)
      expect(
        (await app.refusal(clusterSetRole, { memberId: await id(target), role: 'member' }, { as: deputy })).status,
      ).toBe(403)
    }
    expect(
      (await app.refusal(clusterSetRole, { memberId: await id(owner), role: 'member' }, { as: owner })).status,
    ).toBe(403)
    const invite = { groupNo: group.groupNo, phone: '13799990001', role: 'manager' as const }
    expect((await app.refusal(clusterAdd4user, invite, { as: deputy })).status).toBe(403)
    const { list } = await app.call(staffGroupMembers, { groupNo: group.groupNo }, { as: manager })
    expect(list.map(({ role }) => role)).toEqual(['owner', 'manager', 'manager', 'member'])
    await app.drain()
    expect(await titles(deputy)).toContain('课题组角色已变更')
    expect(await titles(student)).toContain('课题组额度已变更')
  })
})

describe('messages about the account of a group', () => {
  it('go to its owner and managers, with the name of the group, and to no former member', async () => {
    const group = await groupOf(app, owner)
    const [deputy, student] = [await app.customer(0), await app.customer(0)]
    await joined(app, group, deputy, 'manager')
    await joined(app, group, student)
    await emit(app.system, payoutChanged, {
      customerId: group.accountId,
      tail: '2222',
      at: app.clock.now().toISOString(),
    })
    await app.drain()
    for (const person of [owner, deputy])
      expect((await messages(person)).map(({ text }) => text)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^【课题组 固体催化课题组】您的提现收款账户/)]),
      )
    expect(await titles(student)).not.toContain('收款账户已修改')
  })
})
