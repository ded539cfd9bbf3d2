import { randomUUID } from 'node:crypto'
import { seedCatalogue } from '../../../../demo/catalogue/seed.ts'
import { xrd } from '../../../../demo/catalogue/diffraction/xrd.ts'
import { initialValues } from '../../../shop/catalogue/forms/form-rules.ts'
import { addProject } from '../../../shop/catalogue/publish-actions.ts'
import { deviceSearch } from '../../../shop/catalogue/contract.ts'
import { openCredit } from '../../../money/credit/actions.ts'
import { firstAgreementVersion as agreementVersion } from '../../../core/agreements/agreement-rules.ts'
import { orderAdd } from '../../../lab/ordering/contract.ts'
import { planAdd } from '../../../lab/plans/contract.ts'
import type { OutputOf, SentTo } from '../../../platform/contract/call.ts'
import type { UserType } from '../../../people/customers/rules.ts'
import type { TestApp, TestPerson } from '../test-app.ts'

export type OrderSent = SentTo<typeof orderAdd>

/** Published projects and helpers that create orders, for the tests of all slices. */
export async function orderScene(app: TestApp) {
  await seedCatalogue(app.system)
  const quoteOnly = await addProject(app.system, {
    ...xrd,
    slug: 'quote-only',
    name: '定制衍射实验',
    rule: { kind: 'quote' },
  })
  const { list } = await app.call(deviceSearch, { size: 100 })
  const ridOf = (name: string) => list.find((item) => item.name.includes(name))?.rid ?? 0
  const rids = {
    xrd: ridOf('X 射线衍射'),
    onsite: ridOf('现场'),
    sem: ridOf('扫描电镜（SEM）'),
    quoteOnly: quoteOnly ?? 0,
  }

  /** A customer who can order; institutes get a credit limit of ¥50,000. */
  async function buyer(userType: UserType = 0): Promise<TestPerson> {
    const person = await app.customer(userType)
    if (userType === 0 || userType === 3) await openCredit(app.system, person.id, 5_000_000)
    return person
  }

  async function plan(person: TestPerson, line: Partial<SentTo<typeof planAdd>> = {}): Promise<number> {
    const input = { rid: rids.xrd, parameters: initialValues(xrd.form), sampleCount: 1, urgent: false, ...line }
    return (await app.call(planAdd, input, { as: person, idempotencyKey: randomUUID() })).id
  }

  /** The input that the wizard sends for plan lines with the given numbers of samples, all powders. */
  function request(planIds: number[], counts: number[] = planIds.map(() => 1)): OrderSent {
    const samples = planIds.flatMap((planId, line) =>
      Array.from({ length: counts[line] ?? 1 }, (_, i) => sampleOf(planId, `${line + 1}-${i + 1}`)),
    )
    return {
      planIds,
      samples,
      contact: { name: '王同学', phone: '13800138000', email: '' },
      delivery: { kind: 'self_send' },
      invoice: { type: 0 },
      remark: '',
      agreementVersion,
      agreed: true,
    }
  }

  async function order(person: TestPerson, sampleCount = 1): Promise<OutputOf<typeof orderAdd>> {
    const planId = await plan(person, { sampleCount })
    return app.call(orderAdd, request([planId], [sampleCount]), { as: person, idempotencyKey: randomUUID() })
  }

  return { rids, buyer, plan, request, order }
}

export function sampleOf(planId: number, ownNo: string): OrderSent['samples'][number] {
  return {
    planId,
    ownNo,
    name: `样品 ${ownNo}`,
    form: 'powder',
    composition: 'ZnO',
    hazards: [],
    storage: 'room',
    returnWanted: false,
    remark: '',
  }
}
