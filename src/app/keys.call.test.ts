import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayAct, type Role, roles } from '../ground/staff/rules.ts'
import { handlers } from './calls.ts'
import { type TestApp, type TestPerson, testApp } from './testing/test-app.ts'

const calls = handlers.map(({ call }) => call)

/** Calls that write and need no key, by what makes the second of two equal ones harmless. */
const harmlessTwice: Record<string, string> = {
  'a code, ticket or token that works once': `open/loginForCode open/sign open/reset open/refresh4token open/wx/qrCodeLogin open/wx/undo
    open/staff/login/code open/staff/login/password open/staff/login/enrol open/staff/login/confirm open/staff/refresh
    auth/user/update4contact auth/user/stepUp auth/user/export auth/user/close auth/contract/sign`,
  'another session or message, bounded by limits of its own': `open/login open/staff/login open/code4sms auth/user/code4contact
    auth/user/code4stepUp auth/user/code4privacy auth/contract/code staff/content/preview auth/file/link auth/report/zip`,
  'it sets what is already set': `auth/wx/unbind auth/user/update4profile auth/user/updateInfo auth/user/password auth/user/consent
    auth/user/logout auth/user/revoke auth/user/closeCancel auth/address/edit auth/address/del auth/address/default
    staff/account/vouch staff/account/endInDoubt auth/message/read staff/notice/resend staff/report/reread staff/report/remove
    staff/safety/seen staff/safety/limits staff/security/revoke staff/staff/email staff/staff/role staff/staff/disable
    staff/staff/resetFactor auth/tempDevice/edit auth/tempDevice/del auth/orderData/del staff/report/moveFile
    staff/report/withoutData`,
  'a version or a stage that it leaves behind': `auth/draft/save staff/order/approve staff/order/reject staff/order/checkIn
    staff/order/startTesting staff/order/hold staff/order/verify staff/order/returnToTesting staff/order/acceptRetest
    staff/order/declineRetest staff/order/settleDispute staff/order/handIn staff/sample/refuse staff/sample/dispose auth/demand/cancel
    staff/demand/close staff/demand/settle staff/reservation/move auth/reservation/cancel staff/credit/reject auth/prestoreApply/edit
    auth/prestoreApply/cancel staff/prestore/returnMatch staff/prestore/reject staff/contract/seal staff/contract/sendBack
    staff/contract/void staff/report/withdraw auth/settlement/cancel staff/order/withdrawQuote staff/order/offerRetest
    staff/order/startCorrection staff/received/refuseReturn staff/settlement/sendBackAmount staff/job/replay`,
  'its answer is a password, which must not be kept to be repeated; the account name is taken once': `staff/staff/add
    staff/staff/resetPassword`,
  'it only reads': `open/setting open/setting/list4key auth/user/info auth/user/stepUpWays auth/user/sessions auth/address/list
    auth/user/privacy auth/message/list auth/order/history auth/order/detail auth/draft/get auth/tempDevice/list auth/tempDevice/quote
    auth/demand/list auth/reservation/list auth/sample/list auth/prestore/list auth/prestoreApply/init auth/prestoreApply/list
    auth/contract/list auth/contract/detail auth/order/protocol auth/order/testRecord auth/report/list auth/report/series
    auth/settlement/rows auth/settlement/list auth/orderData/list auth/pay/prepaid open/inviter/check auth/pay/state auth/order/ready2pay auth/asset/init auth/asset/detail auth/asset/all4num`,
}

let app: TestApp
let customer: TestPerson
const staff = new Map<Role, TestPerson>()

beforeAll(async () => {
  app = await testApp()
  customer = await app.customer(0)
  for (const role of Object.keys(roles) as Role[]) staff.set(role, await app.staff(role))
})
afterAll(() => app.close())

describe('the key of a deed', () => {
  it('[F-25] is taken by every call that writes, unless a second time is harmless for a reason given here', () => {
    const listed = new Set(Object.values(harmlessTwice).flatMap((names) => names.split(/\s+/)))
    const writing = calls.filter(({ method, reads, idempotent }) => method === 'POST' && !reads && !idempotent)
    expect(writing.map(({ area, name }) => `${area}/${name}`).filter((name) => !listed.has(name))).toEqual([])
  })

  it('[F-25] is asked for by every call that takes one, before anything else is looked at', async () => {
    const keyed = calls.filter(({ idempotent }) => idempotent)
    expect(keyed.length).toBeGreaterThan(40)
    for (const call of keyed) {
      const role = (Object.keys(roles) as Role[]).find((each) => mayAct(each, call.action ?? ''))
      const as = call.area === 'auth' ? customer : role && staff.get(role)
      const { status, body } = await app.send(call, {}, { ...(as && { as }), idempotencyKey: null })
      expect([call.path, status, body.error]).toEqual([call.path, 400, 'keyRequired'])
    }
  })
})
