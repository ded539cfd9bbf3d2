import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../app/testing/test-app.ts'
import { Refusal } from '../contract/refusal.ts'
import { identifier, sql } from '../db/sql.ts'
import type { Ctx } from '../http/ctx.ts'
import type { Lifecycle, Party } from './lifecycle.ts'
import { transition } from './transition.ts'

/**
 * Every transition of the product, written a second time: `action by parties: from stages -> to stage`; `!` means that a reason is required.
 * `transition()` must allow everything in this list and refuse every other combination of stage, action and party.
 */
const allowed: Record<string, string> = {
  order: `
    groupApprove by customer: group_review -> review
    groupApproveToQuote by customer: group_review -> quoting
    groupDecline! by customer: group_review -> cancelled
    approve by staff: review -> awaiting_sample
    reject! by staff: review quoting -> rejected
    quote by staff: quoting -> quoted
    reviseQuote by staff: quoted -> quoted
    withdrawQuote! by staff: quoted -> quoting
    refuseQuote! by customer: quoted -> quoting
    expireQuote by system: quoted -> cancelled
    acceptToContract by customer: quoted -> contract
    acceptToPrepay by customer: quoted -> prepay
    acceptOnCredit by customer: quoted -> awaiting_sample
    acceptFree by customer: quoted -> awaiting_sample
    contractSigned by system: contract -> prepay
    prepaid by system: prepay -> awaiting_sample
    receive by system: awaiting_sample -> received
    checkIn by staff: awaiting_sample -> received
    startTesting by staff: received -> testing
    hold! by staff: received testing -> on_hold
    answer! by customer: on_hold -> testing
    answerBeforeTesting! by customer: on_hold -> received
    answerWithResend! by customer: on_hold -> awaiting_sample
    cancelHeld! by customer: on_hold -> cancelled
    handIn by staff: testing -> verifying
    verify by staff: verifying -> delivered
    returnToTesting! by staff: verifying -> testing
    confirm by customer: delivered -> done
    autoConfirm by system: delivered -> done
    requestRetest! by customer: delivered -> retest
    acceptRetest by staff: retest disputed -> testing
    offerRetest! by staff: retest disputed -> retest_offered
    agreeRetest by customer: retest_offered -> testing
    refuseRetest by customer: retest_offered -> delivered
    expireRetest by system: retest_offered -> delivered
    declineRetest! by staff: retest -> delivered
    dispute! by customer: delivered -> disputed
    reduceDisputed! by staff: disputed -> delivered
    dismissDispute! by staff: disputed -> delivered
    startCorrection! by staff: delivered disputed done -> testing
    close by system: done -> closed
    cancel! by customer: group_review review quoting quoted contract prepay awaiting_sample received -> cancelled
    cancelByStaff! by staff: group_review review quoting quoted contract prepay awaiting_sample received testing on_hold verifying delivered retest retest_offered disputed -> cancelled
  `,
  group: `
    verify by staff: pending -> verified
    refuse! by staff: pending -> refused
    resubmit by customer: refused -> pending
    dissolve by customer: pending verified refused -> dissolved
  `,
  groupMember: `
    approve by customer: applied -> joined
    reject by customer: applied -> refused
    agree by customer: invited -> joined
    decline by customer: invited -> refused
    takeBack by customer: applied invited -> refused
    remove by customer: joined -> removed
    leave by customer: joined -> left
    dissolve by customer: applied invited joined -> removed
  `,
  groupTransfer: `
    agree by customer: offered -> agreed
    refuse by customer: offered -> refused
    withdraw by customer: offered -> withdrawn
  `,
  importRun: `
    checked by system: checking -> ready
    fail by system: checking -> failed
    cancel by staff: checking ready -> cancelled
    commit by staff: ready stopped -> committing
    finish by system: committing -> committed
    stop by staff system: committing undoing -> stopped
    undo by staff: committed stopped -> undoing
    finishUndo by system: undoing -> undone
  `,
  sample: `
    send by customer staff: pending -> in_transit
    takeBackSend by staff: in_transit -> pending
    awaitPickup by system: pending -> collecting
    pickupOff by system: collecting -> pending
    receive by staff: pending collecting in_transit parked lost -> received
    checkIn by system: pending collecting in_transit -> received
    refuse! by staff: pending collecting in_transit parked received withdrawn -> refused
    startTesting by system: received abnormal tested kept -> testing
    finishTesting by system: testing -> tested
    reportAbnormal! by staff: received testing -> abnormal
    resume by staff system: abnormal -> received
    consume by staff: testing tested -> consumed
    askReturn by customer staff system: parked received tested kept refused abnormal dropped -> to_return
    keep by staff system: parked received tested abnormal dropped -> kept
    return by staff: to_return tested refused -> returned
    destroy by staff: kept refused abnormal -> destroyed
    lose! by staff: collecting in_transit parked received testing tested kept to_return abnormal dropped -> lost
    withdraw by system: pending collecting in_transit -> withdrawn
    park by staff: pending collecting in_transit -> parked
    admit by system: parked -> received
    drop by customer: received testing abnormal -> dropped
    resend by customer: received testing abnormal lost -> pending
  `,
  instrument: `
    stop! by staff: usable calibrating -> stopped
    calibrate by staff: usable stopped -> calibrating
    restore by staff: stopped calibrating -> usable
  `,
  pickup: `
    assign by staff: requested -> assigned
    reassign by staff: assigned -> assigned
    depart by staff: assigned -> collecting
    collect by staff system: collecting -> collected
    fail! by staff system: assigned collecting -> failed
    arrive by staff system: collecting collected -> arrived
    cancel by customer: requested -> cancelled
    drop! by staff system: requested assigned collecting -> cancelled
  `,
  reservation: `
    confirm by staff: requested -> booked
    begin by staff system: requested booked -> ongoing
    finish by staff system: ongoing -> finished
    miss by staff: booked -> missed
    cancel by customer: requested booked -> cancelled
    drop! by staff system: requested booked -> cancelled
    move by customer staff: requested booked -> cancelled
  `,
  reservationOffer: `
    accept by customer: offered -> accepted
    decline by customer: offered -> declined
    withdraw by staff system: offered -> withdrawn
    lapse by system: offered -> lapsed
  `,
  promoter: `
    approve by staff: pending -> active
    reject! by staff: pending -> rejected
    cancel by customer: pending -> cancelled
    suspend! by staff: active -> suspended
    resume by staff: suspended -> active
    leave by customer: active -> left
  `,
  coupon: `
    lock by customer: issued -> locked
    use by system: locked -> used
    reopen by system: used -> locked
    release by system: locked used -> issued
    expire by system: issued -> expired
    withdraw! by staff: issued -> withdrawn
  `,
  pointExchange: `
    ship by staff: to_ship -> shipped
    confirm by customer: shipped -> done
    autoConfirm by system: shipped -> done
    cancel by customer: to_ship -> cancelled
    cancelByStaff! by staff: to_ship -> cancelled
  `,
  review: `
    publish by staff: pending hidden -> published
    hide! by staff: pending published -> hidden
  `,
  pointClaim: `
    approve by staff: pending -> approved
    reject! by staff: pending -> rejected
    revoke! by staff: approved -> rejected
    withdraw by customer: pending -> withdrawn
  `,
  pointTransfer: `
    accept by customer: offered -> accepted
    cancel by customer: offered -> returned
    lapse by system: offered -> returned
  `,
  contract: `
    sign by customer: to_sign sent_back -> to_seal
    upload by customer: to_sign sent_back -> to_seal
    sendBack! by staff: to_seal -> sent_back
    seal by staff: to_seal -> effective
    expire by system: to_sign sent_back -> expired
    void! by staff system: to_sign sent_back to_seal -> void
  `,
  report: `
    replace by system: valid -> replaced
    withdraw! by staff: valid -> withdrawn
  `,
  settlement: `
    agree by customer system: proposed -> unpaid
    decline by customer: proposed -> cancelled
    withdraw by customer: proposed -> cancelled
    lapse by system: proposed -> cancelled
    pay by customer: unpaid -> paid
    payByChannel by system: unpaid -> paid
    payFromReceived by staff: unpaid -> paid
    claimTransfer by customer: unpaid -> confirming
    confirmTransfer by staff: confirming -> paid
    refuseTransfer! by staff: confirming -> unpaid
    fallShort by staff: confirming -> unpaid
    withdrawTransfer by customer: confirming -> unpaid
    cancel by customer: unpaid -> cancelled
    dissolve! by staff: unpaid proposed -> cancelled
  `,
  finalAmount: `
    confirm by staff: checking -> held
    sendBack! by staff: checking -> returned
    takeBack! by staff: held -> takenBack
  `,
  refund: `
    confirm by staff: checking -> processing
    confirmToBalance by staff: checking -> done
    decline! by staff: checking -> declined
    finish by system: processing -> done
    fail! by system: processing -> failed
  `,
  withdrawal: `
    approve by staff: pending -> approved
    propose by staff: pending -> checking
    confirmApproval by staff: checking -> approved
    sendBack! by staff: checking -> pending
    reject! by staff: pending checking approved -> rejected
    pay by staff: approved -> paid
    cancel by customer: pending checking -> cancelled
  `,
  payment: `
    settle by system: open closed failed -> paid
    close by system: open -> closed
    fail! by system: open -> failed
  `,
  invoice: `
    approve by staff: pending -> issuing
    reject! by staff: pending -> rejected
    edit by customer: pending rejected -> pending
    cancel by customer: pending rejected -> cancelled
    takeBack! by staff: issuing -> pending
    issue by staff system: issuing -> issued
    send by system: issued -> sent
    requestRed by customer staff: issued sent -> reddening
    declineRed! by staff system: reddening -> issued
    withdrawRed by customer: reddening -> issued
    redden by staff system: reddening -> reddened
    reddenPart by staff system: reddening -> issued
  `,
  received: `
    assign by staff: open -> assigned
    return! by staff: open -> returned
    proposeReturn! by staff: open -> returning
    confirmReturn by staff: returning -> returned
    refuseReturn! by staff: returning -> open
  `,
  transfer: `
    match by staff: pending -> credited
    propose by staff: pending -> checking
    confirmMatch by staff: checking -> credited
    returnMatch! by staff: checking -> pending
    reject! by staff: pending -> rejected
    edit by customer: pending rejected -> pending
    cancel by customer: pending rejected -> cancelled
  `,
  credit: `
    raise by staff: pending -> approved
    propose by staff: pending -> checking
    confirmRaise by staff: checking -> approved
    reject! by staff: pending checking -> rejected
    cancel by customer: pending -> cancelled
  `,
  demand: `
    answer by staff: open answered -> answered
    accept by customer: answered -> accepted
    withdraw by customer: open answered -> withdrawn
    close! by staff: open answered -> closed
    settle! by staff: open -> closed
  `,
}

