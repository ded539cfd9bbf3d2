import { z } from 'zod'
import { defineCall } from '../../platform/contract/call.ts'
import { browserKeyField, linkOutput } from '../../core/files/contract.ts'
import { orderNoField } from './contract.ts'

// All files of an order as one archive.

const zipInput = z.strictObject({ orderNo: orderNoField, browserKey: browserKeyField })

export const reportZip = defineCall({
  name: 'report/zip',
  area: 'auth',
  forGroup: 'manager',
  repeat: 'bounded',
  summary: '打包下载订单的数据文件和报告（限时链接，仅本人可用）',
  input: zipInput,
  output: linkOutput,
})

export const staffReportZip = defineCall({
  name: 'report/zip',
  area: 'staff',
  action: 'report.read',
  reads: true,
  summary: '打包下载订单的数据文件和报告（限时链接，仅本人可用）',
  input: zipInput,
  output: linkOutput,
})
