import { initialValues } from '../src/shop/catalogue/forms/form-rules.ts'
import { DEMO_PASSWORD } from './customer-steps.ts'
import {
  callAt,
  type DemoOrder,
  enterResults,
  orderInput,
  projectNumber,
  type Tokens,
  verifyWithChecks,
} from './demo-orders.ts'

/** An order of an individual from the plan to the fixed amount, paid from a top-up, through the calls of the customer and of staff. */
export async function settledOrder(
  url: string,
  account: { phone: string; password: string },
): Promise<{ orderNo: string; finalFen: number }> {
  const signIn = (path: string, name: string, password: string) =>
    callAt<Tokens>(url, path, { account: name, password }).then(({ token }) => token)
  const token = await signIn('open/login', account.phone, account.password)
  const byCustomer = <Data>(path: string, input: object) => callAt<Data>(url, `auth/${path}`, input, token)
  const rid = await projectNumber(url, 'XRD')
  const { form } = await callAt<{ form: Parameters<typeof initialValues>[0] }>(url, `open/web/device/detail?rid=${rid}`)
  const line = { rid, parameters: initialValues(form), sampleCount: 2, urgent: false }
  const { id } = await byCustomer<{ id: number }>('tempDevice/add', line)
  const made = await byCustomer<DemoOrder>('order/add', orderInput(id, 2))
  const { orderNo } = made
  await topUp(url, await byCustomer('pay/create', { kind: 'prestore', method: 'wechatpay', amountFen: 100_000 }))
  const { amountFen: finalFen } = await byCustomer<{ amountFen: number }>('pay/create', {
    kind: 'order',
    no: orderNo,
    method: 'prestore',
  })
  await deliverOrder(url, made, finalFen)
  return { orderNo, finalFen }
}

/** The work of the laboratory on an order that awaits its samples, from their arrival to the fixed amount. */
export async function deliverOrder(url: string, made: DemoOrder, finalFen: number): Promise<void> {
  const { orderNo, sampleNos } = made
  const signIn = (who: string) =>
    callAt<Tokens>(url, 'open/staff/login', { account: `${who}@demo`, password: DEMO_PASSWORD }).then(
      ({ token }) => token,
    )
  const staff = async (who: string, path: string, input: object) =>
    callAt(url, `staff/${path}`, input, await signIn(who))
  for (const sampleNo of sampleNos)
    await staff('logistics', 'sample/receive', { sampleNo, weightMg: 120, condition: '完好', shelf: 'A-01-01' })
  await staff('lab', 'order/startTesting', { orderNo })
  await enterResults(url, await signIn('lab'), made)
  await staff('lab', 'order/handIn', { orderNo })
  await verifyWithChecks(url, await signIn('reviewer'), orderNo)
  await staff('manager', 'settlement/fixAmount', { orderNo, finalFen })
}

/** Pays at the cashier of the demo. */
export async function topUp(url: string, { codeUrl }: { codeUrl: string }): Promise<void> {
  const at = new URL(codeUrl, url)
  await fetch(`${url}${at.pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'act=pay',
  })
}