const modules = import.meta.glob<Record<string, unknown>>('../../**/*rules.ts', { eager: true })
const lifecycles = Object.values(modules).flatMap((module) => Object.values(module).filter(isLifecycle))
const parties: readonly Party[] = ['customer', 'staff', 'system']

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

it('[S-10] the list covers every lifecycle of the product and no other', () => {
  expect(lifecycles.map(({ entity }) => entity).sort()).toEqual(Object.keys(allowed).sort())
})

describe.each(lifecycles.map((lifecycle) => [lifecycle.entity, lifecycle] as const))('%s', (entity, lifecycle) => {
  it('[S-10] allows every listed transition to its stage and refuses every other combination of stage, action and party', async () => {
    const written = read(allowed[entity] ?? '')
    expect([...written.keys()].sort()).toEqual(Object.keys(lifecycle.transitions).sort())
    const { id, probe } = await createProbe(lifecycle)
    const different: string[] = []
    for (const action of Object.keys(lifecycle.transitions)) {
      for (const party of parties) {
        for (const stage of Object.keys(lifecycle.stages)) {
          const move = written.get(action)
          const right = move?.by.includes(party) && move.from.includes(stage) ? move.to : 'refused'
          const done = await attempt(ctxOf(party), probe, { id, action, stage })
          if (done !== right) different.push(`${party} ${action} at ${stage}: ${done}, but should be ${right}`)
        }
      }
    }
    expect(different).toEqual([])
  })

  it('[S-10] requires a reason exactly where the list says so', async () => {
    const written = read(allowed[entity] ?? '')
    const asking = Object.entries(lifecycle.transitions).filter(([, rule]) => rule.reason === 'required')
    expect(asking.map(([action]) => action)).toEqual(
      [...written].filter(([, move]) => move.reason).map(([name]) => name),
    )
  })
})

