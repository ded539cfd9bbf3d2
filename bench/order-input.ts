import { randomUUID } from 'node:crypto'
import { firstAgreementVersion as agreementVersion } from '../src/core/agreements/agreement-rules.ts'
import type { orderAdd } from '../src/lab/ordering/contract.ts'
import { planAdd } from '../src/lab/plans/contract.ts'
import type { SentTo } from '../src/platform/contract/call.ts'
import type { Buyer } from './services.ts'

/** The input of an order with one plan line and one sample. */
export function orderBody(line: number): SentTo<typeof orderAdd> {
  return {
    planIds: [line],
    samples: [
      {
        planId: line,
        ownNo: 'A1',
        name: '压测样品',
        form: 'powder',
        composition: 'SiO2',
        amount: '',
        hazards: [],
        storage: 'room',
        returnWanted: false,
        remark: '',
      },
    ],
    contact: { name: '压测', phone: '13700000000', email: '' },
    delivery: { kind: 'self_send' },
    invoice: { type: 0 },
    remark: '',
    funding: [],
    couponIds: [],
    agreementVersion,
    agreed: true,
  }
}

/** Adds XRD with its initial parameters to a buyer's plan, through the calls of the browser. */
export async function addFirstLine(url: string, buyer: Buyer): Promise<void> {
  const found = (await (await fetch(`${url}/api/open/web/device/search?kw=xrd`)).json()) as {
    data: { list: { rid: number }[] }
  }
  const detail = (await (await fetch(`${url}/api/open/web/device/detail?rid=${found.data.list[0]?.rid}`)).json()) as {
    data: { rid: number; form: { fields: { key: string; initial?: unknown }[] } }
  }
  const parameters = Object.fromEntries(
    detail.data.form.fields.filter((field) => field.initial !== undefined).map((field) => [field.key, field.initial]),
  )
  const answer = await fetch(url + planAdd.path, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/json', token: buyer.token },
    body: JSON.stringify({ rid: detail.data.rid, parameters, sampleCount: 1 }),
  })
  const envelope = (await answer.json()) as { code: number; msg: string }
  if (envelope.code !== 1) throw new Error(`the first plan line was refused: ${JSON.stringify(envelope)}`)
}
