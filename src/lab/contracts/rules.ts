import type { ServiceType } from '../samples/service-rules.ts'
import { defineLifecycle, factsOf } from '../../platform/lifecycle/lifecycle.ts'

export interface ContractFacts {
  orderNo: string
  customerId: number
  contractNo: string
  amountFen: number
  reason?: string
  until?: string
  /** Voided by staff; not replaced and not ended with its order. */
  alone?: boolean
}

/** The lifecycle of a contract: the customer signs, staff seal, and it is in force. A changed contract is a new edition. */
export const contractLifecycle = defineLifecycle({
  entity: 'contract',
  table: 'contracts',
  facts: factsOf<ContractFacts>(),
  stages: {
    to_sign: '待签',
    sent_back: '已退回',
    to_seal: '待盖章',
    effective: '已生效',
    expired: '已过期',
    void: '已作废',
  },
  transitions: {
    sign: { label: '签署', from: ['to_sign', 'sent_back'], to: 'to_seal', by: ['customer'] },
    upload: { label: '上传盖章件', from: ['to_sign', 'sent_back'], to: 'to_seal', by: ['customer'] },
    sendBack: { label: '退回重签', from: ['to_seal'], to: 'sent_back', by: ['staff'], reason: 'required' },
    seal: { label: '盖章生效', from: ['to_seal'], to: 'effective', by: ['staff'] },
    expire: { label: '过期', from: ['to_sign', 'sent_back'], to: 'expired', by: ['system'] },
    void: {
      label: '作废',
      from: ['to_sign', 'sent_back', 'to_seal'],
      to: 'void',
      by: ['staff', 'system'],
      reason: 'required',
    },
  },
})
export type ContractStage = keyof typeof contractLifecycle.stages
export const contractStages = Object.keys(contractLifecycle.stages) as ContractStage[]

export const signDays = 15

/** Whether the contract blocks issuing another one. */
export function isAlive(stage: ContractStage): boolean {
  return stage !== 'void' && stage !== 'expired'
}

/** Whether the contract waits for the customer's signature. */
export function awaitsSignature(stage: ContractStage): boolean {
  return stage === 'to_sign' || stage === 'sent_back'
}

/** Whether the day by which to sign still says something: until the customer has signed, and of one that ended by it. */
export function signByMatters(stage: ContractStage): boolean {
  return awaitsSignature(stage) || stage === 'expired'
}

/** The stage at this moment. The job that expires a contract may run shortly after its deadline. */
export function contractStageAt({ stage, signBy }: { stage: ContractStage; signBy: Date }, now: Date): ContractStage {
  return awaitsSignature(stage) && signBy <= now ? 'expired' : stage
}

export interface ContractLine {
  projectName: string
  described: string
  sampleCount: number
  amountFen: number
  /** Working days that the project publishes; absent when it publishes none. */
  days?: number
}

/** What is printed, fixed when the contract is issued. A later change of profile or price does not change a contract. */
export interface ContractBody {
  customer: { company: string; contact: string; phone: string; email: string; address: string; creditCode?: string }
  /** The laboratory as party B. */
  laboratory: {
    name: string
    address: string
    phone: string
    email: string
    bank: { holder: string; bank: string; account: string }
    creditCode?: string
    taxRate?: string
  }
  lines: ContractLine[]
  /** What coupons take off the sum of the lines; absent in older contracts. */
  discountFen?: number
  urgent: boolean
  /** Working days from the arrival of both samples and payment; absent in older contracts. */
  deliveryDays?: number
  serviceType?: ServiceType
}

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿']

/** 128000 → 壹仟贰佰捌拾元整, the form of amounts in contracts. */
export function chineseAmount(fen: number): string {
  const yuan = Math.floor(fen / 100)
  const jiao = Math.floor(fen / 10) % 10
  const cent = fen % 10
  const whole = yuan === 0 ? '' : `${chineseInteger(yuan)}元`
  if (jiao === 0 && cent === 0) return whole === '' ? '零元整' : `${whole}整`
  const tenths = jiao > 0 ? `${DIGITS[jiao]}角` : whole === '' ? '' : '零'
  return `${whole}${tenths}${cent > 0 ? `${DIGITS[cent]}分` : '整'}`
}

function chineseInteger(value: number): string {
  const groups: number[] = []
  for (let rest = value; rest > 0; rest = Math.floor(rest / 10_000)) groups.push(rest % 10_000)
  let text = ''
  let gap = false
  for (let i = groups.length - 1; i >= 0; i--) {
    const group = groups[i] ?? 0
    if (group === 0) {
      gap = text !== ''
      continue
    }
    if (gap || (text !== '' && group < 1000)) text += '零'
    text += chineseGroup(group) + (GROUPS[i] ?? '')
    gap = false
  }
  return text
}

function chineseGroup(group: number): string {
  let text = ''
  let gap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(group / 10 ** place) % 10
    if (digit === 0) {
      gap = text !== ''
      continue
    }
    text += `${gap ? '零' : ''}${DIGITS[digit]}${PLACES[place]}`
    gap = false
  }
  return text
}
