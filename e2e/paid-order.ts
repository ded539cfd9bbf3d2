import { initialValues } from '../src/shop/catalogue/forms/form-rules.ts'
import { DEMO_PASSWORD } from './customer-steps.ts'
import { callAt, type DemoOrder, orderInput, projectNumber, type Tokens } from './demo-orders.ts'

/** An order of a demo customer, paid from the balance, through the calls of the customer. */
export async function paidOrder(url: string, phone: string): Promise<{ orderNo: string; yuan: string }> {
  const { token } = await callAt<Tokens>(url, 'open/login', { account: phone, password: DEMO_PASSWORD })
  const rid = await projectNumber(url, 'XRD')
  const { form } = await callAt<{ form: Parameters<typeof initialValues>[0] }>(url, `open/web/device/detail?rid=${rid}`)
  const line = { rid, parameters: initialValues(form), sampleCount: 1, urgent: false }
  const { id } = await callAt<{ id: number }>(url, 'auth/tempDevice/add', line, token)
  const { orderNo } = await callAt<DemoOrder>(url, 'auth/order/add', orderInput(id, 1), token)
  const pay = { kind: 'order', no: orderNo, method: 'prestore' }
  const { amountFen } = await callAt<{ amountFen: number }>(url, 'auth/pay/create', pay, token)
  return { orderNo, yuan: String(amountFen / 100) }
}
