import { randomUUID } from 'node:crypto'
import { BROWSER_FAULTS_PATH, type BrowserReport } from '../src/platform/contract/browser-fault.ts'
import { initialValues } from '../src/shop/catalogue/forms/form-rules.ts'
import { firstAgreementVersion as agreementVersion } from '../src/core/agreements/agreement-rules.ts'
import { DEMO_PASSWORD } from './customer-steps.ts'
import { powderPattern } from './powder-pattern.ts'

/** The stored session of a browser; `expires` in epoch seconds. */
export interface Tokens {
  token: string
  refreshToken: string
  expires: number
}

export interface DemoOrder {
  orderNo: string
  sampleNos: string[]
}

/** Sends a call and answers its data; a refusal is thrown as an error. `account` is the group in whose name it is sent. */
export async function callAt<Data>(
  url: string,
  path: string,
  input?: object,
  token?: string,
  account?: string,
): Promise<Data> {
  const form = input instanceof FormData
  const response = await fetch(`${url}/api/${path}`, {
    method: input ? 'POST' : 'GET',
    headers: {
      'idempotency-key': randomUUID(),
      ...(form ? {} : { 'content-type': 'application/json' }),
      ...(token ? { token } : {}),
      ...(account ? { account } : {}),
    },
    ...(input ? { body: form ? input : JSON.stringify(input) } : {}),
  })
  const { code, data, msg } = (await response.json()) as { code: number; data: Data; msg: string }
  if (code !== 1) throw new Error(`${path}: ${msg}`)
  return data
}