interface Move {
  reason: boolean
  by: string[]
  from: string[]
  to: string
}

function read(text: string): Map<string, Move> {
  const lines = text.trim().split('\n')
  return new Map(
    lines.map((line) => {
      const [, action = '', mark, by = '', from = '', to = ''] =
        /^\s*(\w+)(!?) by ([\w ]+): ([\w ]+) -> (\w+)$/.exec(line) ?? []
      return [action, { reason: mark === '!', by: by.split(' '), from: from.split(' '), to }]
    }),
  )
}

/** The lifecycle on a separate table with one row, so that no other column or rule of the product matters. */
async function createProbe(lifecycle: Lifecycle): Promise<{ id: number; probe: Lifecycle }> {
  const table = `probe_${lifecycle.table}`
  await app.db.script(`create table ${table} (id bigint primary key, stage text not null, version integer not null)`)
  await app.db.run(sql`insert into ${identifier(table)} values (1, '', 1)`)
  return { id: 1, probe: { ...lifecycle, entity: `probe-${lifecycle.entity}`, table } }
}

/** The resulting stage, or 'refused'. The row is prepared only when the party is allowed, because otherwise the database is not read. */
async function attempt(
  ctx: Ctx,
  probe: Lifecycle,
  { id, action, stage }: { id: number; action: string; stage: string },
): Promise<string> {
  if (probe.transitions[action]?.by.some((party) => party === ctx.actor.kind))
    await app.db.run(sql`update ${identifier(probe.table)} set stage = ${stage} where id = ${id}`)
  try {
    return (await transition(ctx, probe, id, action, { reason: '原因' })).to
  } catch (error) {
    if (error instanceof Refusal) return 'refused'
    throw error
  }
}

function ctxOf(party: Party): Ctx {
  if (party === 'system') return app.system
  return party === 'staff' ? app.staffCtx(1, 'lab') : app.customerCtx(1)
}

function isLifecycle(value: unknown): value is Lifecycle {
  return typeof value === 'object' && value !== null && 'entity' in value && 'stages' in value && 'transitions' in value
}
