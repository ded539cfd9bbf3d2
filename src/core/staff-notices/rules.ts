/** What staff are told about, by kind. */
export const staffNoticeKinds = {
  assigned: '分派给我',
  message: '客户留言',
  answer: '客户答复',
  overdue: '超时',
  mention: '提到我',
  task: '待办到期',
  import: '导入',
  setting: '设置变更',
  control: '质控',
  declined: '复核退回',
  publish: '定时发布',
} as const
export type StaffNoticeKind = keyof typeof staffNoticeKinds

export const KEPT_DAYS = 90

/** Between two looks of a server process at the notices of the people who have the console open. */
export const LOOK_MILLISECONDS = 3000
/** A stream is closed after this time and opened again by the browser, which proves the session again. */
export const STREAM_MILLISECONDS = 5 * 60_000
export const STREAM_PATH = '/api/staff/bell/stream'
