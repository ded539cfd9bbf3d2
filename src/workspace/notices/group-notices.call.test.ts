import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupOf, joined } from '../../app/testing/scenes/group-scene.ts'
import { type TestApp, type TestPerson, testApp } from '../../app/testing/test-app.ts'
import {
  clusterAdd,
  clusterAdd4user,
  clusterAgree,
  clusterApply,
  clusterDel,
  clusterDelete4user,
  clusterLeave,
  clusterRefuse,
  clusterSetLimits,
  clusterSetRole,
  clusterTransfer,
  clusterTransferAnswer,
  clusterTransferCancel,
} from '../../people/groups/contract.ts'
import { staffGroupDetail, staffGroupRefuse, staffGroupVerify } from '../../people/groups/staff-contract.ts'
import type { Group } from '../../people/groups/store.ts'
import { sql } from '../../platform/db/sql.ts'

// What decisions about groups say, and to whom: every message that a step causes, so one too many is a fault as well.

const NAME = '固体催化课题组'
const MANAGE = '/member/communityMg'
const JOIN = '/member/communityJn'

let app: TestApp
let staff: TestPerson
let owner: TestPerson
let deputy: TestPerson
let member: TestPerson
let group: Group
beforeAll(async () => {
  app = await testApp()
  staff = await app.staff('manager')
  ;[owner, deputy, member] = [await person('周教授', 3), await person('吴老师', 3), await person('郑同学')]
  group = await groupOf(app, owner)
  await joined(app, group, deputy, 'manager')
  await joined(app, group, member)
})
afterAll(() => app.close())

async function person(name: string, userType: 0 | 3 = 0): Promise<TestPerson> {
  const found = await app.customer(userType)
  await app.db.run(sql`update customers set name = ${name} where id = ${found.id}`)
  return found
}

/** All messages of a step as [reader, title, text, link], in the order of readers. */
async function toldBy(step: () => Promise<unknown>) {
  await app.drain()
  const { last } = await app.db.one<{ last: number }>(sql`select coalesce(max(id), 0) as last from messages`)
  await step()
  await app.drain()
  const rows = await app.db.rows<{ customerId: number; title: string; text: string; link: string }>(
    sql`select customer_id, title, text, link from messages where id > ${last} order by customer_id, id`,
  )
  return rows.map(({ customerId, title, text, link }) => [customerId, title, text, link])
}

const idOf = async ({ id }: TestPerson) =>
  (
    await app.db.one<{ id: number }>(
      sql`select id from group_members where group_id = ${group.id} and customer_id = ${id} order by id desc limit 1`,
    )
  ).id

describe('[S-19] a decision of staff about a group', () => {
  it('is told to its owner: refused with the reason, and verified with what follows from it', async () => {
    const founder = await person('林老师', 3)
    const fields = { name: '光催化组', unit: '测试大学', kind: 'institute' as const, note: '' }
    const { groupNo } = await app.call(clusterAdd, fields, { as: founder })
    const decide = async (call: typeof staffGroupRefuse | typeof staffGroupVerify, reason?: string) => {
      const { version } = await app.call(staffGroupDetail, { groupNo }, { as: staff })
      await app.send(call, { groupNo, version, ...(reason ? { reason } : {}) }, { as: staff })
    }
    expect(await toldBy(() => decide(staffGroupRefuse, '单位与主页不符'))).toEqual([
      [
        founder.id,
        '课题组未通过核验',
        '您的课题组「光催化组」未通过核验，修改后可重新提交。原因：单位与主页不符',
        MANAGE,
      ],
    ])
    await app.db.run(sql`update groups set stage = 'pending', version = version + 1 where group_no = ${groupNo}`)
    expect(await toldBy(() => decide(staffGroupVerify))).toEqual([
      [founder.id, '课题组已通过核验', '您的课题组「光催化组」已通过核验，成员可以由课题组付款下单。', MANAGE],
    ])
  })
})

