import { defineCall } from '../../platform/contract/call.ts'
import { defineIndex, indexInput, pageOf } from '../../platform/contract/index-list.ts'
import { claimLifecycle } from './claims/claim-rules.ts'
import { exchangeLifecycle, goodsKinds } from './goods/exchange-rules.ts'
import {
  staffClaim,
  type StaffClaim,
  staffExchange,
  type StaffExchange,
  staffGoods,
  type StaffGoods,
} from './staff-contract.ts'

export const goodsIndex = defineIndex<StaffGoods>()({
  name: 'pointGoods',
  label: '积分商品',
  action: 'points.read',
  key: (row) => row.name,
  search: '名称、说明',
  sort: '-created',
  countsTabs: true,
  fields: {
    name: { label: '商品', kind: 'text', value: (row) => row.name },
    kind: { label: '类型', kind: 'choice', options: goodsKinds, value: (row) => row.kind },
    points: { label: '所需积分', kind: 'count', value: (row) => row.points, sorts: true },
    stock: { label: '库存', kind: 'count', value: (row) => row.stock, sorts: true },
    taken: { label: '已兑', kind: 'count', value: (row) => row.taken, sorts: true },
    created: { label: '建立时间', kind: 'time', value: (row) => row.createdAt, sorts: true, aside: true },
    onSale: {
      label: '状态',
      kind: 'choice',
      options: { yes: '上架', no: '下架' },
      value: (row) => (row.onSale ? 'yes' : 'no'),
    },
  },
  tabs: {
    onSale: { label: '上架', filters: { onSale: ['yes'] } },
    all: { label: '全部' },
  },
})

export const staffGoodsList = defineCall({
  name: 'points/goods',
  area: 'staff',
  action: 'points.read',
  reads: true,
  summary: '积分商品列表',
  input: indexInput(goodsIndex),
  output: pageOf(goodsIndex, staffGoods),
})

export const exchangeIndex = defineIndex<StaffExchange>()({
  name: 'pointExchanges',
  label: '积分兑换',
  action: 'points.read',
  key: (row) => row.exchangeNo,
  search: '兑换单号、商品、快递单号、客户',
  sort: '-created',
  countsTabs: true,
  fields: {
    no: { label: '兑换单号', kind: 'text', value: (row) => row.exchangeNo, sorts: true },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    goods: { label: '商品', kind: 'text', value: (row) => row.name },
    points: { label: '积分', kind: 'count', value: (row) => row.points, sorts: true, sums: true },
    receiver: { label: '收件人', kind: 'text', value: (row) => `${row.receiver} ${row.phone} ${row.address}`.trim() },
    waybill: { label: '快递', kind: 'text', value: (row) => `${row.courier} ${row.waybill}`.trim() },
    created: { label: '兑换时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    shipped: { label: '发货时间', kind: 'time', value: (row) => row.shippedAt, sorts: true, aside: true },
    stage: { label: '状态', kind: 'choice', options: exchangeLifecycle.stages, value: (row) => row.stage },
  },
  tabs: {
    toShip: { label: '待发货', filters: { stage: ['to_ship'] } },
    shipped: { label: '已发货', filters: { stage: ['shipped'] } },
    all: { label: '全部兑换' },
  },
})

export const staffExchangeList = defineCall({
  name: 'points/exchanges',
  area: 'staff',
  action: 'points.read',
  reads: true,
  summary: '积分兑换列表',
  input: indexInput(exchangeIndex),
  output: pageOf(exchangeIndex, staffExchange),
})

export const claimIndex = defineIndex<StaffClaim>()({
  name: 'pointClaims',
  label: '致谢积分申请',
  action: 'points.read',
  key: (row) => row.doi,
  search: 'DOI、题目、期刊、单位、客户',
  sort: '-created',
  countsTabs: true,
  fields: {
    title: { label: '论文', kind: 'text', value: (row) => row.title },
    doi: { label: 'DOI', kind: 'text', value: (row) => row.doi },
    journal: { label: '期刊', kind: 'text', value: (row) => row.journal },
    customer: { label: '客户', kind: 'text', value: (row) => row.customerName },
    company: { label: '单位', kind: 'text', value: (row) => row.company, aside: true },
    published: { label: '发表日期', kind: 'day', value: (row) => row.publishedOn, sorts: true, aside: true },
    consent: {
      label: '同意展示',
      kind: 'choice',
      options: { yes: '同意', no: '不同意' },
      value: (row) => (row.consent ? 'yes' : 'no'),
    },
    points: { label: '积分', kind: 'count', value: (row) => row.points },
    created: { label: '申请时间', kind: 'time', value: (row) => row.createdAt, sorts: true },
    stage: { label: '状态', kind: 'choice', options: claimLifecycle.stages, value: (row) => row.stage },
  },
  tabs: {
    pending: { label: '待审核', filters: { stage: ['pending'] } },
    decided: { label: '已处理', filters: { stage: ['approved', 'rejected'] } },
    all: { label: '全部申请' },
  },
})

export const staffClaimList = defineCall({
  name: 'points/claims',
  area: 'staff',
  action: 'points.read',
  reads: true,
  summary: '致谢积分申请列表',
  input: indexInput(claimIndex),
  output: pageOf(claimIndex, staffClaim),
})