/** Creates orders of the demo customers in all stages that change a screen, through the calls of the respective roles. */
export async function makeDemoOrders(url: string) {
  await reportFault(url)
  const signIn = (path: string, account: string) => callAt<Tokens>(url, path, { account, password: DEMO_PASSWORD })
  const customer = {
    teacher: await signIn('open/login', '13800000001'),
    student: await signIn('open/login', '13800000002'),
    enterprise: await signIn('open/login', '13800000003'),
    individual: await signIn('open/login', '13800000004'),
  }
  const staff = {
    manager: await signIn('open/staff/login', 'manager@demo'),
    lab: await signIn('open/staff/login', 'lab@demo'),
    reviewer: await signIn('open/staff/login', 'reviewer@demo'),
    finance: await signIn('open/staff/login', 'finance@demo'),
    logistics: await signIn('open/staff/login', 'logistics@demo'),
    editor: await signIn('open/staff/login', 'editor@demo'),
    admin: await signIn('open/staff/login', 'admin@demo'),
  }
  const byStaff = <Data = unknown>(who: keyof typeof staff, path: string, input: object) =>
    callAt<Data>(url, `staff/${path}`, input, staff[who].token)
  const byCustomer = <Data = unknown>(who: keyof typeof customer, path: string, input: object) =>
    callAt<Data>(url, `auth/${path}`, input, customer[who].token)
  const rid = await projectNumber(url, 'XRD')
  const { form } = await callAt<{ form: Parameters<typeof initialValues>[0] }>(url, `open/web/device/detail?rid=${rid}`)
  const parameters = initialValues(form)

  const plan = async (who: keyof typeof customer, sampleCount: number) =>
    (await byCustomer<{ id: number }>(who, 'tempDevice/add', { rid, parameters, sampleCount, urgent: false })).id
  const order = async (who: keyof typeof customer, sampleCount = 1) =>
    byCustomer<DemoOrder>(who, 'order/add', orderInput(await plan(who, sampleCount), sampleCount))
  const receive = (sampleNo: string) =>
    byStaff('logistics', 'sample/receive', { sampleNo, weightMg: 120, condition: '完好', shelf: 'A-01-01' })
  const approved = async (sampleCount = 1) => {
    const made = await order('teacher', sampleCount)
    await byStaff('manager', 'order/approve', { orderNo: made.orderNo })
    return made
  }
  const testing = async () => {
    const made = await approved()
    for (const sampleNo of made.sampleNos) await receive(sampleNo)
    await byStaff('lab', 'order/startTesting', { orderNo: made.orderNo })
    return made
  }
  const handedIn = async () => {
    const made = await testing()
    await enterResults(url, staff.lab.token, made)
    await byStaff('lab', 'order/handIn', { orderNo: made.orderNo })
    return made
  }
  const delivered = async () => {
    const made = await handedIn()
    await verifyWithChecks(url, staff.reviewer.token, made.orderNo)
    return made
  }
  const unsettled = async () => {
    const made = await delivered()
    await byCustomer('teacher', 'order/confirm', { orderNo: made.orderNo })
    await byStaff('manager', 'settlement/fixAmount', { orderNo: made.orderNo, finalFen: 6000, reason: '少测一个区间' })
    return made
  }
  const quoted = async () => {
    const made = await order('enterprise', 2)
    const detail = await byStaff<{ lines: { id: number }[] }>('manager', 'order/detail', { orderNo: made.orderNo })
    const lines = detail.lines.map(({ id }) => ({ lineId: id, amountFen: 36_000 }))
    const { quoteVersion } = await byStaff<{ quoteVersion: number }>('manager', 'order/quote', {
      orderNo: made.orderNo,
      lines,
    })
    return { ...made, quoteVersion }
  }
  const contract = async () => {
    const { quoteVersion, ...made } = await quoted()
    await byCustomer('enterprise', 'order/acceptQuote', { orderNo: made.orderNo, quoteVersion })
    return made
  }
  const toSign = async () => {
    const made = await contract()
    await byStaff('manager', 'contract/issue', { orderNo: made.orderNo })
    return made
  }

  const orders = {
    review: await order('teacher'),
    toApprove: await order('teacher'),
    awaiting: await approved(3),
    testing: await testing(),
    handedIn: await handedIn(),
    delivered: await delivered(),
    unsettled: await unsettled(),
    unpaid: await unsettled(),
    quoted: await quoted(),
    contract: await contract(),
    toSign: await toSign(),
    prepay: await order('individual'),
  }
  for (const sampleNo of orders.awaiting.sampleNos.slice(0, 2)) await receive(sampleNo)
  const { list } = await byCustomer<{ list: { id: number; orderNo: string }[] }>('teacher', 'settlement/rows', {})
  const rowIds = list.filter((row) => row.orderNo === orders.unpaid.orderNo).map(({ id }) => id)
  await byCustomer('teacher', 'assign/settlement', { rowIds, payerName: '滨湖大学' })
  // A draft that has reached the wizard's last step, so that all its pages can be shown.
  for (const who of ['teacher', 'individual'] as const) {
    const { planIds, samples, contact, delivery, returnAddress, invoice, remark } = orderInput(await plan(who, 2), 2)
    const data = { planIds, samples, contact, delivery, returnAddress, invoice, remark }
    await byCustomer(who, 'draft/save', { version: 0, step: 5, data })
  }
  await byCustomer('teacher', 'address/add', {
    name: '欧阳建国（材料科学与工程学院）',
    phone: '13800000001',
    province: '江苏省',
    city: '无锡市',
    area: '滨湖区',
    address_code: '320211',
    address: '滨湖大道1800号滨湖大学蠡湖校区材料科学与工程学院大楼B座3层305室（请放门口快递柜）',
    default: true,
  })
  await byCustomer('teacher', 'creditApply/operate', {
    op: 'apply',
    wantedFen: 5_000_000,
    reason: '国家重点研发计划项目进入集中测试阶段，下半年预计每月送样 40 批，现有额度不够周转。',
  })
  await byCustomer('teacher', 'demand/add', {
    title: '锂电池正极材料充放电过程中的原位 XRD 与拉曼联用测试',
    body: '样品为手套箱封装的扣式电池，需在 0.1C 下循环两圈，每 15 分钟采一次谱；请评估可行性、周期和费用。',
  })
  const demands = await byStaff<{ list: { id: number }[] }>('manager', 'demand/list', {})
  const banners = await byStaff<{ list: { id: number }[] }>('editor', 'content/list', { kind: 'banner' })
  // A payment that was given up, so that its page and the list of finance can be shown.
  const { paymentNo } = await byCustomer<{ paymentNo: string }>('teacher', 'pay/create', {
    kind: 'prestore',
    method: 'wechatpay',
    amountFen: 128_000,
  })
  await byCustomer('teacher', 'pay/close', { paymentNo })
  const groups = await byStaff<{ list: { groupNo: string }[] }>('manager', 'group/list', { tab: 'verified' })
  const { orderNo } = orders.delivered
  const { files } = await byCustomer<{ files: { id: number }[] }>('teacher', 'report/list', { orderNo })
  // A kept analysis, so that its list is shown.
  const curveFileId = files[0]?.id ?? 0
  await byCustomer('teacher', 'analysis/add', {
    fileId: curveFileId,
    tool: 'general.area',
    parameters: { ranges: '30 33\n44 47', averaged: 5 },
    note: '与文献中 (200) 和 (220) 两峰的积分强度比较，扣除本底后用于判断择优取向',
  })
  return {
    ...{ customer, staff, orders, paymentNo, curveFileId },
    importId: await makeImport(url, staff.manager.token),
    faultId: await reportedFault(url, staff.admin.token),
    demandId: demands.list[0]?.id ?? 0,
    bannerId: banners.list[0]?.id ?? 0,
    groupNo: groups.list[0]?.groupNo ?? '',
    collectionId: await makeCollection(url, customer.teacher.token),
  }
}