describe('[S-19] a decision of a group about people', () => {
  it('on an application is told to the applicant, and the application to owner and managers', async () => {
    const applicant = await person('钱同学')
    const apply = () => app.call(clusterApply, { groupNo: group.groupNo }, { as: applicant })
    const asked = `钱同学申请加入课题组「${NAME}」，请到课题组管理中处理。`
    expect(await toldBy(apply)).toEqual([
      [owner.id, '有人申请加入课题组', asked, MANAGE],
      [deputy.id, '有人申请加入课题组', asked, MANAGE],
    ])
    const refuse = async () =>
      app.call(clusterRefuse, { memberId: await idOf(applicant), reason: '名额已满' }, { as: deputy })
    expect(await toldBy(refuse)).toEqual([
      [applicant.id, '加入申请未通过', `课题组「${NAME}」没有通过您的加入申请。原因：名额已满`, JOIN],
    ])
    await apply()
    const agree = async () => app.call(clusterAgree, { memberId: await idOf(applicant) }, { as: deputy })
    expect(await toldBy(agree)).toEqual([[applicant.id, '已加入课题组', `课题组「${NAME}」已通过您的加入申请。`, JOIN]])
    const leave = async () => app.call(clusterLeave, { memberId: await idOf(applicant) }, { as: applicant })
    const left = `钱同学已退出课题组「${NAME}」。`
    expect(await toldBy(leave)).toEqual([[owner.id, '成员退出课题组', left, MANAGE]])
  })

  it('to invite is told to the person, whose answer is told to the owner', async () => {
    const guest = await person('孙同学')
    const invite = () => app.call(clusterAdd4user, { groupNo: group.groupNo, phone: guest.phone }, { as: deputy })
    expect(await toldBy(invite)).toEqual([
      [
        guest.id,
        '课题组邀请',
        `吴老师邀请您加入课题组「${NAME}」，同意后可由课题组付款下单；不认识对方时请拒绝。`,
        JOIN,
      ],
    ])
    const answer = async (call: typeof clusterAgree | typeof clusterRefuse) =>
      app.send(call, { memberId: await idOf(guest) }, { as: guest })
    expect(await toldBy(() => answer(clusterRefuse))).toEqual([
      [owner.id, '邀请已被拒绝', `孙同学拒绝了课题组「${NAME}」的邀请。`, MANAGE],
    ])
    await invite()
    expect(await toldBy(() => answer(clusterAgree))).toEqual([
      [owner.id, '邀请已被接受', `孙同学已加入课题组「${NAME}」。`, MANAGE],
    ])
  })

  it('on limits, role and removal is told to the member only', async () => {
    const as = { as: owner }
    const memberId = await idOf(member)
    expect(await toldBy(() => app.call(clusterSetLimits, { memberId, monthLimitFen: 100_000 }, as))).toEqual([
      [member.id, '课题组额度已变更', `您在课题组「${NAME}」中的额度已变更，请查看。`, JOIN],
    ])
    expect(await toldBy(() => app.call(clusterSetRole, { memberId, role: 'manager' }, as))).toEqual([
      [member.id, '课题组角色已变更', `您在课题组「${NAME}」中的角色已变更为管理员。`, JOIN],
    ])
    expect(await toldBy(() => app.call(clusterSetRole, { memberId, role: 'member' }, as))).toEqual([
      [member.id, '课题组角色已变更', `您在课题组「${NAME}」中的角色已变更为成员。`, JOIN],
    ])
    expect(await toldBy(() => app.call(clusterDelete4user, { memberId }, as))).toEqual([
      [member.id, '已被移出课题组', `您已被移出课题组「${NAME}」，由该课题组付款的订单与款项仍归课题组。`, JOIN],
    ])
  })
})

describe('[S-19] the ownership of a group', () => {
  const groupNo = () => group.groupNo
  const offer = async (as = owner, to = deputy) =>
    app.call(clusterTransfer, { groupNo: groupNo(), memberId: await idOf(to) }, { as })
  const answer = (agree: boolean) => app.call(clusterTransferAnswer, { groupNo: groupNo(), agree }, { as: deputy })

  it('is offered to the new owner, and the answer is told to the one who offered it', async () => {
    expect(await toldBy(() => offer())).toEqual([
      [
        deputy.id,
        '课题组转让待您同意',
        `周教授请您接收课题组「${NAME}」，同意后您成为所有者，对课题组的订单与付款负责。`,
        JOIN,
      ],
    ])
    expect(await toldBy(() => answer(false))).toEqual([
      [owner.id, '课题组转让被拒绝', `吴老师没有同意接收课题组「${NAME}」。`, MANAGE],
    ])
    await offer()
    expect(await toldBy(() => app.call(clusterTransferCancel, { groupNo: groupNo() }, { as: owner }))).toEqual([
      [deputy.id, '课题组转让已撤回', `周教授已撤回课题组「${NAME}」的转让。`, JOIN],
    ])
    await offer()
    expect(await toldBy(() => answer(true))).toEqual([
      [owner.id, '课题组转让已完成', `吴老师已接收课题组「${NAME}」，您现在是管理员。`, MANAGE],
    ])
  })

  it('ends with the group, which is told to everybody in it except the one who dissolved it', async () => {
    const told = await toldBy(() => app.call(clusterDel, { groupNo: groupNo() }, { as: deputy }))
    const rows = await app.db.rows<{ customerId: number }>(
      sql`select customer_id from group_members where group_id = ${group.id} and stage = 'removed' and ended_at = ${app.clock.now()}`,
    )
    const readers = told.map(([reader]) => reader)
    expect(readers).toContain(owner.id)
    expect(readers).not.toContain(deputy.id)
    expect(rows.map(({ customerId }) => customerId)).toEqual(expect.arrayContaining(readers))
    for (const [, title, text, link] of told)
      expect([title, text, link]).toEqual(['课题组已解散', `课题组「${NAME}」已由所有者解散。`, JOIN])
  })
})
