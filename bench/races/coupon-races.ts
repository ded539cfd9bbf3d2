import { addCampaign } from '../../src/money/coupons/campaigns/campaign-actions.ts'
import { lockCampaign } from '../../src/money/coupons/campaigns/campaign-store.ts'
import { issueCoupons } from '../../src/money/coupons/issue-actions.ts'
import { addToPlan } from '../../src/lab/plans/actions.ts'
import { placeOrder } from '../../src/lab/ordering/place-actions.ts'
import { sql } from '../../src/platform/db/sql.ts'
import { inTx } from '../../src/platform/http/ctx.ts'
import { ratio, show, spread } from '../measure.ts'
import { orderBody } from '../order-input.ts'
import { openRaces } from './races.ts'
import { buyers, fillPlans, spreadSequences } from '../services.ts'

/**
 * Twenty buyers at once order with coupons of a campaign that allows one use, many rounds: each round must end with one use. Compares the time
 * of a round with twenty orders at once without coupons, alternately in one run.
 * Run: node bench/races/coupon-races.ts [rounds]
 */
const [rounds = 200] = process.argv.slice(2).map(Number)
const PEOPLE = 20

const { database, ctx, failures, attempt, finish } = await openRaces({ durable: true, poolSize: 12 })
await spreadSequences(database)
const people = await buyers(ctx, PEOPLE)
await addFirstLine()
const lines = await fillPlans(ctx, people, rounds * 2)
const lineOf = (id: number, at: number) => lines.get(id)?.[at] ?? 0

const raced: number[] = []
const plain: number[] = []
for (let round = 0; round < rounds; round++) {
  const { campaignId, coupons } = await oneUse()
  const order = (id: number, at: number, couponIds: number[]) =>
    placeOrder(
      { ...ctx, actor: { kind: 'customer', id, sessionId: 1 } },
      { ...(orderBody(lineOf(id, at)) as never as Parameters<typeof placeOrder>[1]), couponIds },
    )
  const began = performance.now()
  const answers = await Promise.all(people.map(({ id }) => attempt(() => order(id, round * 2, [coupons.get(id) ?? 0]))))
  raced.push(performance.now() - began)
  const won = answers.filter(Boolean).length
  const { uses, held } = await database.one<{ uses: number; held: number }>(sql`
    select uses, (select count(*) from coupons where campaign_id = ${campaignId} and stage = 'locked') as held
    from coupon_campaigns where id = ${campaignId}`)
  if (won !== 1 || uses !== 1 || held !== 1) failures.push(`round ${round}: ${won} orders, ${uses} uses, ${held} held`)
  const then = performance.now()
  await Promise.all(people.map(({ id }) => order(id, round * 2 + 1, [])))
  plain.push(performance.now() - then)
}
console.log(
  `one round in ms: for one use ${show(spread(raced))}, without coupons ${show(spread(plain))}, ratio ${show(ratio(raced, plain), 2)}`,
)
await finish(`${rounds} rounds of ${PEOPLE} buyers`, /^(ledger|credit|orders|coupons)\./)

async function addFirstLine(): Promise<void> {
  const { rid, form } = await database.one<{ rid: number; form: { fields: { key: string; initial?: unknown }[] } }>(sql`
    select p.id as rid, f.form from projects p join form_versions f on f.project_id = p.id and f.stage = 'in_use' where p.slug = 'xrd'`)
  const initial = form.fields.filter((field) => field.initial !== undefined)
  const parameters = Object.fromEntries(initial.map((field) => [field.key, field.initial]))
  const actor = { kind: 'customer' as const, id: people[0]?.id ?? 0, sessionId: 1 }
  await addToPlan({ ...ctx, actor }, { rid, parameters, sampleCount: 1, urgent: false })
}

/** A campaign with one use, and one coupon of it for each buyer. */
async function oneUse(): Promise<{ campaignId: number; coupons: Map<number, number> }> {
  return inTx(ctx, async (inner) => {
    const { id } = await addCampaign(inner, {
      name: '一次',
      kind: 'amount',
      valueFen: 100,
      percentOff: 0,
      capFen: 0,
      thresholdFen: 0,
      groups: [],
      projectIds: [],
      categoryIds: [],
      firstOrder: false,
      stackable: false,
      validFrom: '',
      validUntil: '',
      validDays: 30,
      issuedOn: 'none',
      issueLimit: null,
      useLimit: 1,
      perPerson: 1,
      note: '',
    })
    const campaign = await lockCampaign(inner.db, id)
    if (!campaign) throw new Error('the campaign is gone')
    const customerIds = people.map((person) => person.id)
    const issued = await issueCoupons(inner, campaign, { customerIds, source: 'segment', key: 'bench' })
    return { campaignId: id, coupons: new Map(issued.map((row) => [row.customerId, row.id])) }
  })
}