/** An error of a page as a browser reports it. */
async function reportFault(url: string): Promise<void> {
  const report: BrowserReport = {
    id: randomUUID(),
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'tables')",
    stack: `TypeError: Cannot read properties of undefined\n    at Tables (${url}/assets/tables.js:1:2345)\n    at render (${url}/assets/framework.js:1:67890)`,
    page: '/console/tables',
    release: '0.3.0',
  }
  await fetch(url + BROWSER_FAULTS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  })
}

/** The server writes reports every few seconds. */
async function reportedFault(url: string, token: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const { list } = await callAt<{ list: { id: number }[] }>(url, 'staff/fault/list', {}, token)
    if (list[0]) return list[0].id
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the report of a fault was not written')
}

/** A checked import with a faulty row. */
async function makeImport(url: string, token: string): Promise<number> {
  const rows = ['手机号,姓名,单位', '13900009001,欧阳慕容,示例大学材料科学与工程学院先进能源材料实验室', '139,李四,']
  const form = new FormData()
  form.append('kind', 'customers')
  form.append('file', new File([rows.join('\n')], '二〇二六年秋季学期新增合作单位客户名单（第二批）.csv'))
  const { id } = await callAt<{ id: number }>(url, 'staff/import/start', form, token)
  for (let tries = 0; tries < 100; tries++) {
    const { stage } = await callAt<{ stage: string }>(url, 'staff/import/detail', { id }, token)
    if (stage === 'ready') return id
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the import was not checked')
}

/** An order that is measured and not handed in yet, apart from the orders that screens show. An individual has prepaid it from the balance. */
export async function makeTested(
  url: string,
  { customer, staff }: Pick<Awaited<ReturnType<typeof makeDemoOrders>>, 'customer' | 'staff'>,
  { sampleCount = 1, condition = '完好', buyer = 'teacher' as 'teacher' | 'individual' } = {},
): Promise<DemoOrder> {
  const { token } = customer[buyer]
  const made = await makeOrder(url, token, sampleCount)
  const { orderNo } = made
  if (buyer === 'individual')
    await callAt(url, 'auth/pay/create', { kind: 'order', no: orderNo, method: 'prestore' }, token)
  else await callAt(url, 'staff/order/approve', { orderNo }, staff.manager.token)
  for (const sampleNo of made.sampleNos) {
    const received = { sampleNo, weightMg: 120, condition, shelf: 'A-01-01' }
    await callAt(url, 'staff/sample/receive', received, staff.logistics.token)
  }
  await callAt(url, 'staff/order/startTesting', { orderNo }, staff.lab.token)
  await enterResults(url, staff.lab.token, made)
  return made
}

/** The same, verified and therefore delivered. */
export async function makeDelivered(
  url: string,
  demo: Parameters<typeof makeTested>[1],
  how?: Parameters<typeof makeTested>[2],
): Promise<DemoOrder> {
  const made = await makeTested(url, demo, how)
  await callAt(url, 'staff/order/handIn', { orderNo: made.orderNo }, demo.staff.lab.token)
  await verifyWithChecks(url, demo.staff.reviewer.token, made.orderNo)
  return made
}

/** An order of so many samples, apart from the orders that screens show. */
export async function makeOrder(url: string, token: string, sampleCount: number): Promise<DemoOrder> {
  const rid = await projectNumber(url, 'XRD')
  const { form } = await callAt<{ form: Parameters<typeof initialValues>[0] }>(url, `open/web/device/detail?rid=${rid}`)
  const plan = { rid, parameters: initialValues(form), sampleCount, urgent: false }
  const { id } = await callAt<{ id: number }>(url, 'auth/tempDevice/add', plan, token)
  return callAt<DemoOrder>(url, 'auth/order/add', orderInput(id, sampleCount), token)
}

export async function projectNumber(url: string, word: string): Promise<number> {
  const { list } = await callAt<{ list: { rid: number; name: string }[] }>(url, 'open/web/device/search?size=100')
  const found = list.find(({ name }) => name.includes(word))
  if (!found) throw new Error(`no project named ${word}`)
  return found.rid
}

export function orderInput(planId: number, sampleCount: number) {
  const person = { name: '王建国', phone: '13800000001' }
  return {
    planIds: [planId],
    samples: Array.from({ length: sampleCount }, (_, index) => ({
      planId,
      ownNo: `ZnO-${index + 1}`,
      name: '氧化锌纳米粉末',
      form: 'powder',
      composition: 'ZnO',
      hazards: index === 0 ? ['flammable'] : [],
      storage: 'room',
      returnWanted: true,
      remark: '',
    })),
    contact: { ...person, email: 'teacher@demo.example' },
    delivery: { kind: 'self_send' },
    returnAddress: {
      ...person,
      province: '江苏省',
      city: '无锡市',
      area: '滨湖区',
      address: '滨湖大道18号材料楼305室',
    },
    invoice: { type: 0 },
    remark: '请尽快安排，谢谢',
    agreementVersion,
    agreed: true,
  }
}

export async function enterResults(url: string, token: string, { orderNo, sampleNos }: DemoOrder): Promise<void> {
  const { lines } = await callAt<{ lines: { id: number }[] }>(url, 'staff/order/detail', { orderNo }, token)
  const now = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 16)
  for (const { id: lineId } of lines) {
    const record = {
      orderNo,
      lineId,
      instrument: 'X 射线衍射仪 XRD-01',
      conditions: 'Cu 靶，40 kV / 40 mA，5 °/min，5–90°',
      environment: '23 ℃，45 % RH',
      startedAt: now,
      endedAt: now,
    }
    await callAt(url, 'staff/report/record', record, token)
  }
  for (const sampleNo of sampleNos) {
    const form = new FormData()
    form.append('orderNo', orderNo)
    form.append('file', new Blob([powderPattern().toString()]), `${sampleNo}.dat`)
    await callAt(url, 'staff/report/upload', form, token)
  }
}

/** 审核员: ticks every item of the check-list and delivers. */
export async function verifyWithChecks(url: string, token: string, orderNo: string): Promise<void> {
  const { checks } = await callAt<{ checks: string[] }>(url, 'staff/report/list', { orderNo }, token)
  await callAt(url, 'staff/order/verify', { orderNo, checks }, token)
}

/** A collection of the newest curve of the library, which a job fills after the delivery. */
async function makeCollection(url: string, token: string): Promise<number> {
  for (let tries = 0; tries < 150; tries++) {
    const { list } = await callAt<{ list: { id: number }[] }>(url, 'auth/library/list', { size: 1 }, token)
    const [curve] = list
    if (curve) {
      const collection = { name: '两批样品的对比', curves: [{ id: curve.id, label: '第一批' }] }
      return (await callAt<{ id: number }>(url, 'auth/collection/add', collection, token)).id
    }
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the library took no curve of a delivered order within 30 seconds')
}
